//! The memory of RGCN-DN and RGIN-DN: Liu et al., *Neural Subgraph Isomorphism Counting*, KDD 2020.
// PAPER: diamnet-softmax

use serde::{Deserialize, Serialize};

use super::{HeadKind, NodeConfig};

/// How large the memory is, and how often it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiamnetConfig {
    /// T.
    pub steps: usize,
    /// Heads of attention; must divide the width.
    pub heads: usize,
    /// What weights of attention add up to one over.
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

    /// What is wrong with it as the head of an encoder.
    pub(crate) fn problem(&self, encoder: &NodeConfig) -> Option<String> {
        if encoder.head != HeadKind::Sum {
            return Some(
                "this model has the memory as its head, so encoder.head stays `sum`".to_owned(),
            );
        }
        let width = encoder.width;
        let fits = width.is_multiple_of(self.heads);
        (!fits).then(|| {
            format!("memory.heads divides the width: {} does not divide {width}", self.heads)
        })
    }
}

/// What weights of attention add up to one over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SoftmaxOver {
    /// The rows that are read, as it is meant.
    #[default]
    Keys,
    /// The heads, as the authors ran it: heads compete, and rows are added up.
    Heads,
}
