//! Conditions on attributes: random questions against a brute force that evaluates the conditions
//! for each mapping, written in the notation and read from JSON.

#![allow(clippy::cast_possible_wrap, reason = "numbers below 3")]

mod brute_force;
mod cases;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use isocount_core::{Answer, Control, Meaning, Rng, Semantics, Unit, View};
use isocount_format::{Format, Notation, ReadOptions};
use isocount_record::Said;
use isocount_session::{Ask, Batch, Find, LoadedGraph, LoadedPattern, Method, Session, Source};

use brute_force::maps;

/// A value of an attribute: a number or a text. A missing value is absent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Val {
    Number(i64),
    Text(&'static str),
}

impl Val {
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("\"{text}\""),
        }
    }
}

type Attributes = BTreeMap<&'static str, Val>;

/// A condition with a definition of its own.
#[derive(Clone, Debug)]
enum Test {
    Compare(&'static str, &'static str, Val),
    In(&'static str, Vec<i64>),
    Range(&'static str, i64, i64),
    StartsWith(&'static str, &'static str),
    IsMissing(&'static str),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
}

fn holds<T: Ord>(a: &T, operator: &str, b: &T) -> bool {
    match operator {
        "=" => a == b,
        "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        _ => a >= b,
    }
}

/// A comparison; unknown if a value is missing or of another kind.
fn compare(a: Option<&Val>, operator: &str, b: Option<&Val>) -> Option<bool> {
    match (a?, b?) {
        (Val::Number(a), Val::Number(b)) => Some(holds(a, operator, b)),
        (Val::Text(a), Val::Text(b)) => Some(holds(a, operator, b)),
        _ => None,
    }
}

impl Test {
    fn truth(&self, of: &Attributes) -> Option<bool> {
        match self {
            Self::Compare(name, operator, value) => compare(of.get(name), operator, Some(value)),
            Self::In(name, values) => {
                of.get(name).map(|v| values.iter().any(|it| *v == Val::Number(*it)))
            }
            Self::Range(name, low, high) => of.get(name).map(|value| match value {
                Val::Number(number) => (low..=high).contains(&number),
                Val::Text(_) => false,
            }),
            Self::StartsWith(name, beginning) => match of.get(name)? {
                Val::Text(text) => Some(text.starts_with(beginning)),
                Val::Number(_) => None,
            },
            Self::IsMissing(name) => Some(!of.contains_key(name)),
            Self::Not(inner) => inner.truth(of).map(|truth| !truth),
            Self::And(a, b) => match (a.truth(of), b.truth(of)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Self::Or(a, b) => match (a.truth(of), b.truth(of)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Compare(name, operator, value) => format!("{name} {operator} {}", value.text()),
            Self::In(name, values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("{name} in ({})", values.join(", "))
            }
            Self::Range(name, low, high) => format!("{name} in {low}..{high}"),
            Self::StartsWith(name, beginning) => format!("{name} starts with \"{beginning}\""),
            Self::IsMissing(name) => format!("{name} is missing"),
            Self::Not(inner) => format!("not ({})", inner.text()),
            Self::And(a, b) => format!("({}) and ({})", a.text(), b.text()),
            Self::Or(a, b) => format!("({}) or ({})", a.text(), b.text()),
        }
    }

    fn names<'a>(&'a self, names: &mut BTreeSet<&'a str>) {
        match self {
            Self::Compare(name, ..)
            | Self::In(name, _)
            | Self::Range(name, ..)
            | Self::StartsWith(name, _)
            | Self::IsMissing(name) => {
                names.insert(name);
            }
            Self::Not(inner) => inner.names(names),
            Self::And(a, b) | Self::Or(a, b) => {
                a.names(names);
                b.names(names);
            }
        }
    }
}

const OPERATORS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.below(from.len())]
}

/// A condition on a number attribute `number` or a text attribute `text`.
fn random_test(rng: &mut Rng, [number, text]: [&'static str; 2], depth: usize) -> Test {
    let inner = |rng: &mut Rng| Box::new(random_test(rng, [number, text], depth - 1));
    if depth > 0 && rng.below(3) == 0 {
        return match rng.below(3) {
            0 => Test::Not(inner(rng)),
            1 => Test::And(inner(rng), inner(rng)),
            _ => Test::Or(inner(rng), inner(rng)),
        };
    }
    let small = |rng: &mut Rng| rng.below(3) as i64;
    match rng.below(7) {
        0 => Test::In(number, vec![small(rng), small(rng)]),
        1 => {
            let low = small(rng);
            Test::Range(number, low, low + small(rng))
        }
        2 => Test::StartsWith(text, pick(rng, &["x", "y", ""])),
        3 => Test::IsMissing(pick(rng, &[number, text])),
        4 => Test::Compare(text, pick(rng, &OPERATORS), Val::Text(pick(rng, &["x", "xy", "y"]))),
        _ => Test::Compare(number, pick(rng, &OPERATORS), Val::Number(small(rng))),
    }
}

fn random_attributes(rng: &mut Rng, [number, text]: [&'static str; 2]) -> Attributes {
    let mut attributes = Attributes::new();
    if rng.below(4) > 0 {
        attributes.insert(number, Val::Number(rng.below(3) as i64));
    }
    if rng.below(4) > 0 {
        attributes.insert(text, Val::Text(pick(rng, &["x", "xy", "y"])));
    }
    attributes
}

const NODE: [&str; 2] = ["age", "city"];
const EDGE: [&str; 2] = ["weight", "kind"];
const LABELS: [&str; 3] = ["A", "B", "C"];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arc {
    tail: usize,
    head: usize,
    label: &'static str,
    attributes: Attributes,
}

#[derive(Clone, Debug)]
struct Graph {
    nodes: Vec<(&'static str, Attributes)>,
    arcs: BTreeSet<Arc>,
}

/// What a node or an arc accepts, as text and as a list; `None` is any label.
type Labels = Option<Vec<&'static str>>;

#[derive(Clone, Debug)]
struct PatternArc {
    tail: usize,
    head: usize,
    labels: Labels,
    test: Option<Test>,
}

impl PatternArc {
    /// Equal arcs accept the same.
    fn key(&self) -> (usize, usize, String) {
        (self.tail, self.head, accepted_text(&self.labels, self.test.as_ref()))
    }
}

#[derive(Clone, Debug)]
struct Pattern {
    nodes: Vec<(Labels, Option<Test>)>,
    arcs: Vec<PatternArc>,
    /// No arc of the graph may be accepted by one of these.
    absent: Vec<PatternArc>,
    /// Comparisons of the same attribute of two adjacent nodes.
    wheres: Vec<(usize, &'static str, usize)>,
}

fn labels_text(labels: &Labels) -> String {
    labels.as_ref().map_or("*".to_owned(), |labels| labels.join("|"))
}

fn accepted_text(labels: &Labels, test: Option<&Test>) -> String {
    let test = test.map_or(String::new(), |test| format!(" {{{}}}", test.text()));
    labels_text(labels) + &test
}

fn accepts(labels: &Labels, label: &str) -> bool {
    labels.as_ref().is_none_or(|labels| labels.contains(&label))
}

fn satisfies(test: Option<&Test>, attributes: &Attributes) -> bool {
    test.is_none_or(|test| test.truth(attributes) == Some(true))
}

fn random_graph(rng: &mut Rng) -> Graph {
    let num_nodes = rng.between(1, 5);
    let node = |rng: &mut Rng| (pick(rng, &LABELS[..2]), random_attributes(rng, NODE));
    let nodes = (0..num_nodes).map(|_| node(rng)).collect();
    let num_arcs = rng.below(3 * num_nodes + 1);
    let arc = |rng: &mut Rng| Arc {
        tail: rng.below(num_nodes),
        head: rng.below(num_nodes),
        label: pick(rng, &LABELS[..2]),
        attributes: random_attributes(rng, EDGE),
    };
    let arcs = (0..num_arcs).map(|_| arc(rng)).collect();
    Graph { nodes, arcs }
}

fn random_labels(rng: &mut Rng) -> Labels {
    match rng.below(4) {
        0 => Some(vec![pick(rng, &LABELS)]),
        1 => Some(vec!["A", "B"]),
        _ => None,
    }
}

fn random_pattern(rng: &mut Rng, graph: &Graph) -> Pattern {
    let num_nodes = rng.between(1, 3);
    let maybe = |rng: &mut Rng, names| (rng.below(2) == 0).then(|| random_test(rng, names, 2));
    let nodes = (0..num_nodes).map(|_| (random_labels(rng), maybe(rng, NODE))).collect();
    let (arcs, absent, wheres) = (Vec::new(), Vec::new(), Vec::new());
    let mut pattern = Pattern { nodes, arcs, absent, wheres };
    for _ in 0..rng.below(4) {
        let [tail, head] = [(); 2].map(|()| rng.below(num_nodes));
        let (labels, test) = (random_labels(rng), maybe(rng, EDGE));
        let arc = PatternArc { tail, head, labels, test };
        // A plain label may not be repeated.
        let is_plain = arc.test.is_none() && arc.labels.as_ref().is_some_and(|it| it.len() == 1);
        if !is_plain || pattern.arcs.iter().all(|known| known.key() != arc.key()) {
            pattern.arcs.push(arc);
        }
    }
    let pairs: Vec<(usize, usize)> =
        pattern.arcs.iter().map(|arc| (arc.tail, arc.head)).filter(|(a, b)| a != b).collect();
    if !pairs.is_empty() && rng.below(2) == 0 {
        let (a, b) = pick(rng, &pairs);
        let (a, b) = if rng.below(2) == 0 { (a, b) } else { (b, a) };
        pattern.wheres.push((a, pick(rng, &OPERATORS), b));
    }
    // A planted match: conditions that the image of some map satisfies.
    if rng.below(2) == 0 && !graph.arcs.is_empty() {
        let all: Vec<&Arc> = graph.arcs.iter().collect();
        let arc = pick(rng, &all);
        let planted = |attributes: &Attributes, name: &'static str| {
            Some(
                attributes
                    .get(name)
                    .map_or(Test::IsMissing(name), |value| Test::Compare(name, "=", value.clone())),
            )
        };
        let end = |node: usize| (None, planted(&graph.nodes[node].1, "age"));
        let is_loop = arc.tail == arc.head;
        pattern.nodes =
            if is_loop { vec![end(arc.tail)] } else { vec![end(arc.tail), end(arc.head)] };
        let test = planted(&arc.attributes, "weight");
        let head = usize::from(!is_loop);
        pattern.arcs = vec![PatternArc { tail: 0, head, labels: Some(vec![arc.label]), test }];
        pattern.wheres.clear();
    }
    pattern
}

/// One or two absent arcs and some of their mirror images, with and without conditions.
fn add_absent(rng: &mut Rng, pattern: &mut Pattern) {
    let num_nodes = pattern.nodes.len();
    for _ in 0..rng.between(1, 2) {
        let [tail, head] = [(); 2].map(|()| rng.below(num_nodes));
        let labels = random_labels(rng);
        let test = (rng.below(3) > 0).then(|| random_test(rng, EDGE, 1));
        pattern.absent.push(PatternArc { tail, head, labels, test });
        // Its mirror image, so that some patterns have symmetries.
        if rng.below(3) == 0 {
            let last = pattern.absent[pattern.absent.len() - 1].clone();
            pattern.absent.push(PatternArc { tail: head, head: tail, ..last });
        }
    }
}

impl Pattern {
    fn text(&self) -> String {
        let mut items = Vec::new();
        for (node, (labels, test)) in self.nodes.iter().enumerate() {
            items.push(format!("n{node}:{}", accepted_text(labels, test.as_ref())));
        }
        for PatternArc { tail, head, labels, test } in &self.arcs {
            items.push(format!("n{tail}-[{}]->n{head}", accepted_text(labels, test.as_ref())));
        }
        for PatternArc { tail, head, labels, test } in &self.absent {
            items.push(format!("n{tail}!-[{}]->n{head}", accepted_text(labels, test.as_ref())));
        }
        for (a, operator, b) in &self.wheres {
            items.push(format!("where n{a}.age {operator} n{b}.age"));
        }
        items.join(", ")
    }

    fn seen_through(&self, view: View) -> Self {
        let mut seen = self.clone();
        if view.directions == isocount_core::Directions::Ignore {
            let mut paired = vec![false; seen.arcs.len()];
            for place in 0..self.arcs.len() {
                let arc = &self.arcs[place];
                if paired[place] || arc.tail == arc.head {
                    continue;
                }
                let reverse = PatternArc { tail: arc.head, head: arc.tail, ..arc.clone() };
                let other = (place + 1..self.arcs.len())
                    .find(|&other| !paired[other] && self.arcs[other].key() == reverse.key());
                match other {
                    Some(other) => paired[other] = true,
                    None => seen.arcs.push(reverse),
                }
            }
        }
        if view.directions == isocount_core::Directions::Ignore {
            let reverse =
                |arc: &PatternArc| PatternArc { tail: arc.head, head: arc.tail, ..arc.clone() };
            seen.absent.extend(self.absent.iter().map(reverse));
        }
        if view.node_labels == isocount_core::Labels::Ignore {
            seen.nodes.iter_mut().for_each(|(labels, _)| *labels = None);
        }
        if view.edge_labels == isocount_core::Labels::Ignore {
            seen.arcs.iter_mut().for_each(|arc| arc.labels = None);
            seen.absent.iter_mut().for_each(|arc| arc.labels = None);
            let mut keys = BTreeSet::new();
            seen.arcs.retain(|arc| keys.insert(arc.key()));
        }
        seen
    }

    /// The permutations that keep what is accepted.
    fn symmetries(&self) -> u128 {
        let arcs = |order: &[usize]| {
            let mut keys: Vec<_> = self
                .arcs
                .iter()
                .map(|arc| {
                    let (tail, head) = (order[arc.tail], order[arc.head]);
                    PatternArc { tail, head, ..arc.clone() }.key()
                })
                .collect();
            keys.sort();
            // What is forbidden between each two nodes.
            let mut forbidden: BTreeMap<(usize, usize), (BTreeSet<_>, BTreeSet<_>)> =
                BTreeMap::new();
            for PatternArc { tail, head, labels, test } in &self.absent {
                let known = forbidden.entry((order[*tail], order[*head])).or_default();
                match (test, labels) {
                    (Some(_), _) => _ = known.1.insert(accepted_text(labels, test.as_ref())),
                    (None, Some(labels)) => known.0.extend(labels.iter().copied()),
                    (None, None) => known.0.extend(["*"]),
                }
            }
            for (plain, conditional) in forbidden.values_mut() {
                if plain.contains("*") {
                    (*plain, *conditional) = (BTreeSet::from(["*"]), BTreeSet::new());
                }
            }
            let mut wheres: Vec<_> = self
                .wheres
                .iter()
                .map(|&(a, operator, b)| {
                    let (a, b) = (order[a], order[b]);
                    if a <= b { (a, operator, b) } else { (b, exchanged(operator), a) }
                })
                .collect();
            wheres.sort_unstable();
            (keys, forbidden, wheres)
        };
        let node = |node: usize| accepted_text(&self.nodes[node].0, self.nodes[node].1.as_ref());
        let identity: Vec<usize> = (0..self.nodes.len()).collect();
        let keeps = |order: &Vec<usize>| {
            (0..order.len()).all(|place| node(place) == node(order[place]))
                && arcs(order) == arcs(&identity)
        };
        maps(self.nodes.len(), self.nodes.len())
            .into_iter()
            .filter(|order| order.iter().collect::<BTreeSet<_>>().len() == order.len())
            .filter(keeps)
            .count() as u128
    }
}

fn exchanged(operator: &'static str) -> &'static str {
    match operator {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        same => same,
    }
}
