//! One training loop for every model.
//!
//! [`fit`] trains a model on a [`TrainingSet`](isocount_data::TrainingSet), which cannot reach the
//! test part, and keeps everything in the folder of a [`Run`]: settings, weights, log, and the
//! state from which an interrupted run continues to bit-identical weights. [`Learned`] is the
//! resulting counter. [`check_split`] detects whether a test part contains training examples of a
//! run.
//!
//! ```
//! use std::num::NonZeroUsize;
//!
//! use isocount_core::Control;
//! use isocount_count::Exact;
//! use isocount_data::{Dataset, Making, Protocol, Split, Synthetic, TrainingSet};
//! use isocount_nn::MODELS;
//! use isocount_train::{Run, TrainConfig, TrainingConfig, fit};
//!
//! // Forty triples of the paper's SMALL, of which the test part is out of reach.
//! let (threads, control) = (NonZeroUsize::MIN, Control::NONE);
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("small-40");
//! let counter = Exact::with_threads(1);
//! let making = Making { counter: &counter, threads, control: &control };
//! Synthetic::Small.generate(&path, 0, Some(40), making)?;
//! let dataset = Dataset::read(&path, &control)?;
//! let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
//! let examples = TrainingSet::new(&dataset, &split, &control)?;
//!
//! // Two epochs of the first model of the list, four numbers wide.
//! let training = TrainingConfig::default().with(|it| it.epochs = 2);
//! let config = TrainConfig { model: (MODELS[0].with_width)(4), training };
//! let run = Run::at(&folder.path().join("run"));
//! let finished = fit(&examples, &config, &run, threads, &control, &|_| {})?;
//! assert_eq!(finished.epochs.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod error;
mod fit;
mod group;
mod largest;
mod leak;
mod learned;
mod objective;
mod only_pattern;
mod optimiser;
mod run;
mod state;
mod task;
mod tensorboard;

pub use error::TrainError;
pub use fit::{Epoch, Finished, fit, fit_with};
pub use group::{Elsewhere, GroupGradient, GroupWorker};
pub use isocount_grad::is_fused;
pub use isocount_model::{
    Largest, Loss, ModelError, Output, RunConfig, Size, TrainConfig, TrainingConfig,
};
pub use isocount_platform::Existing;
pub use largest::largest;
pub use leak::{Leak, Overlap, check_split};
pub use learned::Learned;
pub use run::Run;
pub use tensorboard::EventFile;
