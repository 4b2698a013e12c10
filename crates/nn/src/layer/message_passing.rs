//! Message passing between nodes, the shape of six layers.
//!
//! ```text
//! m_v  = c_v · Σ { c_u · T_r(h_u) : ⟨u,v⟩ ∈ E of label r }        + c_v·h_v with `MeanWithSelf`
//! h′_v = post( m_v·W + own(h_v) )                                  biases are part of W and own
//! ```
//!
//! | layer                | c           | T                  | W     | own       | post      |
//! |----------------------|-------------|--------------------|-------|-----------|-----------|
//! | [GCN](super::gcn_conv)        | symmetric   | identity           | dense | nothing   | σ         |
//! | [GraphSAGE](super::sage_conv) | mean        | identity           | dense | dense     | σ         |
//! | [GIN](super::gin_conv)        | 1           | identity           | none  | (1 + ε)·h | MLP       |
//! | [GIN as run](super::gin_conv) | symmetric   | identity           | dense | nothing   | MLP       |
//! | [RGCN](super::relational_conv) | mean       | blocks of label r  | none  | dense     | σ         |
//! | [RGIN](super::relational_conv) | 1          | blocks of label r  | none  | dense     | MLP       |
//!
//! Arcs send messages to their heads only, parallel arcs separately; a node without incoming arcs
//! receives none. A weight that all arcs share is applied after the sum: N rows instead of E.
//! Before the first layer nodes of one label have one row, and every product is one of the rows of
//! labels ([`NodeRows`]).

use isocount_grad::{Matrix, RowIndex, Tape, Var};

use super::node_rows::{LabelRows, NodeRows};
use super::{Linear, SLOPE};
use crate::GraphBatch;
use crate::plan::{Relations, column};

/// A layer over nodes: `h: [N, d_in]` to `[N, d_out]`.
pub(crate) trait NodeLayer: Send + Sync {
    fn forward(&self, tape: &mut Tape<'_>, h: &NodeRows, graphs: &GraphBatch) -> Var;
}

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct MessagePassing {
    pub(crate) scale: Scale,
    pub(crate) transform: Transform,
    pub(crate) own: Own,
    pub(crate) post: Post,
}

/// c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    One,
    /// `1/in(v)`.
    Mean,
    /// `1/(in(v) + 1)`, counting the node itself as a sender.
    MeanWithSelf,
    /// `1/√in(v)` and `1/√out(u)`, degrees of zero counted as one.
    Symmetric,
}

/// T and W.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Transform {
    Identity,
    /// W and b.
    Dense {
        weight: Var,
        bias: Var,
    },
    /// Block-diagonal weights of each edge label, `[R·B·s, s]`.
    Blocks {
        weight: Var,
        num: usize,
    },
}

/// What a node receives from itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Own {
    Nothing,
    /// `(1 + ε)·h`, ε as a 1×1 parameter.
    Scaled(Var),
    /// `h·W + b`.
    Dense {
        weight: Var,
        bias: Var,
    },
}

/// What becomes of it all.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Post {
    Nothing,
    /// The leaky ReLU of this slope.
    Activation(f32),
    /// Two layers, each with the leaky ReLU of this slope.
    Mlp([Linear; 2], f32),
    /// What is left of them after the product of the first.
    Second(Linear, f32),
}

impl Post {
    /// The MLP of GIN and RGIN with σ.
    pub(crate) fn mlp(layers: [Linear; 2]) -> Self {
        Self::Mlp(layers, SLOPE)
    }

    fn forward(&self, tape: &mut Tape<'_>, x: Var) -> Var {
        match *self {
            Self::Nothing => x,
            Self::Activation(slope) => tape.leaky_relu(x, slope),
            Self::Mlp(layers, slope) => layers
                .iter()
                .fold(x, |x, layer| tape.linear_leaky_relu(x, layer.weight, layer.bias, slope)),
            Self::Second(layer, slope) => {
                let x = tape.leaky_relu(x, slope);
                tape.linear_leaky_relu(x, layer.weight, layer.bias, slope)
            }
        }
    }

    /// The slope that a product can take along, and what is left to do after it.
    fn split(self) -> (f32, Self) {
        match self {
            Self::Activation(slope) => (slope, Self::Nothing),
            other => (1.0, other),
        }
    }
}

