//! The optimiser that settings ask for.

use isocount_grad::{AdamConfig, Decay, Schedule};
use isocount_model::TrainingConfig;

/// μ‖Θ‖² adds 2μΘ to the gradient.
pub(crate) fn adam(training: &TrainingConfig) -> AdamConfig {
    AdamConfig { weight_decay: 2.0 * training.mu, decay: Decay::L2, ..AdamConfig::default() }
}

/// How the learning rate changes over `total` steps.
pub(crate) fn schedule(training: &TrainingConfig, total: u64) -> Schedule {
    if training.cosine {
        Schedule::Cosine { warm_up: (total / 50).min(100), total, floor: 0.01 }
    } else {
        Schedule::Constant
    }
}
