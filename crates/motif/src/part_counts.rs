//! How often each node or edge takes part in the motifs of a census.

use isocount_core::NodeId;

/// How often each node takes part at each orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeCounts {
    first_orbit: usize,
    orbits: usize,
    counts: Vec<u128>,
}

impl NodeCounts {
    pub(crate) fn new(first_orbit: usize, orbits: usize, nodes: usize) -> Self {
        Self { first_orbit, orbits, counts: vec![0; orbits * nodes] }
    }

    /// The number of orbits, which is the number of columns.
    #[must_use]
    pub fn num_orbits(&self) -> usize {
        self.orbits
    }

    /// The number of the first orbit, which is the first orbit of the first motif.
    #[must_use]
    pub fn first_orbit(&self) -> usize {
        self.first_orbit
    }

    /// The counts of a node at every orbit, from the first one on.
    #[must_use]
    pub fn row(&self, node: usize) -> &[u128] {
        &self.counts[node * self.orbits..(node + 1) * self.orbits]
    }

    /// The number of nodes, which is the number of rows.
    #[must_use]
    pub fn num_nodes(&self) -> usize {
        self.counts.len().checked_div(self.orbits).unwrap_or(0)
    }

    pub(crate) fn row_mut(&mut self, node: usize) -> &mut [u128] {
        &mut self.counts[node * self.orbits..(node + 1) * self.orbits]
    }
}

/// How often each edge takes part in each motif. Arcs between the same two nodes are one edge here:
/// an induced subgraph has all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EdgeCounts {
    /// The lower and the higher node of each edge, in order.
    pub edges: Vec<(NodeId, NodeId)>,
    /// For each motif, the counts of all edges.
    pub columns: Vec<Vec<u64>>,
}
