//! Count-GNN: Yu, Liu, Fang and Zhang, AAAI 2023. Edge-centric encoders for patterns and graphs, the
//! graph modulated by the pattern.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::siamese::{GraphReadout, Head, Siamese};
use super::{Model, RowConfig, Space};
use crate::Vocabulary;
use crate::encoder::{EdgeCentric, EdgeCentricConfig};
use crate::head::CountHead;
use crate::layer::{FilmReadout, SumReadout};

/// Settings; the default is the paper's for SMALL, LARGE and OGB-PPA. MUTAG has width 12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CountGnnConfig {
    /// Both encoders.
    pub encoder: EdgeCentricConfig,
    /// Whether patterns and graphs have the same encoder; the paper has two.
    pub shared: bool,
}

impl CountGnnConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: EdgeCentricConfig { width, ..Default::default() }, shared: false }
    }
}

impl RowConfig for CountGnnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
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

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        self.encoder.sizes().to_vec()
    }
}

/// An encoder for patterns and one for graphs, or one for both.
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
