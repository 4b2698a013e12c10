//! The messages about matches on stderr, and their effect on the exit code.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use isocount::session::{Chances, Ending, Find, FindPairs, FindProblem, PairEnd};
use isocount::{Meaning, Unit, printable};

use super::finish_of;
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::remark::remark;
use crate::output::text;
use crate::progress::Loudness;
use crate::zero_notes::{ZeroNote, ZeroTally};

/// How the search has gone so far.
pub(super) struct Report<'a> {
    pairs: &'a FindPairs<'a>,
    loudness: Loudness,
    found: u64,
    finish: Finish,
    /// Set only if there is a single pair.
    end: Option<PairEnd>,
    zeros: ZeroTally,
    num_ends: usize,
    num_empty: usize,
    num_limited: usize,
    num_cut: usize,
    num_weighted: usize,
    num_unread: usize,
}

impl<'a> Report<'a> {
    pub(super) fn new(pairs: &'a FindPairs<'a>, loudness: Loudness) -> Self {
        Self {
            pairs,
            loudness,
            found: 0,
            finish: Finish::Complete,
            end: None,
            zeros: ZeroTally::default(),
            num_ends: 0,
            num_empty: 0,
            num_limited: 0,
            num_cut: 0,
            num_weighted: 0,
            num_unread: 0,
        }
    }

    pub(super) fn add(&mut self, matches: u64, ends: Vec<PairEnd>) {
        self.found += matches;
        for end in ends {
            self.finish = self.finish.max(finish_of(&end));
            self.num_ends += 1;
            self.num_empty += usize::from(end.found == 0 && end.ending == Ok(Ending::Complete));
            self.num_limited += usize::from(end.ending == Ok(Ending::Limited));
            self.num_cut += usize::from(end.ending == Ok(Ending::OutOfBudget));
            self.num_weighted += usize::from(is_weighted(&end));
            self.num_unread += usize::from(matches!(end.ending, Err(FindProblem::NotRead(_))));
            let names = || {
                let (pattern, graph) = (self.pairs.pattern(end.pair), self.pairs.graph(end.pair));
                [pattern.name().to_owned(), graph.name().to_owned()]
            };
            self.zeros.add(end.zero_reason.as_ref(), names);
            // Unreadable input was reported before, once for all its pairs.
            if let Err(problem) = &end.ending
                && !matches!(problem, FindProblem::NotRead(_))
            {
                let [pattern, graph] = names().map(|name| printable(&name).into_owned());
                let _ = writeln!(io::stderr(), "error: {pattern} in {graph}: {problem}");
            }
            if self.pairs.len() == 1 {
                self.end = Some(end);
            }
        }
    }

    /// Reports how the search ended.
    pub(super) fn finish(
        mut self,
        find: &Find,
        time: Duration,
        out: Option<&Path>,
    ) -> Result<Finish, Failure> {
        if self.loudness == Loudness::Quiet {
            return Ok(self.finish);
        }
        let time = text::time(time);
        let start = match out {
            None => String::new(),
            Some(path) => format!("{}: ", printable(&path.to_string_lossy())),
        };
        if let Some(end) = self.end.take() {
            if end.ending.is_ok() {
                remark(&format!("{start}{}, {time}", of_one(&end, find)));
            }
            if end.zero_reason.is_some() {
                let (pattern, graph) = (self.pairs.pattern(end.pair), self.pairs.graph(end.pair));
                let control = interrupt::control();
                ZeroNote::new(&find.ask(), pattern, graph, control)?.print(self.loudness);
            }
        } else {
            let _ = writeln!(io::stderr(), "{start}{}, {time}", self.of_many(find.meaning()));
            self.zeros.print(self.num_ends);
        }
        Ok(self.finish)
    }

    fn of_many(&self, meaning: Meaning) -> String {
        let pairs = text::number_of(self.num_ends as u64, "pair");
        let found = number_of(self.found, meaning);
        let mut text = format!("{found} in {pairs}");
        for (number, what) in [
            (self.num_empty, "without any"),
            (self.num_limited, "ended at --limit"),
            (self.num_cut, "ended at a limit of time or steps"),
            (self.num_weighted, "weighted, not drawn uniformly"),
            (self.num_unread, "could not be read"),
        ] {
            if number > 0 {
                text = format!("{text}; {} {what}", text::thousands(number as u64));
            }
        }
        text
    }
}

/// Whether the draws were not uniform.
pub(super) fn is_weighted(end: &PairEnd) -> bool {
    matches!(end.chances, Some(Chances::Weighted { .. }))
}

/// `45 subgraphs (monomorphism)`
fn number_of(number: u64, meaning: Meaning) -> String {
    let thing = match meaning.semantics.unit() {
        Unit::Mappings => "mapping",
        Unit::Subgraphs => "subgraph",
    };
    format!("{} ({})", text::number_of(number, thing), meaning.convention())
}

fn of_one(end: &PairEnd, find: &Find) -> String {
    let meaning = find.meaning();
    let found = number_of(end.found, meaning);
    match (end.chances, &end.ending) {
        (Some(Chances::Equal { total }), _) if total.0 == 0 => {
            format!("there is nothing to draw: {}", number_of(0, meaning))
        }
        (Some(Chances::Equal { total }), _) => {
            format!("{found} drawn from {total}, uniformly and with replacement")
        }
        (Some(Chances::Weighted { tries }), ending) => {
            let cut = match ending {
                Ok(Ending::Complete) => String::new(),
                _ => ", then the limit was reached".to_owned(),
            };
            format!(
                "{found} drawn with weights in {}{cut}: they could not be counted within half of the limit, \
                 so the draws are not uniform",
                tries_text(tries)
            )
        }
        (_, Ok(Ending::Limited)) => format!("{found}; --limit was reached; there may be more"),
        (_, Ok(Ending::OutOfBudget)) => {
            format!("{found}; the limit was reached before all were found")
        }
        _ if end.found == 0 => format!("no match: {found}"),
        _ => format!("{found}, all there are"),
    }
}

fn tries_text(tries: u64) -> String {
    if tries == 1 { "1 try".to_owned() } else { format!("{} tries", text::thousands(tries)) }
}
