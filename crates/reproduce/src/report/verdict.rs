//! The verdict: each claim of the paper, what it published, what was measured here, and whether it
//! holds.
//!
//! A claim is evaluated on every data set with results of both sides. Every seed has its own split,
//! and splits differ more than counters do, so errors are compared seed by seed, over the seeds
//! that both sides have. A difference that is not larger than its spread is inconclusive.

use std::cmp::Ordering;

use super::grid::grouped;
use super::rows::{Row, main_of, title};
use super::tables::words;
use super::{Cell, Grid};
use crate::published::{table2, table4, table5};
use crate::{EvaluationRecord, Experiment, ScalingRecord, Set};

const NODE_CENTRIC: [&str; 6] = ["gcn", "graphsage", "gat", "dpgcnn", "diffpool", "gin"];
const COUNTING: [&str; 5] = ["rgcn-sum", "rgcn-dn", "rgin-sum", "rgin-dn", "dmpnn-lrp"];

/// One claim with the numbers of both sides.
struct Claim {
    text: &'static str,
    published: Vec<String>,
    measured: Vec<String>,
    /// Each data set, and whether the claim holds there; `Equal` if it is open.
    judged: Vec<(String, Ordering)>,
}

/// The table; `None` if nothing was measured.
pub(crate) fn of(sets: &[Set], rows: &[Row<'_>], scales: &[ScalingRecord]) -> Option<Grid> {
    let claims = [
        errors(
            "Count-GNN is more accurate than node-centric GNNs",
            sets,
            rows,
            "count-gnn",
            &NODE_CENTRIC,
        ),
        errors(
            "Count-GNN is more accurate than GNNs made for counting",
            sets,
            rows,
            "count-gnn",
            &COUNTING,
        ),
        errors(
            "The same on equal terms: Count-GNN with the head of the baselines, against all of them",
            sets,
            rows,
            "count-gnn-sum-head",
            &[NODE_CENTRIC.as_slice(), &COUNTING].concat(),
        ),
        errors(
            "Edges matter: better than Count-GNN\\E, with nodes",
            sets,
            rows,
            "count-gnn",
            &["count-gnn-e"],
        ),
        errors(
            "Modulation matters: better than Count-GNN\\M, without",
            sets,
            rows,
            "count-gnn",
            &["count-gnn-m"],
        ),
        times("Count-GNN is faster than VF2", sets, rows, "vf2"),
        times("Count-GNN is faster than Peregrine", sets, rows, "peregrine"),
        times("Count-GNN is faster than exact counting (our engine)", sets, rows, "exact"),
        patterns("Trained for one pattern, Count-GNN is more accurate than LRP", sets, rows),
        growth("Count-GNN scales to large graphs", scales),
    ];
    let claims: Vec<Claim> = claims.into_iter().filter(|claim| !claim.judged.is_empty()).collect();
    if claims.is_empty() {
        return None;
    }
    let rows = claims.iter().map(|claim| {
        vec![
            Cell::text(claim.text),
            Cell::Lines(claim.published.clone()),
            Cell::Lines(claim.measured.clone()),
            Cell::Lines(verdict(&claim.judged)),
        ]
    });
    Some(Grid {
        name: "verdict".to_owned(),
        title: "Verdict".to_owned(),
        caption: "Errors are MAE, beside the best of the others, both over the seeds that both have; times are ratios per question. A \
                  difference within its standard deviation over seeds decides nothing."
            .to_owned(),
        heading: words(&["claim", "published", "measured here", "holds?"]),
        rows: rows.collect(),
    })
}

/// Where the claim holds and where it does not, in words.
fn verdict(judged: &[(String, Ordering)]) -> Vec<String> {
    let on = |wanted: Ordering| -> Vec<&str> {
        judged.iter().filter(|(_, found)| *found == wanted).map(|(name, _)| name.as_str()).collect()
    };
    let [holds, open, fails] = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(on);
    let parts = [("yes", holds), ("no", fails), ("open", open)];
    let parts: Vec<_> = parts.into_iter().filter(|(_, names)| !names.is_empty()).collect();
    match parts.as_slice() {
        [(word, names)] if names.len() > 1 => vec![format!("{word}, on all {}", names.len())],
        _ => parts.iter().map(|(word, names)| format!("{word}: {}", names.join(", "))).collect(),
    }
}

fn row<'a, 'b>(rows: &'a [Row<'b>], set: Set, counter: &str) -> Option<&'a Row<'b>> {
    main_of(rows, set).find(|row| row.spec.counter == counter && !row.evaluations.is_empty())
}

