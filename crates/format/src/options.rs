//! What a user may say about a file.

use crate::Format;

/// How to read a file. The default goes by the file's name and the usual attribute, `label`.
///
/// ```
/// use isocount_format::{Format, ReadOptions};
///
/// let options = ReadOptions::new().with_format(Format::Gml).with_node_label_key("kind");
/// assert_eq!(options.node_label_key.as_deref(), Some("kind"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format; by the name of the file if not given.
    pub format: Option<Format>,
    /// Which attribute (GML, `GraphML`) holds the label of a node, or which column pair of an edge
    /// list: `kind` means the columns `tail_kind` and `head_kind`.
    pub node_label_key: Option<String>,
    /// Which attribute (GML, `GraphML`) or column (edge list) holds the label of an edge.
    pub edge_label_key: Option<String>,
}

impl ReadOptions {
    /// The default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads files in this format, whatever they are called.
    #[must_use]
    pub fn with_format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Takes the labels of nodes from this attribute or pair of columns.
    #[must_use]
    pub fn with_node_label_key(mut self, key: impl Into<String>) -> Self {
        self.node_label_key = Some(key.into());
        self
    }

    /// Takes the labels of edges from this attribute or column.
    #[must_use]
    pub fn with_edge_label_key(mut self, key: impl Into<String>) -> Self {
        self.edge_label_key = Some(key.into());
        self
    }

    /// The attribute that holds node labels.
    pub(crate) fn node_key(&self) -> &str {
        self.node_label_key.as_deref().unwrap_or("label")
    }

    /// The attribute that holds edge labels.
    pub(crate) fn edge_key(&self) -> &str {
        self.edge_label_key.as_deref().unwrap_or("label")
    }
}
