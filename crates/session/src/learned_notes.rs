//! What the reader of a learned answer should know, besides the number.

use isocount_core::{Answer, Confidence, printable};
use isocount_model::Calibration;

use crate::{GraphIndex, Larger, LoadedGraph, LoadedPattern, TrainedModel};

impl Larger {
    /// The warning, as every interface gives it; `what` is `graphs` or `patterns`.
    #[must_use]
    pub fn sentence(&self, what: &str) -> String {
        let Self { name, size, trained, others } = self;
        let are = match others {
            0 => "is".to_owned(),
            more => format!("and {more} more are"),
        };
        format!(
            "{} ({} nodes, {} arcs) {are} larger than the {what} that the model was trained on ({} nodes, {} arcs at most): \
             counts may be far off",
            printable(name),
            size.nodes,
            size.arcs,
            trained.nodes,
            trained.arcs
        )
    }
}

impl TrainedModel {
    /// Why an answer may be far off, because the pattern or the graph is larger than any the model was trained on.
    #[must_use]
    pub fn warnings(&self, patterns: &[LoadedPattern], graphs: &[LoadedGraph]) -> Vec<String> {
        let pattern = self.larger_pattern(patterns).map(|larger| larger.sentence("patterns"));
        let graph = self.larger_graph(graphs).map(|larger| larger.sentence("graphs"));
        pattern.into_iter().chain(graph).collect()
    }

    /// Why an answer of this model has no interval.
    #[must_use]
    pub fn why_no_interval(&self, answer: Answer) -> Option<String> {
        why_no_interval(self.files().calibration(), self.confidence(), answer)
    }
}

impl GraphIndex {
    /// The same for the graph of the index.
    #[must_use]
    pub fn warnings(&self, patterns: &[LoadedPattern]) -> Vec<String> {
        let pattern = self.larger_pattern(patterns).map(|larger| larger.sentence("patterns"));
        let graph = self.larger_graph().map(|larger| larger.sentence("graphs"));
        pattern.into_iter().chain(graph).collect()
    }

    /// Why an answer from this index has no interval.
    #[must_use]
    pub fn why_no_interval(&self, answer: Answer) -> Option<String> {
        why_no_interval(self.calibration(), self.confidence(), answer)
    }
}

fn why_no_interval(
    calibration: Option<&Calibration>,
    confidence: Confidence,
    answer: Answer,
) -> Option<String> {
    let Answer::Estimate(estimate) = answer else { return None };
    if estimate.interval.is_some() {
        return None;
    }
    Some(match calibration.map(Calibration::num_errors) {
        None => "no interval: the run does not say how far the model was off on its validation examples; train it again"
            .to_owned(),
        Some(number) => format!(
            "no interval: {number} validation example{} {} too few for a confidence of {confidence}; ask for less, or train \
             with more",
            if number == 1 { "" } else { "s" },
            if number == 1 { "is" } else { "are" },
        ),
    })
}
