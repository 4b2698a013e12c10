//! Messages about files, and entries of files, that could not be read.

use std::io::{self, Write};

use isocount::format::FormatError;
use isocount::session::{LoadedGraph, LoadedPattern};

use crate::error::Failure;
use crate::finish::Finish;
use crate::output::text::{number_of, thousands};

/// This many problems are shown with their lines; a file may have thousands.
const SHOWN: usize = 10;

/// Reports what could not be read; the rest is still counted.
pub(crate) fn report_unread(problems: Vec<FormatError>) -> Finish {
    let finish = if problems.is_empty() { Finish::Complete } else { Finish::SomeFailed };
    show_first(problems, Failure::show_format_error);
    finish
}

/// Shows the first problems, and how many more there are.
pub(crate) fn show_first(problems: Vec<FormatError>, show: impl Fn(FormatError)) {
    let more = problems.len().saturating_sub(SHOWN);
    problems.into_iter().take(SHOWN).for_each(show);
    if more > 0 {
        let _ = writeln!(io::stderr(), "error: {} more could not be read", thousands(more as u64));
    }
}

/// Reports at the end how many patterns and graphs have no answers because they could not be read.
pub(crate) fn report_number_unread(patterns: &[LoadedPattern], graphs: &[LoadedGraph]) {
    let patterns = patterns.iter().filter(|pattern| pattern.problem().is_some()).count();
    let graphs = graphs.iter().filter(|graph| graph.problem().is_some()).count();
    let parts: Vec<String> = [(patterns, "pattern"), (graphs, "graph")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, thing)| number_of(number as u64, thing))
        .collect();
    if !parts.is_empty() {
        let _ = writeln!(io::stderr(), "error: {} could not be read", parts.join(" and "));
    }
}
