//! Count-GNN+, this project's variant: Count-GNN that uses only the arcs that the pattern could
//! match, sums messages from both ends of an arc, and learns how far the count is below the counts
//! of spanning trees.

use isocount_grad::Params;
use isocount_model::{CountGnnPlusConfig, EdgeCentricConfig, Reverse};

use super::siamese::{GraphReadout, Head, Siamese};
use super::{Build, Model, Space};
use crate::encoder::{EdgeCentric, Encoder, TwoWay};
use crate::head::{CountHead, ResidualHead};
use crate::layer::{FilmReadout, SumReadout};
use crate::{Needs, Vocabulary};

/// The encoder of patterns or of graphs.
fn encoder(
    config: &CountGnnPlusConfig,
    name: &'static str,
    params: &mut Params,
    vocabulary: Vocabulary,
) -> Box<dyn Encoder> {
    let CountGnnPlusConfig { layers, width, residual, both_directions, .. } = *config;
    let scope = params.at(name);
    if both_directions {
        return Box::new(TwoWay::new(scope, layers, width, residual, vocabulary));
    }
    let config = EdgeCentricConfig { layers, width, residual, ..Default::default() };
    Box::new(EdgeCentric::new(scope, &config, vocabulary))
}

impl Build for CountGnnPlusConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let d = self.width;
        // A distance between logarithms is a logarithm, regardless of the other switch.
        let space =
            if self.log_counts || self.tree_counts { Space::LogCount } else { Space::Count };
        Box::new(Siamese {
            patterns: encoder(self, "pattern_encoder", params, vocabulary),
            graphs: encoder(self, "graph_encoder", params, vocabulary),
            pattern_readout: SumReadout::new(params.at("pattern_readout"), d),
            graph_readout: GraphReadout::Modulated(FilmReadout::new(params.at("film"), d)),
            head: if self.tree_counts {
                Head::Residual(ResidualHead::new(params.at("head"), d))
            } else {
                Head::Plain(CountHead::new(params.at("head"), d))
            },
            reverse: Reverse::Include,
            needs: (self.sieve || self.tree_counts).then_some(Needs {
                sieve: self.sieve,
                tree_counts: self.tree_counts,
                ..Needs::default()
            }),
            space,
        })
    }
}
