//! Pools nodes into a few clusters, by learned assignments.
//!
//! ```text
//! F = ReLU( SAGE(z) )           S = softmax( SAGE(z) )                    [N, d], [N, K]
//! X = Sᵀ·F                      A′ = Sᵀ·A·S,  A_vu = arcs ⟨u,v⟩           for each graph: [K, d], [K, K]
//! X ← ReLU( norm(A′·X·W + b) )                                            three times
//! r = Σ_k X_k
//! ```
//!
//! Ying et al., NeurIPS 2018, one step of pooling. A′ is a sum over arcs, so no matrix is N×N.
//!
//! | equation | code                     | shape              |
//! |----------|--------------------------|--------------------|
//! | S        | `assigned`               | `[N, K]`           |
//! | X        | `x`                      | `[graphs·K, d]`    |
//! | A′       | `arcs`                   | `[graphs·K, K]`    |

use isocount_grad::{Init, RowIndex, Scope, Segments, Tape, Var};

use super::{Linear, NormedSageConv};
use crate::GraphBatch;
use crate::filter::masked;

/// Layers over clusters.
const DENSE_LAYERS: usize = 3;

/// The equations are in the [module docs](self).
#[derive(Clone, Debug)]
pub(crate) struct DiffPool {
    features: NormedSageConv,
    assignment: NormedSageConv,
    dense: [Linear; DENSE_LAYERS],
    clusters: usize,
    normalise: bool,
}

impl DiffPool {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize, clusters: usize, normalise: bool) -> Self {
        let init = [Init::XavierUniform(2.0_f64.sqrt()), Init::Zeros];
        Self {
            features: NormedSageConv::new(scope.at("features"), d, d, normalise),
            assignment: NormedSageConv::new(scope.at("assignment"), d, clusters, normalise),
            dense: std::array::from_fn(|ix| {
                Linear::with_first_values(scope.at(format!("dense{ix}")), d, d, init)
            }),
            clusters,
            normalise,
        }
    }

    /// `z: [N, d]` to r: `[graphs, d]`.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, z: Var, graphs: &GraphBatch) -> Var {
        let heard = NormedSageConv::heard(tape, z, graphs);
        let features = self.features.forward(tape, z, heard);
        let features = tape.relu(features);
        let features = masked(tape, features, graphs.kept_nodes());
        let assigned = self.assignment.forward(tape, z, heard);
        let assigned = tape.softmax_rows(assigned);
        let assigned = masked(tape, assigned, graphs.kept_nodes());
        let mut x = tape.segment_outer_sum(assigned, features, &graphs.nodes_of);
        let heads = tape.gather_rows(assigned, &graphs.head_of);
        let tails = tape.gather_rows(assigned, &graphs.tails);
        let arcs = tape.segment_outer_sum(heads, tails, &graphs.arcs_of);
        let num = graphs.num_graphs();
        for layer in &self.dense {
            let heard = tape.block_matmul(arcs, x, num);
            x = layer.forward(tape, heard);
            x = if self.normalise { tape.l2norm_rows(x) } else { x };
            x = tape.relu(x);
        }
        let rows = RowIndex::new((0..(num * self.clusters) as u32).collect::<Vec<_>>());
        tape.gather_sum(x, &rows, &Segments::from_sizes(&vec![self.clusters; num]))
    }
}
