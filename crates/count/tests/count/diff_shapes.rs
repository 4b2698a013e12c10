//! Differential tests on shapes that the shared random cases do not reach: many labels, graphs
//! around the widths of masks, patterns in several pieces. VF2 is the oracle.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{GraphBuilder, Label, LabeledGraph, NodeId, Pattern};
use isocount_count::{Exact, Representation, Tuning, Vf2};
use isocount_testkit::random::Case;
use isocount_testkit::{Rng, agree_on, slow_suites};

/// The parameters of a random graph.
struct Shape {
    num_nodes: usize,
    num_arcs: usize,
    node_labels: usize,
    edge_labels: usize,
}

fn draw(rng: &mut Rng, shape: &Shape) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for _ in 0..shape.num_nodes {
        // Spread over a wider range than the direct table of labels covers.
        builder.node(Label(700 * rng.below(shape.node_labels) as u32));
    }
    for _ in 0..shape.num_arcs {
        let [tail, head] = [(); 2].map(|()| NodeId(rng.below(shape.num_nodes) as u32));
        builder.edge(tail, head, Label(rng.below(shape.edge_labels) as u32));
    }
    builder.build_merged().unwrap()
}

/// A part of the graph as a pattern, so that it occurs: random nodes and a percentage of the arcs
/// between them.
fn part(rng: &mut Rng, graph: &LabeledGraph, num_nodes: usize, arcs: usize) -> Pattern {
    let mut chosen = vec![NodeId(rng.below(graph.num_nodes()) as u32)];
    while chosen.len() < num_nodes {
        let from = chosen[rng.below(chosen.len())];
        let near = graph.out_arcs(from).iter().chain(graph.in_arcs(from)).map(|arc| arc.node);
        let near: Vec<NodeId> = near.filter(|v| !chosen.contains(v)).collect();
        let anywhere = NodeId(rng.below(graph.num_nodes()) as u32);
        let next = if near.is_empty() { anywhere } else { near[rng.below(near.len())] };
        if !chosen.contains(&next) {
            chosen.push(next);
        } else if graph.num_nodes() <= num_nodes {
            break;
        }
    }
    let mut builder = GraphBuilder::default();
    for &v in &chosen {
        builder.node(graph.node_label(v));
    }
    for (u, &x) in chosen.iter().enumerate() {
        for (v, &y) in chosen.iter().enumerate() {
            for arc in graph.arcs_between(x, y) {
                if rng.chance(arcs) {
                    builder.edge(NodeId(u as u32), NodeId(v as u32), arc.label);
                }
            }
        }
    }
    Pattern::try_from(builder.build().unwrap()).unwrap()
}

fn engines() -> Vec<Exact> {
    let every = [
        (Representation::BySize, 20_000, 1),
        (Representation::WideMasks, 0, 1),
        (Representation::Rows, 20_000, 1),
        (Representation::Rows, 0, 2),
    ];
    let tuned = every.map(|(representation, easy_steps, threads)| {
        let few_placements = if easy_steps == 0 { 0.0 } else { 256.0 };
        let pieces_worth = if easy_steps == 0 { 0.0 } else { 1.0 };
        let tuning = Tuning {
            representation,
            easy_steps,
            few_placements,
            pieces_worth,
            ..Tuning::default()
        };
        Exact::with_threads(threads).tuned(tuning)
    });
    tuned.to_vec()
}

fn all_agree(cases: impl Fn() -> Vec<Case>) {
    for engine in engines() {
        agree_on(&engine, &Vf2, cases());
    }
}

fn rounds() -> u64 {
    if slow_suites() { 1_000 } else { 40 }
}

/// More types of arcs than a signature has bits, including loops and parallel arcs.
#[test]
fn many_labels() {
    all_agree(|| {
        let one = |seed| {
            let mut rng = Rng::new(seed);
            let edge_labels = [3, 70, 5_000][rng.below(3)];
            let shape = Shape { num_nodes: 9, num_arcs: 150, node_labels: 3, edge_labels };
            let graph = draw(&mut rng, &shape);
            let pattern = part(&mut rng, &graph, 6, 80);
            Case { pattern, graph }
        };
        (0..rounds()).map(one).collect()
    });
}

/// More types than a signature has bits, so that the bits of a loop are also those of another arc:
/// a node that has the other arc must not pass for one with the loop.
#[test]
fn loops_among_many_types() {
    all_agree(|| {
        let one = |seed| {
            let mut rng = Rng::new(3_000_000 + seed);
            let num_types = rng.between(33, 60) as u32;
            let mut builder = GraphBuilder::default();
            let (a, b) = (builder.node(Label(0)), builder.node(Label(0)));
            for label in 0..num_types {
                builder.edge(a, b, Label(label));
            }
            builder.edge(a, a, Label(rng.below(num_types as usize) as u32));
            let pattern = Pattern::try_from(builder.build().unwrap()).unwrap();
            // Copies of the pattern, with arcs into their tails, of which some have lost the loop.
            let mut builder = GraphBuilder::default();
            for copy in 0..4 {
                let (x, y) = (builder.node(Label(0)), builder.node(Label(0)));
                let loses_the_loop = copy > 0 && rng.chance(70);
                for arc in pattern.arcs() {
                    let [tail, head] = [arc.tail, arc.head].map(|end| if end == a { x } else { y });
                    if tail != head || !loses_the_loop {
                        builder.edge(tail, head, arc.label);
                    }
                }
                let from = NodeId(rng.below(builder.num_nodes()) as u32);
                for label in (0..num_types).filter(|_| from != x) {
                    builder.edge(from, x, Label(label));
                }
            }
            Case { pattern, graph: builder.build_merged().unwrap() }
        };
        (0..rounds()).map(one).collect()
    });
}

/// One label, so that the sieve keeps every node: around 64, 128 and 256 of them.
#[test]
fn around_the_widths_of_masks() {
    all_agree(|| {
        let one = |seed| {
            let mut rng = Rng::new(1_000_000 + seed);
            let num_nodes = [63, 64, 65, 127, 128, 129, 255, 256, 257, 300][rng.below(10)];
            let num_arcs = 2 * num_nodes;
            let shape = Shape { num_nodes, num_arcs, node_labels: 1, edge_labels: 1 };
            let graph = draw(&mut rng, &shape);
            let pattern = part(&mut rng, &graph, 3, 100);
            Case { pattern, graph }
        };
        (0..rounds() / 2).map(one).collect()
    });
}

/// Two pieces and a node or two without arcs.
#[test]
fn several_pieces() {
    all_agree(|| {
        let one = |seed| {
            let mut rng = Rng::new(2_000_000 + seed);
            let node_labels = rng.between(1, 3);
            let shape = Shape { num_nodes: 10, num_arcs: 22, node_labels, edge_labels: 2 };
            let graph = draw(&mut rng, &shape);
            let [first, second] = [(); 2].map(|()| part(&mut rng, &graph, 3, 80));
            let both = isocount_testkit::transform::disjoint_union(&first, &second);
            Case { pattern: Pattern::try_from(both).unwrap(), graph }
        };
        (0..rounds()).map(one).collect()
    });
}
