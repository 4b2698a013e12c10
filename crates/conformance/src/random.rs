//! Random questions from a seed. Most patterns are planted: cut out of the graph, so that they
//! occur there.

use std::env;
use std::fmt::Write as _;
use std::ops::Range;

use isocount::Rng;
use serde_json::{Value, json};

use crate::{Graph, Kind, Question};

/// This many consecutive questions are about the same graph, so that a service is not sent a graph
/// for each.
pub const TOGETHER: u64 = 10;

/// Labels as users write them: words, numbers, spaces, characters that have a meaning in the
/// notation.
const LABELS: [&str; 8] = ["A", "B", "7", "x y", "a-b", "ü", "C|D", "\"q\""];

/// Methods; common ones are repeated.
const METHODS: [&str; 12] = [
    "auto",
    "auto",
    "auto",
    "exact",
    "exact",
    "exact",
    "vf2",
    "vf2",
    "sample",
    "sample",
    "brute-force",
    "peregrine",
];

/// A graph in parts.
struct Parts {
    /// Empty if nodes have no labels.
    nodes: Vec<&'static str>,
    num_nodes: usize,
    /// Tail, head, label; the label is empty if edges have none.
    arcs: Vec<(usize, usize, &'static str)>,
}

/// The numbers of the random questions for an interface: few by default, many with `ISOCOUNT_SLOW`.
/// `ISOCOUNT_RANDOM_QUESTIONS` overrides the count.
///
/// # Panics
/// If the variable is not a number.
#[must_use]
pub fn numbers(everyday: u64, slow: u64) -> Range<u64> {
    let asked = env::var("ISOCOUNT_RANDOM_QUESTIONS").ok();
    let asked = asked.map(|text| text.parse().expect("ISOCOUNT_RANDOM_QUESTIONS is a number"));
    let usual = if env::var_os("ISOCOUNT_SLOW").is_some() { slow } else { everyday };
    0..asked.unwrap_or(usual)
}

/// The random question with this number.
#[must_use]
pub fn question(number: u64) -> Question {
    let parts = parts(&mut Rng::new((number / TOGETHER) ^ 0x9e37));
    let rng = &mut Rng::new(number);
    let mut question = Question {
        name: format!("random {number}"),
        pattern: pattern(&parts, rng),
        graph: Graph::Json(graph(&parts)),
        ..Question::default()
    };
    // Of ten questions about the same graph, seven count, one is per node or edge, one finds
    // matches, and one is about all motifs.
    match number % TOGETHER {
        7 => {
            question.kind = Kind::Per;
            question.per = Some(["node", "edge", "orbit"][rng.below(3)].to_owned());
            mean(&mut question, rng);
        }
        8 => {
            question.kind = Kind::Find;
            question.limit = Some(100);
            mean(&mut question, rng);
        }
        9 => {
            question.kind = Kind::Motifs;
            let least = rng.between(3, 4);
            question.sizes = Some([least, rng.between(least, 4)]);
            question.directed = [None, Some(true), Some(false)][rng.below(3)];
            question.labels = rng.below(3) == 0;
            question.semantics =
                [None, Some("induced"), Some("monomorphism")][rng.below(3)].map(str::to_owned);
        }
        _ => {
            mean(&mut question, rng);
            word(&mut question, rng);
        }
    }
    question
}

fn parts(rng: &mut Rng) -> Parts {
    let num_nodes = rng.between(3, 14);
    let kinds = rng.between(0, 4);
    let nodes = if kinds == 0 {
        Vec::new()
    } else {
        (0..num_nodes).map(|_| LABELS[rng.below(2 * kinds).min(LABELS.len() - 1)]).collect()
    };
    let (edge_kinds, is_undirected) = (rng.between(0, 2), rng.below(3) == 0);
    let mut arcs = Vec::new();
    for _ in 0..rng.between(num_nodes, 3 * num_nodes) {
        let (tail, head) = (rng.below(num_nodes), rng.below(num_nodes));
        // Loops are rare in real graphs, and some patterns need them.
        if tail == head && rng.below(4) > 0 {
            continue;
        }
        let label = if edge_kinds == 0 { "" } else { LABELS[rng.below(edge_kinds + 1)] };
        for arc in [(tail, head, label), (head, tail, label)] {
            if !arcs.contains(&arc) {
                arcs.push(arc);
            }
            if !is_undirected {
                break;
            }
        }
    }
    Parts { nodes, num_nodes, arcs }
}

fn graph(parts: &Parts) -> Value {
    let nodes: Vec<Value> = match parts.nodes.as_slice() {
        [] => vec![json!(0); parts.num_nodes],
        labels => labels.iter().map(|label| json!(label)).collect(),
    };
    let arc = |&(tail, head, label): &(usize, usize, &str)| match label {
        "" => json!([tail, head]),
        label => json!([tail, head, label]),
    };
    let arcs: Vec<Value> = parts.arcs.iter().map(arc).collect();
    json!({ "nodes": nodes, "edges": arcs })
}

/// Some connected nodes, with most of the arcs between them, in the notation.
fn pattern(parts: &Parts, rng: &mut Rng) -> String {
    let mut chosen = vec![rng.below(parts.num_nodes)];
    for _ in 0..rng.between(1, 4) {
        let touching = |&&(tail, head, _): &&(usize, usize, &str)| {
            chosen.contains(&tail) != chosen.contains(&head)
        };
        let touching: Vec<_> = parts.arcs.iter().filter(touching).collect();
        let Some(&&(tail, head, _)) = touching.get(rng.below(touching.len().max(1))) else { break };
        chosen.push(if chosen.contains(&tail) { head } else { tail });
    }
    let mut text = String::new();
    let place = |node: usize| chosen.iter().position(|&it| it == node);
    for (number, &node) in chosen.iter().enumerate() {
        let label = match parts.nodes.get(node) {
            None => String::new(),
            // Sometimes an absent label, a set, or any label.
            Some(_) if rng.below(12) == 0 => ":*".to_owned(),
            Some(label) if rng.below(8) == 0 => format!(":{}|\"other\"", quoted(label)),
            Some(_) if rng.below(12) == 0 => ":\"nowhere\"".to_owned(),
            Some(label) => format!(":{}", quoted(label)),
        };
        let _ = write!(text, "{}(n{number}{label})", if number == 0 { "" } else { ", " });
    }
    for &(tail, head, label) in &parts.arcs {
        let (Some(tail), Some(head)) = (place(tail), place(head)) else { continue };
        if rng.below(4) == 0 {
            continue;
        }
        let label = match label {
            "" => String::new(),
            _ if rng.below(10) == 0 => "[*]-".to_owned(),
            label => format!("[{}]-", quoted(label)),
        };
        let _ = write!(text, ", n{tail}-{label}>n{head}");
    }
    text
}

/// A label in the notation.
fn quoted(label: &str) -> String {
    format!("\"{}\"", label.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Chooses what counts as an occurrence. Most choices are valid.
fn mean(question: &mut Question, rng: &mut Rng) {
    let mut pick = |words: &[&str]| Some(words[rng.below(words.len())].to_owned());
    question.semantics = pick(&["monomorphism", "induced", "homomorphism"]);
    question.unit = match question.semantics.as_deref() {
        Some("homomorphism") => pick(&["mappings"]),
        _ => pick(&["mappings", "subgraphs"]),
    };
    if rng.below(30) == 0 {
        question.unit = Some("subgraphs".to_owned());
    }
    for ignored in ["node_labels", "edge_labels", "directions"] {
        if rng.below(6) == 0 {
            question.ignore.push(ignored.to_owned());
        }
    }
}

/// Chooses how the count is made. Most choices are valid; some contain one mistake.
fn word(question: &mut Question, rng: &mut Rng) {
    question.method = Some(METHODS[rng.below(METHODS.len())].to_owned());
    let samples = question.method.as_deref() == Some("sample");
    if samples || rng.below(30) == 0 {
        question.seed = Some(rng.below(1000) as u64);
    }
    if samples && rng.below(2) == 0 {
        question.precision = Some([0.5, 0.2, 0.3][rng.below(3)]);
    }
    match rng.below(24) {
        0 => question.precision = Some([0.0, 1.0, 3.0, -1.0][rng.below(4)]),
        1 => question.confidence = Some([0.5, 0.9, 1.0, 95.0][rng.below(4)]),
        2 => question.replicates = Some([2, 8, 100_001][rng.below(3)]),
        3 => question.step_limit = Some([0, 3, 50, 1_000_000][rng.below(4)]),
        4 => question.threads = Some(rng.between(1, 3)),
        _ => {}
    }
}
