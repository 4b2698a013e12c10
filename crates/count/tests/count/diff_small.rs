//! Small questions, which skip most of the usual path, equal the usual path and brute force: by a
//! scan and by lookups in an open graph, below, at and above 64 nodes.
//!
//! The everyday suite asks about 3,000 questions, `ISOCOUNT_SLOW=1` about 300,000.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{
    Answer, Budget, Control, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Pattern,
    Semantics, Unit,
};
use isocount_count::{BruteForce, Exact, Tuning};
use isocount_testkit::{Rng, slow_suites};

const MAPPINGS: Semantics = Semantics::Monomorphism(Unit::Mappings);
const SUBGRAPHS: Semantics = Semantics::Monomorphism(Unit::Subgraphs);

/// Questions of more steps on the usual path are left out.
const EASY: u64 = 5_000;

fn rounds() -> u64 {
    if slow_suites() { 100_000 } else { 1_000 }
}

/// A graph with loops and parallel arcs, directed or not.
fn draw_graph(rng: &mut Rng) -> LabeledGraph {
    let n = [rng.between(1, 9), rng.between(10, 63), 64, 65, rng.between(66, 400)][rng.below(5)];
    let (node_labels, edge_labels) = (rng.between(1, 9), rng.between(1, 6));
    // Some labels are too large for a table, and some for the keys of an index.
    let scale = [1, 1, 1, 700, 1 << 21][rng.below(5)];
    let is_undirected = rng.chance(40);
    let mut builder = GraphBuilder::default();
    for _ in 0..n {
        builder.node(Label((scale * rng.below(node_labels)) as u32));
    }
    for _ in 0..n * rng.between(1, 4) {
        let [tail, head] = [(); 2].map(|()| NodeId(rng.below(n) as u32));
        let label = Label((scale * rng.below(edge_labels)) as u32);
        if is_undirected && tail != head {
            builder.undirected_edge(tail, head, label);
        } else {
            builder.edge(tail, head, label);
        }
    }
    builder.build_merged().unwrap()
}

/// Connected nodes of the graph with most of their arcs, so that there is something to count;
/// sometimes with another label, so that there may not be.
fn draw_pattern(rng: &mut Rng, graph: &LabeledGraph) -> Pattern {
    let most = rng.between(1, 8);
    let mut chosen = vec![NodeId(rng.below(graph.num_nodes()) as u32)];
    for _ in 0..4 * most {
        let from = chosen[rng.below(chosen.len())];
        let near = graph.out_arcs(from).iter().chain(graph.in_arcs(from));
        let near: Vec<NodeId> = near.map(|arc| arc.node).filter(|v| !chosen.contains(v)).collect();
        if chosen.len() < most && !near.is_empty() {
            chosen.push(near[rng.below(near.len())]);
        }
    }
    let (kept, is_changed) = ([40, 80, 100][rng.below(3)], rng.chance(20));
    let mut builder = GraphBuilder::default();
    for &v in &chosen {
        let label = graph.node_label(v);
        builder.node(if is_changed && rng.chance(30) { Label(label.0 + 1) } else { label });
    }
    for (u, &x) in chosen.iter().enumerate() {
        for (v, &y) in chosen.iter().enumerate() {
            for arc in graph.arcs_between(x, y) {
                if rng.chance(kept) {
                    builder.edge(NodeId(u as u32), NodeId(v as u32), arc.label);
                }
            }
        }
    }
    Pattern::try_from(builder.build().unwrap()).unwrap()
}

/// The usual path is an engine with the default switches.
#[test]
fn small_questions_equal_the_usual_path_and_brute_force() {
    let (exact, usual) = (Exact::new(), Exact::new().tuned(Tuning::default()));
    let (mut asked, mut found, mut large) = (0_u64, 0_u64, 0_u64);
    for seed in 0..rounds() {
        let mut rng = Rng::new(seed);
        let graph = draw_graph(&mut rng);
        let patterns = [(); 3].map(|()| draw_pattern(&mut rng, &graph));
        let mut open = exact.open(&graph.clone().into(), &Control::NONE).unwrap();
        for (number, pattern) in patterns.iter().enumerate() {
            let case = || format!("seed {seed}, pattern {number}");
            // Hard questions are not small, and take too long for so many.
            let easy = usual.count(pattern, &graph, MAPPINGS, &Budget::steps(EASY)).unwrap();
            if easy.exact().is_none() {
                continue;
            }
            for semantics in [MAPPINGS, SUBGRAPHS] {
                let expected = usual.count(pattern, &graph, semantics, &Budget::UNLIMITED);
                let scanned = exact.count(pattern, &graph, semantics, &Budget::UNLIMITED);
                assert_eq!(scanned, expected, "{}, {semantics}, scanned", case());
                let looked_up = open.count(pattern, semantics, &Budget::UNLIMITED);
                assert_eq!(looked_up, expected, "{}, {semantics}, looked up", case());
            }
            let expected = usual.count(pattern, &graph, MAPPINGS, &Budget::UNLIMITED).unwrap();
            if graph.num_nodes() <= 12 && pattern.num_nodes() <= 5 {
                let truth = BruteForce.count(pattern, &graph, MAPPINGS, &Budget::UNLIMITED);
                assert_eq!(Ok(expected), truth, "{}, brute force", case());
            }
            asked += 1;
            found += u64::from(expected.exact().unwrap().0 > 0);
            large += u64::from(expected.exact().unwrap().0 > 1_000);
        }
    }
    // Neither are nearly all zero, nor nearly all small.
    assert!(2 * found > asked && 100 * large > asked, "{found} and {large} of {asked}");
}

/// A cancelled question has a bound, not an answer.
#[test]
fn a_small_question_can_be_cancelled() {
    let mut rng = Rng::new(1);
    let graph = draw_graph(&mut rng);
    let pattern = draw_pattern(&mut rng, &graph);
    let control = Control::new();
    control.cancel();
    let budget = Budget::UNLIMITED.with_control(&control);
    let answer = Exact::new().count(&pattern, &graph, MAPPINGS, &budget).unwrap();
    assert!(matches!(answer, Answer::AtLeast(_)), "{answer:?}");
}
