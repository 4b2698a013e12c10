//! The memory of RGCN-DN and RGIN-DN: Liu et al., *Neural Subgraph Isomorphism Counting*, KDD 2020.
// PAPER: diamnet-softmax

use serde::{Deserialize, Serialize};

use super::{HeadKind, NodeConfig};

/// The size of the memory, and the number of its reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiamnetConfig {
    /// T.
    pub steps: usize,
    /// Attention heads; must divide the width.
    pub heads: usize,
    /// The axis over which attention weights sum to one.
    pub softmax: SoftmaxOver,
}

impl Default for DiamnetConfig {
    fn default() -> Self {
        Self { steps: 3, heads: 4, softmax: SoftmaxOver::Keys }
    }
}

impl DiamnetConfig {
    pub(crate) fn sizes(&self) -> [(&'static str, usize); 2] {
        [("memory.steps", self.steps), ("memory.heads", self.heads)]
    }

    /// What is wrong with it as the head of an encoder, if anything.
    pub(crate) fn problem(&self, encoder: &NodeConfig) -> Option<String> {
        if encoder.head != HeadKind::Sum {
            return Some(
                "this model uses the memory as its head, so encoder.head must be `sum`".to_owned(),
            );
        }
        let width = encoder.width;
        let fits = width.is_multiple_of(self.heads);
        (!fits).then(|| {
            format!("memory.heads must divide the width: {} does not divide {width}", self.heads)
        })
    }
}

/// The axis over which attention weights sum to one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SoftmaxOver {
    /// The rows that are read, as intended.
    #[default]
    Keys,
    /// The heads, as the authors ran it: heads compete, and rows are summed.
    Heads,
}
