//! Models with random weights and random graphs, for the tests of this crate.

use std::path::Path;

use isocount_core::{Label, LabeledGraph, Meaning, Pattern, Rng, Semantics, Unit};
use isocount_grad::{Arena, Params, Tape};
use isocount_infer::Network;
use isocount_model::{
    DataConfig, InputChecksums, LabelTable, Largest, ModelFiles, RunConfig, Size, TrainConfig,
    TrainingConfig, seal,
};
use isocount_nn::{Batch, Model, ModelConfig, Prepared, Vocabulary, build};
pub(crate) use isocount_testkit::transform::as_pattern;

pub(crate) const VOCABULARY: Vocabulary = Vocabulary { node_labels: 5, edge_labels: 3 };

/// The semantics of the models.
pub(crate) const SEMANTICS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// A model with random weights, as files of a run.
pub(crate) struct Case {
    pub(crate) params: Params,
    pub(crate) model: Box<dyn Model>,
    pub(crate) files: ModelFiles,
    pub(crate) network: Network,
}

impl Case {
    /// `scale` enlarges or reduces the initial values.
    pub(crate) fn new(config: &ModelConfig, seed: u64, scale: f32) -> Self {
        let (mut params, model) = build(config, VOCABULARY, seed);
        params.values_mut().iter_mut().for_each(|x| *x *= scale);
        let files = model_files(config, &params);
        let network = Network::of(&files).unwrap();
        Self { params, model, files, network }
    }

    /// The case in the first layout of runs, whose weights have no checksum.
    pub(crate) fn unsealed(self, config: &ModelConfig) -> Self {
        let mut run = run_config(config);
        (run.layout, run.program, run.data.checksums) = (1, None, None);
        let weights = self.params.to_bytes();
        let files = ModelFiles::from_parts(Path::new("run"), &run.to_toml(), &weights).unwrap();
        Self { files, ..self }
    }

    /// The result of the tape, clamped at zero.
    pub(crate) fn plain(&self, pattern: &Pattern, graph: &LabeledGraph) -> f64 {
        let [pattern, graph] =
            [pattern.graph(), graph].map(|it| Prepared::new(it, VOCABULARY).unwrap());
        let batch = Batch::new(&[((0, &pattern), (0, &graph))], VOCABULARY, self.model.reverse());
        let mut arena = Arena::new();
        let mut tape = Tape::new(&self.params, &mut arena);
        let prediction = self.model.forward(&mut tape, &batch);
        f64::from(prediction.outputs(&tape).unwrap()[0]).max(0.0)
    }
}

/// A run with this model, as `isocount-train` writes it.
pub(crate) fn model_files(model: &ModelConfig, params: &Params) -> ModelFiles {
    let config = run_config(model);
    let weights = seal(&params.to_bytes());
    ModelFiles::from_parts(Path::new("run"), &config.to_toml(), &weights).unwrap()
}

fn run_config(model: &ModelConfig) -> RunConfig {
    let settings = TrainConfig { model: model.clone(), training: TrainingConfig::default() };
    let size = |nodes, arcs| Size { nodes, arcs };
    let data = DataConfig {
        name: "random".to_owned(),
        split: "paper".to_owned(),
        train: 80,
        valid: 20,
        checksums: Some(InputChecksums { dataset: "9f86".to_owned(), split: "6030".to_owned() }),
        largest: Some(Largest { pattern: size(8, 20), graph: size(64, 200) }),
        only_pattern: None,
    };
    let labels = LabelTable::numbers(VOCABULARY.node_labels, VOCABULARY.edge_labels);
    RunConfig::new(&settings, data, Meaning::plain(SEMANTICS), labels)
}

/// A random graph with loops and parallel arcs, and possibly fewer arcs than requested.
pub(crate) fn random_graph(
    rng: &mut Rng,
    nodes: usize,
    arcs: usize,
    labels: usize,
) -> LabeledGraph {
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
