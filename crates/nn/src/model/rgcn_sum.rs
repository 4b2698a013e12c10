//! RGCN-Sum: Schlichtkrull et al., ESWC 2018, with the sum of rows as readout (Liu et al., KDD
//! 2020).

use isocount_grad::{Params, Scope};
use isocount_model::RgcnSumConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::NodeStack;
use crate::head::PatternBias;
use crate::layer::rgcn_conv;

impl Build for RgcnSumConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, blocks, labels) = (self.encoder, self.blocks, vocabulary.edge_labels);
        let layer = |scope: Scope<'_>| rgcn_conv(scope, config.width, labels, blocks);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }
}
