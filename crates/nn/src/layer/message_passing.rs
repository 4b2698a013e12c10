//! Message passing between nodes, the shape of six layers.
//!
//! ```text
//! m_v  = c_v · Σ { c_u · T_r(h_u) : ⟨u,v⟩ ∈ E of label r }        + c_v·h_v with `MeanWithSelf`
//! h′_v = post( m_v·W + own(h_v) + b )
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
//! Arcs send messages to their heads only, parallel arcs separately; a node without incoming arcs receives
//! none. A weight that all arcs share is applied after the sum: N rows instead of E.

use isocount_grad::{Tape, Var};

use super::{Linear, SLOPE};
use crate::GraphBatch;
use crate::plan::column;

/// A layer over nodes: `h: [N, d_in]` to `[N, d_out]`.
pub(crate) trait NodeLayer: Send + Sync {
    fn forward(&self, tape: &mut Tape<'_>, h: Var, graphs: &GraphBatch) -> Var;
}

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct MessagePassing {
    pub(crate) scale: Scale,
    pub(crate) transform: Transform,
    pub(crate) own: Own,
    pub(crate) bias: Option<Var>,
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
    /// W.
    Dense(Var),
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
    /// `h·W`.
    Dense(Var),
}

/// What becomes of it all.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Post {
    Nothing,
    /// The leaky ReLU of this slope.
    Activation(f32),
    /// Two layers, each with the leaky ReLU of this slope.
    Mlp([Linear; 2], f32),
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
        }
    }
}

impl MessagePassing {
    /// m.
    fn heard(&self, tape: &mut Tape<'_>, h: Var, graphs: &GraphBatch) -> Var {
        let degrees = graphs.degrees();
        let spoken = if self.scale == Scale::Symmetric {
            let factors = column(&degrees.out_of, |degree| degree.max(1.0).sqrt().recip());
            let factors = tape.input(&factors);
            tape.row_scale(h, factors)
        } else {
            h
        };
        let heard = if let Transform::Blocks { weight, num } = self.transform {
            let relations = graphs.relations();
            let tails = tape.gather_rows(spoken, &relations.tails); // [pairs, d]
            let said = tape.typed_block_matmul(tails, weight, &relations.labels, num);
            tape.gather_sum(said, &relations.said, &relations.heads) // [N, d]
        } else {
            tape.gather_sum(spoken, &graphs.tails, &graphs.heads) // [N, d]
        };
        let heard = if self.scale == Scale::MeanWithSelf { tape.add(heard, h) } else { heard };
        let factor: fn(f32) -> f32 = match self.scale {
            Scale::One => return heard,
            Scale::Mean => |degree| degree.max(1.0).recip(),
            Scale::MeanWithSelf => |degree| (degree + 1.0).recip(),
            Scale::Symmetric => |degree| degree.max(1.0).sqrt().recip(),
        };
        let factors = tape.input(&column(&degrees.into, factor));
        tape.row_scale(heard, factors)
    }
}

impl NodeLayer for MessagePassing {
    fn forward(&self, tape: &mut Tape<'_>, h: Var, graphs: &GraphBatch) -> Var {
        let mut x = self.heard(tape, h, graphs);
        if let Transform::Dense(weight) = self.transform {
            x = tape.matmul(x, weight);
        }
        x = match self.own {
            Own::Nothing => x,
            Own::Scaled(epsilon) => {
                let shape = isocount_grad::Shape::new(tape.shape(h).rows, 1);
                let ones = tape.input_from(shape, |y| y.fill(1.0));
                let epsilon = tape.matmul(ones, epsilon); // [N, 1]
                let extra = tape.row_scale(h, epsilon);
                let own = tape.add(h, extra);
                tape.add(own, x)
            }
            Own::Dense(weight) => tape.linear_onto(h, weight, x, 1.0),
        };
        if let Some(bias) = self.bias {
            x = tape.add_row(x, bias);
        }
        self.post.forward(tape, x)
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
        let out = layer.forward(&mut tape, h, &graphs);
        tape.value(out).data().to_vec()
    }

    fn plain(scale: Scale, transform: Transform, own: Own) -> MessagePassing {
        MessagePassing { scale, transform, own, bias: None, post: Post::Nothing }
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