impl Scale {
    /// `c_v·c_u` for each arc; nothing if it is 1.
    fn of_arcs(self, graphs: &GraphBatch) -> Option<Matrix> {
        let root = |degree: f32| degree.max(1.0).sqrt().recip();
        let of_head: fn(f32) -> f32 = match self {
            Self::One => return None,
            Self::Mean => |degree| degree.max(1.0).recip(),
            Self::MeanWithSelf => |degree| (degree + 1.0).recip(),
            Self::Symmetric => root,
        };
        let degrees = graphs.degrees();
        let of_node: Vec<f32> = degrees.into.iter().map(|&degree| of_head(degree)).collect();
        let ends = graphs.tails.rows().iter().zip(graphs.heads.of_row());
        let factors = ends.map(|(&tail, &head)| {
            let is_symmetric = self == Self::Symmetric;
            let of_tail = if is_symmetric { root(degrees.out_of[tail as usize]) } else { 1.0 };
            of_node[head as usize] * of_tail
        });
        Some(Matrix::column(factors.collect::<Vec<_>>()))
    }
}

impl MessagePassing {
    /// `Σ { c_v·c_u·x_u }`; arc by arc the row of x that it carries.
    fn sums(self, tape: &mut Tape<'_>, x: Var, carried: &RowIndex, graphs: &GraphBatch) -> Var {
        match self.scale.of_arcs(graphs) {
            None => tape.gather_sum(x, carried, &graphs.heads), // [N, d]
            Some(factors) => {
                let factors = tape.input(&factors);
                tape.weighted_gather_sum(x, factors, carried, &graphs.heads) // [N, d]
            }
        }
    }

    /// The same through the weights of edge labels.
    fn relational(
        self,
        tape: &mut Tape<'_>,
        x: Var,
        (weight, num): (Var, usize),
        (relations, graphs): (&Relations, &GraphBatch),
    ) -> Var {
        let tails = tape.gather_rows(x, &relations.tails); // [pairs, d]
        let said = tape.typed_block_matmul(tails, weight, &relations.labels, num);
        self.sums(tape, said, &relations.said, graphs)
    }

    /// m.
    fn heard(self, tape: &mut Tape<'_>, h: Var, graphs: &GraphBatch) -> Var {
        if let Transform::Blocks { weight, num } = self.transform {
            return self.relational(tape, h, (weight, num), (graphs.relations(), graphs));
        }
        let heard = self.sums(tape, h, &graphs.tails, graphs);
        if self.scale != Scale::MeanWithSelf {
            return heard;
        }
        let factors = column(&graphs.degrees().into, |degree| (degree + 1.0).recip());
        let factors = tape.input(&factors);
        let own = tape.row_scale(h, factors);
        tape.add(heard, own)
    }

    fn forward_each(&self, tape: &mut Tape<'_>, h: Var, graphs: &GraphBatch) -> Var {
        let mut x = self.heard(tape, h, graphs);
        let (slope, post) = self.post.split();
        let after_own = matches!(self.own, Own::Nothing);
        if let Transform::Dense { weight, bias } = self.transform {
            x = tape.linear_leaky_relu(x, weight, bias, if after_own { slope } else { 1.0 });
        }
        x = match self.own {
            Own::Nothing => x,
            Own::Scaled(epsilon) => tape.add_scaled(x, h, epsilon),
            Own::Dense { weight, bias } => tape.linear_onto_both(h, [weight, x, bias], slope),
        };
        post.forward(tape, x)
    }

