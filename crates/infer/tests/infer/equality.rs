//! Plain, fused, indexed and batched answers are equal, for every model, graph and pattern.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, Counter, Label, LabeledGraph, Pattern, Rng, Semantics,
};
use isocount_infer::{EncodedPair, FastCounter, Index, Network, PatternCode, Readout};
use isocount_nn::{
    Aggregation, CountGnnConfig, CountGnnEConfig, CountGnnMConfig, EdgeCentricConfig, Encoding,
    ModelConfig, Reverse, build,
};

use crate::trained_case::{Case, SEMANTICS, VOCABULARY, as_pattern, model_files, random_graph};

/// Every model that has a fused form, at several widths.
fn models() -> Vec<ModelConfig> {
    let mut all = Vec::new();
    for width in [3, 12, 24, 40] {
        for aggregation in [Aggregation::Mean, Aggregation::Sum] {
            for (encoding, residual) in [(Encoding::OneHot, false), (Encoding::Embedding, true)] {
                let paper = EdgeCentricConfig { width, embedding_width: 5, ..Default::default() };
                let encoder = EdgeCentricConfig { aggregation, encoding, residual, ..paper };
                all.push(ModelConfig::CountGnn(CountGnnConfig {
                    encoder,
                    shared: residual,
                    ..Default::default()
                }));
                all.push(ModelConfig::CountGnnM(CountGnnMConfig { encoder }));
            }
        }
        all.push(ModelConfig::CountGnnE(CountGnnEConfig { layers: 3, width }));
        all.push(ModelConfig::CountGnnE(CountGnnEConfig { layers: 1, width }));
    }
    all
}

fn close(a: f64, b: f64, error: f64) -> bool {
    (a - b).abs() <= error * (1.0 + a.abs().max(b.abs()))
}

/// Asserts that all methods agree; returns the largest relative error.
fn agree(case: &Case, patterns: &[Pattern], graph: &LabeledGraph, error: f64) -> f64 {
    let network = &case.network;
    let codes: Vec<PatternCode> = patterns.iter().map(|it| network.pattern(it).unwrap()).collect();
    let encoded = network.encode(graph, 1, &Control::NONE).unwrap();
    let index = Index::new(network, graph, 2, &Control::NONE).unwrap();
    let batched = network.indexed_many(&index, &codes.iter().collect::<Vec<_>>());
    let fused: Vec<_> =
        codes.iter().map(|code| EncodedPair { graph: &encoded, pattern: code }).collect();
    let fused = network.fused_pairs(&fused);
    let mut worst = 0.0_f64;
    for (((pattern, code), batched), fused) in patterns.iter().zip(&codes).zip(batched).zip(fused) {
        let plain = case.plain(pattern, graph);
        let indexed = network.indexed(&index, code);
        assert!(close(network.fused(&encoded, code), fused, 1e-6));
        assert!(close(
            network.indexed_pairs(&[EncodedPair { graph: &index, pattern: code }])[0],
            indexed,
            1e-6
        ));
        // Where shares of opposite signs cancel, single precision is not more accurate than this.
        let explained = network.explain(pattern, graph, &Control::NONE).unwrap();
        let shares = explained.shares.iter().map(|share| share.share.abs()).sum::<f64>();
        let size = 1.0 + plain.abs().max(5e-2 * (shares + explained.offset.abs()));
        for (way, found) in [("fused", fused), ("indexed", indexed), ("batched", batched)] {
            assert!(
                (found - plain).abs() <= error * size,
                "{way}: {found}, plain {plain}, shares {shares}, {} arcs\n{}",
                graph.num_arcs(),
                case.files.text()
            );
            worst = worst.max((found - plain).abs() / (1.0 + plain.abs()));
        }
    }
    worst
}

#[test]
fn all_ways_agree_over_models_graphs_and_patterns() {
    let mut rng = Rng::new(11);
    let mut errors = Vec::new();
    for (number, config) in models().iter().enumerate() {
        for scale in [1.0, 0.3] {
            let case = Case::new(config, number as u64, scale);
            let patterns: Vec<Pattern> = (0..6)
                .map(|size| as_pattern(random_graph(&mut rng, 1 + size, 2 * size, 5)))
                .collect();
            for (nodes, arcs) in [(1, 0), (1, 1), (3, 2), (20, 76), (100, 560), (900, 3_000)] {
                let graph = random_graph(&mut rng, nodes, arcs, 5);
                errors.push(agree(&case, &patterns, &graph, 1e-4));
            }
        }
    }
    errors.sort_by(f64::total_cmp);
    let typical = errors[errors.len() / 2];
    assert!(typical < 1e-5, "{typical}");
}

#[test]
fn hostile_graphs_and_weights_change_nothing() {
    let config = ModelConfig::CountGnn(CountGnnConfig::default());
    let mut rng = Rng::new(5);
    let patterns: Vec<Pattern> = [(1, 0), (2, 1), (4, 6), (8, 20)]
        .map(|(nodes, arcs)| as_pattern(random_graph(&mut rng, nodes, arcs, 5)))
        .into();
    for scale in [1e-6, 1e-2, 0.0, 3.0] {
        let case = Case::new(&config, 3, scale);
        // One label and a star: most keys are equal.
        for leaves in [10, 64, 65, 1_000, 5_000] {
            let mut builder = LabeledGraph::builder();
            let hub = builder.node(Label(0));
            for _ in 0..leaves {
                let leaf = builder.node(Label(0));
                builder.edge(hub, leaf, Label(0));
            }
            agree(&case, &patterns, &builder.build().unwrap(), 1e-4);
        }
        agree(&case, &patterns, &random_graph(&mut rng, 50, 2_000, 1), 1e-4);
    }
}

