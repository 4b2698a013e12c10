//! Message passing between nodes and arcs, with arcs in both directions: the layer of DMPNN-LRP.
//!
//! ```text
//! ē = ⟨v,u⟩, the reverse of e = ⟨u,v⟩, with its own state
//! m_v = −Σ { x_e : e ends in v }·W_in + Σ { x_ē : e begins in v }·W_out
//! ĥ_v = MLP( h_v·W_h + m_v + b )
//! x̂_e = MLP( x_e·W_x + 2·(1 + log₂(1 + deg(head of e)))·x_e·(W_src − W_dst) + h_v·W_dst − h_u·W_src + c )
//! v   = pooling of ĥ and the x̂_e                                     [`CollapsedLrp`]
//! h ← h + v        x ← x + x̂                                       the former by the encoder
//! ```
//!
//! Liu and Song, *Graph Convolutional Networks with Dual Message Passing for Subgraph Isomorphism
//! Counting and Matching*, AAAI 2022. In the equation of x̂_e, ⟨u,v⟩ is the direction in the graph,
//! for both e and ē; deg counts arcs in both directions. MLP(x) = σ(x·A + a)·B + b. The arc states
//! of the last layer are read only by the pooling, so only those of e are computed there. With many
//! arcs, [fewer products](super::dual_message_folded) suffice.
//!
//! | equation         | code            | shape      |
//! |------------------|-----------------|------------|
//! | x_e, then x_ē    | `x`             | `[2E, d]`  |

use isocount_core::{Cancelled, Control};
use isocount_grad::{Init, Matrix, RowIndex, Scope, Segments, Tape, Var};

use super::{CollapsedLrp, Linear, LrpMeans, NodeRows};
use crate::GraphBatch;

/// The divisor of the initial values: the minimum, in the authors' code, of the largest sum of
/// degrees in the patterns.
// PAPER: dmpnn-first-values
const DIVISOR: f64 = 4.0;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct DualMessageConv {
    pub(super) into: Var,
    pub(super) out_of: Var,
    pub(super) node: Linear,
    pub(super) source: Var,
    pub(super) target: Var,
    pub(super) arc: Linear,
    pub(super) node_mlp: [Linear; 2],
    pub(super) arc_mlp: [Linear; 2],
    pub(super) pooling: CollapsedLrp,
}

/// The arcs of a batch and their reverses.
pub(crate) struct BothWays {
    /// Tails and heads in the direction of the graph, for the arcs and then for their reverses.
    tails: RowIndex,
    heads: RowIndex,
    /// `2·(1 + log₂(1 + deg))` of the node where each arc ends.
    factors: Matrix,
    /// For each node, the arcs that end in it, and the reverses that do.
    by_head: (RowIndex, Segments),
    by_tail: (RowIndex, Segments),
    pooling: LrpMeans,
}

/// States of arcs: a row for each arc, or one for each label.
#[derive(Clone, Debug)]
pub(crate) enum ArcRows {
    Each(Var),
    /// Rows of labels, and the label of each arc.
    Labels(Var, RowIndex),
}

impl BothWays {
    /// # Errors
    /// If the work was cancelled, since lists of a large graph take time.
    pub(crate) fn new(graphs: &GraphBatch, control: &Control) -> Result<Self, Cancelled> {
        let (tails, heads) = (graphs.tails.rows(), graphs.heads.of_row());
        let degrees = graphs.degrees();
        let factor = |&node: &u32| {
            let node = node as usize;
            2.0 * (1.0 + (1.0 + degrees.into[node] + degrees.out_of[node]).log2())
        };
        let (num_arcs, num_nodes) = (graphs.num_arcs() as u32, graphs.num_nodes());
        let twice = |ends: &[u32]| RowIndex::new([ends, ends].concat());
        let each: Vec<u32> = (0..num_arcs).collect();
        Ok(Self {
            pooling: LrpMeans::new(graphs, &each, control)?,
            tails: twice(tails),
            heads: twice(heads),
            factors: Matrix::column(heads.iter().chain(tails).map(factor).collect::<Vec<_>>()),
            by_head: (RowIndex::new(each), graphs.heads.clone()),
            by_tail: (
                RowIndex::new((num_arcs..2 * num_arcs).collect::<Vec<_>>()),
                Segments::new(tails, num_nodes),
            ),
        })
    }
}

