//! Models with random weights and random graphs, for the tests of this crate.

use std::path::Path;

use isocount_core::{Label, LabeledGraph, Pattern, Rng, Semantics, Unit};
use isocount_grad::{Arena, Params, Tape};
use isocount_infer::Network;
use isocount_model::{ModelFiles, seal};
use isocount_nn::{Batch, Model, ModelConfig, Prepared, Vocabulary, build};
pub(crate) use isocount_testkit::transform::as_pattern;

pub(crate) const VOCABULARY: Vocabulary = Vocabulary { node_labels: 5, edge_labels: 3 };

/// What the models count.
pub(crate) const SEMANTICS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// A model with random weights, as files of a run.
pub(crate) struct Case {
    pub(crate) params: Params,
    pub(crate) model: Box<dyn Model>,
    pub(crate) files: ModelFiles,
    pub(crate) network: Network,
}

impl Case {
    /// `scale` makes first values larger or smaller.
    pub(crate) fn new(config: &ModelConfig, seed: u64, scale: f32) -> Self {
        let (mut params, model) = build(config, VOCABULARY, seed);
        params.values_mut().iter_mut().for_each(|x| *x *= scale);
        let files = model_files(config, &params);
        let network = Network::of(&files).unwrap();
        Self { params, model, files, network }
    }

    /// What the tape says, before it is kept from being negative.
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
    let model =
        toml::Table::from_iter([("model".to_owned(), toml::Value::try_from(model).unwrap())]);
    let names = |number: usize| (0..number).map(|label| label.to_string()).collect::<Vec<_>>();
    let (nodes, edges) = (names(VOCABULARY.node_labels), names(VOCABULARY.edge_labels));
    let text = format!(
        "layout = 2
program = \"isocount 0.1.0\"
{model}
[training]
output = \"annealed\"
[data]
name = \"random\"
split = \"paper\"
train = 80
valid = 20
checksums = {{ dataset = \"d\", split = \"s\" }}
largest = {{ pattern = {{ nodes = 8, arcs = 20 }}, graph = {{ nodes = 64, arcs = 200 }} }}
[meaning]
semantics = \"monomorphism\"
unit = \"mappings\"
[labels]
nodes = {nodes:?}
edges = {edges:?}
"
    );
    ModelFiles::from_parts(Path::new("run"), &text, &seal(&params.to_bytes())).unwrap()
}

/// A random graph with loops and parallel arcs, and a few arcs less than asked for.
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
