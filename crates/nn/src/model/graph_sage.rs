//! GraphSAGE: Hamilton, Ying and Leskovec, NIPS 2017, with the head and features of Liu et al., KDD
//! 2020. Edge labels are not seen.

use isocount_grad::{Params, Scope};
use isocount_model::GraphSageConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::NodeStack;
use crate::head::PatternBias;
use crate::layer::sage_conv;

impl Build for GraphSageConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, aggregator) = (self.encoder, self.aggregator);
        let layer = |scope: Scope<'_>| sage_conv(scope, config.width, aggregator);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }
}
