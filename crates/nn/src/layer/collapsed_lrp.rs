//! Local relational pooling without an activation, which needs no sequences.
//!
//! ```text
//! v_i = mean over s of Σ T_s[a,b]·W_ab + c                      T_s as in [`lrp`](super::lrp), of states
//!     = c + h_i·W_00 + mean h_j · Σ W_pp + (1/d)·Σ x⟨i,j⟩ · Σ W_0p + (1/d)·Σ x⟨j,i⟩ · Σ W_p0
//!         + 1/(d(d−1))·Σ x⟨j,j′⟩ · Σ W_pq
//! ```
//!
//! j, j′ ∈ N⁺(i), d of them; p ≠ q ∈ 1 … min(3, d). A linear function can be averaged first: every
//! neighbour is in every position equally often. This is the whole pooling of DMPNN-LRP (Liu and
//! Song, AAAI 2022), since its code has no activation before the mean.
//!
//! The sums of weights differ for d = 0, 1, 2 and more, so nodes are arranged in four groups. In
//! sparse graphs few nodes have reverse arcs, or arcs among their neighbours: a term that most
//! nodes lack is multiplied only for the others.
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
/// The first of them are over nodes, the others over arcs.
const TERMS_OF_NODES: usize = 2;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CollapsedLrp {
    weight: Var,
    bias: Var,
    width: usize,
}

/// The members of each mean, the same for all layers.
#[derive(Clone, Debug)]
pub(crate) struct LrpMeans {
    /// The first has a row for every node.
    parts: Vec<Part>,
    /// The factor of the bias of each term, in the order of the first part; greater than 1 if there
    /// are parallel arcs.
    shares: Matrix,
}

/// Concatenated terms, a row for each node that has them.
#[derive(Clone, Debug)]
struct Part {
    terms: Vec<Term>,
    /// The node of each row.
    nodes: Segments,
    /// Rows by the number of neighbours: 0, 1, 2, more.
    sizes: Spans,
}

/// A mean over nodes or arcs for each row of a part.
#[derive(Clone, Debug)]
struct Term {
    number: usize,
    /// Rows of nodes or of arcs.
    of: RowIndex,
    /// The row of the part to which each of them belongs.
    rows: Segments,
    /// The factor of each sum.
    factors: Matrix,
}

/// The members of a term, node by node.
struct Members {
    number: usize,
    /// Rows of nodes or of arcs, and the node to which each belongs.
    of: Vec<u32>,
    nodes: Vec<u32>,
    /// The factor of each node.
    factors: Vec<f32>,
    shares: Vec<f32>,
}

impl Members {
    fn new(number: usize, of: Vec<u32>, nodes: Vec<u32>, factors: &[f32]) -> Self {
        let mut shares = vec![0.0; factors.len()];
        for &node in &nodes {
            shares[node as usize] += factors[node as usize];
        }
        Self { number, of, nodes, factors: factors.to_vec(), shares }
    }

    /// Whether it is cheaper to have a row for each node, including zeros.
    // PERF: LARGE has arcs back at 3 % of its nodes and arcs among neighbours at 6 %, the stand-in
    // for OGB-PPA at all; `step`
    fn is_common(&self) -> bool {
        let with = self.shares.iter().filter(|&&share| share > 0.0).count();
        4 * with >= 3 * self.shares.len()
    }
}

impl Part {
    /// The nodes in the order of `size_of`, their numbers of neighbours.
    fn new(
        mut nodes: Vec<u32>,
        members: Vec<&Members>,
        size_of: &[usize],
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let kind = |node: u32| size_of[node as usize].min(LENGTH - 1);
        nodes.sort_by_key(|&node| kind(node));
        let mut sizes = [0; LENGTH];
        let mut row_of = vec![u32::MAX; size_of.len()];
        for (row, &node) in (0..).zip(&nodes) {
            sizes[kind(node)] += 1;
            row_of[node as usize] = row;
        }
        let term = |members: &Members| {
            control.check()?;
            let rows = members.nodes.iter().map(|&node| row_of[node as usize]);
            let factors = nodes.iter().map(|&node| members.factors[node as usize]);
            // The first term is the node itself.
            let of = if members.number == 0 { &nodes } else { &members.of };
            Ok(Term {
                number: members.number,
                of: RowIndex::new(of.as_slice()),
                rows: Segments::new(rows.collect::<Vec<_>>(), nodes.len()),
                factors: Matrix::column(factors.collect::<Vec<_>>()),
            })
        };
        Ok(Self {
            terms: members.into_iter().map(term).collect::<Result<_, _>>()?,
            sizes: Spans::from_sizes(&sizes),
            nodes: Segments::new(nodes, size_of.len()),
        })
    }

