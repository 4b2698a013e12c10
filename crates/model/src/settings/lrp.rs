//! LRP: Chen et al., *Can Graph Neural Networks Count Substructures?*, NeurIPS 2020. It never sees
//! the pattern: a model is trained for one pattern, with the protocol `secondary`.

use serde::{Deserialize, Serialize};

use super::Settings;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LrpConfig {
    /// Channels.
    pub width: usize,
}

impl Default for LrpConfig {
    fn default() -> Self {
        Self { width: 128 }
    }
}

impl LrpConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { width }
    }
}

impl Settings for LrpConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("width", self.width)]
    }

    fn is_blind(&self) -> bool {
        true
    }
}
