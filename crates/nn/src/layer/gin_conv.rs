//! The layer of the graph isomorphism network.
//!
//! ```text
//! h′_v = MLP( (1 + ε)·h_v + Σ { h_u : ⟨u,v⟩ ∈ E } )        MLP(x) = σ(B·σ(A·x + a) + b)
//! ```
//!
//! Xu, Hu, Leskovec and Jegelka, *How Powerful are Graph Neural Networks?*, ICLR 2019. Edge labels
//! are not seen. The authors of Count-GNN ran another layer under this name, a
//! [GCN](super::gcn_conv) layer without σ before an MLP with ReLUs: [`gin_as_run`].
// PAPER: gin-kind

use isocount_grad::{Init, Scope};

use super::Linear;
use super::gcn_conv::convolution;
use super::message_passing::{MessagePassing, Own, Post, Scale, Transform};

/// One layer.
pub(crate) fn gin_conv(mut scope: Scope<'_>, d_in: usize, d_out: usize) -> MessagePassing {
    MessagePassing {
        scale: Scale::One,
        transform: Transform::Identity,
        own: Own::Scaled(scope.add("epsilon", 1, 1, Init::Zeros)),
        post: Post::mlp([
            Linear::new(scope.at("first"), d_in, d_out),
            Linear::new(scope.at("second"), d_out, d_out),
        ]),
    }
}

/// One layer, as the authors ran it.
pub(crate) fn gin_as_run(mut scope: Scope<'_>, d: usize) -> MessagePassing {
    let normal = Init::Normal((d as f64).sqrt().recip());
    let mlp = ["first", "second"]
        .map(|name| Linear::with_first_values(scope.at(name), d, d, [normal, Init::Zeros]));
    convolution(scope.at("convolution"), d, normal, Post::Mlp(mlp, 0.0))
}