    /// `[rows, terms·d]`.
    fn rows(&self, tape: &mut Tape<'_>, nodes: Var, arcs: Var) -> Var {
        let terms: Vec<Var> = self
            .terms
            .iter()
            .map(|term| {
                let source = if term.number < TERMS_OF_NODES { nodes } else { arcs };
                if term.number == 0 {
                    return tape.gather_rows(source, &term.of);
                }
                let sum = tape.gather_sum(source, &term.of, &term.rows);
                let factors = tape.input(&term.factors);
                tape.row_scale(sum, factors)
            })
            .collect();
        tape.concat_cols(&terms)
    }

    /// The blocks of weights of the part, `block` rows each, for every number of neighbours.
    fn weights(&self, tape: &mut Tape<'_>, all: Var, block: usize) -> Var {
        if self.terms.len() == TERMS {
            return all;
        }
        let of_term = |most: usize, term: &Term| {
            let at = (most * TERMS + term.number) * block;
            at as u32..(at + block) as u32
        };
        let rows = (0..LENGTH)
            .flat_map(|most| self.terms.iter().flat_map(move |term| of_term(most, term)));
        tape.gather_rows(all, &RowIndex::new(rows.collect::<Vec<_>>()))
    }
}

impl LrpMeans {
    /// `row_of_arc`: the row of each arc among its states.
    ///
    /// # Errors
    /// If the work was cancelled, since lists of a large graph take time.
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
        let all: Vec<u32> = (0..num_nodes as u32).collect();
        let of_entries = plan.entries_of.of_row();
        let arcs = |number: usize, list: &ArcsOf, factors: &[f32]| {
            control.check()?;
            let rows = list.arcs.rows().iter().map(|&arc| row_of_arc[arc as usize]).collect();
            // Arcs among neighbours are listed by node, others by entry.
            let is_by_node = number == TERMS - 1;
            let node = |&of: &u32| if is_by_node { of } else { of_entries[of as usize] };
            let nodes = list.of.of_row().iter().map(node).collect();
            Ok(Members::new(number, rows, nodes, factors))
        };
        control.check()?;
        let members = [
            Members::new(0, all.clone(), all.clone(), &vec![1.0; num_nodes]),
            Members::new(1, plan.neighbours.clone(), of_entries.to_vec(), &per_one),
            arcs(2, &plan.out, &per_one)?,
            arcs(3, &plan.back, &per_one)?,
            arcs(4, &plan.among, &per_two)?,
        ];
        control.check()?;
        let (common, rare): (Vec<&Members>, Vec<&Members>) =
            members.iter().partition(|members| members.number == 0 || members.is_common());
        let mut parts = vec![Part::new(all, common, &plan.sizes, control)?];
        for members in rare {
            control.check()?;
            let has = |&node: &u32| members.shares[node as usize] > 0.0;
            let nodes: Vec<u32> = (0..num_nodes as u32).filter(has).collect();
            if !nodes.is_empty() {
                parts.push(Part::new(nodes, vec![members], &plan.sizes, control)?);
            }
        }
        let order = parts[0].nodes.of_row();
        let shares = Matrix::from_fn(num_nodes, TERMS, |row, term| {
            members[term].shares[order[row] as usize]
        });
        Ok(Self { parts, shares })
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
        self.pooled(tape, (h, x), means, weights, None)
    }

    /// Like [`forward`](Self::forward), but for implicit states `h = y·B + b` and `x = z·B′ + b′`:
    /// B·W in place of W, 4·[`TERMS`] products of d rows instead of one of N and one of E.
    pub(crate) fn of_hidden(
        &self,
        tape: &mut Tape<'_>,
        (nodes, state): (Var, Linear),
        (arcs, state_of_arcs): (Var, Linear),
        means: &LrpMeans,
    ) -> Var {
        let (d, weights) = (self.width, self.sums_of_weights(tape));
        // The B and b of each block of the weights: two terms are over nodes.
        let blocks = || (0..LENGTH * TERMS).map(|block| u32::from(block % TERMS >= TERMS_OF_NODES));
        let rows = blocks().flat_map(|of| (0..d as u32).map(move |row| of * d as u32 + row));
        let outer = stacked(tape, [state.weight, state_of_arcs.weight]); // [2d, d]
        let outer = tape.gather_rows(outer, &RowIndex::new(rows.collect::<Vec<_>>()));
        let each = Spans::from_sizes(&[d; LENGTH * TERMS]);
        let folded = tape.typed_block_matmul(outer, weights, &each, 1);
        let biases = stacked(tape, [state.bias, state_of_arcs.bias]); // [2, d]
        let biases = tape.gather_rows(biases, &RowIndex::new(blocks().collect::<Vec<_>>()));
        let each = Spans::from_sizes(&[1; LENGTH * TERMS]);
        let biases = tape.typed_block_matmul(biases, weights, &each, 1); // [4·TERMS, d]

        self.pooled(tape, (nodes, arcs), means, folded, Some(biases))
    }

    /// The products of the terms with weights, plus the biases of each term: `[N, d]`.
    fn pooled(
        &self,
        tape: &mut Tape<'_>,
        (nodes, arcs): (Var, Var),
        means: &LrpMeans,
        weights: Var,
        biases: Option<Var>,
    ) -> Var {
        let mut sum = None;
        for part in &means.parts {
            let rows = part.rows(tape, nodes, arcs);
            let weights = part.weights(tape, weights, self.width);
            let mut product = tape.typed_block_matmul(rows, weights, &part.sizes, 1);
            if let (None, Some(biases)) = (sum, biases) {
                let shares = tape.input(&means.shares);
                let biases = tape.typed_block_matmul(shares, biases, &part.sizes, 1);
                product = tape.add(product, biases);
            }
            let of_nodes = tape.segment_sum(product, &part.nodes);
            sum = Some(sum.map_or(of_nodes, |sum| tape.add(sum, of_nodes)));
        }
        let sum = sum.expect("the first part has every node");
        tape.add_row(sum, self.bias)
    }

    /// `[4·TERMS·d, d]`.
    fn sums_of_weights(&self, tape: &mut Tape<'_>) -> Var {
        let d = self.width;
        let slots = tape.reshape(self.weight, LENGTH * LENGTH, d * d);
        let sums = tape.input(&sums());
        let weights = tape.matmul(sums, slots); // [4·TERMS, d·d]
        tape.reshape(weights, LENGTH * TERMS * d, d)
    }
}

