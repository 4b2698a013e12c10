//! Induced counts whose last two nodes are counted together equal brute force, in masks and in
//! rows, on any number of threads.
//!
//! The everyday suite asks 3,000 small questions in two meanings, `ISOCOUNT_SLOW=1` asks 200,000.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{
    Answer, Budget, Count, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Pattern, Semantics,
    Unit,
};
use isocount_count::{BruteForce, Exact, Representation, Routing, Share, Tuning};
use isocount_testkit::random::Case;
use isocount_testkit::{Rng, slow_suites};

const INDUCED: Semantics = Semantics::Induced(Unit::Mappings);

/// How graph and pattern of a case look.
struct Kind {
    node_labels: usize,
    arc_labels: usize,
    /// 1 for undirected edges, 3 for arcs too.
    ways: usize,
    loops: bool,
}

impl Kind {
    fn draw(rng: &mut Rng) -> Self {
        Self {
            node_labels: rng.between(1, 2),
            arc_labels: if rng.chance(25) { 2 } else { 1 },
            ways: [1, 3][rng.below(2)],
            loops: rng.chance(25),
        }
    }

    /// A connected graph with a number of edges beyond a tree.
    fn graph(&self, rng: &mut Rng, n: usize, extra: usize) -> LabeledGraph {
        let mut builder = GraphBuilder::default();
        for _ in 0..n {
            builder.node(Label(rng.below(self.node_labels) as u32));
        }
        for v in 1..n + extra {
            let (a, b) = if v < n { (rng.below(v), v) } else { (rng.below(n), rng.below(n)) };
            if a == b && !self.loops {
                continue;
            }
            let [a, b] = [a, b].map(|end| NodeId(end as u32));
            let label = Label(rng.below(self.arc_labels) as u32);
            match rng.below(self.ways) {
                0 => _ = builder.undirected_edge(a, b, label),
                1 => _ = builder.edge(a, b, label),
                _ => _ = builder.edge(b, a, label),
            }
        }
        builder.build_merged().unwrap()
    }

    /// The pattern is drawn, or it is what some nodes of the graph induce.
    fn case(&self, rng: &mut Rng, k: usize, n: usize, density: usize) -> Case {
        let graph = self.graph(rng, n, density * n);
        let pattern = if rng.chance(30) {
            let extra = rng.below(2 * k);
            self.graph(rng, k, extra)
        } else {
            induced(&graph, &walk(rng, &graph, k))
        };
        Case { pattern: Pattern::try_from(pattern).unwrap(), graph }
    }
}

/// Nodes that a random walk meets; fewer than `k` if it meets no others.
fn walk(rng: &mut Rng, graph: &LabeledGraph, k: usize) -> Vec<NodeId> {
    let mut nodes = vec![NodeId(rng.below(graph.num_nodes()) as u32)];
    for _ in 0..10 * k {
        let at = nodes[rng.below(nodes.len())];
        let around: Vec<NodeId> =
            graph.out_arcs(at).iter().chain(graph.in_arcs(at)).map(|arc| arc.node).collect();
        if around.is_empty() || nodes.len() == k {
            break;
        }
        let next = around[rng.below(around.len())];
        if !nodes.contains(&next) {
            nodes.push(next);
        }
    }
    nodes
}

fn induced(graph: &LabeledGraph, nodes: &[NodeId]) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for &node in nodes {
        builder.node(graph.node_label(node));
    }
    let place = |node: NodeId| nodes.iter().position(|&other| other == node);
    for arc in graph.arcs() {
        if let (Some(tail), Some(head)) = (place(arc.tail), place(arc.head)) {
            builder.edge(NodeId(tail as u32), NodeId(head as u32), arc.label);
        }
    }
    builder.build_merged().unwrap()
}

