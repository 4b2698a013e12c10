//! Message passing between nodes and arcs, with arcs in both directions: the layer of DMPNN-LRP.
//!
//! ```text
//! ē = ⟨v,u⟩, the reverse of e = ⟨u,v⟩, with its own state
//! m_v = −Σ { x_e : e ends in v }·W_in + Σ { x_ē : e begins in v }·W_out
//! ĥ_v = MLP( h_v·W_h + m_v + b )
//! x̂_e = MLP( x_e·W_x + f_e·x_e·(W_src − W_dst) + h_v·W_dst − h_u·W_src + c )
//! f_e = 2·(1 + log₂(1 + deg(head of e)))
//! v   = pooling of ĥ and the x̂_e                                     [`CollapsedLrp`]
//! h ← h + v        x ← x + x̂                                       the former by the encoder
//! ```
//!
//! Liu and Song, *Graph Convolutional Networks with Dual Message Passing for Subgraph Isomorphism Counting and
//! Matching*, AAAI 2022. ⟨u,v⟩ in the line of x̂ is the direction of the graph, for e and for ē alike; deg
//! counts arcs both ways. MLP(x) = σ(x·A + a)·B + b. Arc states of the last layer are read by the pooling alone, so
//! there only those of e are made.
//!
//! Arcs are many, so what is done to each is as little as the equations allow, one product per layer instead of four:
//!
//! * Nothing stands between the sum inside an MLP and its A, so weights are multiplied by A first: `(x·W)·A = x·(W·A)`.
//! * What comes of B is never written out: with `y = σ(…)`, `x = x⁰ + Σ_k (y_k·B_k + b_k)`, and `x·W = x⁰·W + Σ_k y_k·(B_k·W) + …`; x⁰ and the
//!   biases are rows of labels. Sums over arcs are sums of y, times B.
//! * Arcs stand in the order of f, and those of one f share a weight: `x·W + f·x·W′ = x·(W + f·W′)`.
//!
//! | equation         | code                  | shape          |
//! |------------------|-----------------------|----------------|
//! | y_k of e, of ē   | [`Hidden::rows`]      | `[E, d]` twice |
//! | x⁰ + Σ b_k       | [`Base::Labels`]      | `[2R, d]`      |

use isocount_core::{Cancelled, Control};
use isocount_grad::{Init, Matrix, RowIndex, Scope, Segments, Spans, Tape, Var};

use super::{CollapsedLrp, Linear, LrpMeans, NodeRows, SLOPE};
use crate::GraphBatch;
use crate::filter::masked;

/// The initial values are divided by it: the least that the largest sum of degrees in the patterns counts as there.
// PAPER: dmpnn-first-values
const DIVISOR: f64 = 4.0;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct DualMessageConv {
    into: Var,
    out_of: Var,
    node: Linear,
    source: Var,
    target: Var,
    arc: Linear,
    node_mlp: [Linear; 2],
    arc_mlp: [Linear; 2],
    pooling: CollapsedLrp,
}

/// The arcs of a batch and their reverses.
pub(crate) struct BothWays {
    /// Arcs, and their reverses.
    ways: [Direction; 2],
    /// Each f that occurs, as `[1, f]`.
    factors: Matrix,
    pooling: LrpMeans,
}

/// The arcs in one direction, in the order of f.
struct Direction {
    labels: RowIndex,
    /// Tails and heads in the direction of the graph.
    tails: RowIndex,
    heads: RowIndex,
    /// By the node where they end.
    by_end: Segments,
    /// The arcs of each f.
    by_factor: Spans,
    /// Each label with each f that occurs, and which of them an arc has.
    kinds: [RowIndex; 2],
    factor_of_kind: Matrix,
    /// One for each arc that a filter leaves, zero for the others; nothing without one.
    kept: Option<Matrix>,
}

impl BothWays {
    /// # Errors
    /// If the work was cancelled: lists of a large graph take their time.
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

    /// `W + f·W′` for each f, one below the other.
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
    /// Arcs by the place of f among `factors`, which follows from the node where they end; and the row of each arc.
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

        // Arcs of one f follow one another, so that what is known of a label is soon of no use.
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
        let kept = graphs.kept_arcs().map(|kept| {
            let kept = order.iter().map(|&arc| kept.data()[arc as usize]);
            Matrix::column(kept.collect::<Vec<_>>())
        });
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
            kept,
        };
        Ok((direction, row_of_arc))
    }
}

/// States of arcs, x⁰ and what layers have added.
#[derive(Clone, Debug)]
pub(crate) struct ArcStates {
    base: Base,
    hidden: Vec<Hidden>,
}

#[derive(Clone, Copy, Debug)]
enum Base {
    /// A row for each label of an arc or a reverse.
    Labels(Var),
    /// A row for each arc, and for each reverse: what a filter drops is zero whatever its label.
    Each([Var; 2]),
}

