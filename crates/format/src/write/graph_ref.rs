//! Borrowed graphs with names, for writing.

use isocount_core::LabeledGraph;

use crate::NamedGraph;

/// A borrowed graph and its name.
#[derive(Clone, Copy, Debug)]
pub struct GraphRef<'a> {
    /// The name.
    pub name: &'a str,
    /// The graph.
    pub graph: &'a LabeledGraph,
}

impl<'a> From<&'a NamedGraph> for GraphRef<'a> {
    fn from(named: &'a NamedGraph) -> Self {
        Self { name: &named.name, graph: &named.graph }
    }
}
