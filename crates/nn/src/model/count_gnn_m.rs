//! Count-GNN\M: the paper's ablation without modulation. The readout of a graph is that of a
//! pattern, with a separate matrix.

use isocount_grad::Params;
use isocount_model::CountGnnMConfig;

use super::count_gnn::edge_centric_pair;
use super::siamese::{GraphReadout, Head, Siamese};
use super::{Build, Model, Space};
use crate::Vocabulary;
use crate::head::CountHead;
use crate::layer::SumReadout;

impl Build for CountGnnMConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let d = self.encoder.width;
        let (patterns, graphs) = edge_centric_pair(&self.encoder, false, params, vocabulary);
        Box::new(Siamese {
            patterns,
            graphs,
            pattern_readout: SumReadout::new(params.at("pattern_readout"), d),
            graph_readout: GraphReadout::Plain(SumReadout::new(params.at("graph_readout"), d)),
            head: Head::Plain(CountHead::new(params.at("head"), d)),
            reverse: self.encoder.reverse,
            needs: None,
            space: Space::Count,
        })
    }
}
