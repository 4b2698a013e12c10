//! The one pattern that a blind model was trained for. For any other pattern the model would return
//! the same answer.

use isocount_core::{Label, LabeledGraph, NodeId, Pattern};
use serde::{Deserialize, Serialize};

/// A pattern as lists, in the form of `config.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnlyPattern {
    /// The label of each node.
    pub nodes: Vec<u32>,
    /// Tail, head and label of each arc, in order.
    pub arcs: Vec<[u32; 3]>,
}

impl OnlyPattern {
    /// The lists of a pattern.
    #[must_use]
    pub fn new(pattern: &LabeledGraph) -> Self {
        let mut arcs: Vec<[u32; 3]> =
            pattern.arcs().map(|arc| [arc.tail.0, arc.head.0, arc.label.0]).collect();
        arcs.sort_unstable();
        Self { nodes: pattern.node_labels().iter().map(|label| label.0).collect(), arcs }
    }

    /// The pattern itself; `None` if the lists are not those of a pattern.
    #[must_use]
    pub fn pattern(&self) -> Option<Pattern> {
        let mut builder = LabeledGraph::builder();
        for &label in &self.nodes {
            builder.node(Label(label));
        }
        for &[tail, head, label] in &self.arcs {
            builder.edge(NodeId(tail), NodeId(head), Label(label));
        }
        builder.build().ok()?.try_into().ok()
    }
}
