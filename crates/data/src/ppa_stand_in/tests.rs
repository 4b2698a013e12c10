//! The stand-in as a whole: its graphs, its statistics, and what its bytes depend on.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use isocount_core::{Budget, Control, Count, Counter, Label, LabeledGraph};
use isocount_count::{BruteForce, Exact};
use isocount_testkit::slow_suites;
use tempfile::tempdir;

use super::generate_ppa_stand_in;
use crate::{Dataset, Making, Truth};

fn make(out: &Path, limit: Option<usize>, threads: usize) -> Dataset {
    let threads = NonZeroUsize::new(threads).unwrap();
    let making = Making { counter: &Exact::new(), threads, control: &Control::NONE };
    generate_ppa_stand_in(out, 5, limit, making).unwrap();
    Dataset::read(out, &Control::NONE).unwrap()
}

/// The mean and its standard error.
fn mean(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.collect();
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (number - 1.0) / number).sqrt())
}

fn assert_near((mean, error): (f64, f64), paper: f64, tolerance: f64) {
    assert!((mean - paper).abs() < tolerance, "{mean} ± {error}, the paper has {paper}");
}

/// Nodes, arcs, and the mean count of the triples of each graph.
fn statistics(dataset: &Dataset) -> [(f64, f64); 3] {
    let graphs = dataset.raw_graphs();
    let mut counts = vec![Vec::new(); graphs.len()];
    for triple in dataset.triples() {
        counts[triple.graph as usize].push(triple.truth.exact().unwrap().0 as f64);
    }
    let of_graph = |counts: &Vec<f64>| counts.iter().sum::<f64>() / counts.len() as f64;
    [
        mean((0..graphs.len()).map(|ix| graphs.num_nodes(ix) as f64)),
        mean((0..graphs.len()).map(|ix| graphs.num_arcs(ix) as f64)),
        mean(counts.iter().map(of_graph)),
    ]
}

#[test]
fn graphs_and_averages_are_as_promised() {
    let place = tempdir().unwrap();
    let dataset = make(&place.path().join("set"), Some(300), 2);
    assert_eq!(dataset.triples().len(), 300 * 57_940 / 6_000);
    for named in dataset.raw_graphs().iter() {
        let graph: LabeledGraph = named.graph;
        assert!(graph.arcs().all(|arc| graph.has_arc(arc.head, arc.tail, arc.label)));
        assert!(graph.arcs().all(|arc| arc.tail != arc.head && arc.label == Label(0)));
        let mut labels: Vec<u32> = graph.node_labels().iter().map(|label| label.0).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
    let [nodes, arcs, count] = statistics(&dataset);
    assert_near(nodes, 152.75, 4.0 * nodes.1);
    assert_near(arcs, 1968.29, 4.0 * arcs.1);
    assert_near(count, 13.83, 4.0 * count.1);

    // A smaller set is the beginning of a larger one.
    let small = make(&place.path().join("small"), Some(20), 1);
    assert!(dataset.triples().starts_with(small.triples()));
    assert!((0..20).all(|ix| small.graph(ix) == dataset.graph(ix)));
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    let place = tempdir().unwrap();
    let [one, two] = [1, 2].map(|threads| {
        let out = place.path().join(threads.to_string());
        make(&out, Some(100), threads);
        ["dataset.toml", "patterns.bin", "graphs.bin", "triples.bin"]
            .map(|file| fs::read(out.join(file)).unwrap())
    });
    assert!(one == two);
}

#[test]
fn counts_are_those_of_the_specification() {
    let place = tempdir().unwrap();
    let dataset = make(&place.path().join("set"), Some(3), 1);
    let small = |pattern: u32| dataset.patterns()[pattern as usize].pattern.num_nodes() <= 4;
    for triple in dataset.triples().iter().filter(|triple| small(triple.pattern)) {
        let pattern = &dataset.patterns()[triple.pattern as usize].pattern;
        let graph = dataset.graph(triple.graph as usize);
        let meaning = dataset.semantics();
        let answer = BruteForce.count(pattern, &graph, meaning, &Budget::UNLIMITED).unwrap();
        assert_eq!(triple.truth.exact(), answer.exact());
    }
}

#[test]
fn the_full_set_has_the_numbers_of_table_one() {
    if !slow_suites() {
        return;
    }
    let place = tempdir().unwrap();
    let dataset = make(&place.path().join("set"), None, 2);
    assert_eq!(dataset.patterns().len(), 12);
    assert_eq!(dataset.num_graphs(), 6_000);
    assert_eq!(dataset.triples().len(), 57_940);
    let [nodes, arcs, count] = statistics(&dataset);
    assert_near(nodes, 152.75, 0.01 * 152.75);
    assert_near(arcs, 1968.29, 0.01 * 1968.29);
    assert_near(count, 13.83, 0.05 * 13.83);
    let mut occurs = [false; 12];
    for triple in dataset.triples() {
        occurs[triple.pattern as usize] |= triple.truth != Truth::Exact(Count::ZERO);
    }
    assert_eq!(occurs, [true; 12]);
}
