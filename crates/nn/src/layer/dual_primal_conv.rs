//! A layer over arcs and one over nodes; the first weights the messages of the second: DPGCNN.
//!
//! ```text
//! f′ = σ( attention(f over S(e) ∪ T(e)) + b̃ )                               over arcs, heads side by side
//! α_e = e^{s_e} / Σ { e^{s_e′} : e′ ends where e does }                      s_e = LeakyReLU( a·f′_e )
//! h′_v = σ( Σ { α_e·h_u : e = ⟨u,v⟩ } · W + b )                              over nodes
//! ```
//!
//! Monti et al., *Dual-Primal Graph Convolutional Networks*, 2018. For S and T, see
//! [`Dual`](crate::plan::Dual). The authors' code of this baseline is not public, and the paper's
//! text does not define the wiring.
// PAPER: dpgcnn-wiring

use isocount_grad::{Init, Scope, Tape, Var};

use super::graph_attention::SCORE_SLOPE;
use super::{GraphAttention, Linear, SLOPE};
use crate::GraphBatch;

/// One layer; the equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct DualPrimalConv {
    dual: GraphAttention,
    dual_bias: Var,
    score: Var,
    primal: Linear,
    dropout: f32,
}

impl DualPrimalConv {
    /// From arcs of width `d_arc` and nodes of width `d` to arcs of width `heads·width`, and nodes
    /// of the same width.
    pub(crate) fn new(
        mut scope: Scope<'_>,
        d_arc: usize,
        d: usize,
        [heads, width]: [usize; 2],
        dropout: f32,
    ) -> Self {
        let xavier = [Init::XavierUniform(2.0_f64.sqrt()), Init::Zeros];
        Self {
            dual: GraphAttention::new(scope.at("dual"), d_arc, heads, width, dropout),
            dual_bias: scope.add("dual.bias", 1, heads * width, Init::Zeros),
            score: scope.add("score", heads * width, 1, Init::FanIn),
            primal: Linear::with_first_values(scope.at("primal"), d, d, xavier),
            dropout,
        }
    }

    /// The weight by which the rows of arcs are multiplied first: `[d_arc, heads·width]`.
    pub(crate) fn weight(&self) -> Var {
        self.dual.weight()
    }

    /// `q: [E, heads·width]`, the rows of arcs times [`weight`](Self::weight), and `h: [N, d]` to
    /// f′ and h′.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        q: Var,
        h: Var,
        graphs: &GraphBatch,
    ) -> [Var; 2] {
        let dual = graphs.dual();
        let arcs = self.dual.forward(tape, q, (&dual.speakers, &dual.heard_by), &dual.listeners);
        let arcs = tape.add_row(arcs, self.dual_bias);
        let arcs = tape.leaky_relu(arcs, SLOPE); // f′: [E, heads·width]
        let scores = tape.matmul(arcs, self.score); // [E, 1]
        let scores = tape.leaky_relu(scores, SCORE_SLOPE);
        let weights = tape.segment_softmax(scores, &graphs.heads); // α
        let weights = tape.thin(weights, self.dropout);
        let heard = tape.weighted_gather_sum(h, weights, &graphs.tails, &graphs.heads); // [N, d]
        [arcs, self.primal.activated(tape, heard)]
    }
}
