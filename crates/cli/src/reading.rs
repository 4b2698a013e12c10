//! Reading what a question is about, as the flags say.

use std::io::{self, Write};
use std::path::Path;

use isocount::format::Format;
use isocount::printable;
use isocount::session::{Larger, Reading, Source};

use crate::args::FileArgs;
use crate::progress::Loudness;

impl FileArgs {
    /// A file or folder of graphs.
    pub(crate) fn graphs<'a>(&'a self, path: &'a Path) -> Source<'a> {
        Source::Path { path, reading: self.reading(self.format) }
    }

    /// A file or folder of patterns.
    pub(crate) fn patterns<'a>(&'a self, path: &'a Path) -> Source<'a> {
        Source::Path { path, reading: self.reading(self.pattern_format) }
    }

    pub(crate) fn reading(&self, format: Option<Format>) -> Reading<'_> {
        Reading {
            format,
            node_label_key: self.node_label_key.as_deref(),
            edge_label_key: self.edge_label_key.as_deref(),
        }
    }
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
