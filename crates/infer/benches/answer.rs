//! Times of encoding, indexing and answering, on one thread, for several sizes of graphs: one line
//! of JSON per size. `benchmarks/infer` compares it with PyTorch.
//!
//! `cargo bench -p isocount-infer --bench answer -- FOLDER` also writes the model, graphs, patterns
//! and answers to a folder, so that other programs can answer the same questions.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark prints, and may panic")]

use std::path::Path;
use std::time::Instant;

use isocount_core::{Control, Label, LabeledGraph, Meaning, Pattern, Rng, Semantics, Unit};
use isocount_infer::{Encoded, EncodedPair, Index, Network, PatternCode};
use isocount_model::{
    CountGnnConfig, DataConfig, InputChecksums, LabelTable, ModelConfig, ModelFiles, RunConfig,
    TrainConfig, TrainingConfig, seal,
};
use isocount_nn::build;
use isocount_testkit::transform::as_pattern;

const LABELS: usize = 16;
const PATTERNS: usize = 128;

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let folder = folder.as_deref().map(Path::new);
    let network = Network::of(&model(folder)).unwrap();
    let mut rng = Rng::new(1);
    let patterns: Vec<Pattern> =
        (0..PATTERNS).map(|ix| as_pattern(random(&mut rng, 3 + ix % 6, 2 + ix % 10))).collect();
    if let Some(folder) = folder {
        write(folder, "patterns.json", patterns.iter().map(Pattern::graph));
    }
    for (name, nodes, arcs, copies) in [
        ("small", 32, 76, PATTERNS),
        ("large", 256, 560, PATTERNS),
        ("10k", 4_000, 10_000, 1),
        ("100k", 40_000, 100_000, 1),
        ("1m", 400_000, 1_000_000, 1),
    ] {
        let graphs: Vec<LabeledGraph> =
            (0..copies).map(|_| random(&mut rng, nodes, arcs)).collect();
        if let (Some(folder), true) = (folder, copies > 1) {
            write(folder, &format!("{name}.json"), graphs.iter());
        }
        measure(&network, name, &graphs, &patterns);
        if let (Some(folder), true) = (folder, copies > 1) {
            let pairs = graphs.iter().zip(&patterns);
            let counts: Vec<f64> = pairs
                .map(|(graph, pattern)| {
                    let encoded = network.encode(graph, 1, &Control::NONE).unwrap();
                    network.fused(&encoded, &network.pattern(pattern).unwrap())
                })
                .collect();
            std::fs::write(folder.join(format!("{name}.counts.json")), format!("{counts:?}"))
                .unwrap();
        }
    }
}

/// Measures everything for graphs of one size.
fn measure(network: &Network, name: &str, graphs: &[LabeledGraph], patterns: &[Pattern]) {
    let arcs = graphs[0].num_arcs();
    let times = (2_000_000 / (arcs * graphs.len())).clamp(3, 200);
    let per_graph = |seconds: f64| seconds * 1e6 / graphs.len() as f64;
    let encode = median(times, || {
        for graph in graphs {
            std::hint::black_box(network.encode(graph, 1, &Control::NONE).unwrap());
        }
    });
    let encoded: Vec<Encoded> =
        graphs.iter().map(|it| network.encode(it, 1, &Control::NONE).unwrap()).collect();
    let index = median(times, || {
        for encoded in &encoded {
            std::hint::black_box(index_of(network, encoded, 1));
        }
    });
    let index_2 = median(times, || {
        for encoded in &encoded {
            std::hint::black_box(index_of(network, encoded, 2));
        }
    });
    let indices: Vec<Index> = encoded.iter().map(|it| index_of(network, it, 1)).collect();
    let code = median(200, || {
        for pattern in patterns {
            std::hint::black_box(network.pattern(pattern).unwrap());
        }
    });
    let codes: Vec<PatternCode> = patterns.iter().map(|it| network.pattern(it).unwrap()).collect();
    // Pairs one after the other: graph i with pattern i, or every pattern with the only graph.
    let of = |ix: usize| ix % graphs.len();
    let per_pair = |seconds: f64| seconds * 1e6 / patterns.len() as f64;
    let asked = if arcs > 50_000 { 4 } else { patterns.len() };
    let pairs: Vec<EncodedPair<'_, Encoded>> = codes
        .iter()
        .enumerate()
        .map(|(ix, pattern)| EncodedPair { graph: &encoded[of(ix)], pattern })
        .take(asked)
        .collect();
    let fused = median(times.min(50), || {
        std::hint::black_box(network.fused_pairs(&pairs));
    }) * patterns.len() as f64
        / asked as f64;
    // The same graph for every pattern, so that it stays in the cache.
    let pairs: Vec<EncodedPair<'_, Encoded>> = codes
        .iter()
        .map(|pattern| EncodedPair { graph: &encoded[0], pattern })
        .take(asked)
        .collect();
    let fused_one = median(times.min(50), || {
        std::hint::black_box(network.fused_pairs(&pairs));
    }) * patterns.len() as f64
        / asked as f64;
    let pairs: Vec<EncodedPair<'_, Index>> = codes
        .iter()
        .enumerate()
        .map(|(ix, pattern)| EncodedPair { graph: &indices[of(ix)], pattern })
        .collect();
    let indexed = median(200, || {
        std::hint::black_box(network.indexed_pairs(&pairs));
    });
    let all: Vec<&PatternCode> = codes.iter().collect();
    let batched = median(200, || {
        std::hint::black_box(network.indexed_many(&indices[0], &all));
    });
    println!(
        r#"{{"graphs":"{name}","arcs":{arcs},"encode_us":{:.3},"index_us":{:.3},"index_2_threads_us":{:.3},"index_bytes_per_arc":{:.1},"pattern_us":{:.3},"fused_us":{:.3},"fused_one_graph_us":{:.3},"indexed_us":{:.3},"batched_us":{:.3}}}"#,
        per_graph(encode),
        per_graph(index),
        per_graph(index_2),
        indices[0].num_bytes() as f64 / arcs as f64,
        per_pair(code),
        per_pair(fused),
        per_pair(fused_one),
        per_pair(indexed),
        per_pair(batched),
    );
}

