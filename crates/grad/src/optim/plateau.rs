//! A learning rate that falls when the validation error stops falling.

use serde::{Deserialize, Serialize};

/// PyTorch's `ReduceLROnPlateau` with a relative threshold: the rate is multiplied by `factor`
/// after more than `patience` consecutive epochs that did not improve on the best error by the
/// relative `threshold`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plateau {
    /// The factor by which the rate falls.
    pub factor: f64,
    /// The number of epochs without progress before the rate falls.
    pub patience: u64,
    /// The least relative improvement that counts as progress.
    pub threshold: f64,
    /// The lowest rate.
    pub lowest: f64,
    /// The current rate.
    pub rate: f64,
    /// The best error so far.
    pub best: Option<f64>,
    /// Epochs since the best error, or since the rate last fell.
    pub waited: u64,
}

impl Plateau {
    /// Starts at this rate, with PyTorch's constants.
    #[must_use]
    pub fn new(rate: f64) -> Self {
        Self {
            factor: 0.1,
            patience: 10,
            threshold: 1e-4,
            lowest: 0.0,
            rate,
            best: None,
            waited: 0,
        }
    }

    /// Takes the error of an epoch, and returns the rate of the next.
    pub fn observe(&mut self, error: f64) -> f64 {
        if self.best.is_none_or(|best| error < best * (1.0 - self.threshold)) {
            self.best = Some(error);
            self.waited = 0;
        } else {
            self.waited += 1;
        }
        if self.waited > self.patience {
            self.rate = (self.rate * self.factor).max(self.lowest);
            self.waited = 0;
        }
        self.rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_when_patience_ends() {
        let mut plateau = Plateau { factor: 0.5, patience: 1, lowest: 0.2, ..Plateau::new(1.0) };
        let rates = [9.0, 8.0, 8.0, 7.9999, 7.0, 7.0, 7.0, 7.0, 7.0].map(|e| plateau.observe(e));
        assert_eq!(rates, [1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.25, 0.25, 0.2]);
    }
}
