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

use isocount_core::{Cancelled, Control};
use isocount_grad::{Init, Matrix, RowIndex, Scope, Segments, Shape, Spans, Tape, Var};

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
    ///
    /// # Errors
    /// If the work was cancelled: lists of a large graph take their time.
    pub(crate) fn new(
        graphs: &GraphBatch,
        row_of_arc: &[u32],
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let plan = graphs.neighbourhoods();
        control.check()?;
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
            control.check()?;
            let rows = arcs.rows().iter().map(|&arc| row_of_arc[arc as usize]);
            let mut shares = vec![0.0; num_nodes];
            for &node in of_node.of_row() {
                shares[node as usize] += factors[node as usize];
            }
            let arcs = RowIndex::new(rows.collect::<Vec<_>>());
            let (factors, shares) = (Matrix::column(factors), Matrix::column(shares));
            Ok(MeanOfArcs { arcs, of_node, factors, shares })
        };
        let arcs = [
            mean(&plan.out.arcs, node_of(&plan.out), &per_one)?,
            mean(&plan.back.arcs, node_of(&plan.back), &per_one)?,
            mean(&plan.among.arcs, plan.among.of.clone(), &per_two)?,
        ];
        control.check()?;

        let kind = |node: &u32| plan.sizes[*node as usize].min(LENGTH - 1);
        let mut order: Vec<u32> = (0..num_nodes as u32).collect();
        order.sort_by_key(kind);
        let mut sizes = [0; LENGTH];
        let mut back = vec![0; num_nodes];
        for (at, node) in (0..).zip(&order) {
            sizes[kind(node)] += 1;
            back[*node as usize] = at;
        }
        Ok(Self {
            neighbours: (RowIndex::new(plan.neighbours.as_slice()), plan.entries_of.clone()),
            per_neighbour: Matrix::column(per_one),
            arcs,
            order: RowIndex::new(order),
            back: RowIndex::new(back),
            sizes: Spans::from_sizes(&sizes),
        })
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

    /// `h: [N, d]` and `x: [E, d]` to `[N, d]`.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, h: Var, x: Var, means: &LrpMeans) -> Var {
        let weights = self.sums_of_weights(tape);
        let terms = means.of_rows(tape, h, x);
        let terms = tape.concat_cols(&terms); // [N, 5d]
        let sorted = tape.gather_rows(terms, &means.order);
        let pooled = tape.typed_block_matmul(sorted, weights, &means.sizes, 1);
        self.ended(tape, pooled, means)
    }

    /// The same of states `h = y·B + b` and `x = z·B′ + b′` that are not written out: B·W in place of W, 4·[`TERMS`] products of d
    /// rows instead of one of N and one of E.
    pub(crate) fn of_hidden(
        &self,
        tape: &mut Tape<'_>,
        (nodes, state): (Var, Linear),
        (arcs, state_of_arcs): (Var, Linear),
        means: &LrpMeans,
    ) -> Var {
        let (d, weights) = (self.width, self.sums_of_weights(tape));
        // The B and the b of each block of the weights: two terms are of nodes.
        let blocks = || (0..LENGTH * TERMS).map(|block| u32::from(block % TERMS >= 2));
        let rows = blocks().flat_map(|of| (0..d as u32).map(move |row| of * d as u32 + row));
        let outer = stacked(tape, [state.weight, state_of_arcs.weight]); // [2d, d]
        let outer = tape.gather_rows(outer, &RowIndex::new(rows.collect::<Vec<_>>()));
        let each = Spans::from_sizes(&[d; LENGTH * TERMS]);
        let folded = tape.typed_block_matmul(outer, weights, &each, 1);
        let biases = stacked(tape, [state.bias, state_of_arcs.bias]); // [2, d]
        let biases = tape.gather_rows(biases, &RowIndex::new(blocks().collect::<Vec<_>>()));
        let each = Spans::from_sizes(&[1; LENGTH * TERMS]);
        let biases = tape.typed_block_matmul(biases, weights, &each, 1); // [4·TERMS, d]

        let terms = means.of_rows(tape, nodes, arcs);
        let terms = tape.concat_cols(&terms);
        let sorted = tape.gather_rows(terms, &means.order);
        let pooled = tape.typed_block_matmul(sorted, folded, &means.sizes, 1);
        let shares = tape.input(&means.shares());
        let sorted = tape.gather_rows(shares, &means.order);
        let biases = tape.typed_block_matmul(sorted, biases, &means.sizes, 1);
        let pooled = tape.add(pooled, biases);
        self.ended(tape, pooled, means)
    }

    /// `[4·TERMS·d, d]`.
    fn sums_of_weights(&self, tape: &mut Tape<'_>) -> Var {
        let d = self.width;
        let slots = tape.reshape(self.weight, LENGTH * LENGTH, d * d);
        let sums = tape.input(&sums());
        let weights = tape.matmul(sums, slots); // [4·TERMS, d·d]
        tape.reshape(weights, LENGTH * TERMS * d, d)
    }

    /// Nodes in their own order, with c.
    fn ended(&self, tape: &mut Tape<'_>, pooled: Var, means: &LrpMeans) -> Var {
        let pooled = tape.gather_rows(pooled, &means.back); // [N, d]
        tape.add_row(pooled, self.bias)
    }
}

