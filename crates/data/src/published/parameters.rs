//! The published settings of SMALL and LARGE.

use serde::Serialize;

/// The parameters of a synthetic data set. A *slot* is one choice from each list of sizes that is
/// consistent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Parameters {
    /// Patterns made for each pattern slot.
    pub patterns_per_slot: usize,
    /// Numbers of nodes, arcs, node labels and edge labels of patterns.
    pub pattern: Sizes,
    /// Graphs made for each pattern, graph slot and alpha.
    pub graphs_per_slot: usize,
    /// Numbers of nodes, arcs, node labels and edge labels of graphs.
    pub graph: Sizes,
    /// The shares of planting: how often the pattern is planted instead of random arcs.
    pub alphas: &'static [f64],
    /// A graph in which the pattern occurs more often is made again.
    pub max_count: u64,
    /// Arcs per node, at most.
    pub max_arcs_per_node: usize,
}

/// The lists to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sizes {
    /// Numbers of nodes.
    pub nodes: &'static [usize],
    /// Numbers of arcs.
    pub arcs: &'static [usize],
    /// Numbers of node labels.
    pub node_labels: &'static [usize],
    /// Numbers of edge labels.
    pub edge_labels: &'static [usize],
}

impl Parameters {
    /// The data set SMALL.
    pub const SMALL: Self = Self {
        patterns_per_slot: 3,
        pattern: Sizes {
            nodes: &[3, 4, 8],
            arcs: &[2, 4, 8],
            node_labels: &[2, 4, 8],
            edge_labels: &[2, 4, 8],
        },
        graphs_per_slot: 10,
        graph: Sizes {
            nodes: &[8, 16, 32, 64],
            arcs: &[8, 16, 32, 64, 128, 256],
            node_labels: &[4, 8, 16],
            edge_labels: &[4, 8, 16],
        },
        alphas: &[0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
        max_count: 1024,
        max_arcs_per_node: 4,
    };

    /// The data set LARGE.
    pub const LARGE: Self = Self {
        patterns_per_slot: 2,
        pattern: Sizes {
            nodes: &[3, 4, 8, 16],
            arcs: &[2, 4, 8, 16],
            node_labels: &[2, 4, 8, 16],
            edge_labels: &[2, 4, 8, 16],
        },
        graphs_per_slot: 10,
        graph: Sizes {
            nodes: &[64, 128, 256, 512],
            arcs: &[64, 128, 256, 512, 1024, 2048],
            node_labels: &[16, 32, 64],
            edge_labels: &[16, 32, 64],
        },
        alphas: &[0.05, 0.10, 0.15],
        max_count: 4096,
        max_arcs_per_node: 4,
    };
}
