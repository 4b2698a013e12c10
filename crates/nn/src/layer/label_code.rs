//! Learned rows for labels that are written in digits.
//!
//! ```text
//! x = code(label)·W                 the sum of one row of W for each digit
//! ```
//!
//! Liu et al., KDD 2020. The first rows of W are shifts of one another. A filter makes zeros of what it
//! does not leave.

use isocount_grad::{Init, Matrix, Scope, Tape, Var};

use crate::digit_code::DigitCode;

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelCode {
    code: DigitCode,
    weight: Var,
}

impl LabelCode {
    /// For so many labels; `deviation` is that of the first values.
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

    /// A row for each label.
    pub(crate) fn forward(self, tape: &mut Tape<'_>, labels: impl Iterator<Item = u32>) -> Var {
        tape.matmul(&self.code.rows(labels), self.weight)
    }
}

/// Rows that a filter leaves, zeros for the others.
pub(crate) fn masked(tape: &mut Tape<'_>, x: Var, kept: Option<&Matrix>) -> Var {
    match kept {
        None => x,
        Some(kept) => {
            let kept = tape.input(kept);
            tape.row_scale(x, kept)
        }
    }
}
