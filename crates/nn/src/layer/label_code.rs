//! Learned rows for labels that are encoded as digits.
//!
//! ```text
//! x = code(label)·W                 the sum of one row of W for each digit
//! ```
//!
//! Liu et al., KDD 2020. The first rows of W are shifts of one another.

use isocount_grad::{Init, Scope, Tape, Var};

use crate::digit_code::DigitCode;

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelCode {
    code: DigitCode,
    weight: Var,
}

impl LabelCode {
    /// For a given number of labels; `deviation` is the standard deviation of the initial values.
    pub(crate) fn new(
        mut scope: Scope<'_>,
        num_labels: usize,
        width: usize,
        deviation: f64,
    ) -> Self {
        let code = DigitCode::new(num_labels);
        let weight = scope.add("weight", code.width(), width, Init::Shifted(deviation));
        Self { code, weight }
    }

    /// One row per label.
    pub(crate) fn forward(self, tape: &mut Tape<'_>, labels: impl Iterator<Item = u32>) -> Var {
        tape.matmul(&self.code.rows(labels), self.weight)
    }
}
