//! Plain, fused, indexed and batched: the same counts, whatever the model, the graph and the pattern.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::sync::Arc;

use isocount_core::{Answer, Budget, Counter, Label, LabeledGraph, Pattern, Rng, Semantics, Unit};
use isocount_grad::{Arena, Params, Tape};
use isocount_infer::{FastCounter, Index, IndexFile, Network, PatternCode, Readout};
use isocount_nn::{
    Aggregation, Batch, CountGnnConfig, CountGnnEConfig, CountGnnMConfig, EdgeCentricConfig,
    Encoding, Model, ModelConfig, Prepared, Reverse, Vocabulary,
};
use isocount_testkit::transform::as_pattern;

const VOCABULARY: Vocabulary = Vocabulary { node_labels: 5, edge_labels: 3 };

/// A model with random weights, as files of a run.
struct Case {
    params: Params,
    model: Box<dyn Model>,
    config: String,
    weights: Vec<u8>,
    network: Network,
}

impl Case {
    /// `scale` makes first values larger or smaller.
    fn new(config: &ModelConfig, seed: u64, scale: f32) -> Self {
        let (mut params, model) = config.build(VOCABULARY, seed);
        params.values_mut().iter_mut().for_each(|x| *x *= scale);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.safetensors");
        params.save(&path).unwrap();
        let weights = std::fs::read(&path).unwrap();
        let config = toml(config);
        let network = Network::new(&config, &weights).unwrap();
        Self { params, model, config, weights, network }
    }

    /// What the tape says, before it is kept from being negative.
    fn plain(&self, pattern: &Pattern, graph: &LabeledGraph) -> f64 {
        let [pattern, graph] =
            [pattern.graph(), graph].map(|it| Prepared::new(it, VOCABULARY).unwrap());
        let batch = Batch::new(&[((0, &pattern), (0, &graph))], VOCABULARY, self.model.reverse());
        let mut arena = Arena::new();
        let mut tape = Tape::new(&self.params, &mut arena);
        let prediction = self.model.forward(&mut tape, &batch);
        f64::from(prediction.outputs(&tape)[0]).max(0.0)
    }
}

/// The settings of a run with this model, as `isocount-train` writes them.
fn toml(model: &ModelConfig) -> String {
    #[derive(serde::Serialize)]
    struct Run<'a> {
        model: &'a ModelConfig,
        training: std::collections::BTreeMap<&'a str, &'a str>,
        labels: std::collections::BTreeMap<&'a str, Vec<String>>,
    }
    let names = |number: usize| (0..number).map(|label| label.to_string()).collect();
    let run = Run {
        model,
        training: [("output", "annealed")].into(),
        labels: [
            ("nodes", names(VOCABULARY.node_labels)),
            ("edges", names(VOCABULARY.edge_labels)),
        ]
        .into(),
    };
    toml::to_string(&run).unwrap()
}

/// Every model that has a fused form, at several widths.
fn models() -> Vec<ModelConfig> {
    let mut all = Vec::new();
    for width in [3, 12, 24, 40] {
        for aggregation in [Aggregation::Mean, Aggregation::Sum] {
            for (encoding, residual) in [(Encoding::OneHot, false), (Encoding::Embedding, true)] {
                let paper = EdgeCentricConfig { width, embedding_width: 5, ..Default::default() };
                let encoder = EdgeCentricConfig { aggregation, encoding, residual, ..paper };
                all.push(ModelConfig::CountGnn(CountGnnConfig { encoder, shared: residual }));
                all.push(ModelConfig::CountGnnM(CountGnnMConfig { encoder }));
            }
        }
        all.push(ModelConfig::CountGnnE(CountGnnEConfig { layers: 3, width }));
        all.push(ModelConfig::CountGnnE(CountGnnEConfig { layers: 1, width }));
    }
    all
}

