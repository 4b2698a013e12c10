//! Local relational pooling: represents a node by all ordered selections of three neighbours.
//!
//! ```text
//! T_s  = 4×4 slots of the sequence s = (i, j₁, j₂, j₃): slot (a,a) the label of s_a, slot (a,b) the label
//!        of ⟨s_a,s_b⟩, zeros where there is none                       jₚ ∈ N⁺(i), distinct; fewer if |N⁺(i)| < 3
//! o_s  = ReLU( Σ T_s[a,b]·W_ab + b )
//! ō_i  = mean of o_s over all s that begin with i
//! h_i  = ReLU( ō_i ⊙ f(in(i)) )        f(x) = ReLU( x·w₀ + b₀ )·W₁ + b₁
//! ```
//!
//! Chen et al., *Can Graph Neural Networks Count Substructures?*, NeurIPS 2020: depth 1, width 3.
//!
//! T_s holds one-hot labels, so `T_s[a,b]·W_ab` is a row of W, and a sum over slots is a sum over
//! the parts of s: rows for i, for each neighbour in its position, and for each pair of neighbours
//! in their positions. Only these are stored, never a T_s; the sequences are enumerated one by one.
//! O(|E| + triangles) memory, O(Σ d(d−1)(d−2)) time.
//!
//! | equation | code      | shape                 |
//! |----------|-----------|-----------------------|
//! | W        | `weight`  | `[16·(L + R), width]` |

use isocount_grad::{Init, RowIndex, Scope, Segments, Shape, Tape, Var};

use super::Linear;
use crate::plan::{ArcsOf, Neighbourhoods, column};
use crate::{GraphBatch, Vocabulary};

/// Nodes in a sequence.
const LENGTH: usize = 4;
/// The hidden layer of f.
const DEGREE_WIDTH: usize = 256;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lrp {
    weight: Var,
    bias: Var,
    degree: [Linear; 2],
    vocabulary: Vocabulary,
}

impl Lrp {
    pub(crate) fn new(mut scope: Scope<'_>, vocabulary: Vocabulary, width: usize) -> Self {
        let labels = vocabulary.node_labels + vocabulary.edge_labels;
        Self {
            weight: scope.add("weight", LENGTH * LENGTH * labels, width, Init::Normal(1.0)),
            bias: scope.add("bias", 1, width, Init::Zeros),
            degree: [
                Linear::new(scope.at("degree0"), 1, DEGREE_WIDTH),
                Linear::new(scope.at("degree1"), DEGREE_WIDTH, width),
            ],
            vocabulary,
        }
    }

    /// The row of W for a node label in position a.
    fn node_row(&self, a: usize, label: u32) -> u32 {
        self.row(a, a, label as usize)
    }

    /// The row of W for an edge label from position a to position b.
    fn arc_row(&self, a: usize, b: usize, label: u32) -> u32 {
        self.row(a, b, self.vocabulary.node_labels + label as usize)
    }

    fn row(&self, a: usize, b: usize, label: usize) -> u32 {
        let labels = self.vocabulary.node_labels + self.vocabulary.edge_labels;
        ((LENGTH * a + b) * labels + label) as u32
    }

    /// `[N, width]`.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let plan = graphs.neighbourhoods();
        let labels = graphs.node_labels();
        let own = labels.iter().map(|&label| self.node_row(0, label)).collect::<Vec<_>>();
        let own = tape.gather_rows(self.weight, &RowIndex::new(own)); // [N, width]
        let own = tape.add_row(own, self.bias);
        // Lists of a large graph take time even without numbers.
        if tape.is_stopped() {
            return own;
        }
        let singles = [1, 2, 3].map(|place| self.single(tape, graphs, plan, place));
        let pairs = [[1, 2], [1, 3], [2, 3]].map(|places| self.pair(tape, graphs, plan, places));
        let mean = tape.ordered_mean(own, singles, pairs, &plan.selections); // ō

