//! Estimates of the census are unbiased, their intervals have the nominal coverage, and the same
//! seed gives the same estimate.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::collections::BTreeSet;
use std::time::Duration;

use isocount_core::{Control, Label, LabeledGraph, NodeId, Rng};
use isocount_motif::{Census, CensusError, CensusMotif, CensusOptions, SampleOptions};
use isocount_testkit::slow_suites;

/// A graph with hubs: arcs lead to nodes in proportion to their degree.
fn random_graph(seed: u64, nodes: usize, arcs: usize, labels: usize) -> LabeledGraph {
    let mut rng = Rng::new(seed);
    let mut builder = LabeledGraph::builder();
    for _ in 0..nodes {
        builder.node(Label(rng.below(labels) as u32));
    }
    let mut ends: Vec<u32> = (0..nodes as u32).collect();
    let mut all = BTreeSet::new();
    while all.len() < arcs {
        let (tail, head) = (rng.below(nodes) as u32, ends[rng.below(ends.len())]);
        if tail != head && all.insert((tail, head)) {
            ends.push(head);
        }
    }
    for (tail, head) in all {
        builder.edge(NodeId(tail), NodeId(head), Label(0));
    }
    builder.build().unwrap()
}

fn estimate(graph: &LabeledGraph, options: &SampleOptions) -> Census {
    options.estimate(graph, &Control::NONE).unwrap()
}

/// The exact count of a motif.
fn exact(census: &Census, motif: &CensusMotif) -> f64 {
    let canonical = motif.motif.shape.canonical().0;
    let is = |other: &&CensusMotif| {
        // With labels, both have the same order of nodes.
        if motif.labels.is_some() {
            return other.motif.shape == motif.motif.shape && other.labels == motif.labels;
        }
        other.motif.shape.canonical().0 == canonical
    };
    census.motifs.iter().find(is).map_or(0.0, |found| found.count as f64)
}

/// Checks the coverage of intervals over many graphs, seeds and kinds of motifs.
#[test]
fn intervals_have_the_nominal_coverage() {
    let (graphs, seeds) = if slow_suites() { (5, 4) } else { (2, 1) };
    let (mut held, mut all) = (0, 0);
    let (mut rare_held, mut rare) = (0, 0);
    for (directed, labels, sizes) in
        [(false, false, 3..=6), (true, false, 3..=4), (false, true, 3..=4), (true, false, 5..=5)]
    {
        for graph_seed in 0..graphs {
            let graph = random_graph(graph_seed, 60, 150, if labels { 2 } else { 1 });
            let sizes = sizes.clone();
            let options = CensusOptions::default().with(|it| {
                it.sizes = sizes.clone();
                it.directed = Some(directed);
                it.labels = labels;
            });
            let truth = options.count(&graph, &Control::NONE).unwrap();
            for seed in 0..seeds {
                let options = SampleOptions::default().with(|it| {
                    it.sizes = sizes.clone();
                    it.directed = Some(directed);
                    it.labels = labels;
                    it.draws = 8_192;
                    it.seed = seed;
                });
                for found in estimate(&graph, &options).motifs {
                    let count = exact(&truth, &found);
                    let estimated = found.estimate.unwrap();
                    let holds = (estimated.low..=estimated.high).contains(&count);
                    assert!(estimated.hits == 0 || count > 0.0);
                    if estimated.hits >= 20 {
                        all += 1;
                        held += usize::from(holds);
                    } else if count > 0.0 {
                        rare += 1;
                        rare_held += usize::from(holds);
                    }
                }
            }
        }
    }
    // The nominal coverage is 95 %; many intervals depend on each other, so a little less is
    // allowed.
    let share = held as f64 / f64::from(all);
    let rare_share = rare_held as f64 / f64::from(rare);
    let (least, slack) = if slow_suites() { ((1_500, 500), 0.0) } else { ((150, 50), 0.04) };
    assert!(all > least.0 && share > 0.94 - slack, "{held} of {all}");
    assert!(rare > least.1 && rare_share > 0.93 - slack, "{rare_held} of {rare} rare ones");
}

