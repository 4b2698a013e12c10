//! Writes a TU dataset: the graphs are distributed over four files.

use std::io::{self, Write};

use isocount_core::Control;

use crate::GraphRef;
use crate::write::{GraphText, Watched, WriteError, check_nodes};
use crate::{Format, LabelNames};

/// Writes graphs as the TU dataset `dataset`. `create` creates a file of this name in the folder.
///
/// Both label files are written, even if all labels are `0`. Labels are written by name, one per
/// line; other tools expect integers there. The format does not store names of graphs: they become
/// `dataset_0`, `dataset_1` and so on.
///
/// # Errors
/// If a graph has no nodes, a label does not fit on a line of text, a label has no name, writing
/// fails, or the work was cancelled.
pub fn write_tu<'a, W: Write>(
    graphs: impl IntoIterator<Item = GraphRef<'a>>,
    dataset: &str,
    names: &LabelNames,
    mut create: impl FnMut(&str) -> io::Result<W>,
    control: &Control,
) -> Result<Vec<W>, WriteError> {
    let mut files = Vec::with_capacity(4);
    for part in ["A", "graph_indicator", "node_labels", "edge_labels"] {
        files.push(create(&format!("{dataset}_{part}.txt"))?);
    }
    let [arcs, indicator, node_labels, edge_labels] = files.as_mut_slice() else {
        unreachable!("there are four files");
    };
    let [mut arcs, mut indicator, mut node_labels, mut edge_labels] =
        [arcs, indicator, node_labels, edge_labels].map(|file| Watched::new(file, control));
    // Nodes and graphs are numbered from 1; nodes are numbered across all graphs.
    let mut first = 1;
    for (number, GraphRef { graph, .. }) in (1_u64..).zip(graphs) {
        // The indicator has one line per node, and thus none for this graph.
        check_nodes(graph, Format::Tu)?;
        let text = GraphText { graph, sets: None, names, control };
        for node in graph.nodes() {
            writeln!(indicator, "{number}")?;
            writeln!(node_labels, "{}", one_line(text.node_label(node)?)?)?;
        }
        for arc in graph.arcs() {
            let [tail, head] = [arc.tail, arc.head].map(|node| first + u64::from(node.0));
            writeln!(arcs, "{tail}, {head}")?;
            writeln!(edge_labels, "{}", one_line(text.edge_label(arc)?)?)?;
        }
        first += graph.num_nodes() as u64;
    }
    Ok(files)
}

/// The label, if it can be read back from a separate line.
fn one_line(label: &str) -> Result<&str, WriteError> {
    if label.is_empty() || label.trim() != label || label.contains(['\n', '\r']) {
        return Err(WriteError::UnfitLabel { format: Format::Tu, label: label.to_owned() });
    }
    Ok(label)
}
