//! The properties of models, over the options of Count-GNN that are not its defaults.

#![expect(clippy::unwrap_used, reason = "the cases are valid")]

use isocount_core::{LabeledGraph, Rng};
use isocount_grad::{Arena, Grads, Params, Tape};
use isocount_nn::{
    Aggregation, Batch, CountGnnConfig, EdgeCentricConfig, Encoding, ModelConfig, Prepared,
    Reverse, Vocabulary, build,
};
use isocount_testkit::random;
use isocount_testkit::transform::renumbered;

const VOCABULARY: Vocabulary = Vocabulary { node_labels: 4, edge_labels: 4 };

/// Every aggregation, with and without the reverse arc, over every encoding; residuals and a shared
/// encoder in some of them.
fn options(width: usize) -> Vec<CountGnnConfig> {
    let mut all = Vec::new();
    for aggregation in [Aggregation::Mean, Aggregation::Sum, Aggregation::Attention] {
        for reverse in [Reverse::Include, Reverse::Exclude] {
            for encoding in [Encoding::OneHot, Encoding::Embedding] {
                let residual = aggregation == Aggregation::Attention;
                let paper = EdgeCentricConfig { width, embedding_width: 5, ..Default::default() };
                let encoder =
                    EdgeCentricConfig { aggregation, reverse, residual, encoding, ..paper };
                all.push(CountGnnConfig {
                    encoder,
                    shared: reverse == Reverse::Exclude,
                    ..Default::default()
                });
            }
        }
    }
    all
}

type Questions = [(LabeledGraph, LabeledGraph)];

fn questions(number: u64) -> Vec<(LabeledGraph, LabeledGraph)> {
    let cases = (0..number).map(random::small_case);
    cases.map(|case| (case.pattern.graph().clone(), case.graph)).collect()
}

fn batch(questions: &Questions, reverse: Reverse) -> Batch {
    let prepared: Vec<[Prepared; 2]> = questions
        .iter()
        .map(|(pattern, graph)| [pattern, graph].map(|it| Prepared::new(it, VOCABULARY).unwrap()))
        .collect();
    let asked: Vec<_> = prepared
        .iter()
        .enumerate()
        .map(|(ix, [pattern, graph])| ((ix, pattern), (ix, graph)))
        .collect();
    Batch::new(&asked, VOCABULARY, reverse)
}

fn predict(config: CountGnnConfig, questions: &Questions) -> Vec<f32> {
    let (params, model) = build(&ModelConfig::CountGnn(config), VOCABULARY, 7);
    let mut arena = Arena::new();
    let mut tape = Tape::new(&params, &mut arena);
    let counts = model.forward(&mut tape, &batch(questions, model.reverse())).counts;
    tape.value(counts).data().to_vec()
}

fn assert_close(a: &[f32], b: &[f32], config: CountGnnConfig) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        let close = (a - b).abs() <= 1e-4 * (1.0 + a.abs().max(b.abs()));
        assert!(close, "{config:?}: {a}, {b}");
    }
}

#[test]
fn alone_equals_in_a_batch() {
    let questions = questions(12);
    for config in options(24) {
        let alone =
            questions.iter().map(|question| predict(config, std::slice::from_ref(question)));
        assert_close(&alone.collect::<Vec<_>>().concat(), &predict(config, &questions), config);
    }
}

#[test]
fn renumbering_nodes_changes_nothing() {
    let moved = |graph: &LabeledGraph, seed: u64| {
        renumbered(graph, &Rng::new(seed).permutation(graph.num_nodes()))
    };
    let questions = questions(20);
    let moved: Vec<_> = questions.iter().map(|(p, g)| (moved(p, 1), moved(g, 2))).collect();
    for config in options(24) {
        assert_close(&predict(config, &questions), &predict(config, &moved), config);
    }
}

#[test]
fn every_option_has_an_effect() {
    let questions = questions(12);
    let mut all: Vec<_> = options(24).iter().map(|&config| predict(config, &questions)).collect();
    let number = all.len();
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    all.dedup();
    assert_eq!(all.len(), number);
}

