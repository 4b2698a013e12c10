//! GCN: Kipf and Welling, ICLR 2017, with the head and features of Liu et al., KDD 2020. Edge
//! labels are not seen.

use isocount_grad::{Params, Scope};
use isocount_model::GcnConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::NodeStack;
use crate::head::PatternBias;
use crate::layer::gcn_conv;

impl Build for GcnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let config = self.encoder;
        let layer = |scope: Scope<'_>| gcn_conv(scope, config.width);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }
}
