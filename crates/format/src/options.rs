//! What a user may say about a file.

use std::fmt;

use crate::Format;

/// How to read a file. The default goes by the file's name and the usual attribute, `label`.
#[derive(Clone, Copy, Default)]
pub struct ReadOptions<'a> {
    /// The format; by the name of the file if not given.
    pub format: Option<Format>,
    /// Which attribute (GML, `GraphML`) holds the label of a node, or which column pair of an edge
    /// list: `kind` means the columns `tail_kind` and `head_kind`.
    pub node_label_key: Option<&'a str>,
    /// Which attribute (GML, `GraphML`) or column (edge list) holds the label of an edge.
    pub edge_label_key: Option<&'a str>,
    /// Told the number of bytes read so far, of the file at hand.
    pub progress: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl<'a> ReadOptions<'a> {
    /// The attribute that holds node labels.
    pub(crate) fn node_key(&self) -> &'a str {
        self.node_label_key.unwrap_or("label")
    }

    /// The attribute that holds edge labels.
    pub(crate) fn edge_key(&self) -> &'a str {
        self.edge_label_key.unwrap_or("label")
    }
}

impl fmt::Debug for ReadOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadOptions")
            .field("format", &self.format)
            .field("node_label_key", &self.node_label_key)
            .field("edge_label_key", &self.edge_label_key)
            .finish_non_exhaustive()
    }
}
