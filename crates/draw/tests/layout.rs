//! Properties that every layout has, for any graph.

use isocount_core::{Label, LabeledGraph, NodeId};
use isocount_draw::{MIN_DISTANCE, Point, layout};
use isocount_testkit::{Rng, graph, random};

fn distance(a: Point, b: Point) -> f64 {
    ((a.x - b.x).powi(2) + (a.y - b.y).powi(2)).sqrt()
}

fn assert_valid(graph: &LabeledGraph, what: &str) {
    let points = layout(graph);
    assert_eq!(points.len(), graph.num_nodes(), "{what}");
    assert!(points.iter().all(|p| p.x.is_finite() && p.y.is_finite()), "{what}");
    for (ix, &a) in points.iter().enumerate() {
        for &b in &points[..ix] {
            assert!(distance(a, b) >= MIN_DISTANCE - 1e-9, "{what}: {a:?} and {b:?}");
        }
    }
    assert_eq!(points, layout(graph), "{what}: different points for the same graph");
}

fn scattered(num_nodes: usize, num_arcs: usize) -> LabeledGraph {
    let mut rng = Rng::new(1);
    let mut builder = LabeledGraph::builder();
    for _ in 0..num_nodes {
        builder.node(Label(0));
    }
    for _ in 0..num_arcs {
        let mut any = || NodeId(rng.below(num_nodes) as u32);
        let (tail, head) = (any(), any());
        builder.edge(tail, head, Label(0));
    }
    builder.build_merged().expect("every end was added")
}

#[test]
fn random_graphs_have_valid_layouts() {
    for seed in 0..150 {
        let case = random::case(seed);
        assert_valid(&case.graph, &format!("graph of seed {seed}"));
        assert_valid(&case.pattern, &format!("pattern of seed {seed}"));
    }
}

#[test]
fn every_size_has_a_valid_layout() {
    for (num_nodes, num_arcs) in
        [(0, 0), (1, 0), (1, 3), (50, 0), (33, 76), (150, 2000), (700, 900)]
    {
        assert_valid(&scattered(num_nodes, num_arcs), &format!("{num_nodes} nodes"));
    }
}

#[test]
fn a_star_of_many_leaves_has_a_valid_layout() {
    let mut builder = LabeledGraph::builder();
    let middle = builder.node(Label(0));
    for _ in 0..200 {
        let leaf = builder.node(Label(0));
        builder.edge(middle, leaf, Label(0));
    }
    assert_valid(&builder.build().unwrap(), "star");
}

#[test]
fn a_chain_lies_straight() {
    let points = layout(&graph("a-b-c-d-e-f-g-h-i-j"));
    for pair in points.windows(2) {
        assert_eq!((pair[1].x - pair[0].x, pair[1].y), (1.0, pair[0].y));
    }
}

#[test]
fn a_square_stands_upright() {
    let points = layout(&graph("a-b-c-d-a"));
    for side in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        let (a, b) = (points[side.0], points[side.1]);
        let is_upright = (a.x - b.x).abs() < 1e-6 || (a.y - b.y).abs() < 1e-6;
        assert!(is_upright, "{points:?}");
    }
}

#[test]
fn components_keep_apart() {
    let points = layout(&graph("a-b-c-a, d-e, f"));
    for here in &points[..3] {
        for there in &points[3..] {
            assert!(distance(*here, *there) > 0.99);
        }
    }
}
