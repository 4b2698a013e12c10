//! The exact engine: counting, not enumerating. `docs/exact-engine.md` describes the folders;
//! [`ExactQuestion::answer`] processes one question.
//!
//! ```text
//! question.rs   the path of one question        tuning.rs, explanation.rs: switches, and a report
//!
//! compiling/    the pattern, whatever the graph
//! sieving/      what is left of the graph for the pattern
//! spaces/       candidates and links, as bit masks or as sorted rows
//! planning/     which node is tried when, and what is counted without being tried
//! searching/    running a plan on one thread, on several, in several processes
//! small/        questions that are answered without most of these
//! routing/      which strategy answers a hard question
//! absent_sum.rs absent arcs: patterns with them, less those without
//! algebra/      a sum over quotients of the pattern
//! splitting/    a search that falls apart into parts
//! by_degree/    large graphs without labels: nodes in the order of degrees
//! participation/   the number of mappings that each node or arc is in
//! listing/      the mappings themselves, all or some at random
//! ```

mod absent_sum;
mod algebra;
mod by_degree;
pub(crate) mod compiling;
mod explanation;
mod listing;
mod participation;
mod planning;
mod question;
mod routing;
pub(crate) mod searching;
pub(crate) mod sieving;
pub(crate) mod small;
pub(crate) mod spaces;
mod splitting;
mod tuning;

use std::cell::Cell;
use std::num::NonZero;
use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};

pub use explanation::{Explanation, Outline, Strategy};
pub use listing::{Chances, Drawn, Ending, FindError, Mappings, MatchSample, MatchSampling};
pub use participation::{Participation, Per};
use question::{ExactQuestion, Scratch};
pub(crate) use routing::{Care, Common, Outlook, Prepared, Watch};
pub use searching::{Share, Shared};
use sieving::ArcSource;
pub use tuning::{Representation, Routing, Tuning};

use crate::indexed::Indexed;

/// Counts exactly, and fast. Answers never depend on the number of threads.
///
/// ```
/// use isocount_core::{Answer, Budget, Count, Counter, Label, LabeledGraph, Pattern, Semantics, Unit};
/// use isocount_count::Exact;
///
/// let complete = |n| {
///     let mut builder = LabeledGraph::builder();
///     let nodes: Vec<_> = (0..n).map(|_| builder.node(Label(0))).collect();
///     for (i, &a) in nodes.iter().enumerate() {
///         for &b in &nodes[..i] {
///             builder.undirected_edge(a, b, Label(0));
///         }
///     }
///     builder.build().unwrap()
/// };
/// let triangle = Pattern::try_from(complete(3))?;
/// let subgraphs = Semantics::Monomorphism(Unit::Subgraphs);
/// let answer = Exact::new().count(&triangle, &complete(10), subgraphs, &Budget::UNLIMITED)?;
/// assert_eq!(answer, Answer::Exact(Count(120)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    threads: usize,
    tuning: Tuning,
}

impl Exact {
    /// The name in tables and on the command line.
    pub const NAME: &'static str = "exact";

    /// An engine that uses one thread.
    #[must_use]
    pub fn new() -> Self {
        Self::with_threads(1)
    }

    /// An engine that splits hard questions among `threads` threads; 0 means one per core.
    #[must_use]
    pub fn with_threads(threads: usize) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = if threads == 0 { cores() } else { threads };
        Self { threads, tuning: Tuning { small_questions: Routing::ByCost, ..Tuning::default() } }
    }

    /// Sets the switches of the engine, for tests and experiments.
    #[doc(hidden)]
    #[must_use]
    pub fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }
}

impl Exact {
    /// Returns the answer, and how it was found: what was chosen, predicted and spent.
    ///
    /// # Errors
    ///
    /// As [`Counter::count`].
    pub fn explain(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<(Answer, Explanation), CountError> {
        let notes = Cell::new(Explanation::default());
        let exact = self.within(budget);
        let (source, explanation, watch) = (ArcSource::Scan, Some(&notes), None);
        let question =
            ExactQuestion { exact, pattern, graph, source, semantics, budget, explanation, watch };
        let answer = with_scratch(|scratch| question.answer(scratch))?;
        Ok((answer, notes.get()))
    }
}

impl Default for Exact {
    fn default() -> Self {
        Self::new()
    }
}

thread_local! {
    /// The working memory of all questions of a thread, and the patterns it has analysed.
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

/// Lends the working memory of this thread. A panic drops it, so that half-finished state is never
/// reused: a service outlives the panic of one request.
fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let result = work(&mut scratch);
    SCRATCH.set(Some(scratch));
    result
}

impl Counter for Exact {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        let on = Indexed::open(graph, self.tuning.arcs_worth_an_index, control)?;
        Ok(Box::new(Opened { exact: *self, on }))
    }

    /// A single question scans the graph once instead of indexing it.
    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        self.ask(pattern, graph, ArcSource::Scan, semantics, budget, None)
    }
}

impl Exact {
    /// Limits the memory of this engine to what a budget allows.
    fn within(self, budget: &Budget) -> Self {
        let Some(most) = budget.memory else { return self };
        let max_remembered = self.tuning.max_remembered.min(most);
        let max_factors = self.tuning.max_factors.min(most);
        Self { tuning: Tuning { max_remembered, max_factors, ..self.tuning }, ..self }
    }

    /// Answers one question; `watch` is called if it is not easy.
    pub(crate) fn ask(
        self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        source: ArcSource<'_>,
        semantics: Semantics,
        budget: &Budget,
        watch: Option<Watch<'_>>,
    ) -> Result<Answer, CountError> {
        let (exact, explanation) = (self.within(budget), None);
        let question =
            ExactQuestion { exact, pattern, graph, source, semantics, budget, explanation, watch };
        with_scratch(|scratch| question.answer(scratch))
    }
}

#[derive(Clone)]
struct Opened {
    exact: Exact,
    on: Indexed,
}

impl OpenGraph for Opened {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        self.exact.ask(pattern, &self.on.graph, self.on.source(), semantics, budget, None)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(self.clone())
    }
}