impl ArcRows {
    /// `x·W` for the first `num` arcs.
    fn product(&self, tape: &mut Tape<'_>, weight: Var, num: usize) -> Var {
        match self {
            Self::Each(x) => {
                let x = first_rows(tape, *x, num);
                tape.matmul(x, weight)
            }
            Self::Labels(rows, labels) => {
                let rows = tape.matmul(*rows, weight);
                tape.gather_rows(rows, &RowIndex::new(&labels.rows()[..num]))
            }
        }
    }

    /// The rows of some arcs, summed in groups.
    fn sums(&self, tape: &mut Tape<'_>, (arcs, groups): &(RowIndex, Segments)) -> Var {
        match self {
            Self::Each(x) => tape.gather_sum(*x, arcs, groups),
            Self::Labels(rows, labels) => {
                let of = arcs.rows().iter().map(|&arc| labels.rows()[arc as usize]);
                tape.gather_sum(*rows, &RowIndex::new(of.collect::<Vec<_>>()), groups)
            }
        }
    }

    fn written_out(&self, tape: &mut Tape<'_>) -> Var {
        match self {
            Self::Each(x) => *x,
            Self::Labels(rows, labels) => tape.gather_rows(*rows, labels),
        }
    }
}

impl DualMessageConv {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        // The gain of this leaky ReLU.
        let gain = (2.0 / (1.0 + f64::from(super::SLOPE).powi(2))).sqrt();
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

    /// `h: [N, d]` and `x: [2E, d]` to v and the next states of arcs; `None` after the last layer.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        h: &NodeRows,
        x: &ArcRows,
        (graphs, both): (&GraphBatch, &BothWays),
        is_last: bool,
    ) -> (Var, Option<Var>) {
        let entering = x.sums(tape, &both.by_head);
        let entering = tape.matmul(entering, self.into);
        let leaving = x.sums(tape, &both.by_tail);
        let leaving = tape.matmul(leaving, self.out_of);
        let heard = tape.sub(leaving, entering); // m
        let nodes = h.linear_onto(tape, self.node.weight, heard, self.node.bias);
        let nodes = mlp(tape, nodes, &self.node_mlp); // ĥ

        let num_arcs = graphs.num_arcs();
        let made = if is_last { num_arcs } else { 2 * num_arcs };
        let own = x.product(tape, self.arc.weight, made);
        let difference = tape.sub(self.source, self.target);
        let scaled = x.product(tape, difference, made);
        let factors = tape.input(&Matrix::column(&both.factors.data()[..made]));
        let scaled = tape.row_scale(scaled, factors);
        let sources = h.product(tape, self.source);
        let sources = tape.gather_rows(sources, &RowIndex::new(&both.tails.rows()[..made]));
        let targets = h.linear(tape, self.target, self.arc.bias);
        let targets = tape.gather_rows(targets, &RowIndex::new(&both.heads.rows()[..made]));
        let arcs = tape.add(own, scaled);
        let heard = tape.sub(targets, sources);
        let arcs = tape.add(arcs, heard);
        let arcs = mlp(tape, arcs, &self.arc_mlp); // x̂

        let forward = first_rows(tape, arcs, num_arcs);
        let pooled = self.pooling.forward(tape, nodes, forward, &both.pooling); // v
        let x = (!is_last).then(|| {
            let x = x.written_out(tape);
            tape.add(x, arcs)
        });
        (pooled, x)
    }
}

fn first_rows(tape: &mut Tape<'_>, x: Var, num: usize) -> Var {
    if tape.shape(x).rows == num {
        return x;
    }
    tape.gather_rows(x, &RowIndex::new((0..num as u32).collect::<Vec<_>>()))
}

fn mlp(tape: &mut Tape<'_>, x: Var, [first, second]: &[Linear; 2]) -> Var {
    let hidden = first.activated(tape, x);
    second.forward(tape, hidden)
}
