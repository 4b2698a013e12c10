//! The patterns and graphs of one question, read with one call.

use std::collections::HashSet;
use std::path::PathBuf;

use isocount_core::{Cancelled, Control, View};

use crate::batch::Pair;
use crate::{Collection, LoadedGraph, LoadedPattern, PairList, Session, SessionError, Source};

/// The patterns and graphs of a question, and what could not be read of them.
#[derive(Debug)]
#[non_exhaustive]
pub struct QuestionFiles {
    /// The patterns.
    pub patterns: Collection<LoadedPattern>,
    /// The graphs, read so that they meet the patterns: atoms keep what SMARTS ask for.
    pub graphs: Collection<LoadedGraph>,
    /// The pairs of the list, without those whose pattern or graph could not be read; nothing if
    /// every pair is meant.
    pub pairs: Option<Vec<Pair>>,
    /// What was typed for the graph, if it was read as notation only because there is no file of
    /// this name. An interface should say so, in case a file was meant.
    pub in_place_of_a_file: Option<PathBuf>,
}

impl QuestionFiles {
    /// The same through a view.
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
    /// Reads the patterns and graphs of a question. With a list of pairs, files whose names show
    /// that they hold nothing of the list are not read.
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
    /// name of the list is nowhere.
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
