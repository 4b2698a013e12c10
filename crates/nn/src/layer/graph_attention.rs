//! Attention over incoming messages: the layer of GAT, and that of the arcs in DPGCNN.
//!
//! ```text
//! q    = h·W                                                 in heads of equal width
//! s_uv = LeakyReLU( a·q_u + b·q_v )                          for each head; slope 1/5
//! α_uv = e^{s_uv} / Σ { e^{s_wv} : w sends to v }
//! o_v  = Σ { α_uv·q_u : u sends to v }                       zeros if there are no messages
//! ```
//!
//! Veličković et al., *Graph Attention Networks*, ICLR 2018.
//!
//! | equation | code              | shape                 |
//! |----------|-------------------|-----------------------|
//! | W        | `weight`          | `[d_in, heads·width]` |
//! | a, b     | `spoken`, `heard` | `[heads·width, 1]`    |

use isocount_grad::{Init, RowIndex, Scope, Segments, Spans, Tape, Var};

use super::SLOPE;
use super::message_passing::NodeLayer;
use super::node_rows::NodeRows;
use crate::GraphBatch;

/// The slope of the leaky ReLU around scores.
pub(crate) const SCORE_SLOPE: f32 = 0.2;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphAttention {
    weight: Var,
    spoken: Var,
    heard: Var,
    heads: usize,
    dropout: f32,
}

impl GraphAttention {
    /// `dropout` is the rate for α.
    pub(crate) fn new(
        mut scope: Scope<'_>,
        d_in: usize,
        heads: usize,
        width: usize,
        dropout: f32,
    ) -> Self {
        let gain = 2.0_f64.sqrt();
        // The initial values of a tensor of one row, the heads and the width in PyTorch.
        let scores = Init::Normal(gain * (2.0 / (heads * width + width) as f64).sqrt());
        Self {
            weight: scope.add("weight", d_in, heads * width, Init::XavierNormal(gain)),
            spoken: scope.add("spoken", heads * width, 1, scores),
            heard: scope.add("heard", heads * width, 1, scores),
            heads,
            dropout,
        }
    }

    /// W: `[d_in, heads·width]`.
    pub(crate) fn weight(&self) -> Var {
        self.weight
    }

    /// `q: [rows, heads·width]` to `[receivers, heads·width]`. Entry k: row `speakers[k]` sends to
    /// its receiver, whose own row is `heard_by[k]`.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        q: Var,
        (speakers, heard_by): (&RowIndex, &RowIndex),
        listeners: &Segments,
    ) -> Var {
        let all = Spans::from_sizes(&[tape.shape(q).rows]);
        let score = |tape: &mut Tape<'_>, weight: Var, of: &RowIndex| {
            let scores = tape.typed_block_matmul(q, weight, &all, self.heads); // [rows, heads]
            tape.gather_rows(scores, of) // [entries, heads]
        };
        let spoken = score(tape, self.spoken, speakers);
        let heard = score(tape, self.heard, heard_by);
        let scores = tape.add(spoken, heard);
        let scores = tape.leaky_relu(scores, SCORE_SLOPE);
        let weights = tape.segment_softmax(scores, listeners); // α
        let weights = tape.thin(weights, self.dropout);
        tape.weighted_gather_sum(q, weights, speakers, listeners)
    }
}

/// The layer of GAT: the mean of the heads, each after σ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GatConv {
    attention: GraphAttention,
    width: usize,
}

impl GatConv {
    pub(crate) fn new(scope: Scope<'_>, d: usize, heads: usize) -> Self {
        Self { attention: GraphAttention::new(scope, d, heads, d, 0.0), width: d }
    }
}

impl NodeLayer for GatConv {
    fn forward(&self, tape: &mut Tape<'_>, h: &NodeRows, graphs: &GraphBatch) -> Var {
        let heads = self.attention.heads;
        // One row per node or per label; the result is [N, heads·d] in both cases.
        let o = match &h.labels {
            None => {
                let q = tape.matmul(h.each, self.attention.weight());
                let ends = (&graphs.tails, &graphs.head_of);
                self.attention.forward(tape, q, ends, &graphs.heads)
            }
            Some(labels) => {
                let q = tape.matmul(labels.table, self.attention.weight());
                let of_head = graphs.heads.of_row().iter();
                let of_head = of_head.map(|&head| labels.of_node.rows()[head as usize]);
                let ends = (&labels.of_tail, &RowIndex::new(of_head.collect::<Vec<_>>()));
                self.attention.forward(tape, q, ends, &graphs.heads)
            }
        };
        let o = tape.leaky_relu(o, SLOPE);
        let each = (0..heads).map(|head| head * self.width..(head + 1) * self.width);
        let each: Vec<Var> = each.map(|cols| tape.slice_cols(o, cols)).collect();
        let sum = each[1..].iter().fold(each[0], |sum, &head| tape.add(sum, head));
        tape.scale(sum, 1.0 / heads as f32)
    }
}
