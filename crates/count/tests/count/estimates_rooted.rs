//! Sampling from the image of a node on all cycles, against the specification: exact where nothing
//! is pruned, without bias where much is.

use isocount_core::{Answer, Budget, Counter, Label, LabeledGraph, NodeId, Pattern, Semantics};
use isocount_count::{BruteForce, Sample, Sampling};
use isocount_testkit::random::Case;
use isocount_testkit::{Rng, estimates_conform, slow_suites};

/// What arcs and nodes look like, in the pattern and in the graph.
struct Style {
    num_node_labels: usize,
    num_edge_labels: usize,
    is_directed: bool,
    percent_of_loops: usize,
    percent_of_parallels: usize,
}

impl Style {
    fn any(rng: &mut Rng) -> Self {
        Self {
            num_node_labels: [1, 1, 2][rng.below(3)],
            num_edge_labels: [1, 1, 2][rng.below(3)],
            is_directed: rng.chance(40),
            percent_of_loops: [0, 0, 10][rng.below(3)],
            percent_of_parallels: [0, 0, 15][rng.below(3)],
        }
    }

    fn label(&self, rng: &mut Rng) -> Label {
        Label(rng.below(self.num_node_labels) as u32)
    }

    fn join(&self, a: usize, b: usize, arcs: &mut Vec<(usize, usize, Label)>, rng: &mut Rng) {
        let label = Label(rng.below(self.num_edge_labels) as u32);
        arcs.push((a, b, label));
        if !self.is_directed || rng.chance(20) {
            arcs.push((b, a, label));
        }
        if rng.chance(self.percent_of_parallels) {
            arcs.push((a, b, Label(rng.below(self.num_edge_labels) as u32)));
        }
    }
}

fn build(labels: &[Label], mut arcs: Vec<(usize, usize, Label)>) -> LabeledGraph {
    arcs.sort_unstable_by_key(|&(a, b, label)| (a, b, label.0));
    arcs.dedup();
    let mut builder = LabeledGraph::builder();
    for &label in labels {
        builder.node(label);
    }
    for (a, b, label) in arcs {
        builder.edge(NodeId(a as u32), NodeId(b as u32), label);
    }
    builder.build().expect("a small graph")
}

/// A cycle of 3 to 7 nodes with up to two chords or further cycles at its first node, and up to two
/// leaves; planted in a random graph.
fn case(seed: u64) -> Case {
    let rng = &mut Rng::new(38_000_000 + seed);
    let style = Style::any(rng);
    let length = rng.between(3, 7);
    let mut pairs: Vec<(usize, usize)> = (0..length).map(|u| (u, (u + 1) % length)).collect();
    if length > 3 && rng.chance(40) {
        pairs.push((0, rng.between(2, length - 2)));
    }
    let mut k = length;
    if length < 5 && rng.chance(25) {
        pairs.extend([(0, k), (k, k + 1), (k + 1, 0)]);
        k += 2;
    }
    for _ in 0..[0, 0, 1, 2][rng.below(4)] {
        if k < 7 {
            pairs.push((rng.below(k), k));
            k += 1;
        }
    }
    // With equal labels and arcs, automorphisms remain.
    let is_even = rng.chance(60);
    let labels: Vec<Label> =
        (0..k).map(|_| if is_even { Label(0) } else { style.label(rng) }).collect();
    let mut arcs = Vec::new();
    for (a, b) in pairs {
        if is_even {
            arcs.push((a, b, Label(0)));
            if !style.is_directed {
                arcs.push((b, a, Label(0)));
            }
        } else {
            style.join(a, b, &mut arcs, rng);
        }
    }
    arcs.extend((0..k).filter(|_| rng.chance(style.percent_of_loops)).map(|u| (u, u, Label(0))));

    let n = rng.between(k, 11);
    let mut places: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut places);
    let mut graph_labels: Vec<Label> = (0..n).map(|_| style.label(rng)).collect();
    for (u, &label) in labels.iter().enumerate() {
        graph_labels[places[u]] = label;
    }
    let mut graph_arcs: Vec<_> =
        arcs.iter().map(|&(a, b, label)| (places[a], places[b], label)).collect();
    for _ in 0..rng.between(n, 3 * n) {
        // Some nodes have far more neighbours than others.
        let among = n.div_ceil(1 + rng.below(3));
        let (a, b) = (rng.below(among), rng.below(n));
        if a != b || rng.chance(style.percent_of_loops) {
            style.join(a, b, &mut graph_arcs, rng);
        }
    }
    let pattern = Pattern::try_from(build(&labels, arcs)).expect("a small pattern");
    Case { pattern, graph: build(&graph_labels, graph_arcs) }
}

#[test]
fn what_is_not_pruned_is_exact_from_a_root() {
    let num_cases = if slow_suites() { 60_000 } else { 500 };
    let sample = Sample::new(Sampling::default().rooted().with_particles(1 << 24));
    let (mut from_roots, mut not_zero) = (0, 0);
    for seed in 0..num_cases {
        let case = case(seed);
        for semantics in Semantics::ALL {
            let ask = |counter: &dyn Counter| {
                counter.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED)
            };
            let truth = ask(&BruteForce).expect("a small case").value();
            let answer = ask(&sample).expect("a small case");
            let value = answer.value();
            let told = format!("seed {seed}, {semantics}: {value} for {truth}\n{case}");
            assert!((value - truth).abs() <= 1e-9 * truth, "{told}");
            // Only plans with a root do not notice that nothing was pruned.
            from_roots += u64::from(matches!(answer, Answer::Estimate(_)));
            not_zero += u64::from(truth > 0.0);
        }
    }
    assert!(from_roots > 2 * num_cases && not_zero > 3 * num_cases, "{from_roots} {not_zero}");
}

#[test]
fn estimates_from_a_root_have_no_bias() {
    let num_cases = if slow_suites() { 2_000 } else { 40 };
    for particles in [1, 3, 8] {
        let sampling = Sampling::default().rooted().with_replicates(4).with_particles(particles);
        let make = |seed| Box::new(Sample::new(sampling.with_seed(seed))) as Box<dyn Counter>;
        for semantics in Semantics::ALL {
            let cases = (0..num_cases).map(case);
            let tally = estimates_conform(&make, &BruteForce, semantics, cases, 0..160);
            assert!(tally.estimates > 100, "{particles} particles, {semantics}: {tally:?}");
        }
    }
}
