//! The labels of one file, according to the options.

use isocount_core::{Label, Labels};

use super::label_names::UNLABELED;
use crate::{LabelNames, ReadOptions};

/// Numbers labels, or gives all the same number if the labels of the file are ignored.
pub(crate) struct FileLabels<'a> {
    names: &'a mut LabelNames,
    nodes: Labels,
    edges: Labels,
}

impl<'a> FileLabels<'a> {
    pub(crate) fn new(names: &'a mut LabelNames, options: &ReadOptions) -> Self {
        Self { names, nodes: options.node_labels, edges: options.edge_labels }
    }

    /// All names.
    pub(crate) fn names(&mut self) -> &mut LabelNames {
        self.names
    }

    /// The total length of all names in bytes, including those of other files.
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
