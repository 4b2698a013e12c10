//! Labelling by several processes that share a file system.
//!
//! A piece of a data set depends only on its number, so any process can make it. One process opens
//! the workshop and learns which pieces are missing ([`Labelling::missing`]). Any number of
//! processes with the same input make them ([`Labelling::make`]). Finally, [`label`](crate::label)
//! finds all pieces and assembles the data set. Its bytes are the same as with one process, and a
//! piece that was lost with its process is made again.

use std::ops::Range;
use std::path::Path;

use isocount_core::{Budget, Control};

use crate::label::{Job, open_workshop, pairs_per_piece};
use crate::workshop::Workshop;
use crate::{About, DataError, GraphStore, Making, NamedPattern, Pair, Pairs, Questions, seen};

/// Questions that are counted in pieces. Creating a value reads every byte of the input, so reuse
/// it for many pieces.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::{Budget, Control};
/// # use isocount_count::Exact;
/// # use isocount_core::{Label, LabeledGraph, Pattern};
/// # use isocount_data::{About, GraphEntry, GraphStore, LabelTable, NamedPattern};
/// # let path = |num_nodes: usize| {
/// #     let mut builder = LabeledGraph::builder();
/// #     let nodes: Vec<_> = (0..num_nodes).map(|_| builder.node(Label(0))).collect();
/// #     for pair in nodes.windows(2) {
/// #         builder.edge(pair[0], pair[1], Label(0));
/// #     }
/// #     builder.build()
/// # };
/// # let named = |name: &str, graph| -> Result<NamedPattern, isocount_core::EmptyPattern> {
/// #     Ok(NamedPattern { name: name.to_owned(), pattern: Pattern::try_from(graph)? })
/// # };
/// # let patterns = [named("arc", path(2)?)?, named("two arcs", path(3)?)?];
/// # let (short, long) = (path(3)?, path(5)?);
/// # let graphs = [("short", &short), ("long", &long)];
/// # let graphs = GraphStore::pack(graphs.map(|(name, graph)| GraphEntry { name, graph }));
/// # let about = About { labels: LabelTable::numbers(1, 1), ..About::default() };
/// use isocount_data::{Completion, Labelling, Making, Pairs, label};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let (out, threads) = (folder.path().join("paths"), NonZeroUsize::MIN);
/// # let making = Making { counter: &Exact::new(), threads, control: &control };
/// # let (patterns, budget) = (patterns.to_vec(), Budget::UNLIMITED);
///
/// // One process asks what is to be done: everything.
/// let labelling = Labelling::new(about, patterns, graphs, Pairs::All, budget, &control)?;
/// let missing = labelling.missing(&out, &control)?.expect("nothing is finished");
/// assert_eq!(missing.len(), labelling.num_pieces());
///
/// // Others do it, and the first one puts the data set together.
/// labelling.make(&out, 0..labelling.num_pieces(), "node-17", making)?;
/// let made = label(&labelling.questions(), labelling.budget(), &out, making)?;
/// assert_eq!(made, Completion::Made);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Labelling {
    about: About,
    patterns: Vec<NamedPattern>,
    graphs: GraphStore,
    wanted: Pairs,
    budget: Budget,
    pairs: Vec<Pair>,
    recipe: String,
}

impl Labelling {
    /// Prepares the counting of these pairs. For the arguments, see [`Questions`] and
    /// [`label`](crate::label).
    ///
    /// # Errors
    /// If a pair names an unknown pattern or graph, there are too many pairs, or the work was
    /// cancelled.
    pub fn new(
        about: About,
        patterns: Vec<NamedPattern>,
        graphs: GraphStore,
        wanted: Pairs,
        budget: Budget,
        control: &Control,
    ) -> Result<Self, DataError> {
        let questions =
            Questions { about, patterns: &patterns, graphs: &graphs, pairs: wanted.clone() };
        let pairs = questions.checked_pairs(control)?;
        let recipe = questions.recipe(&pairs, &budget, control)?;
        let about = questions.about;
        Ok(Self { about, patterns, graphs, wanted, budget, pairs, recipe })
    }

    /// The questions.
    #[must_use]
    pub fn questions(&self) -> Questions<'_> {
        let (patterns, graphs) = (&*self.patterns, &self.graphs);
        Questions { about: self.about.clone(), patterns, graphs, pairs: self.wanted.clone() }
    }

    /// The limits of each question.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How many pieces there are.
    #[must_use]
    pub fn num_pieces(&self) -> usize {
        self.pairs.len().div_ceil(pairs_per_piece(self.pairs.len()))
    }

    /// Opens the workshop of a folder and returns the numbers of the missing pieces; `None` if the
    /// data set is finished.
    ///
    /// # Errors
    /// If the folder contains something else, another process has locked it, it cannot be written,
    /// or the work was cancelled.
    pub fn missing(&self, out: &Path, control: &Control) -> Result<Option<Vec<usize>>, DataError> {
        let questions = self.questions();
        let recipe = self.recipe.clone();
        let Some(workshop) = open_workshop(&questions, &self.pairs, recipe, out, control)? else {
            return Ok(None);
        };
        let mut missing = Vec::new();
        for number in 0..self.num_pieces() {
            if !workshop.has(number)? {
                missing.push(number);
            }
        }
        Ok(Some(missing))
    }

    /// Makes those of these pieces that are missing from the workshop of a folder; none if the data
    /// set is finished. `maker` identifies this process among all that make pieces, in characters
    /// that are valid in file names.
    ///
    /// # Errors
    /// If the workshop belongs to other questions, a piece cannot be written, the counter neither
    /// counts nor samples, or the work was cancelled.
    pub fn make(
        &self,
        out: &Path,
        pieces: Range<usize>,
        maker: &str,
        making: Making<'_>,
    ) -> Result<(), DataError> {
        let control = making.control;
        let Some(workshop) = Workshop::join(out, &self.recipe, control)? else { return Ok(()) };
        let questions = self.questions();
        let seen = seen::patterns(&self.patterns, self.about.meaning.view);
        let job = Job {
            questions: &questions,
            patterns: seen.as_deref().unwrap_or(&self.patterns),
            budget: self.budget.clone().with_control(control),
            making,
        };
        let per_piece = pairs_per_piece(self.pairs.len());
        let numbered = self.pairs.chunks(per_piece).enumerate();
        for (number, pairs) in numbered.skip(pieces.start).take(pieces.len()) {
            control.check()?;
            workshop.make_one(number, maker, || job.count(pairs))?;
            control.advance(pairs.len() as u64);
        }
        Ok(())
    }
}
