//! The sampler: a breadth-first search that prunes without bias, so that the count is known to a few
//! per cent where an exact search would not end. `docs/estimates.md` has the mathematics and the
//! evidence; [`Question`] processes one question.

mod amount;
mod floor;
mod fold;
mod interval;
mod look_ahead;
mod options;
mod order;
mod question;
mod replicate;
mod resample;
mod rows;
mod stages;
mod steps;
mod tails;

use std::cell::RefCell;
use std::num::NonZero;
use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Cancelled, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern,
    Semantics,
};

use crate::exact::index::Index;
use crate::exact::sieve::{Sieved, Source};
use crate::meter::Meter;
pub use options::Sampling;
use question::Question;

/// Graphs with fewer arcs are scanned for every pattern.
pub(crate) const ARCS_WORTH_AN_INDEX: usize = 512;

/// A thread keeps at most this much working memory between questions, in bytes.
const LARGEST_KEPT: usize = 16 << 20;

/// Estimates counts, with an interval. The answer is exact if nothing had to be pruned.
///
/// ```
/// use isocount_core::{Answer, Budget, Counter, Label, LabeledGraph, Pattern, Semantics, Unit};
/// use isocount_count::{Sample, Sampling};
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
/// let clique = Pattern::try_from(complete(6))?;
/// let sample = Sample::new(Sampling::default().with_precision(Some(0.05)));
/// let mappings = Semantics::Monomorphism(Unit::Mappings);
/// let answer = sample.count(&clique, &complete(40), mappings, &Budget::UNLIMITED)?;
/// let truth = 40.0 * 39.0 * 38.0 * 37.0 * 36.0 * 35.0;
/// assert!((answer.value() / truth - 1.0).abs() < 0.2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    sampling: Sampling,
    threads: usize,
}

impl Sample {
    /// Its name in tables and on the command line.
    pub const NAME: &'static str = "sample";

    /// One thread.
    #[must_use]
    pub fn new(sampling: Sampling) -> Self {
        Self { sampling, threads: 1 }
    }

    /// Its options.
    #[must_use]
    pub fn sampling(&self) -> Sampling {
        self.sampling
    }

    /// Replicates are shared among this many threads; 0 means one per core. Without a limit on time
    /// the answer does not depend on it.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        Self { threads: if threads == 0 { cores() } else { threads }, ..self }
    }
}

thread_local! {
    /// The sieve of all questions of a thread.
    static SIEVED: RefCell<Sieved> = RefCell::default();
}

impl Sample {
    fn ask(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        source: Source<'_>,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let question = Question { sample: self, pattern, graph, source, semantics, budget };
        SIEVED.with_borrow_mut(|sieved| {
            let answer = question.answer(sieved);
            if sieved.num_bytes() > LARGEST_KEPT {
                sieved.release();
            }
            answer
        })
    }
}

impl Counter for Sample {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        control.check()?;
        let index = if graph.num_arcs() >= ARCS_WORTH_AN_INDEX {
            let index = Index::new(graph, &mut Meter::watching(control));
            Some(Arc::new(index.ok_or(Cancelled)?))
        } else {
            None
        };
        Ok(Box::new(Opened::new(*self, Arc::clone(graph), index)))
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        self.ask(pattern, graph, Source::Scan, semantics, budget)
    }
}

pub(crate) struct Opened {
    sample: Sample,
    graph: Arc<LabeledGraph>,
    index: Option<Arc<Index>>,
}

impl Opened {
    pub(crate) fn new(sample: Sample, graph: Arc<LabeledGraph>, index: Option<Arc<Index>>) -> Self {
        Self { sample, graph, index }
    }

    pub(crate) fn another(&self) -> Self {
        Self::new(self.sample, Arc::clone(&self.graph), self.index.clone())
    }
}

impl OpenGraph for Opened {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let source = self.index.as_deref().map_or(Source::Scan, Source::Index);
        self.sample.ask(pattern, &self.graph, source, semantics, budget)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(self.another())
    }
}
