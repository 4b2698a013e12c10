//! Which head compares a pattern with a graph. Every encoder can have either, so that encoders can
//! be compared on equal terms.

use serde::{Deserialize, Serialize};

/// How rows of both sides become a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeadKind {
    /// That of the paper's equations: σ of a sum for each side, compared at the width of the
    /// encoder.
    Count,
    /// That of the baselines: sums of the encoder's rows beside label codes and degrees, compared
    /// at a width of its own, beside the numbers of nodes.
    Sum,
}
