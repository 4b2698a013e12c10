//! GIN: Xu et al., ICLR 2019, with the head and features of Liu et al., KDD 2020. Edge labels are not seen.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::pair_model::{PairHead, PairModel};
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DegreeColumns, NodeConfig, NodeFeatures, NodeStack};
use crate::head::{PatternBias, SumHead};
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
        let (config, kind) = (self.encoder, self.kind);
        let z = NodeFeatures::new(&config, vocabulary, DegreeColumns::In).width();
        let d = config.width;
        Box::new(PairModel::new(
            params,
            &config,
            |scope| {
                NodeStack::new(scope, &config, vocabulary, |scope| match kind {
                    GinKind::SumEps => gin_conv(scope, d, d),
                    GinKind::AsRun => gin_as_run(scope, d),
                })
            },
            |scope| PairHead::Sum(SumHead::new(scope, z, d, PatternBias::Once, config.dropout)),
        ))
    }

    fn sizes(&self) -> Vec<usize> {
        self.encoder.sizes().to_vec()
    }

    fn node_config(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
