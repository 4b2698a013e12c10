//! The layer of DMPNN-LRP for many arcs: one product per arc instead of four.
//!
//! The equations are those of [`dual_message_conv`](super::dual_message_conv), in another order:
//!
//! * There is no activation between the sum inside an MLP and its A, so weights are multiplied by A
//!   first: `(x·W)·A = x·(W·A)`.
//! * Products with B are never stored: with `y = σ(…)`, `x = x⁰ + Σ_k (y_k·B_k + b_k)`, and `x·W =
//!   x⁰·W + Σ_k y_k·(B_k·W) + …`; x⁰ and the biases are rows of labels. Sums over arcs are sums of
//!   y, times B.
//! * Arcs are ordered by `f = 2·(1 + log₂(1 + deg))`, and those of one f share a weight: `x·W +
//!   f·x·W′ = x·(W + f·W′)`.
//!
//! In exchange, weights are multiplied with each other, about thirty times, which pays off from [a
//! few thousand arcs](is_worth_it).
//!
//! | equation         | code                  | shape          |
//! |------------------|-----------------------|----------------|
//! | y_k of e, of ē   | [`Hidden::rows`]      | `[E, d]` twice |
//! | x⁰ + Σ b_k       | [`ArcStates::labels`] | `[2R, d]`      |

use isocount_core::{Cancelled, Control};
use isocount_grad::{Matrix, RowIndex, Segments, Spans, Tape, Var};

use super::{DualMessageConv, LrpMeans, NodeRows, SLOPE};
use crate::GraphBatch;

/// The number of arcs, per row of a weight, from which this is faster.
// PERF: at width 128, a group of 9,000 arcs takes about two thirds of the time, one of 1,200 arcs a
// little more; `step`
const ARCS_PER_ROW: usize = 24;

/// Whether this form is cheaper for these graphs, with weights of d rows. With a filter, arcs of
/// one label have different states.
pub(crate) fn is_worth_it(graphs: &GraphBatch, d: usize) -> bool {
    graphs.num_arcs() > ARCS_PER_ROW * d && graphs.kept_arcs().is_none()
}

/// The arcs of a batch and their reverses.
pub(crate) struct FoldedWays {
    /// The arcs, and their reverses.
    ways: [Direction; 2],
    /// Each distinct f, as `[1, f]`.
    factors: Matrix,
    pooling: LrpMeans,
}

/// The arcs in one direction, ordered by f.
struct Direction {
    labels: RowIndex,
    /// Tails and heads in the direction of the graph.
    tails: RowIndex,
    heads: RowIndex,
    /// By the node where they end.
    by_end: Segments,
    /// The arcs of each f.
    by_factor: Spans,
    /// Each occurring combination of label and f, and the one of each arc.
    kinds: [RowIndex; 2],
    factor_of_kind: Matrix,
}

impl FoldedWays {
    /// # Errors
    /// If the work was cancelled, since lists of a large graph take time.
    pub(crate) fn new(graphs: &GraphBatch, control: &Control) -> Result<Self, Cancelled> {
        let degrees = graphs.degrees();
        let degrees = degrees.into.iter().zip(&degrees.out_of).map(|(into, out_of)| into + out_of);
        let degrees: Vec<f32> = degrees.collect();
        let mut each = degrees.clone();
        each.sort_by(f32::total_cmp);
        each.dedup();
        control.check()?;
        let place = |degree: &f32| each.partition_point(|other| other < degree);
        let places: Vec<usize> = degrees.iter().map(place).collect();
        let factors: Vec<f32> =
            each.iter().map(|degree| 2.0 * (1.0 + (1.0 + degree).log2())).collect();
        let reverse = graphs.vocabulary.edge_labels as u32;
        let (heads, tails) = (graphs.heads.of_row(), graphs.tails.rows());
        let (forward, rows) = Direction::new(graphs, heads, 0, (&factors, &places), control)?;
        let (reverse, _) = Direction::new(graphs, tails, reverse, (&factors, &places), control)?;
        Ok(Self {
            ways: [forward, reverse],
            pooling: LrpMeans::new(graphs, &rows, control)?,
            factors: Matrix::from_fn(factors.len(), 2, |row, col| [1.0, factors[row]][col]),
        })
    }