    /// The layer before which nodes of one label have one row: products are made of the rows of
    /// labels, whatever has to be added up comes after them. Nothing if there is no such product.
    fn forward_labels(
        &self,
        tape: &mut Tape<'_>,
        rows: &LabelRows,
        graphs: &GraphBatch,
    ) -> Option<Var> {
        let LabelRows { table, of_node, of_tail } = rows;
        let mut post = self.post;
        let heard = match (self.transform, self.own, self.post) {
            _ if self.scale == Scale::MeanWithSelf => return None,
            (Transform::Blocks { weight, num }, ..) => {
                let plans = (graphs.label_relations(), graphs);
                self.relational(tape, *table, (weight, num), plans)
            }
            (Transform::Dense { weight, bias }, ..) => {
                let said = tape.matmul(*table, weight);
                let heard = self.sums(tape, said, of_tail, graphs);
                tape.add_row(heard, bias)
            }
            // The first layer of the MLP is what comes after the sum.
            (Transform::Identity, Own::Scaled(epsilon), Post::Mlp([first, second], slope)) => {
                let said = tape.matmul(*table, first.weight);
                let heard = self.sums(tape, said, of_tail, graphs);
                let own = tape.gather_rows(said, of_node);
                let x = tape.add_scaled(heard, own, epsilon);
                post = Post::Second(second, slope);
                tape.add_row(x, first.bias)
            }
            _ => return None,
        };
        let x = match self.own {
            Own::Nothing | Own::Scaled(_) => heard,
            Own::Dense { weight, bias } => {
                let own = tape.linear(*table, weight, bias);
                let own = tape.gather_rows(own, of_node);
                tape.add(heard, own)
            }
        };
        Some(post.forward(tape, x))
    }
}

impl NodeLayer for MessagePassing {
    fn forward(&self, tape: &mut Tape<'_>, h: &NodeRows, graphs: &GraphBatch) -> Var {
        let of_labels = h.labels.as_ref().and_then(|rows| self.forward_labels(tape, rows, graphs));
        of_labels.unwrap_or_else(|| self.forward_each(tape, h.each, graphs))
    }
}

/// 0→1, 0→2, 1→2 with states 1, 2, 3, weights that change nothing, no σ.
#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_1_SQRT_2;

    use isocount_grad::{Arena, Init, Matrix, Params};
    use isocount_testkit::graph;

    use super::*;
    use crate::{Prepared, Reverse, Vocabulary};

    fn heard(layer: impl FnOnce(&mut Params) -> MessagePassing) -> Vec<f32> {
        let vocabulary = Vocabulary { node_labels: 1, edge_labels: 2 };
        let mut params = Params::new(0);
        let layer = layer(&mut params);
        let prepared = Prepared::new(&graph("a -> b, a -[1]-> c, b -> c"), vocabulary).unwrap();
        let graphs = GraphBatch::new(&[&prepared], vocabulary, Reverse::Include);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let h = tape.input(&Matrix::column([1.0, 2.0, 3.0]));
        let out = layer.forward(&mut tape, &NodeRows::of(h), &graphs);
        tape.value(out).data().to_vec()
    }

    fn plain(scale: Scale, transform: Transform, own: Own) -> MessagePassing {
        MessagePassing { scale, transform, own, post: Post::Nothing }
    }

    fn assert_close(found: &[f32], expected: [f32; 3]) {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
    }

    #[test]
    fn scales_are_those_of_gcn_sage_and_gin() {
        use Own::Nothing;
        use Transform::Identity;
        let messages = |scale| heard(|_| plain(scale, Identity, Nothing));
        assert_close(&messages(Scale::Symmetric), [0.0, FRAC_1_SQRT_2, 1.91421]);
        assert_close(&messages(Scale::MeanWithSelf), [1.0, 1.5, 2.0]);
        assert_close(&messages(Scale::Mean), [0.0, 1.0, 1.5]);
        let gin = heard(|params| {
            plain(Scale::One, Identity, Own::Scaled(params.add("epsilon", 1, 1, Init::Zeros)))
        });
        assert_close(&gin, [1.0, 3.0, 6.0]);
    }

    #[test]
    fn labels_that_change_nothing_are_not_felt_and_others_are() {
        let relational = |weights: [f32; 2], scale| {
            heard(|params| {
                let weight = params.add("relations", 2, 1, Init::Zeros);
                params.get_mut(weight).copy_from_slice(&weights);
                plain(scale, Transform::Blocks { weight, num: 1 }, Own::Nothing)
            })
        };
        assert_close(&relational([1.0, 1.0], Scale::Mean), [0.0, 1.0, 1.5]);
        assert_close(&relational([1.0, 1.0], Scale::One), [0.0, 1.0, 3.0]);
        // a→c has label 1.
        assert_close(&relational([1.0, 10.0], Scale::One), [0.0, 1.0, 12.0]);
    }
}
