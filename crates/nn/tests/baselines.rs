//! The baselines against `PyTorch`: `testdata/golden/baselines.py` wrote the numbers.

#![expect(clippy::unwrap_used, reason = "the file is part of the repository")]
#![expect(clippy::cast_sign_loss, reason = "labels and sizes are whole numbers")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use isocount_core::{Label, LabeledGraph, NodeId, Pattern};
use isocount_grad::{Arena, Grads, Matrix, Params, Shape, Tape};
use isocount_nn::{
    Batch, GraphBatch, Model, ModelConfig, Pair, Prepared, Seeker, Side, Vocabulary, build,
};
use safetensors::SafeTensors;

const VOCABULARY: Vocabulary = Vocabulary { node_labels: 5, edge_labels: 3 };

/// A model in one setting.
struct Row {
    name: &'static str,
    /// The row whose weights it uses.
    weights: &'static str,
    config: &'static str,
}

/// A row with its own weights.
const fn own(name: &'static str, config: &'static str) -> Row {
    Row { name, weights: name, config }
}

/// A row with the weights of another row.
const fn same(name: &'static str, weights: &'static str, config: &'static str) -> Row {
    Row { name, weights, config }
}

const ROWS: [Row; 25] = [
    own("gcn", "model = 'gcn'\nencoder = { width = 8 }"),
    same("gcn-max-label", "gcn", "model = 'gcn'\nencoder = { width = 8, filter = 'max-label' }"),
    same("gcn-member", "gcn", "model = 'gcn'\nencoder = { width = 8, filter = 'member' }"),
    own("graphsage", "model = 'graphsage'\nencoder = { width = 8 }"),
    own("graphsage-gcn", "model = 'graphsage'\naggregator = 'gcn'\nencoder = { width = 8 }"),
    own("gat", "model = 'gat'\nencoder = { width = 8 }"),
    own("gat-apart", "model = 'gat'\nencoder = { width = 8, shared = false }"),
    own("dpgcnn", "model = 'dpgcnn'\nhead_width = 4\nencoder = { width = 8 }"),
    own("diffpool", "model = 'diffpool'\nencoder = { width = 8, max_nodes = 32 }"),
    same(
        "diffpool-lengths",
        "diffpool",
        "model = 'diffpool'\nnormalise = false\nencoder = { width = 8, max_nodes = 32 }",
    ),
    own("gin", "model = 'gin'\nencoder = { width = 8 }"),
    own("gin-as-run", "model = 'gin'\nkind = 'as-run'\nencoder = { width = 8 }"),
    own("rgcn-sum", "model = 'rgcn-sum'\nencoder = { width = 8 }"),
    own("rgcn-dn", "model = 'rgcn-dn'\nencoder = { width = 8 }"),
    same(
        "rgcn-dn-heads",
        "rgcn-dn",
        "model = 'rgcn-dn'\nmemory = { softmax = 'heads' }\nencoder = { width = 8 }",
    ),
    own("rgin-sum", "model = 'rgin-sum'\nencoder = { width = 8 }"),
    own("rgin-sum-ids", "model = 'rgin-sum'\nencoder = { width = 8, ids = true, max_nodes = 32 }"),
    own("rgin-dn", "model = 'rgin-dn'\nencoder = { width = 8 }"),
    own("lrp", "model = 'lrp'\nwidth = 8"),
    own("dmpnn-lrp", "model = 'dmpnn-lrp'\nencoder = { width = 8 }"),
    same(
        "dmpnn-lrp-member",
        "dmpnn-lrp",
        "model = 'dmpnn-lrp'\nencoder = { width = 8, filter = 'member' }",
    ),
    own("gin-count-head", "model = 'gin'\nencoder = { width = 8, head = 'count' }"),
    own("rgin-sum-count-head", "model = 'rgin-sum'\nencoder = { width = 8, head = 'count' }"),
    own(
        "count-gnn-sum-head",
        "model = 'count-gnn'\nhead = 'sum'\nhead_width = 8\nencoder = { width = 8 }",
    ),
    own("count-gnn-as-run", "model = 'count-gnn-as-run'\nwidth = 9\nhead_width = 8"),
];

impl Row {
    /// The model with the weights of the file.
    fn build(&self, golden: &Golden) -> (Params, Box<dyn Model>) {
        let config: ModelConfig = toml::from_str(self.config).unwrap();
        let (mut params, model) = build(&config, VOCABULARY, 0);
        let names: Vec<String> = params.iter().map(|(name, _)| name.to_owned()).collect();
        for name in names {
            let var = params.find(&name).unwrap();
            let value = golden.get(&format!("weight.{}.{name}", self.weights));
            params.get_mut(var).copy_from_slice(value.data());
        }
        (params, model)
    }
}

