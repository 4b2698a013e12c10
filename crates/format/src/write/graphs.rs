//! Graphs and patterns to text.

use std::io::Write;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, Pattern};

use super::graph_text::GraphText;
use super::watched::Watched;
use super::write_error::WriteError;
use crate::tables::edge_columns::Separator;
use crate::tables::{adjacency_list, edge_list, matrix_market};
use crate::text_formats::json::{Layout, lines};
use crate::text_formats::{dot, gml, graph, graph6, graphml, json, labeled_lad, lad};
use crate::{Format, LabelNames, notation};

/// Writes a graph. Node names in the file are the node numbers, labels are written by name. Fields
/// of an edge list are separated by commas; [`write_named`] goes by the name of the file.
///
/// # Errors
/// If the format cannot express the graph, writing fails, or it is cancelled.
pub fn write(
    graph: &LabeledGraph,
    names: &LabelNames,
    format: Format,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    write_named(graph, names, format, Path::new(""), out, control)
}

/// Writes a graph as the contents of a file of this name, so that it can be read back from there:
/// the fields of an edge list called `.tsv` or `.tsv.gz` are separated by tabs.
///
/// # Errors
/// As [`write()`].
pub fn write_named(
    graph: &LabeledGraph,
    names: &LabelNames,
    format: Format,
    file: &Path,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    control.check()?;
    let text = GraphText { graph, sets: None, names, control };
    let out = &mut Watched::new(out, control);
    match format {
        Format::Gml => gml::write(text, out),
        Format::GraphMl => graphml::write(text, out),
        Format::Graph => graph::write(text, out),
        Format::Lad => lad::write(text, out),
        Format::LabeledLad => labeled_lad::write(text, out),
        Format::EdgeList => edge_list::write(text, Separator::written_to(file), out),
        Format::Json => json::write(None, text, Layout::Pretty, out),
        Format::JsonLines => lines::write(text, out),
        Format::AdjacencyList => adjacency_list::write(text, out),
        Format::MatrixMarket => matrix_market::write(text, out),
        Format::Graph6 => graph6::write(text, out),
        Format::Text => notation::write(text, out),
        Format::Dot => dot::write(text, out),
        Format::Tu => Err(WriteError::Folder { format }),
        Format::Pajek
        | Format::Gexf
        | Format::Smiles
        | Format::Sdf
        | Format::Smarts
        | Format::Parquet
        | Format::Arrow => Err(WriteError::ReadOnly { format }),
    }
}

/// Writes a pattern, which may have sets of labels.
///
/// # Errors
/// As [`write()`], and if it has sets and the format cannot express them.
pub fn write_pattern(
    pattern: &Pattern,
    names: &LabelNames,
    format: Format,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    write_pattern_named(pattern, names, format, Path::new(""), out, control)
}

/// Writes a pattern as [`write_named`] writes a graph.
///
/// # Errors
/// As [`write_pattern`].
pub fn write_pattern_named(
    pattern: &Pattern,
    names: &LabelNames,
    format: Format,
    file: &Path,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    let Some(graph) = pattern.plain() else {
        control.check()?;
        let text = GraphText { graph: pattern.graph(), sets: Some(pattern), names, control };
        let out = &mut Watched::new(out, control);
        return match format {
            Format::Json => json::write(None, text, Layout::Pretty, out),
            Format::JsonLines => lines::write(text, out),
            Format::Text => notation::write_notation(pattern, None, names, out, control),
            _ => Err(WriteError::Sets { format }),
        };
    };
    write_named(graph, names, format, file, out, control)
}
