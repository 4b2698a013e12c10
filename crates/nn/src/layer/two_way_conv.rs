//! Edge-centric message passing that receives messages at both ends; this project's own layer.
//!
//! ```text
//! m⟨u,v⟩  = Σ { h⟨i,u⟩ : ⟨i,u⟩ ∈ E }            arcs into the tail
//! l⟨u,v⟩  = Σ { h⟨v,j⟩ : ⟨v,j⟩ ∈ E }            arcs out of the head
//! h′⟨u,v⟩ = σ( W·h⟨u,v⟩ + U·m⟨u,v⟩ + V·l⟨u,v⟩ + b )
//! ```
//!
//! Sums, since a mean does not retain the number of messages; both ends, since with Eq. 2 alone an
//! arc never receives information about what follows it. O(|E|), as in the paper's layer.

use isocount_grad::{Init, Rows, Scope, Tape, Var};

use super::SLOPE;
use crate::GraphBatch;

/// One layer; the equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoWayConv {
    own: Var,
    before: Var,
    after: Var,
    bias: Var,
}

impl TwoWayConv {
    pub(crate) fn new(mut scope: Scope<'_>, d_in: usize, d_out: usize) -> Self {
        Self {
            own: scope.add("own", d_in, d_out, Init::FanIn),
            before: scope.add("before", d_in, d_out, Init::FanIn),
            after: scope.add("after", d_in, d_out, Init::FanIn),
            bias: scope.add("bias", 1, d_out, Init::FanInOf(d_in)),
        }
    }

    /// `h: [E, d_in]` to `[E, d_out]`.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        h: impl Into<Rows>,
        graphs: &GraphBatch,
    ) -> Var {
        let h = h.into();
        let spoken = tape.matmul(h.clone(), self.before); // [E, d_out]
        let into_node = tape.segment_sum(spoken, &graphs.heads); // [N, d_out]
        let into_node = tape.add_row(into_node, self.bias);
        let m = tape.gather_rows(into_node, &graphs.tails); // [E, d_out]
        let spoken = tape.matmul(h.clone(), self.after);
        let out_of_node = tape.segment_sum(spoken, &graphs.by_tail); // [N, d_out]
        let l = tape.gather_rows(out_of_node, &graphs.head_of); // [E, d_out]
        let heard = tape.add(m, l);
        tape.linear_onto(h, self.own, heard, SLOPE)
    }
}
