//! Graphs from arrays of node numbers, label numbers and attributes.

use isocount::{
    AttributeRow, AttributeRows, AttributedGraph, Control, GraphError, Label, LabeledGraph, NodeId,
};

use crate::attributes::ReadColumns;

/// A graph as arrays.
pub(crate) struct Arrays<'a> {
    pub(crate) num_nodes: usize,
    pub(crate) node_labels: Option<&'a [u32]>,
    pub(crate) tails: &'a [u32],
    pub(crate) heads: &'a [u32],
    pub(crate) edge_labels: Option<&'a [u32]>,
    pub(crate) unlabeled: (Label, Label),
    pub(crate) both: bool,
    pub(crate) merge: bool,
}

/// Approximate memory for a node and an arc while a graph is built.
const BYTES_PER_NODE: usize = 40;
const BYTES_PER_ARC: usize = 64;

impl Arrays<'_> {
    pub(crate) fn num_arcs(&self) -> usize {
        self.tails.len() * if self.both { 2 } else { 1 }
    }

    /// Whether the system can provide the memory that building takes. An allocation that fails
    /// later would abort the process.
    pub(crate) fn fit_into_memory(&self) -> bool {
        let nodes = self.num_nodes.saturating_mul(BYTES_PER_NODE);
        let bytes = nodes.saturating_add(self.num_arcs().saturating_mul(BYTES_PER_ARC));
        Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
    }

    /// The graph with attributes: for each node and each edge a row.
    pub(crate) fn with_attributes(
        &self,
        [nodes, edges]: [ReadColumns; 2],
    ) -> Result<AttributedGraph, GraphError> {
        let label = |labels: Option<&[u32]>, place: usize, unlabeled| {
            labels.map_or(unlabeled, |labels| Label(labels[place]))
        };
        let of_nodes = (0..self.num_nodes).map(|node| AttributeRow {
            label: label(self.node_labels, node, self.unlabeled.0),
            values: nodes.row(node),
        });
        let (node_rows, node_numbers) = AttributedGraph::number_rows(of_nodes);
        let of_edges = (0..self.tails.len()).map(|edge| AttributeRow {
            label: label(self.edge_labels, edge, self.unlabeled.1),
            values: edges.row(edge),
        });
        let (edge_rows, edge_numbers) = AttributedGraph::number_rows(of_edges);
        let mut builder = LabeledGraph::builder();
        for number in node_numbers {
            builder.node(number);
        }
        for ((&tail, &head), number) in self.tails.iter().zip(self.heads).zip(edge_numbers) {
            if self.both {
                builder.undirected_edge(NodeId(tail), NodeId(head), number);
            } else {
                builder.edge(NodeId(tail), NodeId(head), number);
            }
        }
        let graph = if self.merge { builder.build_merged() } else { builder.build() };
        let rows = |columns: ReadColumns, rows| AttributeRows {
            names: columns.names,
            rows,
            there: columns.there,
        };
        Ok(AttributedGraph {
            graph: graph?,
            nodes: rows(nodes, node_rows),
            arcs: rows(edges, edge_rows),
        })
    }

    pub(crate) fn build(&self, control: &Control) -> Result<LabeledGraph, GraphError> {
        if u32::try_from(self.num_nodes).is_err() {
            return Err(GraphError::TooLarge);
        }
        let mut builder = LabeledGraph::builder();
        builder.reserve(self.num_nodes, self.num_arcs());
        for node in 0..self.num_nodes {
            builder.node(self.node_labels.map_or(self.unlabeled.0, |labels| Label(labels[node])));
        }
        for (edge, (&tail, &head)) in self.tails.iter().zip(self.heads).enumerate() {
            let label = self.edge_labels.map_or(self.unlabeled.1, |labels| Label(labels[edge]));
            if self.both {
                builder.undirected_edge(NodeId(tail), NodeId(head), label);
            } else {
                builder.edge(NodeId(tail), NodeId(head), label);
            }
        }
        if self.merge { builder.build_merged_with(control) } else { builder.build_with(control) }
    }
}
