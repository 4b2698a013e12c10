//! One training loop for every model.
//!
//! [`fit`] trains a model on a [`TrainingSet`](isocount_data::TrainingSet), which cannot reach the
//! test part, and keeps everything in the folder of a [`Run`]: settings, weights, log, and the state
//! from which a run that was stopped goes on to the same weights, bit for bit. [`Learned`] is the
//! counter that comes of it. [`check_split`] finds out whether a test would ask a run about its own
//! training examples.

#![deny(missing_docs)]

mod error;
mod fit;
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
pub use fit::{Epoch, Finished, fit};
pub use isocount_model::{
    Largest, Loss, ModelError, Output, RunConfig, Size, TrainConfig, TrainingConfig,
};
pub use largest::largest;
pub use leak::{Leak, Overlap, check_split};
pub use learned::Learned;
pub use run::Run;
pub use tensorboard::EventFile;
