//! Messages on stderr about counts that are zero for a visible reason.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use isocount::session::{Ask, LabelLook, LabelOwner, LoadedGraph, LoadedPattern, ZeroReason};
use isocount::{Control, printable};

use crate::error::Failure;
use crate::output::text::thousands;
use crate::progress::Loudness;
use crate::zero_remedy::{Asked, is_for_most, remedy};

/// A note lists this many labels of the graph.
const NAMED_LABELS: usize = 5;

/// How zeros are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zeros {
    /// Zeros are answers like others.
    Allowed,
    /// A zero with a visible reason is an error.
    Refused,
}

/// The reasons for the zero of one question, each with its remedy.
pub(crate) struct ZeroNote {
    lines: Vec<NoteLine>,
}

struct NoteLine {
    reason: String,
    remedy: Option<&'static str>,
}

impl ZeroNote {
    /// The first reason, and further ones only if they have a different remedy.
    pub(crate) fn new(
        ask: &Ask,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Self, Failure> {
        let reasons = ask.why_zero(pattern, graph, control).unwrap_or_default();
        let graph = graph.clone().seen_through(ask.meaning().view, control)?;
        let mut lines: Vec<NoteLine> = Vec::new();
        for reason in &reasons {
            let remedy = remedy(reason, Asked::One);
            let is_new = remedy.is_some() && lines.iter().all(|line| line.remedy != remedy);
            if lines.is_empty() || is_new {
                lines.push(NoteLine { reason: in_full(reason, &graph, control)?, remedy });
            }
            // If the two files are swapped, no other reason is useful.
            if matches!(reason, ZeroReason::FewerNodes { .. }) {
                break;
            }
        }
        Ok(Self { lines })
    }

    /// Prints the reasons, unless the run is quiet.
    pub(crate) fn print(&self, loudness: Loudness) {
        if loudness == Loudness::Quiet {
            return;
        }
        let mut said = String::new();
        for (place, NoteLine { reason, remedy }) in self.lines.iter().enumerate() {
            let start = if place == 0 { "the count is 0 because" } else { "also," };
            push_note(&mut said, format_args!("{start} {reason}"), *remedy);
        }
        // If stderr is closed, nobody can be told.
        let _ = io::stderr().write_all(said.as_bytes());
    }

    /// The reasons as a failure.
    pub(crate) fn into_failure(self, pattern: &str, graph: &str) -> Failure {
        let mut reasons = self.lines.iter().map(|line| line.reason.as_str());
        let mut reason = reasons.next().unwrap_or_default().to_owned();
        for also in reasons {
            reason = format!("{reason}; also, {also}");
        }
        let remedies: Vec<&str> = self.lines.iter().filter_map(|line| line.remedy).collect();
        let help = (!remedies.is_empty()).then(|| remedies.join("\n"));
        let (pattern, graph) = (pattern.to_owned(), graph.to_owned());
        Failure::ExplainedZero { pattern, graph, reason, help }
    }
}

/// The reason, with the labels of the graph if one of them is missing.
fn in_full(reason: &ZeroReason, graph: &LoadedGraph, control: &Control) -> Result<String, Failure> {
    let Some(owner) = reason.label_owner() else { return Ok(reason.to_string()) };
    let labels = graph.labels(owner, NAMED_LABELS, control)?;
    if labels.look == LabelLook::Unlabeled {
        return Ok(reason.to_string());
    }
    let kind = match owner {
        LabelOwner::Node => "node",
        LabelOwner::Arc => "edge",
    };
    Ok(format!("{reason} ({kind} labels of the graph: {labels})"))
}

/// The zeros of a batch, by reason and remedy.
#[derive(Default)]
pub(crate) struct ZeroTally {
    kinds: Vec<Kind>,
}

struct Kind {
    what: &'static str,
    remedy: Option<&'static str>,
    count: usize,
    /// The first example: pattern, graph, reason.
    example: [String; 3],
}

impl ZeroTally {
    /// Adds an answer, if it has a reason to be zero.
    pub(crate) fn add(&mut self, reason: Option<&ZeroReason>, names: impl FnOnce() -> [String; 2]) {
        let Some(reason) = reason else { return };
        let (what, remedy) = (summary(reason), remedy(reason, Asked::Many));
        let same = |kind: &&mut Kind| kind.what == what && kind.remedy == remedy;
        if let Some(kind) = self.kinds.iter_mut().find(same) {
            kind.count += 1;
            return;
        }
        let [pattern, graph] = names();
        let example = [pattern, graph, reason.to_string()];
        self.kinds.push(Kind { what, remedy, count: 1, example });
    }

