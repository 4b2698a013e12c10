//! Graphs and patterns that were read, with their names.

use std::path::Path;
use std::sync::Arc;

use isocount_core::{AttributedGraph, ConditionalPattern, LabeledGraph, Pattern};

use crate::{FormatError, NodeTitles, Smarts};

/// A graph and its name.
///
/// ```
/// use isocount_core::{Label, LabeledGraph, NodeId};
/// use isocount_format::{NamedGraph, NodeTitles};
///
/// let mut builder = LabeledGraph::builder();
/// let (fox, hare) = (builder.node(Label(0)), builder.node(Label(0)));
/// builder.edge(fox, hare, Label(0));
/// let mut web = NamedGraph::new("meadow", builder.build()?);
/// assert_eq!(web.node_names.get(hare), "1");
///
/// web.node_names = NodeTitles::from_texts(["fox", "hare"]);
/// assert_eq!(web.node_names.get(hare), "hare");
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// The name of the file without its extension; with `#` and a number from 0 if the file
    /// contains many graphs; or the name in the file itself. It comes from outside: print it with
    /// [`printable`](isocount_core::printable).
    pub name: String,
    /// The graph.
    pub graph: LabeledGraph,
    /// The names of its nodes, if they were [requested](crate::ReadOptions::node_names); otherwise
    /// numbers.
    pub node_names: NodeTitles,
    /// The graph with its attributes, if they were [requested](crate::ReadOptions::attributes).
    pub attributes: Option<Box<AttributedGraph>>,
}

impl NamedGraph {
    /// A graph whose nodes are named by their numbers from 0.
    #[must_use]
    pub fn new(name: impl Into<String>, graph: LabeledGraph) -> Self {
        let (node_names, attributes) = (NodeTitles::default(), None);
        Self { name: name.into(), graph, node_names, attributes }
    }

    /// Converts the graph to a pattern.
    pub(crate) fn into_pattern(self, path: &Path) -> Result<NamedPattern, FormatError> {
        let Self { name, graph, node_names, .. } = self;
        let node_names = node_names.to_texts(graph.num_nodes());
        match Pattern::try_from(graph) {
            Ok(pattern) => {
                Ok(NamedPattern { name, pattern, node_names, smarts: None, conditions: None })
            }
            Err(_) => Err(FormatError::EmptyPattern { path: path.to_owned(), name }),
        }
    }
}

/// A pattern and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPattern {
    /// The name, as for a [`NamedGraph`].
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
    /// The names of its nodes, if the file contains any.
    pub node_names: Option<Vec<String>>,
    /// The conditions, if it is SMARTS: the pattern contains their sets for the labels that were
    /// known when it was read.
    pub smarts: Option<Smarts>,
    /// The pattern with its conditions on attributes, if it has any. `pattern` then has labels in
    /// their place that no graph has, such as `Person{age > 30}`.
    pub conditions: Option<Arc<ConditionalPattern>>,
}
