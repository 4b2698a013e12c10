//! A trained model with prediction intervals.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, Estimate, LabeledGraph, OpenGraph, Pattern,
    Semantics,
};
use isocount_model::Calibration;

/// The data for intervals.
#[derive(Clone)]
pub(crate) struct Intervals {
    pub(crate) calibration: Arc<Calibration>,
    pub(crate) confidence: f64,
}

impl Intervals {
    /// Adds an interval to an estimate, if there is enough data for one.
    fn add(&self, answer: Answer) -> Answer {
        let Answer::Estimate(estimate) = answer else { return answer };
        let interval = self.calibration.interval(estimate.value, self.confidence);
        Answer::Estimate(match interval {
            Some(interval) => Estimate::within(estimate.value, interval),
            None => estimate,
        })
    }
}

/// A counter that adds intervals to its estimates.
pub(crate) struct Calibrated {
    pub(crate) counter: Box<dyn Counter>,
    pub(crate) intervals: Intervals,
}

impl Counter for Calibrated {
    fn name(&self) -> &'static str {
        self.counter.name()
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        let graph = self.counter.open(graph, control)?;
        Ok(Box::new(CalibratedGraph { graph, intervals: self.intervals.clone() }))
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let answer = self.counter.count(pattern, graph, semantics, budget)?;
        Ok(self.intervals.add(answer))
    }
}

/// An open graph whose estimates have intervals.
pub(crate) struct CalibratedGraph {
    pub(crate) graph: Box<dyn OpenGraph>,
    pub(crate) intervals: Intervals,
}

impl OpenGraph for CalibratedGraph {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let answer = self.graph.count(pattern, semantics, budget)?;
        Ok(self.intervals.add(answer))
    }

    fn count_each(
        &mut self,
        patterns: &[&Pattern],
        semantics: Semantics,
        budget: &Budget,
    ) -> Vec<Result<Answer, CountError>> {
        let answers = self.graph.count_each(patterns, semantics, budget);
        answers.into_iter().map(|answer| Ok(self.intervals.add(answer?))).collect()
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Self { graph: self.graph.fork(), intervals: self.intervals.clone() })
    }
}
