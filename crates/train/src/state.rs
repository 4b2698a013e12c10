//! `state/state.json`: the progress of a run. One line of JSON, and one with its checksum.

use std::path::Path;

use isocount_model::{ModelError, TrainingConfig, sha256};
use serde::{Deserialize, Serialize};

use crate::Epoch;

/// The progress of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// The current one of the two slots.
    pub(crate) slot: usize,
    /// All finished epochs.
    pub(crate) epochs: Vec<Epoch>,
    /// Whether the run is finished.
    pub(crate) finished: bool,
    /// The checksums of the files in the current slot; `None` in runs of layout 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) files: Option<SlotChecksums>,
}

/// The checksums inside the files of a slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SlotChecksums {
    pub(crate) weights: String,
    pub(crate) optimiser: String,
}

/// The measurements of an epoch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    /// The mean loss over its steps.
    pub(crate) loss: f64,
    /// Mean absolute error on the validation part.
    pub(crate) mae: f64,
    /// Q-error on the validation part.
    pub(crate) q_error: f64,
}

/// The text before the checksum.
const MARK: &str = "sha256 ";

impl State {
    /// The state before the first epoch. Slots alternate, so the first epoch is stored in slot 0.
    pub(crate) fn new() -> Self {
        Self { slot: 1, epochs: Vec::new(), finished: false, files: None }
    }

    /// Adds an epoch and switches the slot. Only a lower error is better, so the first of equal
    /// epochs stays the best. The run is finished after all epochs, or after `patience` epochs
    /// without a better one.
    pub(crate) fn add(&mut self, measured: Measured, training: &TrainingConfig) -> Epoch {
        let Measured { loss, mae, q_error } = measured;
        let number = self.epochs.len() as u64 + 1;
        let (best_mae, best_epoch) = match self.epochs.last() {
            Some(before) if before.best_mae <= mae => (before.best_mae, before.best_epoch),
            _ => (mae, number),
        };
        let epoch = Epoch {
            epoch: number,
            loss,
            valid_mae: mae,
            valid_q_error: q_error,
            best_mae,
            best_epoch,
        };
        self.epochs.push(epoch);
        self.slot = 1 - self.slot;
        self.finished = number >= training.epochs || number - best_epoch >= training.patience;
        epoch
    }

    pub(crate) fn to_text(&self) -> String {
        let line = serde_json::to_string(self).expect("names and numbers are JSON");
        format!("{line}\n{MARK}{}\n", sha256(line.as_bytes()))
    }

    /// Reads the file of a run of the given layout; those of layout 1 may lack the checksum.
    pub(crate) fn parse(path: &Path, text: &[u8], layout: u64) -> Result<Self, ModelError> {
        let damaged = |problem: &str| ModelError::Damaged {
            path: path.to_owned(),
            problem: problem.to_owned(),
        };
        let text = std::str::from_utf8(text).map_err(|_| damaged("it is not UTF-8"))?;
        let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
        let is_sound = rest.strip_prefix(MARK) == Some(&format!("{}\n", sha256(line.as_bytes())));
        let may_lack_it = layout == 1 && rest.is_empty();
        if !(is_sound || may_lack_it) {
            return Err(damaged("the checksum in its second line does not match the first"));
        }
        let state: Self =
            serde_json::from_str(line).map_err(|problem| damaged(&problem.to_string()))?;
        if state.slot > 1 || (layout > 1 && state.files.is_none()) {
            return Err(damaged("found no state of this layout"));
        }
        Ok(state)
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers are copied")]
mod tests {
    use super::*;

    /// The state of a run with these validation errors after each epoch: slot, best epoch, whether
    /// it is finished.
    fn told(errors: &[f64], epochs: u64, patience: u64) -> Vec<(usize, u64, bool)> {
        let training = TrainingConfig::default().with(|it| {
            it.epochs = epochs;
            it.patience = patience;
        });
        let mut state = State::new();
        let after = errors.iter().map(|&mae| {
            let epoch = state.add(Measured { loss: 1.0, mae, q_error: 1.0 }, &training);
            assert_eq!(epoch.best_mae, errors[epoch.best_epoch as usize - 1]);
            assert_eq!(epoch.valid_mae, mae);
            (state.slot, epoch.best_epoch, state.finished)
        });
        after.collect()
    }

    #[test]
    fn slots_alternate() {
        let slots: Vec<usize> = told(&[3.0; 5], 9, 9).iter().map(|after| after.0).collect();
        assert_eq!(slots, [0, 1, 0, 1, 0]);
    }

    #[test]
    fn only_a_lower_error_is_better() {
        let best: Vec<u64> =
            told(&[3.0, 3.0, 2.0, 4.0, 2.0, 1.0], 9, 9).iter().map(|after| after.1).collect();
        assert_eq!(best, [1, 1, 3, 3, 3, 6]);
    }

    #[test]
    fn a_run_ends_with_its_epochs_or_its_patience() {
        let finished = |errors: &[f64], epochs, patience| -> Vec<bool> {
            told(errors, epochs, patience).iter().map(|after| after.2).collect()
        };
        assert_eq!(finished(&[3.0, 2.0, 1.0], 3, 9), [false, false, true]);
        // Two epochs without a better one; a better one restarts the count.
        assert_eq!(finished(&[3.0, 3.0, 3.0], 9, 2), [false, false, true]);
        assert_eq!(finished(&[3.0, 4.0, 2.0, 2.0, 2.0], 9, 2), [false, false, false, false, true]);
        assert_eq!(finished(&[3.0, 2.0], 9, 1), [false, false]);
        assert_eq!(finished(&[3.0, 3.0], 9, 1), [false, true]);
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let epoch = Epoch {
            epoch: 1,
            loss: 0.1,
            valid_mae: 2.0,
            valid_q_error: 3.0,
            best_mae: 2.0,
            best_epoch: 1,
        };
        let files = SlotChecksums { weights: "a".repeat(64), optimiser: "b".repeat(64) };
        let state = State { epochs: vec![epoch], files: Some(files), ..State::new() };
        let text = state.to_text().into_bytes();
        let read = |text: &[u8], layout| State::parse(Path::new("state.json"), text, layout);
        assert_eq!(read(&text, 2).unwrap(), state);
        for bit in 0..text.len() * 8 {
            let mut changed = text.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&changed, 2).is_err() && read(&changed, 1).is_err(), "bit {bit}");
        }
        let old = br#"{"slot":0,"epochs":[],"finished":false}"#;
        assert_eq!(read(old, 1).unwrap().slot, 0);
        assert!(read(old, 2).is_err());
    }
}
