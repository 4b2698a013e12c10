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

use crate::GraphBatch;
use crate::plan::{ArcsOf, Neighbourhoods};

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

impl CollapsedLrp {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        Self {
            weight: scope.add("weight", LENGTH * LENGTH * d, d, Init::XavierUniform(1.0)),
            bias: scope.add("bias", 1, d, Init::Zeros),
            width: d,
        }
    }

    /// `h: [N, d]` and `x: [E, d]` to `[N, d]`.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, h: Var, x: Var, graphs: &GraphBatch) -> Var {
        let d = self.width;
        // Lists of a large graph take their time even without numbers.
        if tape.is_stopped() {
            return h;
        }
        let plan = graphs.neighbourhoods();
        let means = means(tape, h, x, plan); // [N, 5d]
        if tape.is_stopped() {
            return h;
        }

        // Nodes by their number of neighbours: 0, 1, 2, more.
        let kind = |node: &u32| plan.sizes[*node as usize].min(LENGTH - 1);
        let mut order: Vec<u32> = (0..plan.sizes.len() as u32).collect();
        order.sort_by_key(kind);
        let mut sizes = [0; LENGTH];
        let mut back = vec![0; order.len()];
        for (at, node) in (0..).zip(&order) {
            sizes[kind(node)] += 1;
            back[*node as usize] = at;
        }

        let slots = tape.reshape(self.weight, LENGTH * LENGTH, d * d);
        let sums = tape.input(&sums());
        let weights = tape.matmul(sums, slots); // [4·TERMS, d·d]
        let weights = tape.reshape(weights, LENGTH * TERMS * d, d);
        let sorted = tape.gather_rows(means, &RowIndex::new(order));
        let pooled = tape.typed_block_matmul(sorted, weights, &Spans::from_sizes(&sizes), 1);
        let pooled = tape.gather_rows(pooled, &RowIndex::new(back)); // [N, d]
        tape.add_row(pooled, self.bias)
    }
}

/// What the weights of the five terms are multiplied by, side by side.
fn means(tape: &mut Tape<'_>, h: Var, x: Var, plan: &Neighbourhoods) -> Var {
    let per = |divisor: fn(f32) -> f32| {
        let factor = |&size: &usize| match divisor(size as f32) {
            0.0 => 0.0,
            divisor => divisor.recip(),
        };
        Matrix::column(plan.sizes.iter().map(factor).collect::<Vec<_>>())
    };
    let (per_one, per_two) = (tape.input(&per(|d| d)), tape.input(&per(|d| d * (d - 1.0))));
    let node_of = |list: &ArcsOf| {
        let entries = list.of.of_row().iter();
        let of = entries.map(|&entry| plan.entries_of.of_row()[entry as usize]);
        Segments::new(of.collect::<Vec<_>>(), plan.sizes.len())
    };
    let neighbours = RowIndex::new(plan.neighbours.as_slice());
    let sums = [
        (tape.gather_sum(h, &neighbours, &plan.entries_of), per_one),
        (tape.gather_sum(x, &plan.out.arcs, &node_of(&plan.out)), per_one),
        (tape.gather_sum(x, &plan.back.arcs, &node_of(&plan.back)), per_one),
        (tape.gather_sum(x, &plan.among.arcs, &plan.among.of), per_two),
    ];
    let [neighbours, out, back, among] = sums.map(|(sum, factor)| tape.row_scale(sum, factor));
    tape.concat_cols(&[h, neighbours, out, back, among])
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
        params.get_mut(layer.bias).copy_from_slice(&[0.5, -0.5, 0.25]);
        let mut rng = Rng::new(1);
        for case in (0..60).map(random::small_case) {
            let graph = Prepared::new(&case.graph, vocabulary).unwrap();
            let graphs = GraphBatch::new(&[&graph], vocabulary, Reverse::Include);
            let mut random = |rows| Matrix::from_fn(rows, WIDTH, |_, _| rng.unit() as f32 - 0.5);
            let (h, x) = (random(graph.node_labels.len()), random(graph.num_arcs()));
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            let states = [tape.input(&h), tape.input(&x)];
            let pooled = layer.forward(&mut tape, states[0], states[1], &graphs);
            let found = tape.value(pooled);

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
                for (found, expected) in found.row(node).iter().zip(expected) {
                    let close = (f64::from(*found) - expected).abs() < 1e-5;
                    assert!(close, "{found}, naively {expected}: {:?}", case.graph);
                }
            }
        }
    }
}