        let degrees = tape.input(&column(&graphs.degrees().into, |degree| degree));
        let [first, second] = self.degree;
        let hidden = tape.linear_leaky_relu(degrees, first.weight, first.bias, 0.0);
        let factors = second.forward(tape, hidden); // f
        let h = tape.mul(mean, factors);
        tape.relu(h)
    }

    /// The contribution of a neighbour in a position: its label, and the arcs between it and i.
    fn single(
        &self,
        tape: &mut Tape<'_>,
        graphs: &GraphBatch,
        plan: &Neighbourhoods,
        place: usize,
    ) -> Var {
        if tape.is_stopped() {
            return self.nothing(tape, plan.neighbours.len());
        }
        let labels = graphs.node_labels();
        let mut rows: Vec<u32> = plan
            .neighbours
            .iter()
            .map(|&node| self.node_row(place, labels[node as usize]))
            .collect();
        let mut of: Vec<u32> = (0..rows.len() as u32).collect();
        let num = rows.len();
        self.add_arcs(graphs, &plan.out, [0, place], &mut rows, &mut of);
        self.add_arcs(graphs, &plan.back, [place, 0], &mut rows, &mut of);
        tape.gather_sum(self.weight, &RowIndex::new(rows), &Segments::new(of, num))
    }

    /// The contribution of two neighbours in two positions: the arcs between them.
    fn pair(
        &self,
        tape: &mut Tape<'_>,
        graphs: &GraphBatch,
        plan: &Neighbourhoods,
        [p, q]: [usize; 2],
    ) -> Var {
        if tape.is_stopped() {
            return self.nothing(tape, plan.ahead.of.num());
        }
        let (mut rows, mut of) = (Vec::new(), Vec::new());
        self.add_arcs(graphs, &plan.ahead, [p, q], &mut rows, &mut of);
        self.add_arcs(graphs, &plan.behind, [q, p], &mut rows, &mut of);
        tape.gather_sum(self.weight, &RowIndex::new(rows), &Segments::new(of, plan.ahead.of.num()))
    }

    /// The rows of a cancelled tape.
    fn nothing(&self, tape: &mut Tape<'_>, rows: usize) -> Var {
        let width = tape.shape(self.bias).cols;
        tape.input_from(Shape::new(rows, width), |_| ())
    }

    fn add_arcs(
        &self,
        graphs: &GraphBatch,
        list: &ArcsOf,
        [a, b]: [usize; 2],
        rows: &mut Vec<u32>,
        of: &mut Vec<u32>,
    ) {
        let labels = list.arcs.rows().iter().map(|&arc| graphs.edge_labels[arc as usize]);
        rows.extend(labels.map(|label| self.arc_row(a, b, label)));
        of.extend_from_slice(list.of.of_row());
    }
}

#[cfg(test)]
mod tests {
    use isocount_grad::{Arena, Params};
    use isocount_testkit::random;

    use super::*;
    use crate::layer::sequences::{functional, sequences};
    use crate::{Prepared, Reverse};

    #[test]
    fn factorised_equals_every_sequence_written_out() {
        let vocabulary = Vocabulary { node_labels: 4, edge_labels: 4 };
        let mut params = Params::new(3);
        let layer = Lrp::new(params.at("layer"), vocabulary, 5);
        params.get_mut(layer.bias).copy_from_slice(&[0.5, -0.5, 0.25, 1.0, -1.0]);
        for case in (0..60).map(random::small_case) {
            let prepared = Prepared::new(&case.graph, vocabulary).unwrap();
            let graphs = GraphBatch::new(&[&prepared], vocabulary, Reverse::Include);
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            let rows = layer.forward(&mut tape, &graphs);
            let found = tape.value(rows).data();
            let expected = naive(&layer, &params, &prepared);
            for (found, expected) in found.iter().zip(expected) {
                let close = (f64::from(*found) - expected).abs() <= 1e-4 * (1.0 + expected.abs());
                assert!(close, "{found}, naively {expected}: {:?}", case.graph);
            }
        }
    }

    fn naive(layer: &Lrp, params: &Params, graph: &Prepared) -> Vec<f64> {
        let one_hot = |place: u32| -> Vec<f64> {
            (0..8).map(|at| f64::from(u8::from(at == place))).collect()
        };
        let nodes: Vec<_> = graph.node_labels.iter().map(|&label| one_hot(label)).collect();
        let arcs: Vec<_> = graph.edge_labels.iter().map(|&label| one_hot(4 + label)).collect();
        let numbers = |var: Var| params.get(var).data();
        let [first, second] = layer.degree;
        let mut rows = Vec::new();
        for node in 0..nodes.len() as u32 {
            let all = sequences(graph, node);
            let mut mean = [0.0; 5];
            for sequence in &all {
                let slots = functional(graph, sequence, &nodes, &arcs, numbers(layer.weight), 5);
                for ((mean, slot), bias) in mean.iter_mut().zip(slots).zip(numbers(layer.bias)) {
                    *mean += (slot + f64::from(*bias)).max(0.0) / all.len() as f64;
                }
            }
            let degree = graph.heads.iter().filter(|&&head| head == node).count() as f64;
            let hidden = numbers(first.weight).iter().zip(numbers(first.bias));
            let hidden: Vec<f64> =
                hidden.map(|(w, b)| (degree * f64::from(*w) + f64::from(*b)).max(0.0)).collect();
            for (channel, mean) in mean.iter().enumerate() {
                let weights = numbers(second.weight).iter().skip(channel).step_by(5);
                let factor: f64 = hidden.iter().zip(weights).map(|(x, w)| x * f64::from(*w)).sum();
                rows.push((mean * (factor + f64::from(numbers(second.bias)[channel]))).max(0.0));
            }
        }
        rows
    }
}
