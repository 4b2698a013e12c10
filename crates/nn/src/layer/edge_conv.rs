//! Edge-centric message passing: one layer of Count-GNN.
//!
//! ```text
//! m⟨u,v⟩  = mean { h⟨i,u⟩ : ⟨i,u⟩ ∈ E }         (2)     zeros if nothing ends in u
//! h′⟨u,v⟩ = σ( W·h⟨u,v⟩ + U·m⟨u,v⟩ + b )         (1)
//! ```
//!
//! Yu, Liu, Fang and Zhang, *Learning to Count Isomorphisms with Graph Neural Networks*, AAAI 2023.
//! The message depends on the tail u alone, so it is computed once per node and read by every arc
//! that leaves it: O(|E|) time and memory, never an |E|×|E| adjacency.
//!
//! | paper  | code                   | shape           |
//! |--------|------------------------|-----------------|
//! | h⟨u,v⟩ | `h`                    | `[E, d_in]`     |
//! | W, b   | `weights.own`, `.bias` | `[d_in, d_out]` |
//! | U      | `weights.message`      | `[d_in, d_out]` |

use isocount_grad::{EdgeWeights, Init, Rows, Scope, Tape, Var};

use super::SLOPE;
use crate::GraphBatch;
use crate::encoder::Aggregation;

/// One edge-centric layer; the equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeConv {
    weights: EdgeWeights,
    aggregation: Aggregation,
}

impl EdgeConv {
    pub(crate) fn new(
        mut scope: Scope<'_>,
        d_in: usize,
        d_out: usize,
        aggregation: Aggregation,
    ) -> Self {
        let weights = EdgeWeights {
            own: scope.add("own", d_in, d_out, Init::FanIn),
            message: scope.add("message", d_in, d_out, Init::FanIn),
            bias: scope.add("bias", 1, d_out, Init::FanInOf(d_in)),
        };
        Self { weights, aggregation }
    }

    /// `h: [E, d_in]` to `[E, d_out]`.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        h: impl Into<Rows>,
        graphs: &GraphBatch,
    ) -> Var {
        match self.aggregation {
            Aggregation::Mean => tape.edge_layer(h, self.weights, &graphs.relay, SLOPE),
            Aggregation::Sum => {
                let EdgeWeights { own, message, bias } = self.weights;
                let h = h.into();
                let spoken = tape.matmul(h.clone(), message); // [E, d_out]
                let into_node = tape.segment_sum(spoken, &graphs.heads); // [N, d_out]
                let messages = tape.add_row(into_node, bias); // [N, d_out]
                tape.linear_from(h, own, messages, &graphs.tails, SLOPE) // [E, d_out]
            }
        }
    }
}
