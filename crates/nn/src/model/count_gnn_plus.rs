//! Count-GNN+, ours: Count-GNN that sees only the arcs which the pattern could use, hears sums from both
//! ends of an arc, and learns how far the count stays below counts of spanning trees.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::siamese::{GraphReadout, Head, Siamese};
use super::{Model, RowConfig, Space};
use crate::encoder::{EdgeCentric, EdgeCentricConfig, Encoder, Reverse, TwoWay};
use crate::head::{CountHead, ResidualHead};
use crate::layer::{FilmReadout, SumReadout};
use crate::{Needs, Vocabulary};

/// Settings. With every switch off it is Count-GNN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each switch is a step of the ablation")]
pub struct CountGnnPlusConfig {
    /// K.
    pub layers: usize,
    /// d.
    pub width: usize,
    /// Whether arcs that the pattern cannot use are left out.
    pub sieve: bool,
    /// Sums from both ends of an arc, instead of the mean of those that enter its tail.
    pub both_directions: bool,
    /// Whether a layer adds to what it was given, from the second on.
    pub residual: bool,
    /// Whether the output is ln(1 + count).
    pub log_counts: bool,
    /// Whether the output is the distance from the counts of spanning trees; needs `log_counts`.
    pub tree_counts: bool,
}

impl Default for CountGnnPlusConfig {
    fn default() -> Self {
        Self {
            layers: 3,
            width: 24,
            sieve: true,
            both_directions: true,
            residual: true,
            log_counts: true,
            tree_counts: true,
        }
    }
}

impl CountGnnPlusConfig {
    /// All switches on, at a width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    fn encoder(
        &self,
        name: &'static str,
        params: &mut Params,
        vocabulary: Vocabulary,
    ) -> Box<dyn Encoder> {
        let Self { layers, width, residual, .. } = *self;
        let scope = params.at(name);
        if self.both_directions {
            return Box::new(TwoWay::new(scope, layers, width, residual, vocabulary));
        }
        let config = EdgeCentricConfig { layers, width, residual, ..Default::default() };
        Box::new(EdgeCentric::new(scope, &config, vocabulary))
    }
}

impl RowConfig for CountGnnPlusConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let d = self.width;
        // A distance between logarithms is one, whatever the other switch says.
        let space =
            if self.log_counts || self.tree_counts { Space::LogCount } else { Space::Count };
        Box::new(Siamese {
            patterns: self.encoder("pattern_encoder", params, vocabulary),
            graphs: self.encoder("graph_encoder", params, vocabulary),
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

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("layers", self.layers), ("width", self.width)]
    }
}
