//! Local relational pooling without an activation, and therefore without sequences.
//!
//! ```text
//! v_i = mean over s of Σ T_s[a,b]·W_ab + c                      T_s as in [`lrp`](super::lrp), of states
//!     = c + h_i·W_00 + mean h_j · Σ W_pp + (1/d)·Σ x⟨i,j⟩ · Σ W_0p + (1/d)·Σ x⟨j,i⟩ · Σ W_p0
//!         + 1/(d(d−1))·Σ x⟨j,j′⟩ · Σ W_pq
//! ```
//!
//! j, j′ ∈ N⁺(i), d of them; p ≠ q ∈ 1 … min(3, d). What is linear can be averaged first: every neighbour is in
//! every place equally often. That is all there is to the pooling of DMPNN-LRP (Liu and Song, AAAI 2022), since its
//! code has no activation before the mean.
//!
//! The sums of weights differ for d = 0, 1, 2 and more, so nodes stand in four groups.
//!
//! | equation    | code     | shape       |
//! |-------------|----------|-------------|
//! | W           | `weight` | `[16·d, d]` |
// PAPER: dmpnn-lrp-linear

use isocount_grad::{Init, Matrix, RowIndex, Scope, Segments, Spans, Tape, Var};

use super::Linear;
use crate::GraphBatch;
use crate::plan::ArcsOf;

/// Nodes in a sequence.
const LENGTH: usize = 4;
/// Terms of the equation besides c.
const TERMS: usize = 5;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CollapsedLrp {
    weight: Var,
    bias: Var,
    width: usize,
}

/// Who is in which mean: the same for all layers.
#[derive(Clone, Debug)]
pub(crate) struct LrpMeans {
    neighbours: (RowIndex, Segments),
    /// `1/d` of each node.
    per_neighbour: Matrix,
    /// Arcs ⟨i,j⟩, ⟨j,i⟩ and ⟨j,j′⟩.
    arcs: [MeanOfArcs; 3],
    /// Nodes by their number of neighbours: 0, 1, 2, more.
    order: RowIndex,
    back: RowIndex,
    sizes: Spans,
}

/// A mean over arcs for each node.
#[derive(Clone, Debug)]
struct MeanOfArcs {
    arcs: RowIndex,
    of_node: Segments,
    /// What the sum is multiplied by.
    factors: Matrix,
    /// The same times the number of arcs: parallel arcs make it more than 1.
    shares: Matrix,
}

impl LrpMeans {
    /// `row_of_arc`: the row of each arc among its states.
    pub(crate) fn new(graphs: &GraphBatch, row_of_arc: &[u32]) -> Self {
        let plan = graphs.neighbourhoods();
        let num_nodes = plan.sizes.len();
        let per = |divisor: fn(f32) -> f32| -> Vec<f32> {
            let factor = |&size: &usize| match divisor(size as f32) {
                0.0 => 0.0,
                divisor => divisor.recip(),
            };
            plan.sizes.iter().map(factor).collect()
        };
        let (per_one, per_two) = (per(|d| d), per(|d| d * (d - 1.0)));
        let node_of = |list: &ArcsOf| {
            let entries = list.of.of_row().iter();
            let of = entries.map(|&entry| plan.entries_of.of_row()[entry as usize]);
            Segments::new(of.collect::<Vec<_>>(), num_nodes)
        };
        let mean = |arcs: &RowIndex, of_node: Segments, factors: &[f32]| {
            let rows = arcs.rows().iter().map(|&arc| row_of_arc[arc as usize]);
            let mut shares = vec![0.0; num_nodes];
            for &node in of_node.of_row() {
                shares[node as usize] += factors[node as usize];
            }
            let arcs = RowIndex::new(rows.collect::<Vec<_>>());
            let (factors, shares) = (Matrix::column(factors), Matrix::column(shares));
            MeanOfArcs { arcs, of_node, factors, shares }
        };
        let arcs = [
            mean(&plan.out.arcs, node_of(&plan.out), &per_one),
            mean(&plan.back.arcs, node_of(&plan.back), &per_one),
            mean(&plan.among.arcs, plan.among.of.clone(), &per_two),
        ];

        let kind = |node: &u32| plan.sizes[*node as usize].min(LENGTH - 1);
        let mut order: Vec<u32> = (0..num_nodes as u32).collect();
        order.sort_by_key(kind);
        let mut sizes = [0; LENGTH];
        let mut back = vec![0; num_nodes];
        for (at, node) in (0..).zip(&order) {
            sizes[kind(node)] += 1;
            back[*node as usize] = at;
        }
        Self {
            neighbours: (RowIndex::new(plan.neighbours.as_slice()), plan.entries_of.clone()),
            per_neighbour: Matrix::column(per_one),
            arcs,
            order: RowIndex::new(order),
            back: RowIndex::new(back),
            sizes: Spans::from_sizes(&sizes),
        }
    }
}