/// Every question is hard: it is planned with care, and symmetry is broken.
fn paired(representation: Representation, threads: usize) -> Exact {
    let (algebra, splitting) = (Routing::Never, Routing::Never);
    let tuning = Tuning { easy_steps: 0, representation, algebra, splitting, ..Tuning::default() };
    Exact::with_threads(threads).tuned(tuning)
}

fn ask(exact: &dyn Counter, case: &Case, semantics: Semantics) -> Count {
    let answer = exact.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
    answer.unwrap().exact().unwrap()
}

#[test]
fn pairs_equal_brute_force() {
    let number = if slow_suites() { 200_000 } else { 1_500 };
    let mut not_zero = 0;
    for seed in 0..number {
        let rng = &mut Rng::new(41_000_000 + seed);
        let kind = Kind::draw(rng);
        let (k, n, density) = (rng.between(3, 6), rng.between(5, 9), rng.between(0, 3));
        let case = kind.case(rng, k, n, density);
        let forms = [Representation::Rows, Representation::Masks, Representation::WideMasks];
        let form = forms[(seed % 4 % 3) as usize];
        let exact = paired(form, 1 + (seed % 3 / 2) as usize);
        for semantics in [INDUCED, Semantics::Induced(Unit::Subgraphs)] {
            let (found, truth) =
                (ask(&exact, &case, semantics), ask(&BruteForce, &case, semantics));
            assert_eq!(found, truth, "seed {seed}, {form:?}, {semantics}\n{case}");
        }
        not_zero += u64::from(ask(&exact, &case, INDUCED) > Count::ZERO);
    }
    assert!(2 * not_zero > number, "{not_zero} of {number}");
}

/// Rows of many lengths; the engine without pairs is the oracle.
#[test]
fn larger_graphs_agree_with_placing_every_node() {
    for seed in 0..if slow_suites() { 3_000 } else { 60 } {
        let rng = &mut Rng::new(42_000_000 + seed);
        let kind = Kind::draw(rng);
        let (k, n) = (rng.between(4, 6), rng.between(270, 330));
        let density = [1, 2, 2, 4][rng.below(4)];
        let case = kind.case(rng, k, n, density);
        let by_size = paired(Representation::BySize, 1 + (seed % 2) as usize);
        let (algebra, splitting) = (Routing::Never, Routing::Never);
        let tuning = Tuning { pairs: false, algebra, splitting, ..Tuning::default() };
        let placing = Exact::new().tuned(tuning);
        assert_eq!(ask(&by_size, &case, INDUCED), ask(&placing, &case, INDUCED), "seed {seed}");
    }
}

/// What is counted before a limit strikes exists; and shares add up.
#[test]
fn bounds_and_shares_are_right() {
    for seed in 0..200 {
        let rng = &mut Rng::new(43_000_000 + seed);
        let kind = Kind::draw(rng);
        let (k, n) = (rng.between(3, 5), rng.between(6, 12));
        let case = kind.case(rng, k, n, 2);
        let form = [Representation::Rows, Representation::Masks][(seed % 2) as usize];
        let exact = paired(form, 1);
        let truth = ask(&exact, &case, INDUCED);
        let mut last = Count::ZERO;
        for steps in (0..40).chain([100, 100_000]) {
            let budget = Budget::steps(steps);
            let bound = match exact.count(&case.pattern, &case.graph, INDUCED, &budget).unwrap() {
                Answer::AtLeast(bound) => bound,
                answer => answer.exact().unwrap(),
            };
            assert!(last <= bound && bound <= truth, "seed {seed}, {steps} steps\n{case}");
            last = bound;
        }
        assert_eq!(last, truth, "seed {seed}\n{case}");
        let parts = Share::WHOLE.cut(3).map(|share| {
            let budget = Budget::UNLIMITED;
            exact.count_share(&case.pattern, &case.graph, INDUCED, share, &budget).unwrap()
        });
        let sum: u128 = parts.map(|part| part.mappings.0).sum();
        assert_eq!(sum, truth.0, "seed {seed}\n{case}");
    }
}