/// A random graph with loops and parallel arcs, and a few arcs less than asked for.
fn random_graph(rng: &mut Rng, nodes: usize, arcs: usize, labels: usize) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    let ids: Vec<_> = (0..nodes).map(|_| builder.node(Label(rng.below(labels) as u32))).collect();
    let mut drawn = std::collections::BTreeSet::new();
    for _ in 0..arcs {
        drawn.insert([rng.below(nodes), rng.below(nodes), rng.below(VOCABULARY.edge_labels)]);
    }
    for [tail, head, label] in drawn {
        builder.edge(ids[tail], ids[head], Label(label as u32));
    }
    builder.build().unwrap()
}

fn close(a: f64, b: f64, error: f64) -> bool {
    (a - b).abs() <= error * (1.0 + a.abs().max(b.abs()))
}

/// Asserts that all ways agree; gives the largest relative error.
fn agree(case: &Case, patterns: &[Pattern], graph: &LabeledGraph, error: f64) -> f64 {
    let network = &case.network;
    let codes: Vec<PatternCode> = patterns.iter().map(|it| network.pattern(it).unwrap()).collect();
    let encoded = network.encode(graph, 1).unwrap();
    let index = Index::new(network, graph, 2).unwrap();
    let batched = network.indexed_many(&index, &codes.iter().collect::<Vec<_>>());
    let fused: Vec<_> = codes.iter().map(|code| (&encoded, code)).collect();
    let fused = network.fused_pairs(&fused);
    let mut worst = 0.0_f64;
    for (((pattern, code), batched), fused) in patterns.iter().zip(&codes).zip(batched).zip(fused) {
        let plain = case.plain(pattern, graph);
        let indexed = network.indexed(&index, code);
        assert!(close(network.fused(&encoded, code), fused, 1e-6));
        assert!(close(network.indexed_pairs(&[(&index, code)])[0], indexed, 1e-6));
        // Where shares of opposite signs cancel, single precision cannot tell more than this.
        let explained = network.explain(pattern, graph).unwrap();
        let shares = explained.shares.iter().map(|share| share.share.abs()).sum::<f64>();
        let size = 1.0 + plain.abs().max(5e-2 * (shares + explained.offset.abs()));
        for (way, found) in [("fused", fused), ("indexed", indexed), ("batched", batched)] {
            assert!(
                (found - plain).abs() <= error * size,
                "{way}: {found}, plain {plain}, shares {shares}, {} arcs\n{}",
                graph.num_arcs(),
                case.config
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

/// In the tape a million arcs are summed in single precision; here in double. So the fused loop is held
/// against the tape on a part, and the ways of this crate against each other on the whole.
#[test]
fn a_million_arcs() {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 1, 1.0);
    let mut rng = Rng::new(9);
    let graph = random_graph(&mut rng, 200_000, 1_000_000, 5);
    let network = &case.network;
    let (encoded, index) =
        (network.encode(&graph, 2).unwrap(), Index::new(network, &graph, 2).unwrap());
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
        let encoded = case.network.encode(&graph, threads).unwrap();
        let index = Index::new(&case.network, &graph, threads).unwrap();
        let (fused, indexed) =
            (case.network.fused(&encoded, &code), case.network.indexed(&index, &code));
        [fused.to_bits(), indexed.to_bits()]
    };
    let one = answers(1);
    assert_eq!(one, answers(2));
    assert_eq!(one, answers(5));
}

#[test]
fn a_counter_takes_the_way_that_pays_and_answers_the_same() {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 1, 1.0);
    let mut rng = Rng::new(4);
    let graph = random_graph(&mut rng, 300, 1_500, 5);
    let pattern = as_pattern(random_graph(&mut rng, 4, 6, 5));
    let semantics = Semantics::Monomorphism(Unit::Mappings);
    let network = Arc::new(case.network.clone());
    let ask = |readout, semantics| {
        let asked = Some(Semantics::Monomorphism(Unit::Mappings));
        let counter = FastCounter::new(Arc::clone(&network), asked, readout, 1);
        let mut open = counter.open(&graph.clone().into(), &isocount_core::Control::NONE).unwrap();
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
    assert_eq!(value(Readout::For { patterns: 1 }).to_bits(), fused.to_bits());
    assert_eq!(value(Readout::For { patterns: 1_000 }).to_bits(), indexed.to_bits());
    assert!(ask(Readout::Fused, Semantics::Homomorphism).is_err());
}

#[test]
fn numbers_that_overflow_are_no_answer() {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 1, 1e15);
    let graph = random_graph(&mut Rng::new(4), 30, 80, 5);
    let pattern = as_pattern(random_graph(&mut Rng::new(5), 3, 4, 5));
    let semantics = Semantics::Monomorphism(Unit::Mappings);
    for readout in [Readout::Fused, Readout::Indexed] {
        let network = Arc::new(case.network.clone());
        let counter = FastCounter::new(network, Some(semantics), readout, 1);
        let answer = counter.count(&pattern, &graph, semantics, &Budget::UNLIMITED);
        assert!(answer.unwrap_err().to_string().contains("overflow"));
    }
}

#[test]
fn what_cannot_be_fused_is_refused() {
    let encoder = EdgeCentricConfig { reverse: Reverse::Exclude, ..Default::default() };
    let config = ModelConfig::CountGnn(CountGnnConfig { encoder, shared: false });
    let (params, _) = config.build(VOCABULARY, 0);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights");
    params.save(&path).unwrap();
    let error = Network::new(&toml(&config), &std::fs::read(path).unwrap()).unwrap_err();
    assert!(error.to_string().contains("there are no fused loops"), "{error}");
}

#[test]
fn shares_of_arcs_add_up_to_the_output() {
    let mut rng = Rng::new(21);
    for (number, config) in models().iter().enumerate() {
        let case = Case::new(config, number as u64, 1.5);
        let pattern = as_pattern(random_graph(&mut rng, 4, 6, 5));
        let graph = random_graph(&mut rng, 12, 40, 5);
        let explained = case.network.explain(&pattern, &graph).unwrap();
        assert_eq!(explained.shares.len(), graph.num_arcs());
        let plain = case.plain(&pattern, &graph);
        assert!(close(explained.count, plain, 1e-4));
        assert!(close(explained.output.max(0.0), plain, 1e-4));
        if !matches!(config, ModelConfig::CountGnnE(_)) {
            // The offset is what the head says where the sum over arcs is zero, on the same piece.
            let shares: f64 = explained.shares.iter().map(|share| share.share).sum();
            assert!(close(explained.offset + shares, explained.output, 1e-5));
        }
    }
}

mod files {
    use super::*;

    fn indexed(folder: &std::path::Path) -> (Case, std::path::PathBuf, Vec<Pattern>) {
        let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::with_width(8)), 1, 1.0);
        let mut rng = Rng::new(2);
        let graph = random_graph(&mut rng, 60, 200, 5);
        let patterns = (1..5).map(|size| as_pattern(random_graph(&mut rng, size, size, 5)));
        let path = folder.join("graph.index");
        let model = (&case.config[..], &case.weights[..]);
        IndexFile::create(&path, model, ("graph", &graph), 2, &|_| {}).unwrap();
        let patterns: Vec<Pattern> = patterns.collect();
        let file = IndexFile::open(&path).unwrap();
        assert_eq!((file.graph_name(), file.graph_size()), ("graph", (60, graph.num_arcs())));
        let index = Index::new(&case.network, &graph, 1).unwrap();
        for pattern in &patterns {
            let code = case.network.pattern(pattern).unwrap();
            let expected = case.network.indexed(&index, &code);
            assert_eq!(file.count(&[&code]).unwrap()[0].to_bits(), expected.to_bits());
        }
        (case, path, patterns)
    }

    #[test]
    fn a_file_answers_as_memory_does_and_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let (case, path, _) = indexed(folder.path());
        let graph = random_graph(&mut Rng::new(1), 5, 5, 5);
        let model = (&case.config[..], &case.weights[..]);
        let error = IndexFile::create(&path, model, ("g", &graph), 1, &|_| {}).unwrap_err();
        assert!(error.to_string().contains("exists already"), "{error}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

        // What a killed process leaves is taken over; what another process holds, or a file of
        // another kind, is not.
        let next = folder.path().join("next.index");
        let part = IndexFile::part(&next);
        let create = || IndexFile::create(&next, model, ("g", &graph), 1, &|_| {});
        std::fs::write(&part, "notes").unwrap();
        assert!(create().unwrap_err().to_string().contains("exists already"));
        assert_eq!(std::fs::read(&part).unwrap(), b"notes");
        // Killed after the last byte, before it got its name.
        std::fs::copy(&path, &part).unwrap();
        create().unwrap();
        std::fs::remove_file(&next).unwrap();
        std::fs::write(&part, [0; 1000]).unwrap();
        let held = std::fs::File::open(&part).unwrap();
        held.lock().unwrap();
        assert!(create().unwrap_err().to_string().contains("another process"));
        drop(held);
        create().unwrap();
        assert!(!part.exists() && IndexFile::open(&next).is_ok());
        assert!(IndexFile::open(folder.path()).is_err());
    }

    /// As in a file that is too large to be checked when it is opened.
    #[test]
    fn what_is_checked_late_is_checked_before_it_is_believed() {
        let folder = tempfile::tempdir().unwrap();
        let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::with_width(8)), 1, 1.0);
        let mut rng = Rng::new(2);
        // Several chunks, so that an answer does not need them all.
        let graph = random_graph(&mut rng, 2_000, 20_000, 5);
        let patterns = (2..8).map(|size| as_pattern(random_graph(&mut rng, size, 9, 5)));
        let codes: Vec<PatternCode> =
            patterns.map(|pattern| case.network.pattern(&pattern).unwrap()).collect();
        let path = folder.path().join("graph.index");
        let model = (&case.config[..], &case.weights[..]);
        IndexFile::create(&path, model, ("graph", &graph), 1, &|_| {}).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let ask = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let file = IndexFile::open_checking(&path, 0)?;
            let counts = file.count(&codes.iter().collect::<Vec<_>>())?;
            Ok::<_, isocount_infer::InferError>(
                counts.into_iter().map(f64::to_bits).collect::<Vec<_>>(),
            )
        };
        let expected = ask(&whole).unwrap();
        let (mut refused, mut unharmed) = (0, 0);
        // Every byte of the file is inverted once, some thousands at a time.
        for at in (64..whole.len()).step_by(4096) {
            let mut bytes = whole.clone();
            bytes[at..].iter_mut().take(4096).for_each(|byte| *byte ^= 0xff);
            match ask(&bytes) {
                Err(_) => refused += 1,
                // The bytes were not needed.
                Ok(answer) => {
                    assert_eq!(answer, expected, "bytes from {at}");
                    unharmed += 1;
                }
            }
        }
        assert!(refused > 0 && unharmed > 0, "{refused} refused, {unharmed} unharmed");
    }

    #[test]
    fn damage_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (case, path, _) = indexed(folder.path());
        let whole = std::fs::read(&path).unwrap();
        let try_open = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            IndexFile::open(&path)
        };
        // One bit of every byte in turn would take minutes; a stride that is not a power of two meets
        // every section.
        for at in (0..whole.len()).step_by(97).chain(0..64) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            let error = try_open(&bytes).err();
            assert!(error.is_some(), "byte {at} of {}", whole.len());
        }
        for len in (0..whole.len()).step_by(211) {
            assert!(try_open(&whole[..len]).is_err(), "cut to {len}");
        }
        let mut future = whole.clone();
        future[16] = 2;
        let error = try_open(&future).unwrap_err().to_string();
        assert!(error.contains("version 2, and this program reads version 1"), "{error}");
        let error =
            try_open(b"not an index, but long enough to hold a preamble, if it were one........")
                .unwrap_err();
        assert!(error.to_string().contains("not an index"), "{error}");
        let file = try_open(&whole).unwrap();
        let other = Case::new(&ModelConfig::CountGnn(CountGnnConfig::with_width(8)), 2, 1.0);
        let run = std::path::Path::new("run");
        assert!(file.check_model(&case.network, run).is_ok());
        let error = file.check_model(&other.network, run).unwrap_err().to_string();
        assert!(error.contains("made with another model than run"), "{error}");
    }
}
