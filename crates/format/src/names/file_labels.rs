//! The labels of one file, as its user wants them read.

use isocount_core::{Label, Labels};

use super::label_names::UNLABELED;
use crate::{LabelNames, ReadOptions};

/// Gives labels their numbers, or the same number to all if the file's labels are not wanted.
pub(crate) struct FileLabels<'a> {
    names: &'a mut LabelNames,
    nodes: Labels,
    edges: Labels,
}

impl<'a> FileLabels<'a> {
    pub(crate) fn new(names: &'a mut LabelNames, options: &ReadOptions) -> Self {
        Self { names, nodes: options.node_labels, edges: options.edge_labels }
    }

    /// How many bytes of names there are, those of other files included.
    #[cfg(feature = "columnar")]
    pub(crate) fn text_len(&self) -> usize {
        self.names.text_len()
    }

    pub(crate) fn node_label(&mut self, text: &str) -> Label {
        match self.nodes {
            Labels::Keep => self.names.node_label(text),
            Labels::Ignore => self.names.node_label(UNLABELED),
        }
    }

    pub(crate) fn edge_label(&mut self, text: &str) -> Label {
        match self.edges {
            Labels::Keep => self.names.edge_label(text),
            Labels::Ignore => self.names.edge_label(UNLABELED),
        }
    }
}
