//! Count-GNN against `PyTorch`: `testdata/golden/nn.py` wrote the numbers.

#![expect(clippy::unwrap_used, reason = "the file is part of the repository")]
#![expect(clippy::cast_sign_loss, reason = "labels and counts are whole numbers")]

#[path = "golden/file.rs"]
mod file;

use std::path::Path;

use file::File;
use isocount_grad::{Adam, AdamConfig, Arena, Grads, Matrix, Params, Tape, Var};
use isocount_nn::{
    Aggregation, Batch, CountGnnConfig, EdgeCentricConfig, Model, ModelConfig, Reverse, Vocabulary,
    build,
};

const VOCABULARY: Vocabulary = Vocabulary { node_labels: 16, edge_labels: 16 };
const OUTPUT_SLOPE: f32 = 0.5;
const LAMBDA: f32 = 1e-4;
const RATE: f64 = 1e-3;

fn golden() -> File {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden/nn.safetensors");
    File::read(&path, VOCABULARY)
}

/// The model of the file in one setting, with its weights, questions and counts.
struct Setting {
    params: Params,
    model: Box<dyn Model>,
    batch: Batch,
    counts: Matrix,
}

impl Setting {
    fn new(golden: &File, reverse: Reverse, aggregation: Aggregation) -> Self {
        let encoder = EdgeCentricConfig { reverse, aggregation, ..Default::default() };
        let config = ModelConfig::CountGnn(CountGnnConfig { encoder, ..Default::default() });
        let (mut params, model) = build(&config, VOCABULARY, 0);
        golden.load(&mut params);
        let questions = golden.questions();
        let batch = Batch::new(&questions.numbered(), VOCABULARY, reverse);
        let counts = Matrix::column(questions.counts.clone());
        Self { params, model, batch, counts }
    }

    /// Outputs, penalties and loss on a tape.
    fn forward(&self, tape: &mut Tape<'_>) -> [Var; 3] {
        let prediction = self.model.forward(tape, &self.batch);
        let penalty = prediction.penalty.unwrap();
        let truth = tape.input(&self.counts);
        let predicted = tape.leaky_relu(prediction.counts, OUTPUT_SLOPE);
        let error = tape.sub(predicted, truth);
        let error = tape.abs(error);
        let (error, charged) = (tape.sum(error), tape.sum(penalty));
        let charged = tape.scale(charged, LAMBDA);
        let total = tape.add(error, charged);
        let loss = tape.scale(total, 1.0 / self.batch.len() as f32);
        [prediction.counts, penalty, loss]
    }
}

/// `error` is relative to the largest number.
fn assert_close(found: &[f32], expected: &Matrix, error: f32, what: &str) {
    assert_eq!(found.len(), expected.data().len(), "{what}");
    let largest = expected.data().iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    for (ix, (found, expected)) in found.iter().zip(expected.data()).enumerate() {
        let close = (found - expected).abs() <= error * largest;
        assert!(close, "{what}, number {ix}: {found}, PyTorch has {expected}");
    }
}

#[test]
fn outputs_agree_with_pytorch() {
    let golden = golden();
    for (name, reverse, aggregation) in [
        ("include", Reverse::Include, Aggregation::Mean),
        ("exclude", Reverse::Exclude, Aggregation::Mean),
        ("sum", Reverse::Include, Aggregation::Sum),
    ] {
        let setting = Setting::new(&golden, reverse, aggregation);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&setting.params, &mut arena);
        let values = setting.forward(&mut tape);
        for (part, var) in ["out", "penalty", "loss"].into_iter().zip(values) {
            let what = format!("{name}.{part}");
            assert_close(tape.value(var).data(), &golden.get(&what), 1e-5, &what);
        }
    }
}

#[test]
fn gradients_agree_with_pytorch() {
    let golden = golden();
    let setting = Setting::new(&golden, Reverse::Include, Aggregation::Mean);
    let mut grads = Grads::zeros(&setting.params);
    let mut arena = Arena::new();
    let mut tape = Tape::new(&setting.params, &mut arena);
    let [.., loss] = setting.forward(&mut tape);
    tape.backward(loss, &mut grads).unwrap();
    for (name, _) in setting.params.iter() {
        let found = grads.get(setting.params.find(name).unwrap());
        let what = format!("grad.{name}");
        assert_close(found, &golden.get(&what), 1e-5, &what);
    }
}

#[test]
fn ten_losses_agree_with_pytorch() {
    let golden = golden();
    let mut setting = Setting::new(&golden, Reverse::Include, Aggregation::Mean);
    let mut adam = Adam::new(AdamConfig::default(), &setting.params);
    let mut grads = Grads::zeros(&setting.params);
    let mut arena = Arena::new();
    let mut losses = Vec::new();
    for _ in 0..10 {
        grads.clear();
        let mut tape = Tape::new(&setting.params, &mut arena);
        let [.., loss] = setting.forward(&mut tape);
        losses.push(tape.scalar(loss));
        tape.backward(loss, &mut grads).unwrap();
        adam.step(&mut setting.params, &grads, RATE);
    }
    // A tenth of the required error; single precision allows it.
    assert_close(&losses, &golden.get("losses"), 1e-5, "losses");
}
