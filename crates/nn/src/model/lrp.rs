//! LRP: Chen et al., *Can Graph Neural Networks Count Substructures?*, NeurIPS 2020. It never sees
//! the pattern: a model is trained for one pattern, with the protocol `secondary`.
//!
//! ```text
//! n̂ = Σ { h_v·w + b : v ∈ G }
//! ```

use isocount_grad::{Matrix, Params, Tape, Var};
use isocount_model::LrpConfig;

use super::{Build, Model, Prediction, Side};
use crate::layer::{Linear, Lrp};
use crate::{Batch, GraphBatch, Vocabulary};

impl Build for LrpConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        Box::new(LrpModel {
            layer: Lrp::new(params.at("layer"), vocabulary, self.width),
            count: Linear::new(params.at("count"), self.width, 1),
        })
    }
}

/// One layer and a sum.
struct LrpModel {
    layer: Lrp,
    count: Linear,
}

impl LrpModel {
    /// n̂ of each graph.
    fn counts(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let h = self.layer.forward(tape, graphs);
        let sums = tape.segment_sum(h, &graphs.nodes_of); // [graphs, width]
        let sizes = tape.input(&Matrix::column(graphs.nodes_each()));
        let biases = tape.matmul(sizes, self.count.bias);
        tape.linear_onto(sums, self.count.weight, biases, 1.0)
    }
}

impl Model for LrpModel {
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction {
        let counts = self.counts(tape, &batch.graphs);
        Prediction::of(tape.gather_rows(counts, &batch.graph_of))
    }

    /// The summary is the count itself, since it does not depend on the pattern.
    fn summarise(&self, tape: &mut Tape<'_>, graphs: &GraphBatch, side: Side) -> Option<Var> {
        Some(match side {
            Side::Pattern => tape.input(&Matrix::zeros(graphs.num_graphs(), 1)),
            Side::Graph => self.counts(tape, graphs),
        })
    }

    fn answer(&self, _: &mut Tape<'_>, _patterns: Var, graphs: Var) -> Prediction {
        Prediction::of(graphs)
    }
}
