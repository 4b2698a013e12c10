//! What a counter said about one triple.

use serde::{Deserialize, Serialize};

/// An answer beside the truth. Outcomes are kept, so that a table can be made again without asking
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The number of the triple in its data set.
    pub triple: usize,
    /// The true count. Counts above 2⁵³ lose their last digits here; errors are relative to them.
    pub truth: f64,
    /// What was said, before anything is done to it; nothing if there was no answer.
    pub said: Option<f64>,
    /// Seconds to prepare the graph; only the first question of a graph has them.
    pub open_seconds: f64,
    /// Seconds to answer.
    pub count_seconds: f64,
}

impl Outcome {
    /// What is measured: a negative answer counts as zero, and no answer as well.
    #[must_use]
    pub fn prediction(&self) -> f64 {
        self.said.filter(|said| said.is_finite()).unwrap_or(0.0).max(0.0)
    }
}