    /// Adds the zeros of later answers.
    pub(crate) fn append(&mut self, later: Self) {
        for new in later.kinds {
            let same = |kind: &&mut Kind| kind.what == new.what && kind.remedy == new.remedy;
            match self.kinds.iter_mut().find(same) {
                Some(kind) => kind.count += new.count,
                None => self.kinds.push(new),
            }
        }
    }

    /// Reports how many of `answers` answers are zero and why, the most frequent reasons first.
    pub(crate) fn print(&mut self, answers: usize) {
        self.kinds.sort_by_key(|kind| std::cmp::Reverse(kind.count));
        let mut said = String::new();
        for Kind { what, remedy, count, example: [pattern, graph, reason] } in &self.kinds {
            let number = match (*count, answers) {
                (1, 1) => "the answer is".to_owned(),
                (all, answers) if all == answers => {
                    format!("all {} answers are", thousands(all as u64))
                }
                (1, answers) => format!("1 of {} answers is", thousands(answers as u64)),
                (some, answers) => {
                    format!(
                        "{} of {} answers are",
                        thousands(some as u64),
                        thousands(answers as u64)
                    )
                }
            };
            let (pattern, graph) = (printable(pattern), printable(graph));
            let swapped = *count == answers && *what == LARGER_PATTERN;
            let fits = |remedy: &&str| 2 * count >= answers || !is_for_most(remedy);
            let remedy = if swapped { Some(SWAPPED) } else { remedy.filter(fits) };
            let note =
                format_args!("{number} 0 because {what}, such as {pattern} in {graph}: {reason}");
            push_note(&mut said, note, remedy);
        }
        let _ = io::stderr().write_all(said.as_bytes());
    }
}

fn push_note(said: &mut String, note: std::fmt::Arguments<'_>, remedy: Option<&str>) {
    // Writing to a string cannot fail.
    let _ = writeln!(said, "note: {note}");
    if let Some(remedy) = remedy {
        let _ = writeln!(said, "help: {remedy}");
    }
}

const LARGER_PATTERN: &str = "the pattern is larger than the graph";
const SWAPPED: &str = "perhaps --patterns and --graphs are swapped";

/// A reason without its numbers and labels, as in "10 answers are 0 because …".
fn summary(reason: &ZeroReason) -> &'static str {
    match reason {
        ZeroReason::EmptyGraph => "the graph has no nodes",
        ZeroReason::FewerNodes { .. } | ZeroReason::FewerArcs { .. } => LARGER_PATTERN,
        ZeroReason::Label { owner: LabelOwner::Node, .. } => {
            "a node label of the pattern is missing or too rare in the graph"
        }
        ZeroReason::Label { owner: LabelOwner::Arc, .. } => {
            "an edge label of the pattern is missing or too rare in the graph"
        }
        ZeroReason::FewerUndirectedEdges { .. } => {
            "the pattern has undirected edges, and the graph has none or too few"
        }
        ZeroReason::NoSuchArc { .. } => {
            "the labels of an arc and its ends in the pattern do not occur together in the graph"
        }
        ZeroReason::NoSuchLoop { .. } => "the graph has no loop like that of the pattern",
        ZeroReason::FewerParallelArcs { .. } => {
            "the graph has no such parallel arcs as the pattern"
        }
        ZeroReason::FewerNeighbours { .. } => {
            "no node of the graph has as many neighbours as a node of the pattern"
        }
        ZeroReason::NoOneWayArc => {
            "every arc of the graph has its reverse, unlike an arc of the pattern (induced)"
        }
        ZeroReason::LoopsEverywhere => {
            "every node of the graph has a loop, unlike a node of the pattern (induced)"
        }
        ZeroReason::Contradiction => "the pattern requires an arc that it also forbids",
        ZeroReason::AlwaysForbidden => {
            "wherever the pattern would occur, the graph has an arc that it forbids"
        }
        _ => "it can be seen without searching",
    }
}
