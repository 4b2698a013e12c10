//! Reading what a question is about, as the flags say.

use std::io::{self, Write};
use std::path::Path;

use isocount::format::{Format, ReadOptions};
use isocount::printable;
use isocount::session::{Larger, Source};

use crate::args::FileArgs;
use crate::progress::Loudness;

impl FileArgs {
    /// A file or folder of graphs.
    pub(crate) fn graphs<'a>(&self, path: &'a Path) -> Source<'a> {
        Source::path(path).with_options(self.options(self.format))
    }

    /// A file or folder of patterns.
    pub(crate) fn patterns<'a>(&self, path: &'a Path) -> Source<'a> {
        Source::path(path).with_options(self.options(self.pattern_format))
    }

    /// How files are read, if they have this format.
    pub(crate) fn options(&self, format: Option<Format>) -> ReadOptions {
        let (node, edge) = (self.node_label_key.as_deref(), self.edge_label_key.as_deref());
        read_options(format, node, edge)
    }
}

/// How files are read.
pub(crate) fn read_options(
    format: Option<Format>,
    node_label_key: Option<&str>,
    edge_label_key: Option<&str>,
) -> ReadOptions {
    let mut options = ReadOptions::new();
    options.format = format;
    options.node_label_key = node_label_key.map(str::to_owned);
    options.edge_label_key = edge_label_key.map(str::to_owned);
    options
}

/// Says so if a model is asked about more than it was trained on.
pub(crate) fn warn_of_larger(what: &str, larger: Option<Larger>, loudness: Loudness) {
    let Some(larger) = larger.filter(|_| loudness != Loudness::Quiet) else { return };
    let (size, trained) = (larger.size, larger.trained);
    let _ = writeln!(
        io::stderr(),
        "warning: {} ({} nodes, {} arcs) {} larger than the {what} that the model was trained on \
         ({} nodes, {} arcs at most): counts may be far off",
        printable(&larger.name),
        size.nodes,
        size.arcs,
        match larger.others {
            0 => "is".to_owned(),
            more => format!("and {more} more are"),
        },
        trained.nodes,
        trained.arcs
    );
}
