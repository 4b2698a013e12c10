//! The configured optimiser.

use isocount_grad::{AdamConfig, Decay, Plateau, Schedule};
use isocount_model::TrainingConfig;

/// μ‖Θ‖² adds 2μΘ to the gradient.
pub(crate) fn adam(training: &TrainingConfig) -> AdamConfig {
    AdamConfig { weight_decay: 2.0 * training.mu, decay: Decay::L2, ..AdamConfig::default() }
}

/// The factor of the learning rate on a plateau.
const FALLS_TO: f64 = 0.3;

/// The factor of the learning rate after epochs with these validation errors.
pub(crate) fn share_left(training: &TrainingConfig, errors: impl Iterator<Item = f64>) -> f64 {
    let Some(patience) = training.plateau.checked_sub(1) else { return 1.0 };
    let mut plateau = Plateau { factor: FALLS_TO, patience, ..Plateau::new(1.0) };
    for error in errors {
        plateau.observe(error);
    }
    plateau.rate
}

/// How the learning rate changes over `total` steps.
pub(crate) fn schedule(training: &TrainingConfig, total: u64) -> Schedule {
    if training.cosine {
        Schedule::Cosine { warm_up: (total / 50).min(100), total, floor: 0.01 }
    } else {
        Schedule::Constant
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_after_some_epochs_without_a_better_one() {
        let left = |plateau, errors: &[f64]| {
            let training = TrainingConfig::default().with(|it| it.plateau = plateau);
            share_left(&training, errors.iter().copied())
        };
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(left(0, &[9.0; 99]), 1.0));
        assert!(close(left(2, &[9.0, 9.0]), 1.0));
        assert!(close(left(2, &[9.0, 9.0, 9.0]), 0.3));
        assert!(close(left(2, &[9.0, 9.0, 8.0, 8.0]), 1.0));
        assert!(close(left(2, &[9.0, 9.0, 9.0, 9.0, 9.0]), 0.09));
    }
}
