//! The patterns and graphs of one question, read with one call.

use std::collections::HashSet;
use std::path::PathBuf;

use isocount_core::{Cancelled, Control, View};
use isocount_format::KeptAttributes;

use crate::batch::Pair;
use crate::{Collection, LoadedGraph, LoadedPattern, PairList, Session, SessionError, Source};

/// The patterns and graphs of a question, and the problems with those that could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct QuestionFiles {
    /// The patterns.
    pub patterns: Collection<LoadedPattern>,
    /// The graphs, read so that they match the patterns: atoms keep the properties that SMARTS
    /// refer to.
    pub graphs: Collection<LoadedGraph>,
    /// The pairs of the list, without those whose pattern or graph could not be read; `None` if
    /// there is no list and every pair is meant.
    pub pairs: Option<Vec<Pair>>,
    /// The argument for the graph, if it was read as notation only because there is no file of this
    /// name. An interface should tell the user, in case a file was meant.
    pub in_place_of_a_file: Option<PathBuf>,
}

impl QuestionFiles {
    /// Applies a view to all patterns and graphs.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn seen_through(self, view: View, control: &Control) -> Result<Self, Cancelled> {
        let Self { mut patterns, mut graphs, pairs, in_place_of_a_file } = self;
        let seen = patterns.members.into_iter().map(|pattern| pattern.seen_through(view));
        patterns.members = seen.collect();
        let seen = graphs.members.into_iter().map(|graph| graph.seen_through(view, control));
        graphs.members = seen.collect::<Result<_, _>>()?;
        Ok(Self { patterns, graphs, pairs, in_place_of_a_file })
    }
}

impl Session {
    /// Reads the patterns and graphs of a question. If there is a list of pairs, files that cannot
    /// contain a name of the list are skipped.
    ///
    /// ```
    /// use isocount_core::Control;
    /// use isocount_session::{Session, Source};
    ///
    /// let [patterns, graphs] = ["triangle", "example:karate"].map(|it| Source::argument(it.as_ref()));
    /// let read = Session::new().read_question(patterns, graphs, None, &Control::NONE)?;
    /// assert_eq!(read.patterns.members[0].name(), "triangle");
    /// assert_eq!(read.graphs.members[0].graph().num_nodes(), 34);
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    ///
    /// # Errors
    /// As [`read_patterns`](Self::read_patterns) and [`read_graphs`](Self::read_graphs), and if a
    /// name of the list is not found.
    pub fn read_question(
        &mut self,
        patterns: Source<'_>,
        graphs: Source<'_>,
        list: Option<&PairList>,
        control: &Control,
    ) -> Result<QuestionFiles, SessionError> {
        let graphs = graphs.to_meet(&patterns);
        let in_place_of_a_file = graphs.in_place_of_a_file().map(ToOwned::to_owned);
        let wanted = |names: fn(&PairList) -> HashSet<String>| list.map(names);
        let patterns =
            self.read_patterns(patterns, wanted(PairList::patterns).as_ref(), control)?;
        let needed = patterns.members.iter().map(LoadedPattern::needed_attributes);
        let graphs = graphs.with_attributes(needed.fold(KeptAttributes::None, KeptAttributes::and));
        let graphs = self.read_graphs(graphs, wanted(PairList::graphs).as_ref(), control)?;
        let pairs = match list {
            None => None,
            Some(list) => {
                let unread = patterns.unread.union(&graphs.unread).cloned().collect();
                Some(list.resolve(&patterns.members, &graphs.members, &unread)?)
            }
        };
        Ok(QuestionFiles { patterns, graphs, pairs, in_place_of_a_file })
    }
}
