//! GAT: Veličković et al., ICLR 2018, with the head and features of Liu et al., KDD 2020. Edge
//! labels are not seen.

use isocount_grad::{Params, Scope};
use isocount_model::GatConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::NodeStack;
use crate::head::PatternBias;
use crate::layer::GatConv;

impl Build for GatConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, heads) = (self.encoder, self.heads);
        let layer = |scope: Scope<'_>| GatConv::new(scope, config.width, heads);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }
}
