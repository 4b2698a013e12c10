//! GIN: Xu et al., ICLR 2019, with the head and features of Liu et al., KDD 2020. Edge labels are
//! not seen.

use isocount_grad::{Params, Scope};
use isocount_model::{GinConfig, GinKind};

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::NodeStack;
use crate::head::PatternBias;
use crate::layer::{gin_as_run, gin_conv};

impl Build for GinConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, kind, d) = (self.encoder, self.kind, self.encoder.width);
        let layer = |scope: Scope<'_>| match kind {
            GinKind::SumEps => gin_conv(scope, d, d),
            GinKind::AsRun => gin_as_run(scope, d),
        };
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }
}