#[test]
fn estimates_are_right_on_average() {
    let graph = random_graph(1, 40, 90, 1);
    let directed = Some(false);
    let options = CensusOptions::default().with(|it| {
        it.sizes = 3..=5;
        it.directed = directed;
    });
    let truth = options.count(&graph, &Control::NONE).unwrap();
    let seeds = if slow_suites() { 200 } else { 40 };
    let mut values: Vec<Vec<f64>> = vec![Vec::new(); truth.motifs.len()];
    for seed in 0..seeds {
        let options = SampleOptions::default().with(|it| {
            it.sizes = 3..=5;
            it.directed = directed;
            it.draws = 2_048;
            it.seed = seed;
        });
        for (found, values) in estimate(&graph, &options).motifs.iter().zip(&mut values) {
            values.push(found.estimate.unwrap().value);
        }
    }
    let n = seeds as f64;
    let mut checked = 0;
    for (found, values) in truth.motifs.iter().zip(&values) {
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        let count = found.count as f64;
        // Motifs that are hardly ever drawn do not vary enough to be judged.
        if values.iter().filter(|value| **value > 0.0).count() >= seeds as usize / 2 {
            checked += 1;
            let title = found.motif.title();
            assert!((mean - count).abs() < 4.5 * error, "{title}: {mean}, {count} ± {error}");
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn the_same_seed_gives_the_same_answer_on_any_number_of_threads() {
    let graph = random_graph(2, 50, 120, 2);
    for labels in [false, true] {
        let options = SampleOptions::default().with(|it| {
            it.sizes = 3..=5;
            it.directed = Some(false);
            it.labels = labels;
            it.draws = 20_000;
            it.precision = Some(0.02);
            it.seed = 9;
        });
        let said = |threads| {
            let census = estimate(&graph, &options.clone().with(|it| it.threads = threads));
            census.motifs.iter().map(|found| found.estimate).collect::<Vec<_>>()
        };
        assert_eq!(said(1), said(3));
        let other = estimate(&graph, &options.clone().with(|it| it.seed = 10));
        assert_ne!(said(1)[0], other.motifs[0].estimate);
    }
}

#[test]
fn precision_and_time_end_sampling_early() {
    let graph = random_graph(3, 60, 200, 1);
    let (sizes, directed) = (4..=4, Some(false));
    let options = SampleOptions::default().with(|it| {
        it.sizes = sizes;
        it.directed = directed;
        it.draws = 1 << 40;
    });
    let precise = estimate(&graph, &options.clone().with(|it| it.precision = Some(0.05)));
    let all: f64 = precise.motifs.iter().map(|found| found.estimate.unwrap().value).sum();
    for estimate in precise.motifs.iter().map(|found| found.estimate.unwrap()) {
        if estimate.value >= 0.01 * all {
            assert!(estimate.high - estimate.value <= 0.05 * estimate.value);
        }
    }
    let limit = Some(Duration::from_millis(20));
    let timed = estimate(&graph, &options.with(|it| it.time_limit = limit));
    assert!(timed.motifs[0].estimate.unwrap().draws >= 2_048);
}

#[test]
fn degenerate_graphs_and_sizes_are_handled() {
    let graph = LabeledGraph::builder().build().unwrap();
    let none = estimate(&graph, &SampleOptions::default().with(|it| it.draws = 100));
    assert!(none.motifs.iter().all(|found| found.count == 0));
    // A single edge is a component that never gets large enough.
    let mut builder = LabeledGraph::builder();
    let (a, b) = (builder.node(Label(0)), builder.node(Label(0)));
    builder.undirected_edge(a, b, Label(0));
    let edge = builder.build().unwrap();
    let none = estimate(&edge, &SampleOptions::default().with(|it| it.draws = 100));
    assert!(none.motifs.iter().all(|found| found.estimate.unwrap().high == 0.0));
    let wrong = SampleOptions::default().with(|it| it.sizes = 3..=7);
    let error = wrong.estimate(&edge, &Control::NONE).err();
    assert!(matches!(error, Some(CensusError::Sizes { most: 6, .. })));
    let control = Control::new();
    control.cancel();
    let cancelled = SampleOptions::default().estimate(&edge, &control).err();
    assert!(matches!(cancelled, Some(CensusError::Cancelled(_))));
}
