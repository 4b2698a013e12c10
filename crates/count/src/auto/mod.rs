//! The default: exact where that is quick, otherwise an estimate.
//!
//! * Neither a precision nor a limit: exact, until it is done. The caller may ask for a
//!   [forecast](crate::forecast) meanwhile.
//! * A precision: exact if that is expected to be less work than an estimate.
//! * A limit alone: exact for half of it, unless far more is expected; then samples for the rest.
//!
//! The cost of the exact engine is predicted after its first try, from a sample of its search tree;
//! the cost of the sampler is predicted after its pilot. The count of the exact engine when it was
//! stopped remains a certain lower bound. `stages.rs` contains the stages of a question,
//! `choice.rs` the decisions between them.

mod choice;
mod stages;
mod turns;

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};

use self::choice::Goal;
use self::stages::Stages;
use crate::cost::usual_path::ARCS_WORTH_AN_INDEX;
use crate::exact::compiling::MAX_NODES;
use crate::exact::sieving::ArcSource;
use crate::exact::{Care, Outlook, Watch};
use crate::indexed::Indexed;
use crate::meter::Timing;
use crate::sample::{Sample, Sampling};
use crate::{Exact, forecast};

/// Exact or sampled, whatever is better within precision and limits.
///
/// ```
/// use isocount_core::{Answer, Budget, Count, Counter, Semantics, Unit};
/// use isocount_count::{Auto, Sampling};
/// # use isocount_core::{Label, LabeledGraph, Pattern};
/// # let complete = |num_nodes: usize| {
/// #     let mut builder = LabeledGraph::builder();
/// #     let nodes: Vec<_> = (0..num_nodes).map(|_| builder.node(Label(0))).collect();
/// #     for (ix, &a) in nodes.iter().enumerate() {
/// #         for &b in &nodes[..ix] {
/// #             builder.undirected_edge(a, b, Label(0));
/// #         }
/// #     }
/// #     builder.build()
/// # };
/// # let (triangle, club) = (Pattern::try_from(complete(3)?)?, complete(10)?);
///
/// // Ten people who all know each other: 120 triangles, counted sooner than estimated.
/// let auto = Auto::new(Sampling::default().with_precision(Some(0.05)));
/// let meaning = Semantics::Monomorphism(Unit::Subgraphs);
/// let answer = auto.count(&triangle, &club, meaning, &Budget::UNLIMITED)?;
/// assert_eq!(answer, Answer::Exact(Count(120)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Auto {
    exact: Exact,
    sample: Sample,
}

impl Auto {
    /// The name in tables and on the command line.
    pub const NAME: &'static str = "auto";

    /// One thread.
    #[must_use]
    pub fn new(sampling: Sampling) -> Self {
        Self { exact: Exact::new(), sample: Sample::new(sampling) }
    }

    /// Both parts use `threads` threads; 0 means one per core.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { exact: Exact::with_threads(threads), sample: self.sample.with_threads(threads) }
    }
}

/// A question that both parts can answer.
#[derive(Clone, Copy)]
pub(crate) struct AutoQuestion<'a> {
    pub(crate) auto: Auto,
    pub(crate) pattern: &'a Pattern,
    pub(crate) graph: &'a LabeledGraph,
    pub(crate) source: ArcSource<'a>,
    pub(crate) semantics: Semantics,
}

impl AutoQuestion<'_> {
    /// `hear` is told what to expect of a search that is not easy.
    pub(crate) fn exact(
        &self,
        budget: &Budget,
        hear: &(dyn Fn(Outlook) + Sync),
    ) -> Result<Answer, CountError> {
        let Self { auto, pattern, graph, source, semantics } = *self;
        let (care, most_planning) = (Care::Much, f64::INFINITY);
        let (common, gate, timing) = (None, None, Timing::OwnTime);
        let watch = Watch { hear, care, most_planning, common, gate, timing };
        auto.exact.ask(pattern, graph, source, semantics, budget, Some(watch))
    }

    pub(crate) fn sample(&self, sample: Sample, budget: &Budget) -> Result<Answer, CountError> {
        let Self { pattern, graph, source, semantics, .. } = *self;
        sample.ask(pattern, graph, source, semantics, budget, None)
    }

    fn answer(&self, budget: &Budget) -> Result<Answer, CountError> {
        let Self { auto, pattern, graph, source, semantics } = *self;
        let goal = Goal::new(auto.sample.sampling().precision, budget);
        let exact = || auto.exact.ask(pattern, graph, source, semantics, budget, None);
        match (goal, budget.control.wants_forecasts()) {
            _ if pattern.num_nodes() > MAX_NODES => exact(),
            (Goal::Exact, None) => exact(),
            (Goal::Exact, Some(after)) => forecast::exact_with_forecast(self, after, budget),
            _ => Stages::new(self, goal, budget).run(),
        }
    }
}

impl Counter for Auto {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        let on = Indexed::open(graph, ARCS_WORTH_AN_INDEX, control)?;
        Ok(Box::new(Opened { auto: *self, on }))
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        AutoQuestion { auto: *self, pattern, graph, source: ArcSource::Scan, semantics }
            .answer(budget)
    }
}

#[derive(Clone)]
struct Opened {
    auto: Auto,
    on: Indexed,
}

impl OpenGraph for Opened {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let (auto, graph, source) = (self.auto, &*self.on.graph, self.on.source());
        AutoQuestion { auto, pattern, graph, source, semantics }.answer(budget)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(self.clone())
    }
}
