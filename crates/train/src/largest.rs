//! How large what a model learned from was: beyond that its answers are guesses.

use std::collections::BTreeSet;

use isocount_core::LabeledGraph;
use isocount_data::{Example, TrainingSet};
use serde::{Deserialize, Serialize};

/// A number of nodes and one of arcs; they may come from different graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Nodes.
    pub nodes: usize,
    /// Arcs.
    pub arcs: usize,
}

impl Size {
    /// The size of a graph.
    #[must_use]
    pub fn of(graph: &LabeledGraph) -> Self {
        Self { nodes: graph.num_nodes(), arcs: graph.num_arcs() }
    }

    fn max(self, other: Self) -> Self {
        Self { nodes: self.nodes.max(other.nodes), arcs: self.arcs.max(other.arcs) }
    }

    /// Whether something of another size has more nodes or more arcs.
    #[must_use]
    pub fn is_exceeded_by(self, other: Self) -> bool {
        other.nodes > self.nodes || other.arcs > self.arcs
    }
}

/// The largest patterns and graphs that a model learned from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Largest {
    /// Patterns.
    pub pattern: Size,
    /// Graphs.
    pub graph: Size,
}

impl Largest {
    /// The most nodes of a pattern or graph.
    #[must_use]
    pub fn nodes(self) -> usize {
        self.pattern.nodes.max(self.graph.nodes)
    }

    /// The largest of the training examples, as questions are asked of them.
    pub(crate) fn of_training(training: &TrainingSet) -> Self {
        Self::of(training, &[training.train()])
    }

    /// The largest of the training and validation examples: what a model has to be made for.
    #[must_use]
    pub fn of_all(training: &TrainingSet) -> Self {
        Self::of(training, &[training.train(), training.valid()])
    }

    fn of(training: &TrainingSet, parts: &[&[Example]]) -> Self {
        let view = training.view();
        let mut largest = Self::default();
        let distinct = |number: fn(&Example) -> u32| {
            parts.iter().copied().flatten().map(number).collect::<BTreeSet<_>>()
        };
        for pattern in distinct(|example| example.pattern) {
            let pattern = &training.patterns()[pattern as usize].pattern;
            largest.pattern = largest.pattern.max(Size::of(&view.apply_to_pattern(pattern)));
        }
        for graph in distinct(|example| example.graph) {
            let graph = view.apply(&training.graphs().graph(graph as usize));
            largest.graph = largest.graph.max(Size::of(&graph));
        }
        largest
    }
}
