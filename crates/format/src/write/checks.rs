//! Checks for what a format cannot represent.

use isocount_core::LabeledGraph;

use super::graph_text::GraphText;
use super::write_error::WriteError;
use crate::Format;
use crate::names::UNLABELED;

/// Returns an error if there are any labels; for formats without labels.
pub(crate) fn check_unlabeled(text: GraphText<'_>, format: Format) -> Result<(), WriteError> {
    let check = |label: &str| match label {
        UNLABELED => Ok(()),
        label => Err(WriteError::Labeled { format, label: label.to_owned() }),
    };
    for node in text.nodes() {
        check(text.node_label(node?)?)?;
    }
    for arc in text.arcs() {
        check(text.edge_label(arc?)?)?;
    }
    Ok(())
}

/// Returns an error if there are no nodes; for formats that cannot represent empty graphs.
pub(crate) fn check_nodes(graph: &LabeledGraph, format: Format) -> Result<(), WriteError> {
    if graph.num_nodes() == 0 { Err(WriteError::NoNodes { format }) } else { Ok(()) }
}

/// Returns the label, if it is a single word.
pub(crate) fn one_word(label: &str, format: Format) -> Result<&str, WriteError> {
    if label.is_empty() || label.contains(char::is_whitespace) {
        return Err(WriteError::UnfitLabel { format, label: label.to_owned() });
    }
    Ok(label)
}
