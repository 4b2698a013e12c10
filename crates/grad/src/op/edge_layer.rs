//! The edge-centric layer of Count-GNN (Eqs. 1 and 2 of the paper), over rows that exchange
//! messages.
//!
//! ```text
//! m_e = mean { h_i : row i sends to the group e receives from }        zeros if there is none
//! h′_e = σ( h_e·W + m_e·U + b )                                        σ the leaky ReLU
//! ```
//!
//! This is a composition of operations, chosen for their cost: the message depends only on the
//! group, so its product with `U` is computed once per group, and the fused `linear_from` adds it
//! while the product with `W` is still in the cache. Without reverses the message differs from row
//! to row: the contribution of the reverses is subtracted, and the product with `U` comes first.
//! Both are O(rows).

use crate::relay::{Relay, Reverse};
use crate::rows::Rows;
use crate::tape::Tape;
use crate::var::Var;

/// The parameters of [`Tape::edge_layer`].
#[derive(Clone, Copy, Debug)]
pub struct EdgeWeights {
    /// W: `[d_in, d_out]`.
    pub own: Var,
    /// U: `[d_in, d_out]`.
    pub message: Var,
    /// b: `[1, d_out]`.
    pub bias: Var,
}

impl Tape<'_> {
    /// `σ(h·W + m·U + b)` with m the mean of the rows that each row receives from; σ the leaky
    /// ReLU of this slope.
    pub fn edge_layer(
        &mut self,
        h: impl Into<Rows>,
        weights: EdgeWeights,
        relay: &Relay,
        slope: f32,
    ) -> Var {
        let (h, EdgeWeights { own, message, bias }) = (h.into(), weights);
        match (&relay.reverse, &h) {
            (Some(reverse), _) => {
                let spoken = self.matmul(h.clone(), message);
                let heard = self.mean_without_reverse(spoken, relay, reverse);
                let messages = self.add_row(heard, bias);
                self.linear_onto(h, own, messages, slope)
            }
            (None, &Rows::Dense(rows)) => {
                let means = self.segment_mean(rows, &relay.into);
                let messages = self.linear(means, message, bias);
                self.linear_from(h, own, messages, &relay.from, slope)
            }
            (None, Rows::Hot(_)) => {
                let spoken = self.matmul(h.clone(), message);
                let means = self.segment_mean(spoken, &relay.into);
                let messages = self.add_row(means, bias);
                self.linear_from(h, own, messages, &relay.from, slope)
            }
        }
    }

    /// `m_e = ( Σ of the group that e receives from − Σ of its reverses ) / number of remaining
    /// rows`
    fn mean_without_reverse(&mut self, x: Var, relay: &Relay, reverse: &Reverse) -> Var {
        let groups = self.segment_sum(x, &relay.into);
        let twins = self.segment_sum(x, &reverse.twins);
        let all = self.gather_rows(groups, &relay.from);
        let not_heard = self.gather_rows(twins, &reverse.reverses);
        let heard = self.sub(all, not_heard);
        let inverse_sizes = self.input(&reverse.inverse_sizes);
        self.row_scale(heard, inverse_sizes)
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::Control;

    use super::*;
    use crate::gradient_check::{check, same, value};
    use crate::index::{Hot, RowIndex};
    use crate::matrix::Matrix;

    /// Arcs as tail and head. 1→0 is the reverse of both 0→1; 3→3 is its own.
    const ARCS: [(u32, u32); 7] = [(0, 1), (1, 0), (0, 1), (1, 2), (2, 0), (3, 3), (3, 1)];

    fn relays() -> [Relay; 2] {
        let into: Vec<u32> = ARCS.iter().map(|arc| arc.1).collect();
        let from: Vec<u32> = ARCS.iter().map(|arc| arc.0).collect();
        [
            Relay::new(into.clone(), from.clone(), 5),
            Relay::without_reverse(into, from, 5, &Control::NONE),
        ]
    }

    /// The arcs that each arc receives from, by definition.
    fn sources(e: usize, with_reverse: bool) -> Vec<u32> {
        let (tail, head) = ARCS[e];
        let hears = |&(i, u): &(u32, u32)| u == tail && (with_reverse || i != head);
        (0..).zip(ARCS).filter(|(_, arc)| hears(arc)).map(|(ix, _)| ix).collect()
    }

    #[test]
    fn an_arc_receives_from_the_arcs_into_its_tail() {
        let numbers: Vec<f32> = [1, 2, 4, 8, 16, 32, 64].map(|x: u8| f32::from(x)).into();
        for (relay, with_reverse) in relays().iter().zip([true, false]) {
            let found = value(&numbers, |tape, x| {
                let weight = |tape: &mut Tape, x: f32| tape.input(&Matrix::column([x]));
                // W = 0, U = 1, b = 0, no activation: the message itself.
                let own = weight(tape, 0.0);
                let (message, bias) = (weight(tape, 1.0), weight(tape, 0.0));
                tape.edge_layer(x, EdgeWeights { own, message, bias }, relay, 1.0)
            });
            for (e, &found) in found.iter().enumerate() {
                let sources = sources(e, with_reverse);
                let sum: f32 = sources.iter().map(|&i| numbers[i as usize]).sum();
                let mean = sum / sources.len().max(1) as f32;
                assert!((found - mean).abs() < 1e-5, "arc {e}: {found}, not {mean}");
            }
        }
    }

    #[test]
    fn gradient() {
        let weights = |x: &[Var]| EdgeWeights { own: x[1], message: x[2], bias: x[3] };
        for relay in relays() {
            check(&[(7, 3), (3, 4), (3, 4), (1, 4)], |tape, x| {
                tape.edge_layer(x[0], weights(x), &relay, 0.2)
            });
        }
        let nobody = Relay::without_reverse(vec![], vec![], 0, &Control::NONE);
        check(&[(0, 3), (3, 4), (3, 4), (1, 4)], |tape, x| {
            tape.edge_layer(x[0], weights(x), &nobody, 0.2)
        });
    }

    #[test]
    fn fused_equals_the_equation_arc_by_arc() {
        for (relay, with_reverse) in relays().iter().zip([true, false]) {
            let lists: Vec<Vec<u32>> = (0..ARCS.len()).map(|e| sources(e, with_reverse)).collect();
            let sizes: Vec<usize> = lists.iter().map(Vec::len).collect();
            let (rows, groups) =
                (RowIndex::from(lists.concat()), crate::index::Segments::from_sizes(&sizes));
            let equation = |tape: &mut Tape, x: &[Var]| {
                let heard = tape.gather_rows(x[0], &rows);
                let m = tape.segment_mean(heard, &groups);
                let (own, message) = (tape.matmul(x[0], x[1]), tape.matmul(m, x[2]));
                let sum = tape.add(own, message);
                let sum = tape.add_row(sum, x[3]);
                tape.leaky_relu(sum, 0.2)
            };
            let layer = |tape: &mut Tape, x: &[Var]| {
                let weights = EdgeWeights { own: x[1], message: x[2], bias: x[3] };
                tape.edge_layer(x[0], weights, relay, 0.2)
            };
            same(&[(7, 12), (12, 24), (12, 24), (1, 24)], layer, equation);
        }
    }

    #[test]
    fn one_hot_labels_can_be_implicit() {
        let hot = Hot::new([0, 1, 2, 0, 1, 2, 0], 1);
        let ones = Matrix::from_fn(7, 3, |i, j| if i % 3 == j { 1.0 } else { 0.0 });
        for relay in relays() {
            let weights = |x: &[Var]| EdgeWeights { own: x[0], message: x[1], bias: x[2] };
            let long = |tape: &mut Tape, x: &[Var]| {
                let ones = tape.input(&ones);
                tape.edge_layer(ones, weights(x), &relay, 0.2)
            };
            let short = |tape: &mut Tape, x: &[Var]| tape.edge_layer(&hot, weights(x), &relay, 0.2);
            same(&[(3, 8), (3, 8), (1, 8)], short, long);
        }
    }
}
