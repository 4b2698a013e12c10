//! The patterns and graphs that are looked at, with the names of their nodes.

use std::collections::HashSet;
use std::path::Path;

use isocount::Control;
use isocount::session::{LoadedGraph, LoadedPattern, Pair, PairList, Session, Source};

use super::super::count::readable;
use crate::args::FindArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::progress::Loudness;
use crate::reading::tell_of_notation;
use crate::unread::report_unread;

/// What was read, and whether that was everything.
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
        let wanted = |names: fn(&PairList) -> HashSet<String>| list.as_ref().map(names);
        let files = &args.files;
        let reading = |format| {
            let mut options = files.options(format).with_node_names();
            options.faults = args.on_error.faults();
            options
        };
        let mut session = Session::new();
        let patterns = Source::argument(patterns).with_options(reading(files.pattern_format));
        let graphs =
            Source::argument(graphs).with_options(reading(files.format)).to_meet(&patterns);
        let typed = graphs.in_place_of_a_file();
        let wanted_patterns = wanted(PairList::patterns);
        let read = session.read_patterns(patterns, wanted_patterns.as_ref(), control)?;
        let mut unread = read.unread.clone();
        let (patterns, first) = if list.is_some() {
            (read.members, report_unread(read.problems))
        } else {
            readable(read)?
        };
        let wanted_graphs = wanted(PairList::graphs);
        let read = session.read_graphs(graphs, wanted_graphs.as_ref(), control)?;
        unread.extend(read.unread.iter().cloned());
        let (graphs, second) = if list.is_some() {
            (read.members, report_unread(read.problems))
        } else {
            readable(read)?
        };
        if let [graph] = graphs.as_slice() {
            tell_of_notation(typed, graph.graph(), loudness);
        }
        let view = crate::ask::meaning(&args.meaning)?.view;
        let patterns: Vec<_> = patterns.into_iter().map(|it| it.seen_through(view)).collect();
        let graphs = graphs.into_iter().map(|graph| graph.seen_through(view, control));
        let graphs: Vec<_> = graphs.collect::<Result<_, _>>()?;
        let pairs = list.map(|list| list.resolve(&patterns, &graphs, &unread)).transpose()?;
        Ok(Self { patterns, graphs, pairs, finish: first.max(second) })
    }
}
