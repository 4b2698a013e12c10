//! The match of a pattern and a graph, and the count.
//!
//! ```text
//! match(x, y) = σ( F·(x ‖ y ‖ x − y ‖ x ⊙ y) + f )
//! n̂           = ReLU( w·match(h_Q, h_G) + b )               (8)
//! ```
//!
//! The ReLU is applied by the training and prediction code: a model that starts below zero would
//! otherwise never learn.

use isocount_grad::{Scope, Tape, Var};

use crate::layer::Linear;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountHead {
    matching: Linear,
    count: Linear,
}

impl CountHead {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        Self {
            matching: Linear::new(scope.at("match"), 4 * d, d),
            count: Linear::new(scope.at("count"), d, 1),
        }
    }

    /// `x, y: [pairs, d]` to `[pairs, 1]`, before the ReLU.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, x: Var, y: Var) -> Var {
        let (difference, product) = (tape.sub(x, y), tape.mul(x, y));
        let both = tape.concat_cols(&[x, y, difference, product]); // [pairs, 4d]
        let matched = self.matching.activated(tape, both); // [pairs, d]
        self.count.forward(tape, matched)
    }
}