    /// `W + f·W′` for each f, concatenated vertically.
    fn weights(&self, tape: &mut Tape<'_>, [own, scaled]: [Var; 2]) -> Var {
        let d = tape.shape(own).rows;
        let both = [own, scaled].map(|weight| tape.reshape(weight, 1, d * d));
        let both = tape.concat_cols(&both);
        let both = tape.reshape(both, 2, d * d);
        let factors = tape.input(&self.factors);
        let each = tape.matmul(factors, both); // [F, d·d]
        tape.reshape(each, self.factors.shape().rows * d, d)
    }
}

impl Direction {
    /// The arcs ordered by the position of f among `factors`, which depends on the node where they
    /// end, and the row of each arc.
    fn new(
        graphs: &GraphBatch,
        ends: &[u32],
        first_label: u32,
        (factors, place_of_node): (&[f32], &[usize]),
        control: &Control,
    ) -> Result<(Self, Vec<u32>), Cancelled> {
        let place = |arc: u32| place_of_node[ends[arc as usize] as usize];
        let mut order: Vec<u32> = (0..ends.len() as u32).collect();
        order.sort_by_key(|&arc| place(arc));
        control.check()?;
        let mut row_of_arc = vec![0; order.len()];
        let mut sizes = vec![0; factors.len()];
        for (row, &arc) in (0..).zip(&order) {
            row_of_arc[arc as usize] = row;
            sizes[place(arc)] += 1;
        }
        control.check()?;
        let of_arcs =
            |list: &[u32]| -> Vec<u32> { order.iter().map(|&arc| list[arc as usize]).collect() };
        let labels = of_arcs(&graphs.edge_labels).into_iter().map(|label| first_label + label);
        let labels: Vec<u32> = labels.collect();
        control.check()?;

        // Arcs of one f are consecutive, so the latest kind of each label is all that is needed.
        let (mut kinds, mut factor_of_kind) = (Vec::new(), Vec::new());
        let mut kind_of_label = vec![(usize::MAX, 0); 2 * graphs.vocabulary.edge_labels];
        let kind_of = labels.iter().zip(&order).map(|(&label, &arc)| {
            let (of_place, kind) = &mut kind_of_label[label as usize];
            if *of_place != place(arc) {
                (*of_place, *kind) = (place(arc), kinds.len() as u32);
                kinds.push(label);
                factor_of_kind.push(factors[place(arc)]);
            }
            *kind
        });
        let kind_of: Vec<u32> = kind_of.collect();
        control.check()?;
        let (tails, heads) = (of_arcs(graphs.tails.rows()), of_arcs(graphs.heads.of_row()));
        control.check()?;
        let direction = Self {
            labels: RowIndex::new(labels),
            tails: RowIndex::new(tails),
            heads: RowIndex::new(heads),
            by_end: Segments::new(of_arcs(ends), graphs.num_nodes()),
            by_factor: Spans::from_sizes(&sizes),
            kinds: [RowIndex::new(kinds), RowIndex::new(kind_of)],
            factor_of_kind: Matrix::column(factor_of_kind),
        };
        Ok((direction, row_of_arc))
    }
}

/// The states of arcs: x⁰ and the sums that layers have added.
#[derive(Clone, Debug)]
pub(crate) struct ArcStates {
    /// A row for each label of an arc or a reverse.
    labels: Var,
    hidden: Vec<Hidden>,
}

/// The terms that a layer has added to the states of arcs and of their reverses: `y·B`.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    /// y.
    rows: [Var; 2],
    /// Σ y by the node where arcs end.
    sums: [Var; 2],
    /// B.
    outer: Var,
}

impl ArcStates {
    /// x⁰, from the rows of labels.
    pub(crate) fn new(labels: Var) -> Self {
        Self { labels, hidden: Vec::new() }
    }

