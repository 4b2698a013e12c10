//! Reads the patterns and graphs of a question, according to the flags.

use std::io::{self, Write};
use std::path::Path;

use isocount::format::{Duplicates, Format, ReadOptions};
use isocount::session::{QuestionFiles, Source};
use isocount::{LabeledGraph, Labels, printable};

use crate::args::{FileArgs, ReadingArgs};
use crate::output::remark::remark;
use crate::output::text::number_of;
use crate::progress::Loudness;

impl FileArgs {
    /// A file or folder of graphs, or a graph as text.
    pub(crate) fn graphs<'a>(&self, path: &'a Path) -> Source<'a> {
        Source::argument(path).with_options(self.options(self.format))
    }

    /// Like [`Self::graphs`], but with the names of nodes.
    pub(crate) fn named_graphs<'a>(&self, path: &'a Path) -> Source<'a> {
        Source::argument(path).with_options(self.options(self.format).with_node_names())
    }

    /// A file or folder of patterns, or a pattern as text.
    pub(crate) fn patterns<'a>(&self, path: &'a Path) -> Source<'a> {
        Source::argument(path).with_options(self.options(self.pattern_format))
    }

    /// How files of this format are read.
    pub(crate) fn options(&self, format: Option<Format>) -> ReadOptions {
        self.reading.options(format)
    }
}

impl ReadingArgs {
    /// How files of this format are read.
    pub(crate) fn options(&self, format: Option<Format>) -> ReadOptions {
        let labels = |ignore| if ignore { Labels::Ignore } else { Labels::Keep };
        let mut options = ReadOptions::new();
        options.format = format;
        options.node_label_key.clone_from(&self.node_label_key);
        options.edge_label_key.clone_from(&self.edge_label_key);
        options.node_labels = labels(self.no_node_labels);
        options.edge_labels = labels(self.no_edge_labels);
        options.molecules = self.molecules.options();
        if self.merge_duplicates {
            options.duplicates = Duplicates::Merge;
        }
        options
    }
}

/// Prints a note if a graph is read as text only because there is no file of this name: with a
/// mistyped file name, another graph would be counted in.
pub(crate) fn print_notation_note(read: &QuestionFiles, loudness: Loudness) {
    if let (Some(typed), [graph]) = (&read.in_place_of_a_file, read.graphs.members.as_slice()) {
        print_text_note(Some(typed), graph.graph(), loudness);
    }
}

/// Like [`print_notation_note`], but for one graph.
pub(crate) fn print_text_note(typed: Option<&Path>, graph: &LabeledGraph, loudness: Loudness) {
    let Some(typed) = typed.filter(|_| loudness != Loudness::Quiet) else { return };
    let is_undirected = graph.nodes().all(|node| graph.out_arcs(node) == graph.in_arcs(node));
    let links = if is_undirected {
        number_of(graph.arcs().filter(|arc| arc.tail <= arc.head).count() as u64, "edge")
    } else {
        number_of(graph.num_arcs() as u64, "arc")
    };
    let typed = typed.to_string_lossy();
    remark(&format!(
        "note: no file named {}: read as notation, {}, {links}",
        printable(&typed),
        number_of(graph.num_nodes() as u64, "node")
    ));
}

/// Prints the notes that all answers of a model will have in common: the model was trained on
/// smaller graphs, or it cannot give intervals.
pub(crate) fn print_model_notes(
    warnings: &[String],
    why_no_interval: Option<String>,
    loudness: Loudness,
) {
    if loudness == Loudness::Quiet {
        return;
    }
    for warning in warnings {
        let _ = writeln!(io::stderr(), "warning: {warning}");
    }
    if let Some(reason) = why_no_interval {
        remark(&format!("note: {reason}"));
    }
}
