//! DPGCNN: Monti et al., *Dual-Primal Graph Convolutional Networks*, 2018, with the head and
//! features of Liu et al., KDD 2020. This is the least certain baseline: its wiring is this
//! project's own.

use isocount_grad::{Params, Scope};
use isocount_model::DpgcnnConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::DualPrimal;
use crate::head::PatternBias;

impl Build for DpgcnnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, heads) = (self.encoder, [self.heads, self.head_width]);
        let encoder = |scope: Scope<'_>| DualPrimal::new(scope, &config, vocabulary, heads);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }
}
