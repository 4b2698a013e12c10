//! The head that compares a pattern with a graph. Every encoder supports both heads, so that
//! encoders can be compared on equal terms.

use serde::{Deserialize, Serialize};

/// How the rows of both sides become a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeadKind {
    /// The head of the paper's equations: σ of a sum for each side, compared at the width of the
    /// encoder.
    Count,
    /// The head of the baselines: sums of the encoder's rows concatenated with label codes and
    /// degrees, compared at its own width together with the numbers of nodes.
    Sum,
}
