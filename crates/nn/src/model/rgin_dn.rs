//! RGIN-DN: Liu et al., KDD 2020, with their readout DIAMNet. Counts depend on the order of the
//! graph's nodes, since the memory is initialised with windows of them.

use isocount_grad::{Params, Scope};
use isocount_model::RginDnConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::NodeStack;
use crate::layer::rgin_conv;

impl Build for RginDnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, blocks, labels) = (self.encoder, self.blocks, vocabulary.edge_labels);
        let layer = |scope: Scope<'_>| rgin_conv(scope, config.width, labels, blocks);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_memory(params, &config, self.memory, encoder))
    }
}
