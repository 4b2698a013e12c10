//! Graphs that somebody else owns, to be written with their names.

use isocount_core::LabeledGraph;

use crate::NamedGraph;

/// A graph that somebody else owns, and what to call it.
#[derive(Clone, Copy, Debug)]
pub struct GraphRef<'a> {
    /// What to call it.
    pub name: &'a str,
    /// The graph.
    pub graph: &'a LabeledGraph,
}

impl<'a> From<&'a NamedGraph> for GraphRef<'a> {
    fn from(named: &'a NamedGraph) -> Self {
        Self { name: &named.name, graph: &named.graph }
    }
}