/// The tensors of the file. There are many, so its header is read only once.
struct Golden(BTreeMap<String, Matrix>);

impl Golden {
    fn read() -> Self {
        let path = "../../testdata/golden/baselines.safetensors";
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        let file = SafeTensors::deserialize(&bytes).unwrap();
        let tensors = file.tensors().into_iter().map(|(name, tensor)| {
            let numbers = tensor.data().as_chunks().0.iter();
            let numbers = numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect();
            let &[rows, cols] = tensor.shape() else { panic!("`{name}` is not a matrix") };
            (name, Matrix::new(rows, cols, numbers))
        });
        Self(tensors.collect())
    }

    fn get(&self, name: &str) -> &Matrix {
        self.0.get(name).unwrap_or_else(|| panic!("no golden value `{name}`"))
    }

    /// Rows of whole numbers.
    fn list<const N: usize>(&self, name: &str) -> Vec<[u32; N]> {
        let rows = self.get(name).data().as_chunks().0.iter();
        rows.map(|row| row.map(|number| number as u32)).collect()
    }

    /// The graphs of one side.
    fn graphs(&self, side: &str) -> Vec<LabeledGraph> {
        let labels = self.list::<1>(&format!("{side}.labels"));
        let arcs = self.list::<3>(&format!("{side}.arcs"));
        let (mut labels, mut arcs) = (labels.iter(), arcs.iter());
        let graph = |&[num_nodes, num_arcs]: &[u32; 2]| {
            let mut builder = LabeledGraph::builder();
            for &[label] in labels.by_ref().take(num_nodes as usize) {
                builder.node(Label(label));
            }
            for &[tail, head, label] in arcs.by_ref().take(num_arcs as usize) {
                builder.edge(NodeId(tail), NodeId(head), Label(label));
            }
            builder.build().unwrap()
        };
        self.list(&format!("{side}.sizes")).iter().map(graph).collect()
    }
}

/// A graph and its identifying number.
type Numbered<'a> = (usize, &'a Prepared);

/// Patterns and graphs, original and prepared, and the questions.
struct Questions {
    patterns: Vec<Seeker>,
    graphs: Vec<(LabeledGraph, Prepared)>,
    asked: Vec<[usize; 2]>,
}

impl Questions {
    fn read(golden: &Golden) -> Self {
        let prepared = |graph: &LabeledGraph| Prepared::new(graph, VOCABULARY).unwrap();
        let pattern = |graph: LabeledGraph| {
            let prepared = prepared(&graph);
            Seeker::new(&Pattern::try_from(graph).unwrap(), prepared)
        };
        let graph = |graph: LabeledGraph| {
            let prepared = prepared(&graph);
            (graph, prepared)
        };
        let asked = golden.list("questions");
        Self {
            patterns: golden.graphs("patterns").into_iter().map(pattern).collect(),
            graphs: golden.graphs("graphs").into_iter().map(graph).collect(),
            asked: asked.into_iter().map(|pair: [u32; 2]| pair.map(|of| of as usize)).collect(),
        }
    }

    /// Pattern and graph of each question.
    fn sides(&self) -> impl Iterator<Item = (Numbered<'_>, Numbered<'_>)> {
        let question =
            |&[p, g]: &[usize; 2]| ((p, self.patterns[p].prepared()), (g, &self.graphs[g].1));
        self.asked.iter().map(question)
    }

    /// All questions, as the model needs them.
    fn batch(&self, model: &dyn Model) -> Batch {
        let Some(needs) = model.needs() else {
            return Batch::new(&self.sides().collect::<Vec<_>>(), VOCABULARY, model.reverse());
        };
        let pair = |&[p, g]: &[usize; 2]| {
            let (graph, prepared) = &self.graphs[g];
            self.patterns[p].pair(needs, graph, prepared, &isocount_core::Control::NONE).unwrap()
        };
        let pairs: Vec<Pair> = self.asked.iter().map(pair).collect();
        let patterns = self.sides().map(|(pattern, _)| pattern);
        let questions: Vec<_> = patterns.zip(&pairs).collect();
        Batch::of_pairs(&questions, VOCABULARY, model.reverse())
    }
}

fn largest(numbers: &[f32]) -> f32 {
    numbers.iter().fold(0.0, |most, x| most.max(x.abs()))
}

