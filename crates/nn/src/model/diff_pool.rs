//! DiffPool: Ying et al., *Hierarchical Graph Representation Learning with Differentiable Pooling*,
//! NeurIPS 2018, with the head of Liu et al., KDD 2020. Edge labels are not seen.
// PAPER: diffpool-losses

use isocount_grad::{Params, Scope};
use isocount_model::DiffPoolConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::DiffPoolEncoder;
use crate::head::PatternBias;

impl Build for DiffPoolConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, clusters, normalise) = (self.encoder, self.clusters(), self.normalise);
        let encoder = |scope: Scope<'_>| {
            DiffPoolEncoder::new(scope, &config, vocabulary, clusters, normalise)
        };
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }
}