    /// `Σ x_e·W + Σ x_ē·W′` by the node where arcs and reverses end.
    fn heard(&self, tape: &mut Tape<'_>, both: &FoldedWays, weights: [Var; 2]) -> Var {
        let mut said = weights;
        for (said, way) in said.iter_mut().zip(&both.ways) {
            let rows = tape.matmul(self.labels, *said);
            *said = tape.gather_sum(rows, &way.labels, &way.by_end);
        }
        let mut sum = tape.add(said[0], said[1]);
        for Hidden { sums, outer, .. } in &self.hidden {
            for (&of_rows, weight) in sums.iter().zip(weights) {
                let weight = tape.matmul(*outer, weight);
                sum = tape.linear_onto(of_rows, weight, sum, 1.0);
            }
        }
        sum
    }

    /// `σ( x·W + f·x·W′ + terms of the ends )` of the arcs, or of arcs and reverses; `from_tails`
    /// and `from_heads` are tables of nodes.
    fn activated<const WAYS: usize>(
        &self,
        tape: &mut Tape<'_>,
        both: &FoldedWays,
        weights: [Var; 2],
        [from_tails, from_heads]: [Var; 2],
    ) -> [Var; WAYS] {
        let of_labels = weights.map(|weight| tape.matmul(self.labels, weight));
        let mut parts: Vec<([Var; 2], Var)> = Vec::new();
        for Hidden { rows, outer, .. } in &self.hidden {
            let weights = weights.map(|weight| tape.matmul(*outer, weight));
            parts.push((*rows, both.weights(tape, weights)));
        }
        std::array::from_fn(|number| {
            let way = &both.ways[number];
            let [labels, kind_of] = &way.kinds;
            let [own, scaled] = of_labels.map(|rows| tape.gather_rows(rows, labels));
            let factors = tape.input(&way.factor_of_kind);
            let scaled = tape.row_scale(scaled, factors);
            let tables = vec![
                (from_tails, way.tails.clone()),
                (from_heads, way.heads.clone()),
                (tape.add(own, scaled), kind_of.clone()),
            ];
            let mut product = None;
            for (rows, weights) in &parts {
                let part = tape.typed_block_matmul(rows[number], *weights, &way.by_factor, 1);
                product = Some(product.map_or(part, |sum| tape.add(sum, part)));
            }
            tape.add_gathered(product, tables, SLOPE)
        })
    }
}

impl DualMessageConv {
    /// `h: [N, d]` and x to v and the next states of arcs, which are unused after the last layer.
    pub(crate) fn forward_folded(
        &self,
        tape: &mut Tape<'_>,
        h: &NodeRows,
        mut x: ArcStates,
        both: &FoldedWays,
        is_last: bool,
    ) -> (Var, ArcStates) {
        let [inner, outer_of_nodes] = self.node_mlp;
        let own = self.node.then(tape, inner);
        let into = tape.scale(self.into, -1.0);
        let weights = [into, self.out_of].map(|weight| tape.matmul(weight, inner.weight));
        let heard = x.heard(tape, both, weights); // m·A
        let nodes = h.linear_onto(tape, own.weight, heard, own.bias);
        let nodes = (tape.leaky_relu(nodes, SLOPE), outer_of_nodes); // ĥ = nodes.0·B + b

        let [inner, outer] = self.arc_mlp;
        let own = self.arc.then(tape, inner);
        let [source, target] =
            [self.source, self.target].map(|weight| tape.matmul(weight, inner.weight));
        let weights = [own.weight, tape.sub(source, target)];
        let source = tape.scale(source, -1.0);
        let ends = [h.product(tape, source), h.linear(tape, target, own.bias)];
        if is_last {
            let [forward] = x.activated(tape, both, weights, ends);
            let pooled = self.pooling.of_hidden(tape, nodes, (forward, outer), &both.pooling);
            return (pooled, x);
        }
        let rows: [Var; 2] = x.activated(tape, both, weights, ends); // y
        let pooled = self.pooling.of_hidden(tape, nodes, (rows[0], outer), &both.pooling); // v
        x.labels = tape.add_row(x.labels, outer.bias);
        let mut sums = rows;
        for (sum, way) in sums.iter_mut().zip(&both.ways) {
            *sum = tape.segment_sum(*sum, &way.by_end);
        }
        x.hidden.push(Hidden { rows, sums, outer: outer.weight });
        (pooled, x)
    }
}
