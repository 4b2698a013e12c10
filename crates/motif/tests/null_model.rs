//! Randomised graphs keep the degrees, and surprises are found where they were planted.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use isocount_core::{Control, Label, LabeledGraph, NodeId, Rng};
use isocount_motif::{CensusOptions, NullModel, NullSample, Shuffler, surprises};

/// A random graph with labels from 0 to `labels` − 1 on nodes and arcs.
fn random_graph(seed: u64, nodes: usize, arcs: usize, labels: usize) -> LabeledGraph {
    let mut rng = Rng::new(seed);
    let mut builder = LabeledGraph::builder();
    for _ in 0..nodes {
        builder.node(Label(rng.below(labels) as u32));
    }
    let mut all = BTreeMap::new();
    while all.len() < arcs {
        let (tail, head) = (rng.below(nodes) as u32, rng.below(nodes) as u32);
        all.insert((tail, head), Label(rng.below(labels) as u32));
    }
    for ((tail, head), label) in all {
        builder.edge(NodeId(tail), NodeId(head), label);
    }
    builder.build().unwrap()
}

/// For each node, the number of its links of every kind: direction, its label, the label of the
/// other end.
fn degrees(
    graph: &LabeledGraph,
    directed: bool,
    labels: bool,
) -> Vec<BTreeMap<(bool, u32, u32), usize>> {
    let mut all = vec![BTreeMap::new(); graph.num_nodes()];
    for arc in graph.arcs().filter(|arc| arc.tail != arc.head) {
        let other = |node| if labels { graph.node_label(node).0 } else { 0 };
        let label = if labels { arc.label.0 } else { 0 };
        *all[arc.tail.ix()].entry((directed, label, other(arc.head))).or_insert(0) += 1;
        if directed {
            *all[arc.head.ix()].entry((false, label, other(arc.tail))).or_insert(0) += 1;
        }
    }
    all
}

/// The graph with every arc in both directions, once.
fn undirected(graph: &LabeledGraph) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    graph.node_labels().iter().for_each(|&label| _ = builder.node(label));
    let mut pairs = BTreeMap::new();
    for arc in graph.arcs().filter(|arc| arc.tail != arc.head) {
        pairs.insert((arc.tail.min(arc.head), arc.tail.max(arc.head)), arc.label);
    }
    for ((a, b), label) in pairs {
        builder.undirected_edge(a, b, label);
    }
    builder.build().unwrap()
}

#[test]
fn degrees_of_every_kind_are_kept_exactly() {
    for seed in 0..40 {
        for (directed, labels) in [(false, false), (true, false), (false, true), (true, true)] {
            let graph = random_graph(seed, 30, 120, if labels { 3 } else { 1 });
            let graph = if directed { graph } else { undirected(&graph) };
            let shuffler = Shuffler::new(&graph, directed, labels, &Control::NONE).unwrap();
            let random = shuffler.shuffle(7, seed, &Control::NONE).unwrap();
            let expected = degrees(&graph, directed, labels);
            assert_eq!(degrees(&random.graph, directed, labels), expected, "seed {seed}");
            assert!(random.graph.arcs().all(|arc| arc.tail != arc.head));
            assert!(random.swaps > 0 && random.unmoved < shuffler.num_links());
            let again = shuffler.shuffle(7, seed, &Control::NONE).unwrap();
            assert_eq!(again.graph, random.graph);
        }
    }
}

#[test]
fn a_clique_stays_as_it_is() {
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<_> = (0..5).map(|_| builder.node(Label(0))).collect();
    for i in 0..5 {
        for &other in &nodes[..i] {
            builder.undirected_edge(nodes[i], other, Label(0));
        }
    }
    let graph = builder.build().unwrap();
    let shuffler = Shuffler::new(&graph, false, false, &Control::NONE).unwrap();
    let random = shuffler.shuffle(0, 0, &Control::NONE).unwrap();
    assert_eq!((random.swaps, random.unmoved), (0, 10));
}

fn samples(
    graph: &LabeledGraph,
    options: &CensusOptions,
    model: NullModel,
    from: usize,
) -> Vec<NullSample> {
    let census = options.count(graph, &Control::NONE).unwrap();
    let mut all = Vec::new();
    let take = |sample| {
        all.push(sample);
        ControlFlow::Continue(())
    };
    model.run(graph, options, &census, from, &Control::NONE, take).unwrap();
    all
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let graph = random_graph(3, 40, 150, 2);
    let model = NullModel { samples: 12, seed: 5 };
    for (directed, labels) in [(false, false), (true, false), (true, true)] {
        let (sizes, directed) = (3..=3, Some(directed));
        let options = CensusOptions::default().with(|it| {
            it.sizes = sizes;
            it.directed = directed;
            it.labels = labels;
        });
        let alone = samples(&graph, &options, model, 0);
        let together = samples(&graph, &options.clone().with(|it| it.threads = 4), model, 0);
        assert_eq!(alone, together);
        assert_eq!(samples(&graph, &options, model, 9), alone[9..]);
        assert_eq!(alone.len(), 12);
    }
}

