//! Counts of nodes or edges as a table, with the user's names.

use std::cmp::Reverse;

use isocount_core::{Edge, NodeId};
use isocount_format::LabelNames;
use isocount_record::npy;

use crate::LoadedGraph;

/// What the rows of a table are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// All nodes of the graph.
    Nodes,
    /// Pairs of nodes with an edge between them, regardless of its directions and labels: the lower
    /// node, then the higher one.
    Pairs(Vec<(NodeId, NodeId)>),
    /// Edges: each stands for an arc and its reverse, by tail and head.
    Edges(Vec<Edge>),
    /// Arcs, by tail, head and label.
    Arcs(Vec<Edge>),
}

impl Parts {
    /// Replaces the arcs of the rows.
    pub(crate) fn map_arcs(self, arc: impl Fn(Edge) -> Edge) -> Self {
        let all = |arcs: Vec<Edge>| arcs.into_iter().map(&arc).collect();
        match self {
            Self::Edges(edges) => Self::Edges(all(edges)),
            Self::Arcs(arcs) => Self::Arcs(all(arcs)),
            nodes => nodes,
        }
    }
}

/// One number per row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartColumn {
    /// A short name: `count`, `triangle`, `orbit 3`.
    pub title: String,
    /// What is counted, if the title does not tell: the motif of an orbit.
    pub about: Option<String>,
    /// The counts.
    pub counts: Vec<u128>,
}

/// Counts of all nodes or edges of a graph.
#[derive(Clone, Debug)]
pub struct PartTable {
    /// The graph.
    pub graph: LoadedGraph,
    /// Its rows.
    pub parts: Parts,
    /// Its columns.
    pub columns: Vec<PartColumn>,
    /// The names of labels, if rows are edges with several of them.
    edge_labels: Option<LabelNames>,
}

impl PartTable {
    pub(crate) fn new(graph: LoadedGraph, parts: Parts, columns: Vec<PartColumn>) -> Self {
        let has_labels = match &parts {
            Parts::Nodes | Parts::Pairs(_) => false,
            Parts::Edges(edges) | Parts::Arcs(edges) => {
                edges.iter().any(|edge| edge.label != edges[0].label)
            }
        };
        let edge_labels = has_labels.then(|| graph.label_names());
        Self { graph, parts, columns, edge_labels }
    }

    /// Whether the count is the only column.
    #[must_use]
    pub fn is_single(&self) -> bool {
        matches!(&self.columns[..], [only] if only.title == "count")
    }

    /// The number of rows.
    #[must_use]
    pub fn num_rows(&self) -> usize {
        match &self.parts {
            Parts::Nodes => self.graph.graph().num_nodes(),
            Parts::Pairs(pairs) => pairs.len(),
            Parts::Edges(edges) | Parts::Arcs(edges) => edges.len(),
        }
    }

    /// The node of a row, or the two ends of its edge.
    #[must_use]
    pub fn row_nodes(&self, row: usize) -> Vec<NodeId> {
        match &self.parts {
            Parts::Nodes => vec![NodeId(row as u32)],
            Parts::Pairs(pairs) => vec![pairs[row].0, pairs[row].1],
            Parts::Edges(edges) | Parts::Arcs(edges) => vec![edges[row].tail, edges[row].head],
        }
    }

    /// The name of a node.
    #[must_use]
    pub fn node_name(&self, node: NodeId) -> String {
        self.graph.node_names().get(node).into_owned()
    }

    /// The name of a row: `34`, `1 – 2`, `a → b`, and the label of an edge if there are several.
    #[must_use]
    pub fn row_name(&self, row: usize) -> String {
        let Some(ends) = self.ends(row) else { return self.node_name(NodeId(row as u32)) };
        let sign = if matches!(self.parts, Parts::Arcs(_)) { '→' } else { '–' };
        let [tail, head] = ends.map(|node| self.node_name(node));
        let label = self.label_name(row).map(|label| format!(" ({label})"));
        format!("{tail} {sign} {head}{}", label.unwrap_or_default())
    }

    /// The two nodes of a row, if rows are edges.
    #[must_use]
    pub fn ends(&self, row: usize) -> Option<[NodeId; 2]> {
        match &self.parts {
            Parts::Nodes => None,
            Parts::Pairs(pairs) => Some([pairs[row].0, pairs[row].1]),
            Parts::Edges(edges) | Parts::Arcs(edges) => Some([edges[row].tail, edges[row].head]),
        }
    }

    /// The label of a row, if it is an edge of a graph with several edge labels.
    #[must_use]
    pub fn label_name(&self, row: usize) -> Option<String> {
        let (Parts::Edges(edges) | Parts::Arcs(edges)) = &self.parts else { return None };
        let names = self.edge_labels.as_ref()?;
        Some(names.edge_text(edges[row].label).unwrap_or_default().to_owned())
    }

    /// Whether rows are edges of a graph with several edge labels.
    #[must_use]
    pub fn has_edge_labels(&self) -> bool {
        self.edge_labels.is_some()
    }

    /// The rows with the largest counts of a column, at most `at_most`, without zeros; ties keep
    /// their order.
    #[must_use]
    pub fn top(&self, column: usize, most: usize) -> Vec<usize> {
        let counts = &self.columns[column].counts;
        let mut rows: Vec<usize> = (0..counts.len()).filter(|&row| counts[row] > 0).collect();
        let key = |&row: &usize| (Reverse(counts[row]), row);
        if most < rows.len() && most > 0 {
            rows.select_nth_unstable_by_key(most - 1, key);
        }
        rows.truncate(most);
        rows.sort_unstable_by_key(key);
        rows
    }

    /// The number of rows of a column that are not 0.
    #[must_use]
    pub fn num_taking_part(&self, column: usize) -> usize {
        self.columns[column].counts.iter().filter(|&&count| count > 0).count()
    }

    /// The table as a `NumPy` file of 64-bit integers, one row per node or edge; `None` if a count
    /// does not fit.
    #[must_use]
    pub fn to_npy(&self) -> Option<Vec<u8>> {
        let rows = self.num_rows();
        let cell = |row: usize| self.columns.iter().map(move |column| column.counts[row]);
        npy::matrix(rows, self.columns.len(), (0..rows).flat_map(cell))
    }
}