/// What a layer has added to the states of arcs and of their reverses: `y·B`.
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
    pub(crate) fn first(tape: &mut Tape<'_>, table: Var, both: &BothWays) -> Self {
        let each = both.ways.each_ref().map(|way| {
            let kept = way.kept.as_ref()?;
            let rows = tape.gather_rows(table, &way.labels);
            Some(masked(tape, rows, Some(kept)))
        });
        let base = match each {
            [Some(forward), Some(reverse)] => Base::Each([forward, reverse]),
            _ => Base::Labels(table),
        };
        Self { base, hidden: Vec::new() }
    }

    /// x + x̂, with x̂ = y·B + b.
    fn plus(mut self, tape: &mut Tape<'_>, rows: [Var; 2], outer: Linear, both: &BothWays) -> Self {
        match &mut self.base {
            Base::Labels(table) => {
                *table = tape.add_row(*table, outer.bias);
                let mut sums = rows;
                for (sum, way) in sums.iter_mut().zip(&both.ways) {
                    *sum = tape.segment_sum(*sum, &way.by_end);
                }
                self.hidden.push(Hidden { rows, sums, outer: outer.weight });
            }
            Base::Each(each) => {
                for ((x, y), way) in each.iter_mut().zip(rows).zip(&both.ways) {
                    let added = outer.forward(tape, y);
                    let sum = tape.add(*x, added);
                    *x = masked(tape, sum, way.kept.as_ref());
                }
            }
        }
        self
    }

    /// `Σ x_e·W + Σ x_ē·W′` by the node where arcs and reverses end.
    fn heard(&self, tape: &mut Tape<'_>, both: &BothWays, weights: [Var; 2]) -> Var {
        let mut heard = Vec::new();
        for ((number, way), weight) in both.ways.iter().enumerate().zip(weights) {
            heard.push(match self.base {
                Base::Labels(table) => {
                    let said = tape.matmul(table, weight);
                    tape.gather_sum(said, &way.labels, &way.by_end)
                }
                Base::Each(each) => {
                    let sum = tape.segment_sum(each[number], &way.by_end);
                    tape.matmul(sum, weight)
                }
            });
        }
        let mut sum = tape.add(heard[0], heard[1]);
        for Hidden { sums, outer, .. } in &self.hidden {
            for (&of_rows, weight) in sums.iter().zip(weights) {
                let weight = tape.matmul(*outer, weight);
                sum = tape.linear_onto(of_rows, weight, sum, 1.0);
            }
        }
        sum
    }

    /// `σ( x·W + f·x·W′ + what ends say )` of the arcs, or of arcs and reverses; `from_tails` and `from_heads` are tables of nodes.
    fn activated<const WAYS: usize>(
        &self,
        tape: &mut Tape<'_>,
        both: &BothWays,
        weights: [Var; 2],
        [from_tails, from_heads]: [Var; 2],
    ) -> [Var; WAYS] {
        let of_labels = match self.base {
            Base::Labels(table) => Some(weights.map(|weight| tape.matmul(table, weight))),
            Base::Each(_) => None,
        };
        let own = match self.base {
            Base::Labels(_) => None,
            Base::Each(each) => Some((each, both.weights(tape, weights))),
        };
        let mut parts: Vec<([Var; 2], Var)> = own.into_iter().collect();
        for Hidden { rows, outer, .. } in &self.hidden {
            let weights = weights.map(|weight| tape.matmul(*outer, weight));
            parts.push((*rows, both.weights(tape, weights)));
        }
        std::array::from_fn(|number| {
            let way = &both.ways[number];
            let mut tables = vec![(from_tails, way.tails.clone()), (from_heads, way.heads.clone())];
            if let Some(of_labels) = of_labels {
                let [labels, kind_of] = &way.kinds;
                let [own, scaled] = of_labels.map(|rows| tape.gather_rows(rows, labels));
                let factors = tape.input(&way.factor_of_kind);
                let scaled = tape.row_scale(scaled, factors);
                tables.push((tape.add(own, scaled), kind_of.clone()));
            }
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
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        // The gain for this leaky ReLU.
        let gain = (2.0 / (1.0 + f64::from(SLOPE).powi(2))).sqrt();
        let (small, usual) = (Init::XavierUniform(gain / DIVISOR), Init::XavierUniform(gain));
        let mut weight = |name: &str| scope.add(name, d, d, small);
        let [into, out_of, source, target] = ["in", "out", "source", "target"].map(&mut weight);
        let mut linear = |name: &str, init: Init| {
            Linear::with_first_values(scope.at(name), d, d, [init, Init::Zeros])
        };
        Self {
            into,
            out_of,
            source,
            target,
            node: linear("node", small),
            arc: linear("arc", small),
            node_mlp: ["node_mlp0", "node_mlp1"].map(|name| linear(name, usual)),
            arc_mlp: ["arc_mlp0", "arc_mlp1"].map(|name| linear(name, usual)),
            pooling: CollapsedLrp::new(scope.at("pooling"), d),
        }
    }

    /// `h: [N, d]` and x to v and the next states of arcs, which nobody reads after the last layer.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        h: &NodeRows,
        x: ArcStates,
        both: &BothWays,
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
            let pooled = self.pooling.forward(tape, nodes, (forward, outer), &both.pooling);
            return (pooled, x);
        }
        let rows: [Var; 2] = x.activated(tape, both, weights, ends); // y
        let pooled = self.pooling.forward(tape, nodes, (rows[0], outer), &both.pooling); // v
        (pooled, x.plus(tape, rows, outer, both))
    }
}
