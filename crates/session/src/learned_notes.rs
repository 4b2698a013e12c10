//! What the reader of a learned answer should know in addition to the number. The notes are part of
//! the record, so every interface shows them.

use std::sync::Arc;

use isocount_core::{Answer, Confidence, Pattern, number_of, printable};
use isocount_model::{Calibration, Largest, Size};

use crate::opened::Advise;
use crate::{GraphIndex, Larger, LoadedGraph, LoadedPattern, TrainedModel};

impl Larger {
    /// The text of the warning; `what` is `graphs` or `patterns`.
    #[must_use]
    pub fn sentence(&self, what: &str) -> String {
        let Self { name, size, trained, others } = self;
        let are = match others {
            0 => "is".to_owned(),
            more => format!("and {more} more are"),
        };
        format!(
            "{} ({}, {}) {are} larger than the {what} that the model was trained on ({} and {} at most): counts may be far off",
            printable(name),
            number_of(size.nodes, "node"),
            number_of(size.arcs, "arc"),
            number_of(trained.nodes, "node"),
            number_of(trained.arcs, "arc")
        )
    }
}

impl TrainedModel {
    /// Why an answer may be inaccurate: the pattern or the graph is larger than any that the model
    /// was trained on.
    #[must_use]
    pub fn warnings(&self, patterns: &[LoadedPattern], graphs: &[LoadedGraph]) -> Vec<String> {
        let pattern = self.larger_pattern(patterns).map(|larger| larger.sentence("patterns"));
        let graph = self.larger_graph(graphs).map(|larger| larger.sentence("graphs"));
        pattern.into_iter().chain(graph).collect()
    }

    /// Why answers of this model have no interval, if they have none.
    #[must_use]
    pub fn why_no_interval(&self) -> Option<String> {
        why_no_interval(self.files().calibration(), self.confidence())
    }

    /// The notes on answers about a graph.
    pub(crate) fn advise(&self, graph: &str, size: Size) -> Advise {
        advise(self.config().data.largest, (graph, size), self.why_no_interval())
    }
}

impl GraphIndex {
    /// The notes on answers about the graph of the index.
    #[must_use]
    pub fn warnings(&self, patterns: &[LoadedPattern]) -> Vec<String> {
        let pattern = self.larger_pattern(patterns).map(|larger| larger.sentence("patterns"));
        let graph = self.larger_graph().map(|larger| larger.sentence("graphs"));
        pattern.into_iter().chain(graph).collect()
    }

    /// Why answers from this index have no interval, if that is so.
    #[must_use]
    pub fn why_no_interval(&self) -> Option<String> {
        why_no_interval(self.calibration(), self.confidence())
    }

    pub(crate) fn advise(&self) -> Advise {
        let graph = self.larger_graph().map(|larger| larger.sentence("graphs"));
        notes_with(self.largest(), graph, self.why_no_interval())
    }
}

fn advise(
    largest: Option<Largest>,
    (name, size): (&str, Size),
    no_interval: Option<String>,
) -> Advise {
    let graph = largest.and_then(|trained| Larger::one(trained.graph, name, size));
    notes_with(largest, graph.map(|larger| larger.sentence("graphs")), no_interval)
}

fn notes_with(
    largest: Option<Largest>,
    graph: Option<String>,
    no_interval: Option<String>,
) -> Advise {
    Arc::new(move |name: &str, pattern: &Pattern, answer: Answer| {
        let size = Size::of(pattern.graph());
        let pattern = largest.and_then(|trained| Larger::one(trained.pattern, name, size));
        let pattern = pattern.map(|larger| larger.sentence("patterns"));
        let is_bare = matches!(answer, Answer::Estimate(it) if it.interval.is_none());
        let no_interval = no_interval.clone().filter(|_| is_bare);
        pattern.into_iter().chain(graph.clone()).chain(no_interval).collect()
    })
}

fn why_no_interval(calibration: Option<&Calibration>, confidence: Confidence) -> Option<String> {
    let Some(calibration) = calibration else {
        return Some(
            "no interval: the run contains no validation errors; train the model again".to_owned(),
        );
    };
    // Strata that are too small borrow from the others, so either all predictions have an interval
    // or none has.
    if calibration.interval(0.0, confidence.get()).is_some() {
        return None;
    }
    let number = calibration.num_errors();
    let are = if number == 1 { "example is" } else { "examples are" };
    Some(format!(
        "no interval: {number} validation {are} too few for a confidence of {confidence}; ask for a lower confidence, or train with more"
    ))
}