/// Two matrices, one below the other.
fn stacked(tape: &mut Tape<'_>, parts: [Var; 2]) -> Var {
    let Shape { rows, cols } = tape.shape(parts[0]);
    let parts = parts.map(|part| tape.reshape(part, 1, rows * cols));
    let both = tape.concat_cols(&parts);
    tape.reshape(both, 2 * rows, cols)
}

impl LrpMeans {
    /// Rows of nodes and their means over neighbours and arcs, a row for each node.
    fn of_rows(&self, tape: &mut Tape<'_>, nodes: Var, arcs: Var) -> [Var; TERMS] {
        let (neighbours, of_node) = &self.neighbours;
        let sum = tape.gather_sum(nodes, neighbours, of_node);
        let per_neighbour = tape.input(&self.per_neighbour);
        let neighbours = tape.row_scale(sum, per_neighbour);
        let [out, back, among] = self.arcs.each_ref().map(|mean| {
            let sum = tape.gather_sum(arcs, &mean.arcs, &mean.of_node);
            let factors = tape.input(&mean.factors);
            tape.row_scale(sum, factors)
        });
        [nodes, neighbours, out, back, among]
    }

    /// How often each term has its bias: `[N, TERMS]`.
    fn shares(&self) -> Matrix {
        let has_neighbours = |node: usize| f32::from(self.per_neighbour.data()[node] > 0.0);
        Matrix::from_fn(self.per_neighbour.shape().rows, TERMS, |node, term| match term {
            0 => 1.0,
            1 => has_neighbours(node),
            _ => self.arcs[term - 2].shares.data()[node],
        })
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
        let states = ["node", "arc"].map(|name| Linear::new(params.at(name), WIDTH, WIDTH));
        params.get_mut(layer.bias).copy_from_slice(&[0.5, -0.5, 0.25]);
        let mut rng = Rng::new(1);
        for case in (0..60).map(random::small_case) {
            let graph = Prepared::new(&case.graph, vocabulary).unwrap();
            let graphs = GraphBatch::new(&[&graph], vocabulary, Reverse::Include);
            let mut random = |rows| Matrix::from_fn(rows, WIDTH, |_, _| rng.unit() as f32 - 0.5);
            let (y_of_nodes, y_of_arcs) =
                (random(graph.node_labels.len()), random(graph.num_arcs()));
            // Arcs stand backwards.
            let rows: Vec<u32> = (0..graph.num_arcs() as u32).rev().collect();
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            let [nodes, arcs] = [&y_of_nodes, &y_of_arcs].map(|rows| tape.input(rows));
            let means = LrpMeans::new(&graphs, &rows, &Control::NONE).unwrap();
            let h = states[0].forward(&mut tape, nodes);
            let x = states[1].forward(&mut tape, arcs);
            let pooled = layer.forward(&mut tape, h, x, &means);
            let hidden = layer.of_hidden(&mut tape, (nodes, states[0]), (arcs, states[1]), &means);
            let x = tape.gather_rows(x, &RowIndex::new(rows));
            let [h, x] = [h, x].map(|rows| tape.value(rows).to_matrix());
            let both = [pooled, hidden].map(|rows| tape.value(rows).to_matrix());

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
                for found in &both {
                    for (found, expected) in found.data()[node * WIDTH..].iter().zip(&expected) {
                        let close = (f64::from(*found) - expected).abs() < 1e-5;
                        assert!(close, "{found}, naively {expected}: {:?}", case.graph);
                    }
                }
            }
        }
    }
}