fn index_of(network: &Network, encoded: &Encoded, threads: usize) -> Index {
    Index::of_rows(network, encoded, threads, &Control::NONE).unwrap()
}

/// The median of some runs, in seconds.
fn median(times: usize, mut work: impl FnMut()) -> f64 {
    work();
    let mut seconds: Vec<f64> = (0..times)
        .map(|_| {
            let started = Instant::now();
            work();
            started.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// Count-GNN with the paper's settings and initial weights.
fn model(folder: Option<&Path>) -> ModelFiles {
    let model = ModelConfig::CountGnn(CountGnnConfig::default());
    let labels = LabelTable::numbers(LABELS, LABELS);
    let (params, _) = build(&model, labels.vocabulary(), 0);
    if let Some(folder) = folder {
        params.save(&folder.join("weights.safetensors")).unwrap();
    }
    let data = DataConfig {
        name: "random".to_owned(),
        split: "paper".to_owned(),
        train: 1,
        valid: 1,
        checksums: Some(InputChecksums { dataset: String::new(), split: String::new() }),
        largest: None,
        only_pattern: None,
    };
    let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
    let config = TrainConfig { model, training: TrainingConfig::default() };
    let text = RunConfig::new(&config, data, meaning, labels).to_toml();
    ModelFiles::from_parts(Path::new("bench"), &text, &seal(&params.to_bytes())).unwrap()
}

fn random(rng: &mut Rng, nodes: usize, arcs: usize) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    let ids: Vec<_> = (0..nodes).map(|_| builder.node(Label(rng.below(LABELS) as u32))).collect();
    let mut drawn = std::collections::BTreeSet::new();
    while drawn.len() < arcs {
        drawn.insert([rng.below(nodes), rng.below(nodes), rng.below(LABELS)]);
    }
    for [tail, head, label] in drawn {
        builder.edge(ids[tail], ids[head], Label(label as u32));
    }
    builder.build().unwrap()
}

/// Graphs as a JSON list of `{"nodes": [label], "arcs": [[tail, head, label]]}`.
fn write<'a>(folder: &Path, name: &str, graphs: impl Iterator<Item = &'a LabeledGraph>) {
    let graph = |graph: &LabeledGraph| {
        let nodes: Vec<u32> = graph.node_labels().iter().map(|label| label.0).collect();
        let arcs: Vec<[u32; 3]> =
            graph.arcs().map(|arc| [arc.tail.0, arc.head.0, arc.label.0]).collect();
        format!(r#"{{"nodes":{nodes:?},"arcs":{arcs:?}}}"#)
    };
    let all: Vec<String> = graphs.map(graph).collect();
    std::fs::write(folder.join(name), format!("[{}]", all.join(","))).unwrap();
}
