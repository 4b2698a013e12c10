//! Theorems of the paper, tested on the actual layers: the example and Lemma 1 of its appendix, and
//! the distance that messages travel in K layers.

use isocount_core::{Edge, LabeledGraph};
use isocount_grad::{Arena, Params, Tape};
use isocount_model::{MODELS, ModelEntry};
use isocount_testkit::{graph, random};

use crate::encoder::{EdgeCentric, Encoder, Gin, TwoWay};
use crate::layer::EdgeConv;
use crate::model::build;
use crate::{
    Aggregation, Batch, EdgeCentricConfig, Encoding, GraphBatch, Prepared, Reverse, Vocabulary,
};

/// Three classes of nodes and one of edges, as in the example.
const LETTERS: Vocabulary = Vocabulary { node_labels: 3, edge_labels: 1 };
const LABELS: Vocabulary = Vocabulary { node_labels: 4, edge_labels: 4 };
const BOTH: [Reverse; 2] = [Reverse::Include, Reverse::Exclude];

/// G1 and G2 of the example: labels are the classes of letters.
fn example() -> [LabeledGraph; 2] {
    ["a:0-b:1, a-c:2", "a:0-b:1, a-c:2, d:0-b, d-c, d-e:1, d-f:2"].map(graph)
}

fn batch(graph: &LabeledGraph, vocabulary: Vocabulary, reverse: Reverse) -> GraphBatch {
    let prepared = Prepared::new(graph, vocabulary).unwrap();
    GraphBatch::new(&[&prepared], vocabulary, reverse)
}

/// The rows that an encoder returns.
fn rows(params: &Params, encoder: &dyn Encoder, graphs: &GraphBatch) -> Vec<Vec<f32>> {
    let mut arena = Arena::new();
    let mut tape = Tape::new(params, &mut arena);
    let rows = encoder.encode(&mut tape, graphs);
    let rows = tape.value(rows);
    (0..rows.shape().rows).map(|row| rows.row(row).to_vec()).collect()
}

fn mean(rows: &[Vec<f32>]) -> Vec<f32> {
    let sum = |column: usize| rows.iter().map(|row| row[column]).sum::<f32>();
    (0..rows[0].len()).map(|column| sum(column) / rows.len() as f32).collect()
}

