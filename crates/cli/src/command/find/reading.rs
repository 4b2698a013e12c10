//! Reads the patterns and graphs to search, with the names of their nodes.

use std::path::Path;

use isocount::Control;
use isocount::session::{Collection, LoadedGraph, LoadedPattern, Pair, PairList, Session, Source};

use super::super::count::readable;
use crate::args::FindArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::progress::Loudness;
use crate::reading::print_notation_note;
use crate::unread::report_unread;

/// What was read, and whether it was complete.
pub(super) struct Read {
    pub(super) patterns: Vec<LoadedPattern>,
    pub(super) graphs: Vec<LoadedGraph>,
    pub(super) pairs: Option<Vec<Pair>>,
    pub(super) finish: Finish,
}

impl Read {
    pub(super) fn new(
        args: &FindArgs,
        loudness: Loudness,
        control: &Control,
    ) -> Result<Self, Failure> {
        let many = &args.many;
        let (Some(patterns), Some(graphs)) = (
            args.pattern.as_deref().or(many.patterns.as_deref()),
            args.graph.as_deref().or(many.graphs.as_deref()),
        ) else {
            return Err(Failure::usage(
                "give one pattern and one graph, or both --patterns and --graphs",
            ));
        };
        let stdin = Path::new("-");
        if patterns == stdin && graphs == stdin {
            return Err(Failure::usage(
                "the standard input can be read once: give only one of them as `-`",
            ));
        }
        let list = many.pairs.as_deref().map(PairList::read).transpose()?;
        let files = &args.files;
        let reading = |format| {
            let mut options = files.options(format).with_node_names();
            options.faults = args.on_error.faults();
            options
        };
        let patterns = Source::argument(patterns).with_options(reading(files.pattern_format));
        let graphs = Source::argument(graphs).with_options(reading(files.format));
        let read = Session::new().read_question(patterns, graphs, list.as_ref(), control)?;
        print_notation_note(&read, loudness);
        let view = crate::ask::meaning(&args.meaning)?.view;
        let read = read.seen_through(view, control)?;
        let ((patterns, first), (graphs, second)) = match &read.pairs {
            None => (readable(read.patterns)?, readable(read.graphs)?),
            Some(_) => (reported(read.patterns), reported(read.graphs)),
        };
        Ok(Self { patterns, graphs, pairs: read.pairs, finish: first.max(second) })
    }
}

/// The input of a list of pairs, which may name only what could be read.
fn reported<T>(collection: Collection<T>) -> (Vec<T>, Finish) {
    (collection.members, report_unread(collection.problems))
}
