//! Edge-centric message passing: one layer of Count-GNN.
//!
//! ```text
//! m⟨u,v⟩  = mean { h⟨i,u⟩ : ⟨i,u⟩ ∈ E }         (2)     zeros if nothing ends in u
//! h′⟨u,v⟩ = σ( W·h⟨u,v⟩ + U·m⟨u,v⟩ + b )         (1)
//! ```
//!
//! Yu, Liu, Fang and Zhang, *Learning to Count Isomorphisms with Graph Neural Networks*, AAAI 2023.
//! The message depends only on the tail u, so it is computed once per node and read by every arc
//! that leaves it: O(|E|) time and memory, never an |E|×|E| adjacency. Only sums and attention that
//! exclude the reverse arc iterate over all pairs of arcs that exchange messages.
//!
//! | paper  | code                   | shape           |
//! |--------|------------------------|-----------------|
//! | h⟨u,v⟩ | `h`                    | `[E, d_in]`     |
//! | W, b   | `weights.own`, `.bias` | `[d_in, d_out]` |
//! | U      | `weights.message`      | `[d_in, d_out]` |

use isocount_grad::{EdgeWeights, Init, Rows, Scope, Segments, Tape, Var};
use isocount_model::Aggregation;

use super::{Attention, SLOPE};
use crate::GraphBatch;

/// One edge-centric layer; the equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeConv {
    weights: EdgeWeights,
    aggregate: Aggregate,
}

/// How messages are aggregated.
#[derive(Clone, Copy, Debug)]
enum Aggregate {
    Mean,
    Sum,
    Attention(Attention),
}

impl Aggregate {
    /// `spoken: [rows, d]` to `[groups, d]`.
    fn forward(self, tape: &mut Tape<'_>, spoken: Var, groups: &Segments) -> Var {
        match self {
            Self::Mean => tape.segment_mean(spoken, groups),
            Self::Sum => tape.segment_sum(spoken, groups),
            Self::Attention(attention) => attention.forward(tape, spoken, groups),
        }
    }
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
        let aggregate = match aggregation {
            Aggregation::Mean => Aggregate::Mean,
            Aggregation::Sum => Aggregate::Sum,
            Aggregation::Attention => {
                Aggregate::Attention(Attention::new(scope.at("attention"), d_out))
            }
        };
        Self { weights, aggregate }
    }

    /// `h: [E, d_in]` to `[E, d_out]`.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        h: impl Into<Rows>,
        graphs: &GraphBatch,
    ) -> Var {
        if matches!(self.aggregate, Aggregate::Mean) {
            return tape.edge_layer(h, self.weights, &graphs.relay, SLOPE);
        }
        let EdgeWeights { own, message, bias } = self.weights;
        let h = h.into();
        let spoken = tape.matmul(h.clone(), message); // [E, d_out]
        if let Some(hearing) = graphs.hearing() {
            let spoken = tape.gather_rows(spoken, &hearing.speakers); // [pairs, d_out]
            let heard = self.aggregate.forward(tape, spoken, &hearing.listeners); // [E, d_out]
            let messages = tape.add_row(heard, bias); // [E, d_out]
            tape.linear_onto(h, own, messages, SLOPE) // [E, d_out]
        } else {
            let into_node = self.aggregate.forward(tape, spoken, &graphs.heads); // [N, d_out]
            let messages = tape.add_row(into_node, bias); // [N, d_out]
            tape.linear_from(h, own, messages, &graphs.tails, SLOPE) // [E, d_out]
        }
    }
}

#[cfg(test)]
mod tests {
    use isocount_grad::{Arena, Params};
    use isocount_testkit::graph;

    use super::*;
    use crate::{Prepared, Reverse, Vocabulary};

    /// What each arc receives if every arc sends its label.
    fn heard(aggregation: Aggregation, reverse: Reverse, text: &str) -> Vec<f32> {
        let vocabulary = Vocabulary { node_labels: 1, edge_labels: 4 };
        let mut params = Params::new(0);
        let layer = EdgeConv::new(params.at("layer"), 6, 1, aggregation);
        params.values_mut().fill(0.0);
        let says = [0.0, 0.0, 1.0, 2.0, 3.0, 0.0];
        params.get_mut(layer.weights.message).copy_from_slice(&says);
        let prepared = Prepared::new(&graph(text), vocabulary).unwrap();
        let graphs = GraphBatch::new(&[&prepared], vocabulary, reverse);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let rows = layer.forward(&mut tape, &graphs.arcs, &graphs);
        tape.value(rows).data().to_vec()
    }

    #[test]
    fn an_arc_receives_from_the_arcs_that_end_where_it_begins() {
        use Aggregation::{Attention, Mean, Sum};
        use Reverse::{Exclude, Include};
        // Arcs by their tails: a→c, b→c, c→a, c→d.
        let text = "a, b, a -[1]-> c, b -[2]-> c, c -[3]-> a, c -> d";
        let hears = |aggregation, reverse| heard(aggregation, reverse, text);
        assert_eq!(hears(Mean, Include), [3.0, 0.0, 1.5, 1.5]);
        assert_eq!(hears(Mean, Exclude), [0.0, 0.0, 2.0, 1.5]);
        assert_eq!(hears(Sum, Include), [3.0, 0.0, 3.0, 3.0]);
        assert_eq!(hears(Sum, Exclude), [0.0, 0.0, 2.0, 3.0]);
        // Scores of zero: the mean.
        assert_eq!(hears(Attention, Include), [3.0, 0.0, 1.5, 1.5]);
        assert_eq!(hears(Attention, Exclude), [0.0, 0.0, 2.0, 1.5]);
    }
}
