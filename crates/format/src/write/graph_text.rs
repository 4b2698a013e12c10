//! A graph for writers: with the names of its labels.

use isocount_core::{Cancelled, Control, Edge, LabeledGraph, NodeId, Pattern, Wanted};

use super::write_error::WriteError;
use crate::{Format, LabelNames};

/// A graph with the names of its labels.
#[derive(Clone, Copy)]
pub(crate) struct GraphText<'a> {
    pub(crate) graph: &'a LabeledGraph,
    /// The pattern whose shape is the graph, if it has sets of labels or absent
    /// arcs.
    pub(crate) sets: Option<&'a Pattern>,
    pub(crate) names: &'a LabelNames,
    pub(crate) control: &'a Control,
}

impl<'a> GraphText<'a> {
    /// The nodes, as an iterator that ends early when the work is cancelled.
    pub(crate) fn nodes(self) -> impl Iterator<Item = Result<NodeId, Cancelled>> + 'a {
        self.graph.nodes().map(move |node| self.control.check().map(|()| node))
    }

    /// The arcs, as an iterator that ends early when the work is cancelled.
    pub(crate) fn arcs(self) -> impl Iterator<Item = Result<Edge, Cancelled>> + 'a {
        self.graph.arcs().map(move |arc| self.control.check().map(|()| arc))
    }

    pub(crate) fn node_label(&self, node: NodeId) -> Result<&'a str, WriteError> {
        let label = self.graph.node_label(node);
        self.names.node_text(label).ok_or(WriteError::UnnamedLabel { label })
    }

    /// What a node accepts: its label, or a set if the pattern has sets.
    pub(crate) fn accepted_by(&self, node: NodeId) -> Wanted<'a> {
        let label = || Wanted::Label(self.graph.node_label(node));
        self.sets.map_or_else(label, |pattern| pattern.node_set(node))
    }

    /// What an arc accepts.
    pub(crate) fn accepted_on(&self, arc: Edge) -> Wanted<'a> {
        self.sets.map_or(Wanted::Label(arc.label), |pattern| pattern.edge_set(arc.label))
    }

    pub(crate) fn edge_label(&self, arc: Edge) -> Result<&'a str, WriteError> {
        let label = arc.label;
        self.names.edge_text(label).ok_or(WriteError::UnnamedLabel { label })
    }

    /// The number of undirected edges; an error if some arc has no reverse arc.
    pub(crate) fn count_undirected(self, format: Format) -> Result<usize, WriteError> {
        let mut num_edges = 0;
        for arc in self.arcs() {
            let arc = arc?;
            if !self.graph.has_arc(arc.head, arc.tail, arc.label) {
                return Err(WriteError::Directed { format, arc });
            }
            num_edges += usize::from(arc.tail <= arc.head);
        }
        Ok(num_edges)
    }
}
