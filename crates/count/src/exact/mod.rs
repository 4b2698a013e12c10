//! The exact engine: counting, not enumerating. `ARCHITECTURE.md` tells how the parts play
//! together; the road of one question is [`Question::answer`].

mod automorphism;
mod compiled;
mod inclusion_exclusion;
mod index;
mod mask_space;
mod plan;
mod question;
mod refine;
mod row_space;
mod search;
mod sieve;
mod space;

use std::cell::RefCell;
use std::num::NonZero;
use std::sync::Arc;

use isocount_core::{
    Answer, Budget, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};

pub(crate) use automorphism::num_automorphisms;
use index::Index;
use question::{Question, Scratch};
use sieve::Source;

/// Graphs with fewer arcs are scanned for every pattern: faster than asking an index.
const ARCS_WORTH_AN_INDEX: usize = 512;

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
}

impl Exact {
    /// Its name in tables and on the command line.
    pub const NAME: &'static str = "exact";

    /// One thread.
    #[must_use]
    pub fn new() -> Self {
        Self::with_threads(1)
    }

    /// A hard question is split among this many threads; 0 means one per core.
    #[must_use]
    pub fn with_threads(threads: usize) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        Self { threads: if threads == 0 { cores() } else { threads } }
    }
}

impl Default for Exact {
    fn default() -> Self {
        Self::new()
    }
}

thread_local! {
    /// The working memory of all questions of a thread, and the patterns it has analysed.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Counter for Exact {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        let worth_it = graph.num_arcs() >= ARCS_WORTH_AN_INDEX;
        let index = worth_it.then(|| Arc::new(Index::new(graph)));
        Ok(Box::new(Opened { threads: self.threads, graph, index }))
    }

    /// A single question scans the graph once instead of indexing it.
    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let (source, threads) = (Source::Scan, self.threads);
        let question = Question { pattern, graph, source, semantics, budget, threads };
        SCRATCH.with_borrow_mut(|scratch| question.answer(scratch))
    }
}

struct Opened<'a> {
    threads: usize,
    graph: &'a LabeledGraph,
    index: Option<Arc<Index>>,
}

impl OpenGraph for Opened<'_> {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let source = self.index.as_deref().map_or(Source::Scan, Source::Index);
        let (graph, threads) = (self.graph, self.threads);
        let question = Question { pattern, graph, source, semantics, budget, threads };
        SCRATCH.with_borrow_mut(|scratch| question.answer(scratch))
    }

    fn fork(&self) -> Box<dyn OpenGraph + '_> {
        let index = self.index.clone();
        Box::new(Opened { threads: self.threads, graph: self.graph, index })
    }
}
