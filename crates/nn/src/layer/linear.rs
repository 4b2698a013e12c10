//! `y = x·W + b`

use isocount_grad::{Init, Rows, Scope, Tape, Var};

use super::SLOPE;

/// A weight and a bias.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linear {
    weight: Var,
    bias: Var,
}

impl Linear {
    pub(crate) fn new(mut scope: Scope<'_>, d_in: usize, d_out: usize) -> Self {
        Self {
            weight: scope.add("weight", d_in, d_out, Init::FanIn),
            bias: scope.add("bias", 1, d_out, Init::FanInOf(d_in)),
        }
    }

    pub(crate) fn forward(&self, tape: &mut Tape<'_>, x: impl Into<Rows>) -> Var {
        tape.linear(x, self.weight, self.bias)
    }

    /// `σ(x·W + b)`
    pub(crate) fn activated(&self, tape: &mut Tape<'_>, x: impl Into<Rows>) -> Var {
        tape.linear_leaky_relu(x, self.weight, self.bias, SLOPE)
    }
}
