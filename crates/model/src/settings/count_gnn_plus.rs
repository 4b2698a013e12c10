//! Count-GNN+, this project's variant: Count-GNN that sees only the arcs that the pattern can use,
//! sums messages from both ends of an arc, and learns how far the count is below the counts of
//! spanning trees.

use serde::{Deserialize, Serialize};

use super::Settings;

/// Settings. With every switch off the model is Count-GNN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each switch is a step of the ablation")]
pub struct CountGnnPlusConfig {
    /// K.
    pub layers: usize,
    /// d.
    pub width: usize,
    /// Whether to remove arcs that the pattern cannot use.
    pub sieve: bool,
    /// Whether to sum the arcs at both ends, instead of averaging those that enter the tail.
    pub both_directions: bool,
    /// Whether a layer adds its input to its output, from the second layer on.
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
    /// The settings with all switches on, at a width.
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
