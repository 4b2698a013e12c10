//! Message passing with a separate weight for every edge label: the layers of RGCN and RGIN.
//!
//! ```text
//! RC(h)_v = Σ { c·h_u·diag(W_r1 … W_rB) : ⟨u,v⟩ ∈ E of label r } + h_v·W_loop + b
//! RGCN:   h′ = σ( RC(h) ),           c = 1/in(v), over all labels
//! RGIN:   h′ = MLP( RC(h) ),         c = 1
//! ```
//!
//! Schlichtkrull et al., *Modeling Relational Data with Graph Convolutional Networks*, ESWC 2018;
//! RGIN is by Liu et al., KDD 2020. W_r is block-diagonal. The number of blocks is the number of
//! labels, at most `blocks`, reduced to a divisor of the width.
// PAPER: rgcn-normaliser

use isocount_grad::{Init, Scope};

use super::message_passing::{MessagePassing, Own, Post, Scale, Transform};
use super::{Linear, SLOPE};

/// One layer of RGCN.
pub(crate) fn rgcn_conv(
    scope: Scope<'_>,
    d: usize,
    num_labels: usize,
    blocks: usize,
) -> MessagePassing {
    relational(scope, d, num_labels, blocks, Scale::Mean, Post::Activation(SLOPE))
}

/// One layer of RGIN.
pub(crate) fn rgin_conv(
    mut scope: Scope<'_>,
    d: usize,
    num_labels: usize,
    blocks: usize,
) -> MessagePassing {
    let mlp = ["first", "second"].map(|name| {
        Linear::with_first_values(scope.at(name), d, d, [first_values(d), Init::Zeros])
    });
    relational(scope, d, num_labels, blocks, Scale::One, Post::mlp(mlp))
}

fn first_values(d: usize) -> Init {
    Init::Normal((d as f64).sqrt().recip())
}

/// The most blocks that divide the width.
fn num_blocks(d: usize, num_labels: usize, blocks: usize) -> usize {
    let most = blocks.min(num_labels).max(1);
    (1..=most).rev().find(|&num| d.is_multiple_of(num)).unwrap_or(1)
}

fn relational(
    mut scope: Scope<'_>,
    d: usize,
    num_labels: usize,
    blocks: usize,
    scale: Scale,
    post: Post,
) -> MessagePassing {
    let num = num_blocks(d, num_labels, blocks);
    let weight = scope.add("relations", num_labels * d, d / num, first_values(d));
    let transform = Transform::Blocks { weight, num };
    let weight = scope.add("loop", d, d, first_values(d));
    let own = Own::Dense { weight, bias: scope.add("bias", 1, d, Init::Zeros) };
    MessagePassing { scale, transform, own, post }
}
