//! The sizes of the examples of a model: for anything larger, its answers are guesses.

use isocount_core::LabeledGraph;
use serde::{Deserialize, Serialize};

/// A number of nodes and a number of arcs, possibly of different graphs.
///
/// ```
/// use isocount_model::Size;
///
/// // Is a graph larger than everything that a model was trained on?
/// let trained = Size { nodes: 28, arcs: 66 };
/// assert!(!trained.is_exceeded_by(Size { nodes: 17, arcs: 38 }));
/// assert!(trained.is_exceeded_by(Size { nodes: 20, arcs: 90 }));
/// ```
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

    /// The larger number of nodes, and the larger number of arcs.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { nodes: self.nodes.max(other.nodes), arcs: self.arcs.max(other.arcs) }
    }

    /// Whether another size has more nodes or more arcs.
    #[must_use]
    pub fn is_exceeded_by(self, other: Self) -> bool {
        other.nodes > self.nodes || other.arcs > self.arcs
    }
}

/// The largest patterns and graphs that a model was trained on.
///
/// ```
/// use isocount_model::{Largest, Size};
///
/// let largest = Largest {
///     pattern: Size { nodes: 4, arcs: 6 },
///     graph: Size { nodes: 28, arcs: 66 },
/// };
/// assert_eq!(largest.nodes(), 28);
/// ```
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
}