/// Feed-forward loops on disjoint triples of nodes, among random arcs.
#[test]
fn a_planted_motif_is_found() {
    let mut rng = Rng::new(1);
    let mut arcs = BTreeSet::new();
    for triple in 0..30 {
        let [a, b, c] = [0, 1, 2].map(|i| 3 * triple + i);
        for (tail, head) in [(a, b), (b, c), (a, c)] {
            arcs.insert((tail, head));
        }
    }
    while arcs.len() < 200 {
        let (tail, head) = (rng.below(100) as u32, rng.below(100) as u32);
        if tail != head {
            arcs.insert((tail, head));
        }
    }
    let mut builder = LabeledGraph::builder();
    (0..100).for_each(|_| _ = builder.node(Label(0)));
    for &(tail, head) in &arcs {
        builder.edge(NodeId(tail), NodeId(head), Label(0));
    }
    let graph = builder.build().unwrap();
    let options = CensusOptions::default().with(|it| {
        it.sizes = 3..=3;
        it.directed = Some(true);
    });
    let census = options.count(&graph, &Control::NONE).unwrap();
    let counts: Vec<u128> = census.motifs.iter().map(|m| m.count).collect();
    let found =
        surprises(&counts, &samples(&graph, &options, NullModel { samples: 499, seed: 0 }, 0));
    let most =
        (0..found.len()).max_by(|&i, &j| found[i].z.partial_cmp(&found[j].z).unwrap()).unwrap();
    assert_eq!(census.motifs[most].motif.name.as_deref(), Some("030T"));
    assert!(found[most].z.unwrap() > 10.0 && found[most].q <= 0.05, "{:?}", found[most]);
}

/// Random graphs agree with their own null model: p ≤ 0.1 in about a tenth of the cases or less
/// (the two-sided p is conservative).
#[test]
fn nothing_is_found_where_nothing_was_planted() {
    let options = CensusOptions::default().with(|it| it.sizes = 3..=4);
    let (mut low, mut all) = (0, 0);
    for seed in 0..60 {
        let graph = undirected(&random_graph(100 + seed, 30, 70, 1));
        let census = options.count(&graph, &Control::NONE).unwrap();
        let counts: Vec<u128> = census.motifs.iter().map(|m| m.count).collect();
        let model = NullModel { samples: 39, seed };
        let found = surprises(&counts, &samples(&graph, &options, model, 0));
        // Motifs of one graph depend on each other, graphs do not: one motif per graph, the cycle
        // of 4.
        all += 1;
        low += usize::from(found[4].p <= 0.1);
    }
    // 6 of 60 are expected; more than 15 have a chance below one in a thousand.
    assert!(low <= 15, "{low} of {all}");
}

/// z varies from seed to seed within its standard error, which is √((1 + z² / 2) / n) for n
/// samples.
#[test]
fn z_is_stable_across_seeds() {
    let graph = undirected(&random_graph(7, 60, 180, 1));
    let options = CensusOptions::default().with(|it| it.sizes = 3..=4);
    let census = options.count(&graph, &Control::NONE).unwrap();
    let counts: Vec<u128> = census.motifs.iter().map(|m| m.count).collect();
    let n = 200;
    let of_seed = |seed| {
        let found =
            surprises(&counts, &samples(&graph, &options, NullModel { samples: n, seed }, 0));
        found.iter().map(|surprise| surprise.z.unwrap_or(0.0)).collect::<Vec<f64>>()
    };
    let all: Vec<Vec<f64>> = (0..8).map(of_seed).collect();
    for motif in 0..counts.len() {
        let mean = all.iter().map(|z| z[motif]).sum::<f64>() / all.len() as f64;
        let error = ((1.0 + mean * mean / 2.0) / n as f64).sqrt();
        for z in &all {
            assert!(
                (z[motif] - mean).abs() < 4.0 * error,
                "motif {motif}: {} and {mean}",
                z[motif]
            );
        }
    }
}

/// A walk of swaps mixes: with each sample fewer links are where they began, down to the share left
/// by chance.
#[test]
fn a_walk_forgets_where_it_began() {
    let graph = undirected(&random_graph(8, 200, 600, 1));
    let shuffler = Shuffler::new(&graph, false, false, &Control::NONE).unwrap();
    let mut unmoved = Vec::new();
    let visit = |random: isocount_motif::Shuffled| {
        assert_eq!(degrees(&random.graph, false, false), degrees(&graph, false, false));
        unmoved.push(random.unmoved as f64 / shuffler.num_links() as f64);
        if unmoved.len() == 40 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    shuffler.walk(1, 0.5, &Control::NONE, visit).unwrap();
    assert!(unmoved[0] > 0.4 && unmoved[1] < unmoved[0] && unmoved[4] < 0.2, "{unmoved:?}");
    assert!(unmoved[20..].iter().all(|share| *share < 0.1), "{unmoved:?}");
}
