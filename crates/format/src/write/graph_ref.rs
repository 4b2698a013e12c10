//! Borrowed graphs with names, for writing.

use isocount_core::LabeledGraph;

use crate::NamedGraph;

/// A borrowed graph and its name.
///
/// ```
/// use isocount_core::{Control, LabeledGraph};
/// use isocount_format::{GraphRef, LabelNames, write_json_lines};
///
/// // The same molecule under two names, written without a copy of it.
/// let mut names = LabelNames::new();
/// let carbon = names.node_label("C");
/// let mut builder = LabeledGraph::builder();
/// builder.node(carbon);
/// let methane = builder.build()?;
/// let graphs = ["methane", "marsh gas"].map(|name| GraphRef { name, graph: &methane });
///
/// let mut lines = Vec::new();
/// write_json_lines(graphs, &names, &mut lines, &Control::NONE)?;
/// assert_eq!(String::from_utf8(lines)?.lines().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
