//! Node-centric message passing of the graph isomorphism network, the encoder of Count-GNN\E.
//!
//! ```text
//! h′_v = MLP( (1 + ε)·h_v + Σ { h_u : ⟨u,v⟩ ∈ E } )        MLP(x) = σ(B·σ(A·x + a) + b)
//! ```
//!
//! Xu, Hu, Leskovec and Jegelka, *How Powerful are Graph Neural Networks?*, ICLR 2019. Edge labels are
//! not seen.

use isocount_grad::{Init, Rows, Scope, Tape, Var};

use super::Linear;
use crate::GraphBatch;

/// One layer; the equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct GinConv {
    /// ε, as a 1×1 parameter.
    epsilon: Var,
    first: Linear,
    second: Linear,
    d_in: usize,
}

impl GinConv {
    pub(crate) fn new(mut scope: Scope<'_>, d_in: usize, d_out: usize) -> Self {
        Self {
            epsilon: scope.add("epsilon", 1, 1, Init::Zeros),
            first: Linear::new(scope.at("first"), d_in, d_out),
            second: Linear::new(scope.at("second"), d_out, d_out),
            d_in,
        }
    }

    /// `h: [N, d_in]` to `[N, d_out]`.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        h: impl Into<Rows>,
        graphs: &GraphBatch,
    ) -> Var {
        let h = match h.into() {
            Rows::Dense(h) => h,
            // Labels as rows of the identity: what is added up below must be written out.
            Rows::Hot(labels) => {
                let shape = isocount_grad::Shape::new(labels.num_rows(), self.d_in);
                tape.input_from(shape, |rows| {
                    rows.fill(0.0);
                    for (row, &label) in labels.places().rows().iter().enumerate() {
                        rows[row * self.d_in + label as usize] = 1.0;
                    }
                })
            }
        };
        let heard = tape.gather_sum(h, &graphs.tails, &graphs.heads); // [N, d_in]
        let ones =
            tape.input_from(isocount_grad::Shape::new(tape.shape(h).rows, 1), |y| y.fill(1.0));
        let epsilon = tape.matmul(ones, self.epsilon); // [N, 1]
        let extra = tape.row_scale(h, epsilon); // ε·h
        let own = tape.add(h, extra);
        let all = tape.add(own, heard);
        let hidden = self.first.activated(tape, all);
        self.second.activated(tape, hidden)
    }
}
