//! GraphSAGE with rows of length one, as DiffPool uses it.
//!
//! ```text
//! h′_v = norm( (h_v ‖ mean { h_u : ⟨u,v⟩ ∈ E })·W + b )            norm(x) = x/‖x‖
//! ```
//!
//! Ying et al., *Hierarchical Graph Representation Learning with Differentiable Pooling*, NeurIPS
//! 2018.

use isocount_grad::{Init, RowIndex, Scope, Tape, Var};

use super::Linear;
use crate::GraphBatch;
use crate::plan::column;

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormedSageConv {
    linear: Linear,
    /// Whether rows are scaled to length one.
    normalise: bool,
}

impl NormedSageConv {
    pub(crate) fn new(scope: Scope<'_>, d_in: usize, d_out: usize, normalise: bool) -> Self {
        let init = [Init::XavierUniform(2.0_f64.sqrt()), Init::Zeros];
        Self { linear: Linear::with_first_values(scope, 2 * d_in, d_out, init), normalise }
    }

    /// `h: [N, d_in]` and the [means](Self::heard) to `[N, d_out]`. The two halves of W are
    /// separate products, which avoids copying rows to concatenate them.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, h: Var, heard: Var) -> Var {
        let d = tape.shape(h).cols as u32;
        let half = |tape: &mut Tape<'_>, rows: std::ops::Range<u32>| {
            tape.gather_rows(self.linear.weight, &RowIndex::new(rows.collect::<Vec<_>>()))
        };
        let [own, message] = [0..d, d..2 * d].map(|rows| half(tape, rows));
        let x = tape.linear(h, own, self.linear.bias);
        let x = tape.linear_onto(heard, message, x, 1.0);
        if self.normalise { tape.l2norm_rows(x) } else { x }
    }

    /// The means of the messages to the nodes: `[N, d]`.
    pub(crate) fn heard(tape: &mut Tape<'_>, h: Var, graphs: &GraphBatch) -> Var {
        let heard = tape.gather_sum(h, &graphs.tails, &graphs.heads);
        let means = tape.input(&column(&graphs.degrees().into, |degree| degree.max(1.0).recip()));
        tape.row_scale(heard, means)
    }
}