/// Two matrices, concatenated vertically.
fn stacked(tape: &mut Tape<'_>, parts: [Var; 2]) -> Var {
    let Shape { rows, cols } = tape.shape(parts[0]);
    let parts = parts.map(|part| tape.reshape(part, 1, rows * cols));
    let both = tape.concat_cols(&parts);
    tape.reshape(both, 2 * rows, cols)
}

/// The slots in each sum of weights: a row for each number of neighbours and each term.
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
    use std::collections::BTreeSet;

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
        let mut numbers_of_parts = BTreeSet::new();
        for case in (0..60).map(random::small_case) {
            let graph = Prepared::new(&case.graph, vocabulary).unwrap();
            let graphs = GraphBatch::new(&[&graph], vocabulary, Reverse::Include);
            let mut random = |rows| Matrix::from_fn(rows, WIDTH, |_, _| rng.unit() as f32 - 0.5);
            let (y_of_nodes, y_of_arcs) =
                (random(graph.node_labels.len()), random(graph.num_arcs()));
            // The arcs are in reverse order.
            let rows: Vec<u32> = (0..graph.num_arcs() as u32).rev().collect();
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            let [nodes, arcs] = [&y_of_nodes, &y_of_arcs].map(|rows| tape.input(rows));
            let means = LrpMeans::new(&graphs, &rows, &Control::NONE).unwrap();
            numbers_of_parts.insert(means.parts.len());
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
        let numbers: Vec<usize> = numbers_of_parts.into_iter().collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5], "every term was rare once, and common once");
    }
}
