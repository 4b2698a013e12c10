//! Count-GNN as its authors ran it: Yu, Liu, Fang and Zhang, AAAI 2023, their released code, except
//! for what depends on the numbering of nodes or on the batch.
// PAPER: count-gnn-as-run

use serde::{Deserialize, Serialize};

use super::Settings;

/// Settings; the default is what the authors ran on SMALL, LARGE and OGB-PPA. MUTAG has width 12.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CountGnnAsRunConfig {
    /// The number of branches, all of which see the labels and one hop.
    pub branches: usize,
    /// d: three embedded labels are concatenated, so it must be a multiple of three.
    pub width: usize,
    /// The width of the modulation and of the head.
    pub head_width: usize,
    /// The dropout rate of messages, and of the input of the head, in training.
    pub dropout: f32,
    /// Whether the head sees degrees.
    pub degrees: bool,
}

impl Default for CountGnnAsRunConfig {
    fn default() -> Self {
        Self { branches: 3, width: 24, head_width: 128, dropout: 0.2, degrees: true }
    }
}

impl CountGnnAsRunConfig {
    /// The authors' settings at another width, rounded up to a valid one.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { width: width.next_multiple_of(3), ..Self::default() }
    }
}

impl Settings for CountGnnAsRunConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let Self { branches, width, head_width, .. } = *self;
        vec![("branches", branches), ("width", width), ("head_width", head_width)]
    }

    fn rates(&self) -> Vec<(&'static str, f32)> {
        vec![("dropout", self.dropout)]
    }

    fn problem(&self) -> Option<String> {
        let width = self.width;
        (!width.is_multiple_of(3)).then(|| {
            format!("width must be a multiple of 3, since it holds three labels, not {width}")
        })
    }
}