#[test]
fn gradients_agree_with_finite_differences() {
    let questions = questions(6);
    for config in options(6) {
        let (mut params, model) = build(&ModelConfig::CountGnn(config), VOCABULARY, 3);
        let batch = batch(&questions, model.reverse());
        let mut arena = Arena::new();
        let mut loss = |params: &Params, grads: Option<&mut Grads>| {
            let mut tape = Tape::new(params, &mut arena);
            let prediction = model.forward(&mut tape, &batch);
            let squares = tape.square(prediction.counts);
            let sum = tape.sum(squares);
            let value = f64::from(tape.scalar(sum));
            if let Some(grads) = grads {
                tape.backward(sum, grads).unwrap();
            }
            value
        };
        let mut grads = Grads::zeros(&params);
        loss(&params, Some(&mut grads));
        let length = grads.norm();
        // Along the gradient, and along a few random directions, the loss changes as predicted.
        for seed in 0..8 {
            let mut rng = Rng::new(seed);
            let direction: Vec<f32> = match seed {
                0 => grads.values().iter().map(|g| (f64::from(*g) / length) as f32).collect(),
                _ => (0..params.num_scalars())
                    .map(|_| if rng.below(2) == 0 { 0.02 } else { -0.02 })
                    .collect(),
            };
            let slope = grads.values().iter().zip(&direction);
            let slope: f64 = slope.map(|(g, d)| f64::from(*g) * f64::from(*d)).sum();
            let start = params.values().to_vec();
            let mut at = |step: f32| {
                let moved = start.iter().zip(&direction).map(|(x, d)| x + step * d);
                let moved: Vec<f32> = moved.collect();
                params.values_mut().copy_from_slice(&moved);
                loss(&params, None)
            };
            let step = 4e-4; // longer ones meet the kinks of σ
            let numeric = (at(step) - at(-step)) / (2.0 * f64::from(step));
            params.values_mut().copy_from_slice(&start);
            let allowed = 1e-3 * length;
            assert!((numeric - slope).abs() < allowed, "{config:?}: {numeric}, {slope}, {length}");
        }
    }
}

#[test]
fn settings_round_trip_through_a_file() {
    for config in options(12) {
        let config = ModelConfig::CountGnn(config);
        let text = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<ModelConfig>(&text).unwrap(), config);
    }
    let text = "model = \"count-gnn\"\n[encoder]\naggregation = \"attention\"\n\
                encoding = \"embedding\"\nembedding_width = 16\n";
    let ModelConfig::CountGnn(config) = toml::from_str(text).unwrap() else { panic!("{text}") };
    let encoder = EdgeCentricConfig {
        aggregation: Aggregation::Attention,
        encoding: Encoding::Embedding,
        embedding_width: 16,
        ..Default::default()
    };
    assert_eq!(config.encoder, encoder);
}

#[test]
fn options_cost_the_parameters_that_they_should() {
    let number = |encoder| {
        let config = CountGnnConfig { encoder, ..Default::default() };
        let vocabulary = Vocabulary { node_labels: 16, edge_labels: 16 };
        build(&ModelConfig::CountGnn(config), vocabulary, 0).0.num_scalars()
    };
    let paper = EdgeCentricConfig::default();
    let default = number(paper);
    assert_eq!(default, 15_217);
    // Three layers on each side, d scores in each.
    let attention = EdgeCentricConfig { aggregation: Aggregation::Attention, ..paper };
    assert_eq!(number(attention), default + 2 * 3 * 24);
    // Two tables of 16 rows on each side; the first layers see 3·8 numbers, not 48.
    let embedding = EdgeCentricConfig { encoding: Encoding::Embedding, ..paper };
    assert_eq!(number(embedding), default + 2 * (2 * 16 * 8) - 2 * 2 * (48 - 24) * 24);
}
