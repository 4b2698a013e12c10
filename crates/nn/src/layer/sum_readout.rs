//! Graph readout: an unweighted sum of rows.
//!
//! ```text
//! h_Q = σ( Q·Σ { h⟨u,v⟩ : ⟨u,v⟩ ∈ E_Q } )        (3)
//! ```
//!
//! The query readout of the paper. Count-GNN\M uses it for graphs too, with a separate matrix.

use isocount_grad::{Init, Scope, Segments, Tape, Var};

use super::SLOPE;

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumReadout {
    weight: Var,
}

impl SumReadout {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        Self { weight: scope.add("weight", d, d, Init::FanIn) }
    }

    /// `h: [E, d]` to `[graphs, d]`.
    pub(crate) fn forward(self, tape: &mut Tape<'_>, h: Var, graphs: &Segments) -> Var {
        let sums = tape.segment_sum(h, graphs);
        self.of_sums(tape, sums)
    }

    /// Like [`forward`](Self::forward), but for sums that were computed elsewhere.
    pub(crate) fn of_sums(self, tape: &mut Tape<'_>, sums: Var) -> Var {
        let z = tape.matmul(sums, self.weight);
        tape.leaky_relu(z, SLOPE)
    }
}
