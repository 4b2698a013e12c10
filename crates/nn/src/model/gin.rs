//! GIN: Xu et al., ICLR 2019, with the head and features of Liu et al., KDD 2020. Edge labels are not seen.

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{NodeConfig, NodeStack};
use crate::head::PatternBias;
use crate::layer::{gin_as_run, gin_conv};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GinConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// Which layer bears the name.
    pub kind: GinKind,
}

/// Which layer bears the name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GinKind {
    /// That of its paper: sums, and (1 + ε) of oneself.
    #[default]
    SumEps,
    /// What the authors of Count-GNN ran: normalised by degrees as in GCN.
    AsRun,
}

impl RowConfig for GinConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, kind, d) = (self.encoder, self.kind, self.encoder.width);
        let layer = |scope: Scope<'_>| match kind {
            GinKind::SumEps => gin_conv(scope, d, d),
            GinKind::AsRun => gin_as_run(scope, d),
        };
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
