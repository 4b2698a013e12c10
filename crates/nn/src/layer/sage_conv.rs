//! The layer of GraphSAGE.
//!
//! ```text
//! mean:  h′_v = σ( h_v·W + b + mean { h_u : ⟨u,v⟩ ∈ E }·U + c )
//! gcn:   h′_v = σ( (h_v + Σ { h_u : ⟨u,v⟩ ∈ E }) / (in(v) + 1) · W + b )
//! ```
//!
//! Hamilton, Ying and Leskovec, *Inductive Representation Learning on Large Graphs*, NIPS 2017; all
//! neighbours, none drawn. The paper says mean; the authors' code runs gcn.
// PAPER: sage-aggregator

use isocount_grad::{Init, Scope, Tape, Var};
use isocount_model::SageAggregator;

use super::message_passing::{MessagePassing, NodeLayer, Own, Post, Scale, Transform};
use super::{Linear, SLOPE};
use crate::GraphBatch;

/// One layer; the equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SageConv {
    messages: MessagePassing,
    /// The second bias of `mean`, which adds nothing but numbers.
    own_bias: Option<Var>,
}

impl SageConv {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize, aggregator: SageAggregator) -> Self {
        let init = [Init::XavierUniform(2.0_f64.sqrt()), Init::FanInOf(d)];
        let spoken = Linear::with_first_values(scope.at("message"), d, d, init);
        let (scale, own, own_bias) = match aggregator {
            SageAggregator::Gcn => (Scale::MeanWithSelf, Own::Nothing, None),
            SageAggregator::Mean => {
                let own = Linear::with_first_values(scope.at("own"), d, d, init);
                (Scale::Mean, Own::Dense(own.weight), Some(own.bias))
            }
        };
        let messages = MessagePassing {
            scale,
            transform: Transform::Dense(spoken.weight),
            own,
            bias: Some(spoken.bias),
            post: Post::Nothing,
        };
        Self { messages, own_bias }
    }
}

impl NodeLayer for SageConv {
    fn forward(&self, tape: &mut Tape<'_>, h: Var, graphs: &GraphBatch) -> Var {
        let mut x = self.messages.forward(tape, h, graphs);
        if let Some(bias) = self.own_bias {
            x = tape.add_row(x, bias);
        }
        tape.leaky_relu(x, SLOPE)
    }
}