fn assert_close(found: &[f32], expected: &Matrix, allowed: f32, what: &str) {
    assert_eq!(found.len(), expected.data().len(), "{what}");
    for (ix, (found, expected)) in found.iter().zip(expected.data()).enumerate() {
        let close = (found - expected).abs() <= allowed;
        assert!(close, "{what}, number {ix}: {found}, PyTorch has {expected}");
    }
}

#[test]
fn rows_and_parameters_are_those_of_the_file() {
    let golden = Golden::read();
    let rows: BTreeSet<&str> = ROWS.iter().map(|row| row.name).collect();
    let in_file = golden.0.keys().filter_map(|name| name.strip_prefix("out."));
    assert_eq!(in_file.collect::<BTreeSet<_>>(), rows);
    for row in &ROWS {
        let config: ModelConfig = toml::from_str(row.config).unwrap();
        let (params, _) = build(&config, VOCABULARY, 0);
        let shapes: BTreeMap<&str, Shape> =
            params.iter().map(|(name, value)| (name, value.shape())).collect();
        for (kind, of) in [("weight", row.weights), ("grad", row.name)] {
            let prefix = format!("{kind}.{of}.");
            let in_file = golden.0.iter().filter_map(|(name, value)| {
                name.strip_prefix(&prefix).map(|name| (name, value.shape()))
            });
            assert_eq!(in_file.collect::<BTreeMap<_, _>>(), shapes, "{prefix}");
        }
    }
}

#[test]
fn outputs_agree_with_pytorch() {
    let golden = Golden::read();
    let questions = Questions::read(&golden);
    for row in &ROWS {
        let (params, model) = row.build(&golden);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let counts = model.forward(&mut tape, &questions.batch(model.as_ref())).counts;
        let expected = golden.get(&format!("out.{}", row.name));
        let allowed = 1e-5 * largest(expected.data());
        assert_close(tape.value(counts).data(), expected, allowed, row.name);
    }
}

#[test]
fn summaries_agree_with_pytorch() {
    let golden = Golden::read();
    let questions = Questions::read(&golden);
    let sides = questions.sides().map(|((_, pattern), (_, graph))| (pattern, graph));
    let (patterns, graphs): (Vec<_>, Vec<_>) = sides.unzip();
    let mut without = Vec::new();
    for row in &ROWS {
        let (params, model) = row.build(&golden);
        let [patterns, graphs] =
            [&patterns, &graphs].map(|side| GraphBatch::new(side, VOCABULARY, model.reverse()));
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let Some(graphs) = model.summarise(&mut tape, &graphs, Side::Graph) else {
            without.push(row.name);
            continue;
        };
        let patterns = model.summarise(&mut tape, &patterns, Side::Pattern).unwrap();
        let answers = model.answer(&mut tape, patterns, graphs).counts;
        let expected = golden.get(&format!("out.{}", row.name));
        let allowed = 1e-5 * largest(expected.data());
        assert_close(tape.value(answers).data(), expected, allowed, row.name);
    }
    // A filter, a memory or modulation makes the encoding of a graph depend on the pattern; the
    // small head has no summaries.
    let expected = [
        "gcn-max-label",
        "gcn-member",
        "rgcn-dn",
        "rgcn-dn-heads",
        "rgin-dn",
        "dmpnn-lrp-member",
        "gin-count-head",
        "rgin-sum-count-head",
        "count-gnn-sum-head",
        "count-gnn-as-run",
    ];
    assert_eq!(without, expected);
}

#[test]
fn gradients_agree_with_pytorch() {
    let golden = Golden::read();
    let questions = Questions::read(&golden);
    for row in &ROWS {
        let (params, model) = row.build(&golden);
        let batch = questions.batch(model.as_ref());
        let mut grads = Grads::zeros(&params);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let counts = model.forward(&mut tape, &batch).counts;
        let squares = tape.square(counts);
        let sum = tape.sum(squares);
        let loss = tape.scale(sum, 1.0 / batch.len() as f32);
        tape.backward(loss, &mut grads).unwrap();
        // A bias of all keys shifts all scores of a reader alike: its gradient is zero, apart from
        // rounding errors.
        let rounding = 1e-7 * largest(grads.values());
        for (name, _) in params.iter() {
            let found = grads.get(params.find(name).unwrap());
            let what = format!("grad.{}.{name}", row.name);
            let expected = golden.get(&what);
            let allowed = 1e-4 * largest(expected.data()) + rounding;
            assert_close(found, expected, allowed, &what);
        }
    }
}
