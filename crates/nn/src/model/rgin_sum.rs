//! RGIN-Sum: Liu et al., KDD 2020, with the sum of rows as readout.

use isocount_grad::{Params, Scope};
use isocount_model::RginSumConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::NodeStack;
use crate::head::PatternBias;
use crate::layer::rgin_conv;

impl Build for RginSumConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, blocks, labels) = (self.encoder, self.blocks, vocabulary.edge_labels);
        let layer = |scope: Scope<'_>| rgin_conv(scope, config.width, labels, blocks);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }
}
