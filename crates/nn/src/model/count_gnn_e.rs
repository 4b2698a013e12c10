//! Count-GNN\E: the paper's ablation with a node-centric encoder (GIN). Everything else is as in
//! Count-GNN, over nodes; edge labels are lost.

use isocount_grad::Params;
use isocount_model::{CountGnnEConfig, Reverse};

use super::siamese::{GraphReadout, Head, Siamese};
use super::{Build, Model, Space};
use crate::Vocabulary;
use crate::encoder::Gin;
use crate::head::CountHead;
use crate::layer::{FilmReadout, SumReadout};

impl Build for CountGnnEConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let Self { layers, width } = *self;
        Box::new(Siamese {
            patterns: Gin::new(params.at("pattern_encoder"), layers, width, vocabulary),
            graphs: Gin::new(params.at("graph_encoder"), layers, width, vocabulary),
            pattern_readout: SumReadout::new(params.at("pattern_readout"), width),
            graph_readout: GraphReadout::Modulated(FilmReadout::new(params.at("film"), width)),
            head: Head::Plain(CountHead::new(params.at("head"), width)),
            reverse: Reverse::Include,
            needs: None,
            space: Space::Count,
        })
    }
}