fn mae(record: &EvaluationRecord) -> f64 {
    record.metrics.mae
}

/// The errors of two counters on the same splits.
#[derive(Clone, Copy)]
struct Pairs {
    ours: f64,
    theirs: f64,
    /// The mean of ours − theirs, and its standard deviation.
    difference: f64,
    deviation: f64,
}

impl Pairs {
    fn of(ours: &Row<'_>, theirs: &Row<'_>) -> Option<Self> {
        if !ours.is_comparable() || !theirs.is_comparable() {
            return None;
        }
        let theirs: Vec<(usize, f64)> = theirs.by_seed(mae).collect();
        let other = |seed: usize| theirs.iter().find(|(of, _)| *of == seed).map(|it| it.1);
        let pairs: Vec<(f64, f64)> =
            ours.by_seed(mae).filter_map(|(seed, own)| Some((own, other(seed)?))).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| Cell::of(&pairs.iter().map(of).collect::<Vec<_>>());
        match [mean(|it| it.0), mean(|it| it.1), mean(|it| it.0 - it.1)] {
            [
                Cell::Measured(ours, _),
                Cell::Measured(theirs, _),
                Cell::Measured(difference, deviation),
            ] => Some(Self { ours, theirs, difference, deviation: deviation.unwrap_or(0.0) }),
            _ => None,
        }
    }

    fn found(self) -> Ordering {
        let is_open = self.difference.abs() <= self.deviation;
        if is_open { Ordering::Equal } else { self.difference.total_cmp(&0.0) }
    }
}

/// The name of a data set, short and without a comma.
fn name(set: Set) -> &'static str {
    match set {
        Set::MutagEdgeBlind => "edge-blind MUTAG",
        Set::PpaStandIn => "stand-in",
        _ => set.paper(),
    }
}

/// The paper's names of the data sets, without duplicates.
fn papers(sets: &[Set]) -> Vec<&'static str> {
    let mut papers: Vec<&str> = sets.iter().map(|set| set.paper()).collect();
    papers.dedup();
    papers
}

/// The claim that a counter has a lower MAE than each of some others.
fn errors(
    text: &'static str,
    sets: &[Set],
    rows: &[Row<'_>],
    ours: &str,
    others: &[&str],
) -> Claim {
    // Names the best one of several.
    let named = |best: &str| match others {
        [_] => String::new(),
        _ => format!(" ({})", title(best)),
    };
    let said = |paper: &&str| {
        // Ablations are in Table 5.
        let of = |counter: &str| {
            let in_table2 = table2(paper, counter).and_then(|row| row.mae);
            in_table2.or_else(|| Some(table5(paper, counter)?[0])).map(|it| it.mean)
        };
        let ours = of(ours)?;
        let rest = others.iter().filter_map(|&name| Some((name, of(name)?)));
        let (best, least) = rest.min_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(format!("{paper} {ours} against {least}{}", named(best)))
    };
    let published = papers(sets).iter().filter_map(said).collect();
    let (mut measured, mut judged) = (Vec::new(), Vec::new());
    for &set in sets {
        let Some(own) = row(rows, set, ours) else { continue };
        let rest =
            others.iter().filter_map(|&name| Some((name, Pairs::of(own, row(rows, set, name)?)?)));
        let least = rest.min_by(|a, b| b.1.difference.total_cmp(&a.1.difference));
        let Some((best, pairs)) = least else { continue };
        let Pairs { ours, theirs, .. } = pairs;
        measured.push(format!("{} {ours:.2} against {theirs:.2}{}", name(set), named(best)));
        judged.push((name(set).to_owned(), pairs.found()));
    }
    Claim { text, published, measured, judged }
}

/// The claim that Count-GNN answers in less time than another counter.
fn times(text: &'static str, sets: &[Set], rows: &[Row<'_>], other: &str) -> Claim {
    let said = |paper: &&str| {
        let of = |counter: &str| table2(paper, counter)?.seconds.map(|it| it.mean);
        Some(format!("{paper} {} times", ratio(of(other)? / of("count-gnn")?)))
    };
    let published = papers(sets).iter().filter_map(said).collect();
    let (mut measured, mut judged) = (Vec::new(), Vec::new());
    for &set in sets {
        let micros = |counter: &str| row(rows, set, counter)?.mean(|it| it.metrics.microseconds());
        let Some((ours, theirs)) = micros("count-gnn").zip(micros(other)) else { continue };
        measured.push(format!("{} {} times", name(set), ratio(theirs / ours)));
        judged.push((name(set).to_owned(), ours.total_cmp(&theirs)));
    }
    Claim { text, published, measured, judged }
}