fn farthest(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// The example's readout: the mean over all arcs of their messages, concatenated with their labels.
fn edge_centric_readout(graph: &LabeledGraph, reverse: Reverse) -> Vec<f32> {
    const PLACES: [usize; 6] = [0, 1, 2, 4, 5, 6]; // the tail's letter and the head's, without the edge
    let mut params = Params::new(0);
    let layer = EdgeConv::new(params.at("layer"), 7, 12, Aggregation::Mean);
    params.values_mut().fill(0.0);
    for (part, first) in [("layer.message", 0), ("layer.own", 6)] {
        let weight = params.find(part).unwrap();
        for (column, place) in PLACES.into_iter().enumerate() {
            params.get_mut(weight)[place * 12 + first + column] = 1.0;
        }
    }
    let graphs = batch(graph, LETTERS, reverse);
    let mut arena = Arena::new();
    let mut tape = Tape::new(&params, &mut arena);
    let rows = layer.forward(&mut tape, &graphs.arcs, &graphs);
    let means = tape.segment_mean(rows, &graphs.arcs_of);
    tape.value(means).data().to_vec()
}

/// The same readout over nodes: the mean over all nodes of their messages, concatenated with their
/// labels.
fn node_centric_readout(graph: &LabeledGraph) -> Vec<f32> {
    let one_hot = |label: u32| [0, 1, 2].map(|letter| if letter == label { 1.0 } else { 0.0 });
    let row = |node| {
        let heard = graph.in_arcs(node).iter().map(|arc| one_hot(graph.node_label(arc.node).0));
        let heard = mean(&heard.map(|row| row.to_vec()).collect::<Vec<_>>());
        [heard, one_hot(graph.node_label(node).0).to_vec()].concat()
    };
    mean(&graph.nodes().map(row).collect::<Vec<_>>())
}

#[test]
fn the_example_of_the_appendix_comes_out() {
    let [first, second] = example();
    let third = 1.0 / 3.0;
    let sixth = 1.0 / 6.0;
    let nodes = [4.0 * sixth, sixth, sixth, third, third, third];
    let own = [0.5, 0.25, 0.25, 0.5, 0.25, 0.25];
    let near = |found: Vec<f32>, expected: &[f32]| {
        assert_eq!(found.len(), expected.len());
        assert!(farthest(&found, expected) < 1e-6, "{found:?}, {expected:?}");
    };
    near(node_centric_readout(&first), &nodes);
    near(node_centric_readout(&second), &nodes);
    let edges = |heard: [f32; 6]| [heard, own].concat();
    let exclude = |graph| edge_centric_readout(graph, Reverse::Exclude);
    near(exclude(&first), &edges([0.0, 0.25, 0.25, 0.5, 0.0, 0.0]));
    near(exclude(&second), &edges([third, 0.25, 0.25, 0.5, sixth, sixth]));
    // With the reverse arc, the mean message equals the mean label, and the two graphs look alike.
    let include = |graph| edge_centric_readout(graph, Reverse::Include);
    near(include(&first), &edges(own));
    near(include(&second), &edges(own));
}

#[test]
fn only_without_the_arc_back_do_the_graphs_of_the_example_differ() {
    for (reverse, differ) in BOTH.into_iter().zip([false, true]) {
        for layers in 1..=4 {
            let config = EdgeCentricConfig { layers, reverse, ..Default::default() };
            let mut params = Params::new(3);
            let encoder = EdgeCentric::new(params.at("encoder"), &config, LETTERS);
            let [a, b] = example()
                .map(|graph| mean(&rows(&params, &encoder, &batch(&graph, LETTERS, reverse))));
            let distance = farthest(&a, &b);
            assert_eq!(distance > 1e-3, differ, "{reverse:?}, {layers} layers: {distance}");
            assert!(differ || distance < 1e-6, "{distance}");
        }
    }
}

/// Lemma 1. If rows of arcs contain only their tails, with W = U and b = 0, they are rows of nodes:
/// `h′_u = σ( W·(h_u + mean { h_i : ⟨i,u⟩ ∈ E }) )`.
#[test]
fn edge_centric_layers_are_as_powerful_as_node_centric_layers() {
    let config = EdgeCentricConfig { width: 6, ..Default::default() };
    let mut params = Params::new(11);
    let encoder = EdgeCentric::new(params.at("encoder"), &config, LABELS);
    for layer in 0..config.layers {
        let [own, message, bias] = ["own", "message", "bias"]
            .map(|part| params.find(&format!("encoder.layer{layer}.{part}")).unwrap());
        if layer == 0 {
            params.get_mut(own)[LABELS.node_labels * config.width..].fill(0.0);
        }
        let weight = params.get(own).to_matrix();
        params.get_mut(message).copy_from_slice(weight.data());
        params.get_mut(bias).fill(0.0);
    }
    for seed in 0..50 {
        let graph = random::small_case(seed).graph;
        let found = rows(&params, &encoder, &batch(&graph, LABELS, Reverse::Include));
        let expected = node_centric(&params, config.layers, &graph);
        for (Edge { tail, .. }, row) in graph.arcs().zip(&found) {
            assert!(farthest(row, &expected[tail.ix()]) < 1e-5, "{row:?}, {expected:?}");
        }
    }
}

/// The node-centric network of Lemma 1, by definition.
fn node_centric(params: &Params, layers: usize, graph: &LabeledGraph) -> Vec<Vec<f32>> {
    let one_hot = |label: u32| {
        (0..LABELS.node_labels as u32).map(|it| if it == label { 1.0 } else { 0.0 }).collect()
    };
    let mut h: Vec<Vec<f32>> = graph.node_labels().iter().map(|label| one_hot(label.0)).collect();
    for layer in 0..layers {
        let weight = params.get(params.find(&format!("encoder.layer{layer}.own")).unwrap());
        let next = |node| {
            let heard: Vec<_> =
                graph.in_arcs(node).iter().map(|arc| h[arc.node.ix()].clone()).collect();
            let mut all = h[node.ix()].clone();
            if !heard.is_empty() {
                all.iter_mut().zip(mean(&heard)).for_each(|(sum, x)| *sum += x);
            }
            let product = |column: usize| {
                let parts = all.iter().enumerate().map(|(row, x)| x * weight.row(row)[column]);
                parts.sum::<f32>()
            };
            let products = (0..weight.shape().cols).map(product);
            products.map(|z| if z > 0.0 { z } else { z * crate::layer::SLOPE }).collect()
        };
        h = graph.nodes().map(next).collect();
    }
    h
}

/// A path of `num_arcs` arcs, with the labels of its first and last nodes.
fn path(num_arcs: usize, first: u32, last: u32) -> String {
    let label = |node| match node {
        0 => first,
        node if node == num_arcs => last,
        _ => 0,
    };
    let node = |node| format!("{first}{last}n{node}:{}", label(node));
    (0..=num_arcs).map(node).collect::<Vec<_>>().join(" -> ")
}

/// Every aggregation, with and without the reverse arc, over every encoding.
fn settings(layers: usize) -> Vec<EdgeCentricConfig> {
    let mut all = Vec::new();
    for aggregation in [Aggregation::Mean, Aggregation::Sum, Aggregation::Attention] {
        for reverse in BOTH {
            for encoding in [Encoding::OneHot, Encoding::Embedding] {
                let paper = EdgeCentricConfig::default();
                all.push(EdgeCentricConfig { layers, aggregation, reverse, encoding, ..paper });
            }
        }
    }
    all
}

#[test]
fn messages_travel_as_far_as_there_are_layers() {
    let far = |params: &Params, encoder: &dyn Encoder, reverse, num_arcs, last_row: usize| {
        let [a, b] = [1, 2].map(|first| {
            let graph = graph(&path(num_arcs, first, 3));
            rows(params, encoder, &batch(&graph, LABELS, reverse))[last_row].clone()
        });
        farthest(&a, &b)
    };
    for layers in 1..=4 {
        for config in settings(layers) {
            let reverse = config.reverse;
            let mut params = Params::new(5);
            let encoder = EdgeCentric::new(params.at("encoder"), &config, LABELS);
            // The last arc of a path of K + 1 arcs is K arcs from the first.
            let far = |num_arcs: usize| far(&params, &encoder, reverse, num_arcs, num_arcs - 1);
            assert!(far(layers + 1) > 1e-5, "{config:?}: {}", far(layers + 1));
            assert!(far(layers + 2) == 0.0, "{config:?}: {}", far(layers + 2));
        }
        for residual in [false, true] {
            let mut params = Params::new(5);
            let encoder = TwoWay::new(params.at("encoder"), layers, 24, residual, LABELS);
            let far = |arcs: usize| far(&params, &encoder, Reverse::Include, arcs, arcs - 1);
            assert!(far(layers + 1) > 1e-5, "both ways: {}", far(layers + 1));
            assert!(far(layers + 2) == 0.0, "both ways: {}", far(layers + 2));
        }
        let mut params = Params::new(5);
        let encoder = Gin::new(params.at("encoder"), layers, 24, LABELS);
        let far = |num_arcs: usize| far(&params, &encoder, Reverse::Include, num_arcs, num_arcs);
        assert!(far(layers) > 1e-5, "{layers}: {}", far(layers));
        assert!(far(layers + 1) == 0.0, "{layers}: {}", far(layers + 1));
    }
}

/// Two paths with ends s–t and s′–t′ and two with ends s–t′ and s′–t are indistinguishable to a
/// model in which no message travels from one end to the other.
#[test]
fn models_see_as_far_as_they_have_layers() {
    // Three layers: an arc has information on both its ends, so arcs see one node further than
    // nodes.
    for (name, reach) in [("count-gnn", 4), ("count-gnn-e", 3), ("count-gnn-m", 4)] {
        let entry = MODELS.iter().find(|entry| entry.name == name).unwrap();
        let difference = |num_arcs: usize| {
            let [a, b] = [[(0, 2), (1, 3)], [(0, 3), (1, 2)]].map(|ends| {
                let paths = ends.map(|(first, last)| path(num_arcs, first, last));
                predict(entry, &graph(&paths.join(", ")))
            });
            (a - b).abs() / a.abs().max(b.abs())
        };
        assert!(difference(reach) > 1e-4, "{name}: {}", difference(reach));
        assert!(difference(reach + 1) < 1e-5, "{name}: {}", difference(reach + 1));
    }
}

fn predict(entry: &ModelEntry, host: &LabeledGraph) -> f32 {
    let (mut params, model) = build(&(entry.with_width)(24), LABELS, 7);
    // Initial values are small: messages from far away would be lost in rounding.
    params.values_mut().iter_mut().for_each(|x| *x *= 3.0);
    let [pattern, graph] =
        [&graph("a:1 -> b:2"), host].map(|it| Prepared::new(it, LABELS).unwrap());
    let batch = Batch::new(&[((0, &pattern), (0, &graph))], LABELS, model.reverse());
    let mut arena = Arena::new();
    let mut tape = Tape::new(&params, &mut arena);
    let counts = model.forward(&mut tape, &batch).counts;
    tape.scalar(counts)
}
