//! GCN: Kipf and Welling, ICLR 2017, with the head and features of Liu et al., KDD 2020. Edge labels are not seen.

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{NodeConfig, NodeStack};
use crate::head::PatternBias;
use crate::layer::gcn_conv;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GcnConfig {
    /// The encoder.
    pub encoder: NodeConfig,
}

impl RowConfig for GcnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let config = self.encoder;
        let layer = |scope: Scope<'_>| gcn_conv(scope, config.width);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        self.encoder.sizes().to_vec()
    }

    fn node_config(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }
}