/// A ratio with two significant digits, or as a whole number.
fn ratio(ratio: f64) -> String {
    match ratio {
        _ if ratio >= 10.0 => grouped(&format!("{ratio:.0}")),
        _ if ratio >= 1.0 => format!("{ratio:.1}"),
        _ => format!("{ratio:.2}"),
    }
}

/// The claim that Count-GNN is more accurate than LRP, with one model per pattern.
fn patterns(text: &'static str, sets: &[Set], rows: &[Row<'_>]) -> Claim {
    let (mut published, mut measured, mut judged) = (Vec::new(), Vec::new(), Vec::new());
    let wins = |won: &[bool]| won.iter().filter(|&&won| won).count();
    for paper in papers(sets) {
        let of = |number, counter| table4(paper, number, counter).map(|it| it[0].mean);
        let pairs = (1..=3).filter_map(|number| of(number, "count-gnn").zip(of(number, "lrp")));
        let won: Vec<bool> = pairs.map(|(ours, theirs)| ours < theirs).collect();
        if !won.is_empty() {
            published.push(format!("{paper} {} of {}", wins(&won), won.len()));
        }
    }
    for &set in sets {
        let of = |number, counter: &str| {
            let found = rows.iter().find(|row| {
                row.spec.set == set
                    && row.spec.experiment == Experiment::Secondary(number)
                    && row.spec.counter == counter
            });
            found?.mean(mae)
        };
        let pairs = (1..=3).filter_map(|number| of(number, "count-gnn").zip(of(number, "lrp")));
        let won: Vec<bool> = pairs.map(|(ours, theirs)| ours < theirs).collect();
        if won.is_empty() {
            continue;
        }
        measured.push(format!("{} {} of {}", name(set), wins(&won), won.len()));
        judged.push((name(set).to_owned(), won.len().cmp(&(2 * wins(&won)))));
    }
    Claim { text, published, measured, judged }
}

/// The arcs of the largest graph in the paper's figure.
const MOST_ARCS: usize = 2_500;

/// The claim that the time of a question grows linearly with the number of arcs.
fn growth(text: &'static str, scales: &[ScalingRecord]) -> Claim {
    let seconds = |it: &ScalingRecord| it.open_seconds + it.count_seconds;
    let mut ours: Vec<&ScalingRecord> =
        scales.iter().filter(|it| it.counter == "count-gnn").collect();
    ours.sort_by_key(|it| it.arcs);
    let grown = |to: &ScalingRecord| {
        let from = *ours.first().filter(|from| from.arcs < to.arcs)?;
        Some([to.arcs as f64 / from.arcs as f64, seconds(to) / seconds(from)])
    };
    let within = ours.iter().rev().find(|it| it.arcs <= MOST_ARCS);
    let (mut measured, mut judged) = (Vec::new(), Vec::new());
    for record in within.into_iter().chain(ours.last().filter(|it| it.arcs > MOST_ARCS)) {
        let Some([arcs, time]) = grown(record) else { continue };
        measured.push(format!("{} times the arcs, {} times the time", ratio(arcs), ratio(time)));
        // A factor of two accounts for memory that no longer fits into caches.
        let found = if time <= 2.0 * arcs { Ordering::Less } else { Ordering::Greater };
        judged.push((format!("{} arcs", grouped(&record.arcs.to_string())), found));
    }
    Claim { text, published: vec!["time linear in the arcs".to_owned()], measured, judged }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering::{Equal, Greater, Less};

    use super::*;

    #[test]
    fn a_verdict_names_the_data_sets_that_differ() {
        let judged = |all: &[(&str, Ordering)]| {
            let all: Vec<_> = all.iter().map(|&(name, found)| (name.to_owned(), found)).collect();
            verdict(&all).join("; ")
        };
        assert_eq!(judged(&[("A", Less), ("B", Less)]), "yes, on all 2");
        assert_eq!(judged(&[("A", Greater)]), "no: A");
        let mixed = [("A", Less), ("B", Greater), ("C", Equal), ("D", Less)];
        assert_eq!(judged(&mixed), "yes: A, D; no: B; open: C");
    }

    #[test]
    fn ratios_have_two_digits() {
        assert_eq!([132.4, 3.149, 0.0123].map(ratio), ["132", "3.1", "0.01"]);
    }
}
