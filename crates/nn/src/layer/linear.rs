//! `y = x·W + b`

use isocount_grad::{Init, Rows, Scope, Tape, Var};

use super::SLOPE;

/// A weight and a bias.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linear {
    pub(crate) weight: Var,
    pub(crate) bias: Var,
}

impl Linear {
    pub(crate) fn new(scope: Scope<'_>, d_in: usize, d_out: usize) -> Self {
        Self::with_first_values(scope, d_in, d_out, [Init::FanIn, Init::FanInOf(d_in)])
    }

    /// Like [`new`](Self::new), with other initial values of the weight and the bias than
    /// PyTorch's.
    pub(crate) fn with_first_values(
        mut scope: Scope<'_>,
        d_in: usize,
        d_out: usize,
        [weight, bias]: [Init; 2],
    ) -> Self {
        Self {
            weight: scope.add("weight", d_in, d_out, weight),
            bias: scope.add("bias", 1, d_out, bias),
        }
    }

    pub(crate) fn forward(&self, tape: &mut Tape<'_>, x: impl Into<Rows>) -> Var {
        tape.linear(x, self.weight, self.bias)
    }

    /// The composition of this layer and the next: `(x·W + b)·A + a = x·(W·A) + (b·A + a)`.
    pub(crate) fn then(self, tape: &mut Tape<'_>, next: Self) -> Self {
        Self {
            weight: tape.matmul(self.weight, next.weight),
            bias: tape.linear(self.bias, next.weight, next.bias),
        }
    }

    /// `σ(x·W + b)`
    pub(crate) fn activated(&self, tape: &mut Tape<'_>, x: impl Into<Rows>) -> Var {
        tape.linear_leaky_relu(x, self.weight, self.bias, SLOPE)
    }
}