/// The tape sums many arcs (a million in the slow suite) in single precision, this crate in double. So the fused loop is
/// compared with the tape on a part, and the methods of this crate with each other on the whole.
#[test]
fn many_arcs() {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 1, 1.0);
    let mut rng = Rng::new(9);
    let slow = std::env::var_os("ISOCOUNT_SLOW").is_some();
    let nodes = if slow { 200_000 } else { 40_000 };
    let graph = random_graph(&mut rng, nodes, 5 * nodes, 5);
    let network = &case.network;
    let (encoded, index) = (
        network.encode(&graph, 2, &Control::NONE).unwrap(),
        Index::new(network, &graph, 2, &Control::NONE).unwrap(),
    );
    assert!(index.num_bytes() < 350 * graph.num_arcs(), "{}", index.num_bytes());
    for size in 1..8 {
        let pattern = as_pattern(random_graph(&mut rng, size, 2 * size, 5));
        let code = network.pattern(&pattern).unwrap();
        let (fused, indexed) = (network.fused(&encoded, &code), network.indexed(&index, &code));
        assert!(close(fused, indexed, 1e-5), "{fused} {indexed}");
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 1, 1.0);
    let mut rng = Rng::new(2);
    let graph = random_graph(&mut rng, 3_000, 20_000, 5);
    let code = case.network.pattern(&as_pattern(random_graph(&mut rng, 4, 6, 5))).unwrap();
    let answers = |threads| {
        let encoded = case.network.encode(&graph, threads, &Control::NONE).unwrap();
        let index = Index::new(&case.network, &graph, threads, &Control::NONE).unwrap();
        let (fused, indexed) =
            (case.network.fused(&encoded, &code), case.network.indexed(&index, &code));
        [fused.to_bits(), indexed.to_bits()]
    };
    let one = answers(1);
    assert_eq!(one, answers(2));
    assert_eq!(one, answers(5));
}

#[test]
fn a_counter_chooses_the_cheaper_method_and_answers_the_same() {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 1, 1.0);
    let mut rng = Rng::new(4);
    let graph = random_graph(&mut rng, 300, 1_500, 5);
    let pattern = as_pattern(random_graph(&mut rng, 4, 6, 5));
    let semantics = SEMANTICS;
    let network = Arc::new(case.network.clone());
    let ask = |readout, semantics| {
        let counter = FastCounter::new(Arc::clone(&network), SEMANTICS, readout, 1);
        let mut open = counter.open(&graph.clone().into(), &Control::NONE).unwrap();
        let mut fork = open.fork();
        let forked = fork.count(&pattern, semantics, &Budget::UNLIMITED);
        drop(fork);
        let answer = open.count(&pattern, semantics, &Budget::UNLIMITED);
        assert_eq!(answer, forked);
        answer
    };
    let value = |readout| match ask(readout, semantics) {
        Ok(Answer::Estimate(estimate)) => estimate.value,
        other => panic!("{other:?}"),
    };
    let (fused, indexed) = (value(Readout::Fused), value(Readout::Indexed));
    assert!(close(fused, indexed, 1e-5));
    assert_eq!(value(Readout::Auto { patterns: 1 }).to_bits(), fused.to_bits());
    assert_eq!(value(Readout::Auto { patterns: 1_000 }).to_bits(), indexed.to_bits());
    assert!(ask(Readout::Fused, Semantics::Homomorphism).is_err());
}

#[test]
fn numbers_that_overflow_are_no_answer() {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 1, 1e15);
    let graph = random_graph(&mut Rng::new(4), 30, 80, 5);
    let pattern = as_pattern(random_graph(&mut Rng::new(5), 3, 4, 5));
    let semantics = SEMANTICS;
    for readout in [Readout::Fused, Readout::Indexed] {
        let network = Arc::new(case.network.clone());
        let counter = FastCounter::new(network, semantics, readout, 1);
        let answer = counter.count(&pattern, &graph, semantics, &Budget::UNLIMITED);
        assert!(answer.unwrap_err().to_string().contains("overflow"));
    }
}

#[test]
fn what_cannot_be_fused_is_refused() {
    let encoder = EdgeCentricConfig { reverse: Reverse::Exclude, ..Default::default() };
    let config =
        ModelConfig::CountGnn(CountGnnConfig { encoder, shared: false, ..Default::default() });
    let (params, _) = build(&config, VOCABULARY, 0);
    let files = model_files(&config, &params);
    let error = Network::of(&files).unwrap_err();
    assert!(error.to_string().contains("there are no fused loops"), "{error}");
}

#[test]
fn shares_of_arcs_add_up_to_the_output() {
    let mut rng = Rng::new(21);
    for (number, config) in models().iter().enumerate() {
        let case = Case::new(config, number as u64, 1.5);
        let pattern = as_pattern(random_graph(&mut rng, 4, 6, 5));
        let graph = random_graph(&mut rng, 12, 40, 5);
        let explained = case.network.explain(&pattern, &graph, &Control::NONE).unwrap();
        assert_eq!(explained.shares.len(), graph.num_arcs());
        let plain = case.plain(&pattern, &graph);
        assert!(close(explained.count, plain, 1e-4));
        assert!(close(explained.output.max(0.0), plain, 1e-4));
        if !matches!(config, ModelConfig::CountGnnE(_)) {
            // The offset is the output of the head where the sum over arcs is zero, on the same
            // linear piece.
            let shares: f64 = explained.shares.iter().map(|share| share.share).sum();
            assert!(close(explained.offset + shares, explained.output, 1e-5));
        }
    }
}
