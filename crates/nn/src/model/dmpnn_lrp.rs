//! DMPNN-LRP: Liu and Song, *Graph Convolutional Networks with Dual Message Passing for Subgraph
//! Isomorphism Counting and Matching*, AAAI 2022; three layers of width 128, as in the paper of
//! Count-GNN.

use isocount_grad::{Params, Scope};
use isocount_model::DmpnnLrpConfig;

use super::pair_model::PairModel;
use super::{Build, Model};
use crate::Vocabulary;
use crate::encoder::DualMessage;
use crate::head::PatternBias;

impl Build for DmpnnLrpConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let config = self.encoder;
        let encoder = |scope: Scope<'_>| DualMessage::new(scope, &config, vocabulary);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::EachRow, encoder))
    }
}
