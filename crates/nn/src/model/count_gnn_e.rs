//! Count-GNN\E: the paper's ablation with a node-centric encoder (GIN). Everything else is that of
//! Count-GNN, over nodes; edge labels are lost.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::siamese::{GraphReadout, Head, Siamese};
use super::{Model, RowConfig, Space};
use crate::Vocabulary;
use crate::encoder::{Gin, Reverse};
use crate::head::CountHead;
use crate::layer::{FilmReadout, SumReadout};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CountGnnEConfig {
    /// Layers of each encoder.
    pub layers: usize,
    /// d.
    pub width: usize,
}

impl Default for CountGnnEConfig {
    fn default() -> Self {
        Self { layers: 3, width: 24 }
    }
}

impl RowConfig for CountGnnEConfig {
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

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("layers", self.layers), ("width", self.width)]
    }
}