impl CollapsedLrp {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        Self {
            weight: scope.add("weight", LENGTH * LENGTH * d, d, Init::XavierUniform(1.0)),
            bias: scope.add("bias", 1, d, Init::Zeros),
            width: d,
        }
    }

    /// `h: [N, d]` and the rows y of arcs, `[E, d]`, to `[N, d]`. States of arcs are `x = y·B + b`: the mean of x is that of y times B, N
    /// rows instead of E.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        h: Var,
        (y, state): (Var, Linear),
        means: &LrpMeans,
    ) -> Var {
        let d = self.width;
        let (neighbours, nodes) = &means.neighbours;
        let sum = tape.gather_sum(h, neighbours, nodes);
        let per_neighbour = tape.input(&means.per_neighbour);
        let mut terms = vec![h, tape.row_scale(sum, per_neighbour)];
        for MeanOfArcs { arcs, of_node, factors, shares } in &means.arcs {
            let sum = tape.gather_sum(y, arcs, of_node);
            let factors = tape.input(factors);
            let mean = tape.row_scale(sum, factors);
            let shares = tape.input(shares);
            let biases = tape.matmul(shares, state.bias);
            terms.push(tape.linear_onto(mean, state.weight, biases, 1.0));
        }
        let terms = tape.concat_cols(&terms); // [N, 5d]

        let slots = tape.reshape(self.weight, LENGTH * LENGTH, d * d);
        let sums = tape.input(&sums());
        let weights = tape.matmul(sums, slots); // [4·TERMS, d·d]
        let weights = tape.reshape(weights, LENGTH * TERMS * d, d);
        let sorted = tape.gather_rows(terms, &means.order);
        let pooled = tape.typed_block_matmul(sorted, weights, &means.sizes, 1);
        let pooled = tape.gather_rows(pooled, &means.back); // [N, d]
        tape.add_row(pooled, self.bias)
    }
}

/// Which slots each sum of weights has: a row for each number of neighbours and each term.
fn sums() -> Matrix {
    let mut sums = Matrix::zeros(LENGTH * TERMS, LENGTH * LENGTH);
    for most in 0..LENGTH {
        for (term, row) in (0..TERMS).map(|term| (term, most * TERMS + term)) {
            for a in 0..=most {
                for b in 0..=most {
                    let is_in = match term {
                        0 => a == 0 && b == 0,
                        1 => a == b && a > 0,
                        2 => a == 0 && b > 0,
                        3 => a > 0 && b == 0,
                        _ => a > 0 && b > 0 && a != b,
                    };
                    if is_in {
                        sums.data_mut()[row * LENGTH * LENGTH + LENGTH * a + b] = 1.0;
                    }
                }
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use isocount_core::Rng;
    use isocount_grad::{Arena, Params};
    use isocount_testkit::random;

    use super::*;
    use crate::layer::sequences::{functional, sequences};
    use crate::{Prepared, Reverse, Vocabulary};

    #[test]
    fn collapsed_equals_every_sequence_written_out() {
        const WIDTH: usize = 3;
        let vocabulary = Vocabulary { node_labels: 4, edge_labels: 4 };
        let mut params = Params::new(3);
        let layer = CollapsedLrp::new(params.at("layer"), WIDTH);
        let state = Linear::new(params.at("state"), WIDTH, WIDTH);
        params.get_mut(layer.bias).copy_from_slice(&[0.5, -0.5, 0.25]);
        let mut rng = Rng::new(1);
        for case in (0..60).map(random::small_case) {
            let graph = Prepared::new(&case.graph, vocabulary).unwrap();
            let graphs = GraphBatch::new(&[&graph], vocabulary, Reverse::Include);
            let mut random = |rows| Matrix::from_fn(rows, WIDTH, |_, _| rng.unit() as f32 - 0.5);
            let (h, y) = (random(graph.node_labels.len()), random(graph.num_arcs()));
            // Arcs stand backwards.
            let rows: Vec<u32> = (0..graph.num_arcs() as u32).rev().collect();
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            let [nodes, arcs] = [tape.input(&h), tape.input(&y)];
            let means = LrpMeans::new(&graphs, &rows);
            let pooled = layer.forward(&mut tape, nodes, (arcs, state), &means);
            let found = tape.value(pooled).to_matrix();
            let x = state.forward(&mut tape, arcs);
            let x = tape.gather_rows(x, &RowIndex::new(rows));
            let x = tape.value(x).to_matrix();

            let wide = |rows: &Matrix| -> Vec<Vec<f64>> {
                let rows = rows.data().chunks(WIDTH);
                rows.map(|row| row.iter().map(|&x| f64::from(x)).collect()).collect()
            };
            let (h, x) = (wide(&h), wide(&x));
            for node in 0..h.len() {
                let all = sequences(&graph, node as u32);
                let weight = params.get(layer.weight).data();
                let mut expected: Vec<f64> =
                    params.get(layer.bias).data().iter().map(|&bias| f64::from(bias)).collect();
                for sequence in &all {
                    let slots = functional(&graph, sequence, &h, &x, weight, WIDTH);
                    let parts = slots.iter().map(|slot| slot / all.len() as f64);
                    expected.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
                }
                for (found, expected) in found.data()[node * WIDTH..].iter().zip(expected) {
                    let close = (f64::from(*found) - expected).abs() < 1e-5;
                    assert!(close, "{found}, naively {expected}: {:?}", case.graph);
                }
            }
        }
    }
}
