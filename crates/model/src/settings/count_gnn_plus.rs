//! Count-GNN+, ours: Count-GNN that sees only the arcs which the pattern could use, hears sums from
//! both ends of an arc, and learns how far the count stays below counts of spanning trees.

use serde::{Deserialize, Serialize};

use super::Settings;

/// Settings. With every switch off it is Count-GNN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each switch is a step of the ablation")]
pub struct CountGnnPlusConfig {
    /// K.
    pub layers: usize,
    /// d.
    pub width: usize,
    /// Whether arcs that the pattern cannot use are left out.
    pub sieve: bool,
    /// Sums from both ends of an arc, instead of the mean of those that enter its tail.
    pub both_directions: bool,
    /// Whether a layer adds to what it was given, from the second on.
    pub residual: bool,
    /// Whether the output is ln(1 + count).
    pub log_counts: bool,
    /// Whether the output is the distance from the counts of spanning trees; needs `log_counts`.
    pub tree_counts: bool,
}

impl Default for CountGnnPlusConfig {
    fn default() -> Self {
        Self {
            layers: 3,
            width: 24,
            sieve: true,
            both_directions: true,
            residual: true,
            log_counts: true,
            tree_counts: true,
        }
    }
}

impl CountGnnPlusConfig {
    /// All switches on, at a width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { width, ..Self::default() }
    }
}

impl Settings for CountGnnPlusConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("layers", self.layers), ("width", self.width)]
    }
}
