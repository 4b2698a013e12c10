//! Count-GNN: Yu, Liu, Fang and Zhang, AAAI 2023. Edge-centric encoders for patterns and graphs,
//! with the graph modulated by the pattern.

use isocount_grad::Params;
use isocount_model::{CountGnnConfig, EdgeCentricConfig, HeadKind};

use super::count_gnn_compared::CountGnnCompared;
use super::siamese::{GraphReadout, Head, Siamese};
use super::{Build, Model, Space};
use crate::Vocabulary;
use crate::encoder::EdgeCentric;
use crate::head::CountHead;
use crate::layer::{FilmReadout, SumReadout};

impl Build for CountGnnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        if self.head == HeadKind::Sum {
            return Box::new(CountGnnCompared::new(self, params, vocabulary));
        }
        let d = self.encoder.width;
        let (patterns, graphs) = edge_centric_pair(&self.encoder, self.shared, params, vocabulary);
        Box::new(Siamese {
            patterns,
            graphs,
            pattern_readout: SumReadout::new(params.at("pattern_readout"), d),
            graph_readout: GraphReadout::Modulated(FilmReadout::new(params.at("film"), d)),
            head: Head::Plain(CountHead::new(params.at("head"), d)),
            reverse: self.encoder.reverse,
            needs: None,
            space: Space::Count,
        })
    }
}

/// The encoders for patterns and for graphs, or a shared one.
pub(super) fn edge_centric_pair(
    config: &EdgeCentricConfig,
    shared: bool,
    params: &mut Params,
    vocabulary: Vocabulary,
) -> (EdgeCentric, EdgeCentric) {
    if shared {
        let both = EdgeCentric::new(params.at("encoder"), config, vocabulary);
        return (both.clone(), both);
    }
    let patterns = EdgeCentric::new(params.at("pattern_encoder"), config, vocabulary);
    let graphs = EdgeCentric::new(params.at("graph_encoder"), config, vocabulary);
    (patterns, graphs)
}
