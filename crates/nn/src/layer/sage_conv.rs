//! The layer of GraphSAGE.
//!
//! ```text
//! mean:  h′_v = σ( h_v·W + b + mean { h_u : ⟨u,v⟩ ∈ E }·U + c )
//! gcn:   h′_v = σ( (h_v + Σ { h_u : ⟨u,v⟩ ∈ E }) / (in(v) + 1) · W + b )
//! ```
//!
//! Hamilton, Ying and Leskovec, *Inductive Representation Learning on Large Graphs*, NIPS 2017,
//! with all neighbours instead of a sample. The paper says mean; the authors' code runs gcn.
// PAPER: sage-aggregator

use isocount_grad::{Init, Scope};
use isocount_model::SageAggregator;

use super::message_passing::{MessagePassing, Own, Post, Scale, Transform};
use super::{Linear, SLOPE};

/// One layer; the equations are in the [module docs](self).
pub(crate) fn sage_conv(
    mut scope: Scope<'_>,
    d: usize,
    aggregator: SageAggregator,
) -> MessagePassing {
    let init = [Init::XavierUniform(2.0_f64.sqrt()), Init::FanInOf(d)];
    let Linear { weight, bias } = Linear::with_first_values(scope.at("message"), d, d, init);
    let transform = Transform::Dense { weight, bias };
    let (scale, own) = match aggregator {
        SageAggregator::Gcn => (Scale::MeanWithSelf, Own::Nothing),
        SageAggregator::Mean => {
            let Linear { weight, bias } = Linear::with_first_values(scope.at("own"), d, d, init);
            (Scale::Mean, Own::Dense { weight, bias })
        }
    };
    MessagePassing { scale, transform, own, post: Post::Activation(SLOPE) }
}
