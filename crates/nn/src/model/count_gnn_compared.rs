//! Count-GNN's encoders and modulation with the head of the baselines, so that all encoders are
//! compared in the same way.
//!
//! ```text
//! h_Q = σ( Q·Σ h⟨u,v⟩ )                          as in the paper; it modulates the graph
//! p   = drop( Σ { [f⟨u,v⟩ ‖ h⟨u,v⟩] : ⟨u,v⟩ ∈ E_Q }·P + a )           f: labels and degrees
//! g   = drop( Σ { [f⟨u,v⟩ ‖ h̃⟨u,v⟩]·G + b : ⟨u,v⟩ ∈ E_G } )           h̃: modulated, equations (4) to (6)
//! n̂   = the head of the baselines, of p, g and the numbers of nodes
//! ```
//!
//! The head is linear before the comparison, so it only needs sums over arcs. Dropout in g applies
//! to the sum, not to each arc.

use isocount_grad::{Matrix, Params, Tape, Var};
use isocount_model::{CountGnnConfig, Reverse};

use super::count_gnn::edge_centric_pair;
use super::{Model, Prediction};
use crate::encoder::{ArcFeatures, EdgeCentric, Encoder, RowsOf};
use crate::head::{PatternBias, SumHead, Summary};
use crate::layer::{Modulation, SumReadout};
use crate::{Batch, GraphBatch, Vocabulary};

/// The equations are in the [module docs](self).
pub(super) struct CountGnnCompared {
    patterns: EdgeCentric,
    graphs: EdgeCentric,
    features: ArcFeatures,
    pattern_readout: SumReadout,
    modulation: Modulation,
    head: SumHead,
    dropout: f32,
    reverse: Reverse,
}

impl CountGnnCompared {
    pub(super) fn new(
        config: &CountGnnConfig,
        params: &mut Params,
        vocabulary: Vocabulary,
    ) -> Self {
        let CountGnnConfig { encoder, shared, head_width, head_dropout: dropout, .. } = *config;
        let d = encoder.width;
        let features = ArcFeatures::new(vocabulary, true);
        let (patterns, graphs) = edge_centric_pair(&encoder, shared, params, vocabulary);
        let (pattern_bias, z) = (PatternBias::Once, features.width() + d);
        Self {
            patterns,
            graphs,
            features,
            pattern_readout: SumReadout::new(params.at("pattern_readout"), d),
            modulation: Modulation::new(&mut params.at("film"), d),
            head: SumHead::new(params.at("head"), z, head_width, pattern_bias, dropout),
            dropout,
            reverse: encoder.reverse,
        }
    }

    /// The sum of the features of each graph's arcs, and their number.
    fn feature_sums(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Summary {
        let features = self.features.forward(tape, graphs);
        Summary::new(tape, features, graphs.rows_of(RowsOf::Arcs))
    }
}

/// The number of nodes of each graph, as a column.
fn num_nodes(tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
    tape.input(&Matrix::column(graphs.nodes_each()))
}

impl Model for CountGnnCompared {
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction {
        let Batch { patterns, graphs, pattern_of, graph_of, .. } = batch;
        let h = self.patterns.encode(tape, patterns);
        let sums = tape.segment_sum(h, patterns.rows_of(RowsOf::Arcs)); // [patterns, d]
        let modulating = self.pattern_readout.of_sums(tape, sums);
        let Summary { sums: features, num_rows } = self.feature_sums(tape, patterns);
        let sums = tape.concat_cols(&[features, sums]);
        let p = self.head.patterns_of_sums(tape, &Summary { sums, num_rows });

        let h = self.graphs.encode(tape, graphs);
        let each = tape.gather_rows(modulating, pattern_of); // [B, d]
        let modulated = self.modulation.sums(tape, h, each, batch.spans(RowsOf::Arcs)); // [B, d]
        let Summary { sums: features, num_rows } = self.feature_sums(tape, graphs);
        let features = tape.gather_rows(features, graph_of);
        let num_rows = tape.gather_rows(num_rows, graph_of);
        let sums = tape.concat_cols(&[features, modulated.rows]);
        let g = self.head.graphs_of_sums(tape, &Summary { sums, num_rows });
        let g = tape.thin(g, self.dropout);

        let p = tape.gather_rows(p, pattern_of);
        let (of_patterns, of_graphs) = (num_nodes(tape, patterns), num_nodes(tape, graphs));
        let sizes =
            [tape.gather_rows(of_patterns, pattern_of), tape.gather_rows(of_graphs, graph_of)];
        let counts = self.head.forward(tape, p, g, sizes);
        Prediction { counts, penalty: Some(modulated.penalty), bound: None }
    }

    fn reverse(&self) -> Reverse {
        self.reverse
    }
}
