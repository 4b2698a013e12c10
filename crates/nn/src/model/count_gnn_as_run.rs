//! Count-GNN as its authors ran it: Yu, Liu, Fang and Zhang, AAAI 2023, their released code.
//!
//! ```text
//! p      = drop( Σ { z⟨u,v⟩ : ⟨u,v⟩ ∈ E_Q }·P + a )                z: labels, degrees and out of the encoder
//! g⟨u,v⟩ = drop( z⟨u,v⟩·G + b )
//! m      = Σ (1 + γ⟨u,v⟩) ⊙ g⟨u,v⟩ + β⟨u,v⟩                          γ, β linear in g⟨u,v⟩ and p
//! n̂      = the head of the baselines, of p, m and the numbers of arcs
//! ```
//!
//! Left out: the numbers of nodes and arcs among the features, and padding, since with them answers
//! would depend on the numbering and on the batch.
// PAPER: count-gnn-as-run

use isocount_grad::{Matrix, Params, Tape, Var};
use isocount_model::CountGnnAsRunConfig;

use super::{Build, Model, Prediction};
use crate::encoder::{ArcFeatures, Branches, EdgeBranches, Encoder, RowsOf};
use crate::head::{PatternBias, SumHead};
use crate::layer::Modulation;
use crate::{Batch, GraphBatch, Vocabulary};

/// The equations are in the [module docs](self).
struct CountGnnAsRun {
    patterns: EdgeBranches,
    graphs: EdgeBranches,
    features: ArcFeatures,
    modulation: Modulation,
    head: SumHead,
}

impl Build for CountGnnAsRunConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let features = ArcFeatures::new(vocabulary, self.degrees);
        let branches = Branches::new(params.at("encoder"), self);
        let mut encoder = |name| EdgeBranches::new(params.at(name), self, vocabulary, &branches);
        let (patterns, graphs) = (encoder("pattern_encoder"), encoder("graph_encoder"));
        let (z, d) = (features.width() + self.width, self.head_width);
        let modulation = Modulation::linear(&mut params.at("film"), d);
        let head = SumHead::new(params.at("head"), z, d, PatternBias::Once, self.dropout);
        Box::new(CountGnnAsRun { patterns, graphs, features, modulation, head })
    }
}

impl CountGnnAsRun {
    /// z of each arc.
    fn rows(&self, tape: &mut Tape<'_>, encoder: &EdgeBranches, graphs: &GraphBatch) -> Var {
        let h = encoder.encode(tape, graphs);
        let features = self.features.forward(tape, graphs);
        tape.concat_cols(&[features, h])
    }
}

impl Model for CountGnnAsRun {
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction {
        let Batch { patterns, graphs, .. } = batch;
        let z = self.rows(tape, &self.patterns, patterns);
        let p = self.head.patterns(tape, z, patterns.rows_of(RowsOf::Arcs)); // [patterns, d]
        let p = tape.gather_rows(p, &batch.pattern_of); // [B, d]
        let z = self.rows(tape, &self.graphs, graphs);
        let g = self.head.graph_rows(tape, z); // [E, d]
        let sums = self.modulation.sums(tape, g, p, batch.spans(RowsOf::Arcs));
        let mut num_arcs = |graphs: &GraphBatch| tape.input(&Matrix::column(graphs.arcs_each()));
        let (of_patterns, of_graphs) = (num_arcs(patterns), num_arcs(graphs));
        let sizes = [
            tape.gather_rows(of_patterns, &batch.pattern_of),
            tape.gather_rows(of_graphs, &batch.graph_of),
        ];
        let counts = self.head.forward(tape, p, sums.rows, sizes);
        Prediction { counts, penalty: Some(sums.penalty), bound: None }
    }
}
