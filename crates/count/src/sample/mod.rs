//! The sampler: a breadth-first search that prunes without bias, so that the count is known to a
//! few per cent where an exact search would not end. `docs/estimates.md` has the mathematics and
//! the evidence; [`SampleQuestion`] processes one question.

mod amount;
mod children;
mod first_level;
mod floor;
mod fold;
mod interval;
mod last_level;
mod look_ahead;
mod masses;
mod options;
mod order;
mod particles;
mod question;
mod replicate;
mod resample;
mod root;
mod root_look;
mod rooted;
mod rows;
mod stages;
mod steps;
mod tail_sizes;
mod tails;

use std::cell::RefCell;
use std::num::NonZero;
use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};

use crate::cost::usual_path::{ARCS_WORTH_AN_INDEX, MOST_MEMORY_KEPT};
use crate::exact::Common;
use crate::exact::sieving::{ArcSource, Sieved};
use crate::indexed::Indexed;
use crate::meter::{Gate, Timing};
pub use options::Sampling;
use question::SampleQuestion;
pub(crate) use stages::{Between, SoFar};

/// Other work on the question while it is sampled.
#[derive(Clone, Copy)]
pub(crate) struct Company<'a> {
    /// Where the candidates and tables are, once somebody has made them.
    pub(crate) common: &'a Common,
    /// Where the sampler may have to wait, or ends.
    pub(crate) gate: &'a dyn Gate,
    pub(crate) timing: Timing,
    pub(crate) between: Between<'a>,
}

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
    /// The name in tables and on the command line.
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
    /// One question, on which somebody else may work, too.
    pub(crate) fn ask(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        source: ArcSource<'_>,
        semantics: Semantics,
        budget: &Budget,
        company: Option<Company<'_>>,
    ) -> Result<Answer, CountError> {
        let sample = self;
        let question =
            SampleQuestion { sample, pattern, graph, source, semantics, budget, company };
        with_sieved(|sieved| question.answer(sieved)).map(|(answer, _)| answer)
    }

    /// The answer, and all work on the thread that asked, in the unit of the meter.
    ///
    /// # Errors
    ///
    /// As [`Counter::count`].
    #[doc(hidden)]
    pub fn count_with_work(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<(Answer, u64), CountError> {
        let (sample, source, company) = (self, ArcSource::Scan, None);
        let question =
            SampleQuestion { sample, pattern, graph, source, semantics, budget, company };
        with_sieved(|sieved| question.answer(sieved))
    }
}

/// Lends the sieve of this thread. A panic drops it, so that half-finished state is never reused.
fn with_sieved<T>(work: impl FnOnce(&mut Sieved) -> T) -> T {
    let mut sieved = SIEVED.take();
    let result = work(&mut sieved);
    if sieved.num_bytes() > MOST_MEMORY_KEPT {
        sieved.release();
    }
    SIEVED.set(sieved);
    result
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
        let on = Indexed::open(graph, ARCS_WORTH_AN_INDEX, control)?;
        Ok(Box::new(Opened { sample: *self, on }))
    }

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

#[derive(Clone)]
struct Opened {
    sample: Sample,
    on: Indexed,
}

impl OpenGraph for Opened {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        self.sample.ask(pattern, &self.on.graph, self.on.source(), semantics, budget, None)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(self.clone())
    }
}
