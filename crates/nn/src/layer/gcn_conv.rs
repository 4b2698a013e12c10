//! The layer of the graph convolutional network.
//!
//! ```text
//! h′_v = σ( in(v)^−½ · Σ { out(u)^−½ · h_u : ⟨u,v⟩ ∈ E } · W + b )       degrees of zero counted as one
//! ```
//!
//! Kipf and Welling, *Semi-Supervised Classification with Graph Convolutional Networks*, ICLR 2017,
//! as Liu et al. (KDD 2020) and the authors of Count-GNN ran it: on directed graphs, and without
//! added loops. The state of the node itself is added by the residual of the encoder.
// PAPER: gcn-loops

use isocount_grad::{Init, Scope};

use super::SLOPE;
use super::message_passing::{MessagePassing, Own, Post, Scale, Transform};

/// One layer.
pub(crate) fn gcn_conv(scope: Scope<'_>, d: usize) -> MessagePassing {
    convolution(scope, d, Init::XavierUniform(1.0), Post::Activation(SLOPE))
}

/// Like [`gcn_conv`], with another final step.
pub(crate) fn convolution(
    mut scope: Scope<'_>,
    d: usize,
    init: Init,
    post: Post,
) -> MessagePassing {
    let weight = scope.add("weight", d, d, init);
    let transform = Transform::Dense { weight, bias: scope.add("bias", 1, d, Init::Zeros) };
    MessagePassing { scale: Scale::Symmetric, transform, own: Own::Nothing, post }
}
