//! DOT, the language of Graphviz. It can be written, but not read.
//!
//! ```text
//! graph {
//!   0 [label="C"];
//!   1 [label="O"];
//!   0 -- 1 [label="double"];
//! }
//! ```
//!
//! If some arc has no reverse arc, it is a `digraph` with `->`. Labels are left out if all are `0`.

use std::io::Write;

use crate::Format;
use crate::format::FormatRow;
use crate::names::{GraphNames, UNLABELED};
use crate::read::Reader;
use crate::write::{GraphText, WriteError, Writer};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "dot",
    extensions: &["dot", "gv"],
    description: "DOT, for Graphviz",
    graph_names: GraphNames::File,
    reader: Reader::None,
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let is_undirected = match text.count_undirected(Format::Dot) {
        Ok(_) => true,
        Err(WriteError::Directed { .. }) => false,
        Err(problem) => return Err(problem),
    };
    let (kind, between) = if is_undirected { ("graph", "--") } else { ("digraph", "->") };
    writeln!(out, "{kind} {{")?;
    for node in text.graph.nodes() {
        writeln!(out, "  {}{};", node.0, attribute(text.node_label(node)?))?;
    }
    for arc in text.graph.arcs().filter(|arc| !is_undirected || arc.tail <= arc.head) {
        let label = attribute(text.edge_label(arc)?);
        writeln!(out, "  {} {between} {}{label};", arc.tail.0, arc.head.0)?;
    }
    writeln!(out, "}}")?;
    Ok(())
}

/// Quoted strings escape backslashes in their own way, and cannot contain control characters.
fn attribute(label: &str) -> String {
    if label == UNLABELED {
        return String::new();
    }
    let plain: String = label.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!(" [label=\"{}\"]", plain.replace('\\', "\\\\").replace('"', "\\\""))
}
