//! The facts of one graph as a JSON object.

use isocount::format::Format;
use isocount::session::{DegreeSpread, LabelCount, LabelFacts};
use serde::Serialize;

use super::Described;
use crate::oddity_hint::hint;

#[derive(Serialize)]
pub(super) struct Object<'a> {
    graph: &'a str,
    file: &'a str,
    format: Option<&'static str>,
    nodes: usize,
    arcs: usize,
    reciprocated_arcs: usize,
    one_way_arcs: usize,
    loops: usize,
    parallel_arcs: usize,
    most_parallel: usize,
    node_labels: Labels<'a>,
    edge_labels: Labels<'a>,
    components: Components,
    degrees: Degrees,
    hints: Vec<Hint>,
}

/// A graph that could not be read.
#[derive(Serialize)]
pub(super) struct Unread<'a> {
    pub(super) graph: &'a str,
    pub(super) problem: &'a str,
}

#[derive(Serialize)]
struct Labels<'a> {
    distinct: usize,
    kind: &'static str,
    most_frequent: Vec<Label<'a>>,
}

#[derive(Serialize)]
struct Label<'a> {
    label: &'a str,
    count: usize,
}

#[derive(Serialize)]
struct Components {
    count: usize,
    largest: usize,
    isolated: usize,
}

#[derive(Serialize)]
struct Degrees {
    out: Degree,
    r#in: Degree,
    total: Degree,
}

#[derive(Serialize)]
struct Degree {
    least: usize,
    median: f64,
    mean: f64,
    most: usize,
}

#[derive(Serialize)]
struct Hint {
    name: &'static str,
    text: String,
}

/// All facts, with at most `labels` labels, or with all of them.
pub(super) fn object(described: &Described, labels: Option<usize>) -> Object<'_> {
    let Described { name, file, format, facts } = described;
    let labels = |facts| self::labels(facts, labels.unwrap_or(usize::MAX));
    let hints = facts.oddities().into_iter().filter_map(|oddity| {
        Some(Hint { name: oddity.name(), text: hint(oddity, facts, *format)? })
    });
    Object {
        graph: name,
        file,
        format: format.map(Format::name),
        nodes: facts.nodes,
        arcs: facts.arcs,
        reciprocated_arcs: facts.reciprocated,
        one_way_arcs: facts.one_way,
        loops: facts.loops,
        parallel_arcs: facts.parallel,
        most_parallel: facts.most_parallel,
        node_labels: labels(&facts.node_labels),
        edge_labels: labels(&facts.edge_labels),
        components: Components {
            count: facts.components.count,
            largest: facts.components.largest,
            isolated: facts.components.isolated,
        },
        degrees: Degrees {
            out: degree(facts.degrees.out),
            r#in: degree(facts.degrees.into),
            total: degree(facts.degrees.total),
        },
        hints: hints.collect(),
    }
}

fn labels(facts: &LabelFacts, at_most: usize) -> Labels<'_> {
    let counts = facts.most_frequent.iter().take(at_most);
    let most_frequent =
        counts.map(|LabelCount { label, count, .. }| Label { label, count: *count });
    Labels {
        distinct: facts.distinct,
        kind: facts.look.name(),
        most_frequent: most_frequent.collect(),
    }
}

fn degree(spread: DegreeSpread) -> Degree {
    let DegreeSpread { least, median, mean, most, .. } = spread;
    Degree { least, median, mean, most }
}
