//! One training loop for every model.
//!
//! [`fit`] trains a model on a [`TrainingSet`](isocount_data::TrainingSet), which cannot reach the
//! test part, and keeps everything in the folder of a [`Run`]: settings, weights, log, and the state
//! from which a run that was killed goes on to the same weights, bit for bit. [`Learned`] is the
//! counter that comes of it.

#![deny(missing_docs)]

mod config;
mod error;
mod fit;
mod largest;
mod learned;
mod objective;
mod only_pattern;
mod run;
mod task;
mod tensorboard;

pub use config::{Loss, Output, TrainConfig, TrainingConfig};
pub use error::TrainError;
pub use fit::{Epoch, Finished, fit};
pub use largest::{Largest, Size};
pub use learned::Learned;
pub use run::Run;
pub use tensorboard::EventFile;
