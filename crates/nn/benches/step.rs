//! Training steps on demand, for `benchmarks/train-speed/compare.py`, which measures the time.
//!
//! `step FILE MODEL WIDTH LABELS THREADS` reads weights and questions, takes one step for each
//! input line, and prints the loss. A step consists of the work of training: building batches,
//! forward, backward, clipping gradients, Adam.

#![expect(clippy::unwrap_used, reason = "the script sends valid input")]
#![expect(clippy::cast_sign_loss, reason = "labels and counts are whole numbers")]

#[path = "../tests/golden/file.rs"]
mod file;

use std::io::{BufRead, Write};

use file::File;
use isocount_core::Control;
use isocount_grad::{Adam, AdamConfig, Grads, Matrix, Workers};
use isocount_nn::{Batch, MODELS, Vocabulary, build};

/// As in the default training settings.
const NUM_GROUPS: usize = 8;
const OUTPUT_SLOPE: f32 = 0.5;
const LAMBDA: f32 = 1e-4;
const RATE: f64 = 1e-3;
const CLIP: f64 = 8.0;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [path, name, width, labels, threads] = args.as_slice() else {
        eprintln!(
            "step FILE MODEL WIDTH LABELS THREADS; benchmarks/train-speed/compare.py calls it"
        );
        return;
    };
    let num_labels = labels.parse().unwrap();
    let vocabulary = Vocabulary { node_labels: num_labels, edge_labels: num_labels };
    let file = File::read(path.as_ref(), vocabulary);
    let entry = MODELS.iter().find(|entry| entry.name == name).unwrap();
    let config = (entry.with_width)(width.parse().unwrap());
    let (mut params, model) = build(&config, vocabulary, 0);
    file.load(&mut params);
    let questions = file.questions();
    let numbered = questions.numbered();
    let per_group = numbered.len().div_ceil(NUM_GROUPS);

    let workers = Workers::new(threads.parse().unwrap(), &Control::NONE);
    let mut grads = Grads::zeros(&params);
    let mut adam = Adam::new(AdamConfig::default(), &params);
    let mut answers = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        line.unwrap();
        grads.clear();
        let loss = workers.sum_gradients(&params, &mut grads, NUM_GROUPS, |group, tape| {
            let part = group * per_group..((group + 1) * per_group).min(numbered.len());
            let batch = Batch::new(&numbered[part.clone()], vocabulary, model.reverse());
            let prediction = model.forward(tape, &batch);
            let truth = tape.input(&Matrix::column(&questions.counts[part]));
            let predicted = tape.leaky_relu(prediction.counts, OUTPUT_SLOPE);
            let error = tape.sub(predicted, truth);
            let error = tape.abs(error);
            let mut total = tape.sum(error);
            if let Some(penalty) = prediction.penalty {
                let penalty = tape.sum(penalty);
                let penalty = tape.scale(penalty, LAMBDA);
                total = tape.add(total, penalty);
            }
            tape.scale(total, 1.0 / numbered.len() as f32)
        });
        let loss = loss.unwrap();
        grads.clip_norm(CLIP);
        adam.step(&mut params, &grads, RATE);
        writeln!(answers, "{loss}").unwrap();
        answers.flush().unwrap();
    }
}
