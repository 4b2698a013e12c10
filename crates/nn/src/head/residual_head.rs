//! The count as the difference from a computed bound; this project's own head.
//!
//! ```text
//! match      = σ( F·(x ‖ y ‖ x − y ‖ x ⊙ y ‖ t) + f )
//! r          = w·match + b
//! ln(1 + n̂) = t_min − ℓ(t_min − t_exp − r)
//! ```
//!
//! t are the logarithms of tree counts, `ln(1 + ·)` of the smallest, the largest, the mean and the
//! expected count. The smallest is an upper bound on the count, so the excess over it is scaled by
//! a hundredth: ℓ is the leaky ReLU of that slope, which unlike the ReLU keeps a gradient;
//! predictions are clamped to the bound.

use isocount_grad::{Matrix, Scope, Tape, Var};

use crate::layer::Linear;

/// The width of t.
const LOGS: usize = 4;

/// The slope of ℓ above the bound.
const ABOVE: f32 = 0.01;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResidualHead {
    matching: Linear,
    rest: Linear,
}

impl ResidualHead {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        Self {
            matching: Linear::new(scope.at("match"), 4 * d + LOGS, d),
            rest: Linear::new(scope.at("rest"), d, 1),
        }
    }

    /// `x, y: [pairs, d]` and `t: [pairs, 4]` to `[pairs, 1]`, and the bound.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, x: Var, y: Var, t: &Matrix) -> (Var, Var) {
        let t = tape.input(t);
        let (difference, product) = (tape.sub(x, y), tape.mul(x, y));
        let all = tape.concat_cols(&[x, y, difference, product, t]); // [pairs, 4d + 4]
        let matched = self.matching.activated(tape, all); // [pairs, d]
        let rest = self.rest.forward(tape, matched); // [pairs, 1]
        let (smallest, expected) = (tape.slice_cols(t, 0..1), tape.slice_cols(t, 3..4));
        let said = tape.add(expected, rest);
        let below = tape.sub(smallest, said);
        let below = tape.leaky_relu(below, ABOVE);
        (tape.sub(smallest, below), smallest)
    }
}
