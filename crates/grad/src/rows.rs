//! The left factor of a product with a weight.

use crate::index::Hot;
use crate::var::Var;

/// Rows that are multiplied by a weight: a value, or implicit zeros and ones.
///
/// Methods of [`Tape`](crate::Tape) take `impl Into<Rows>`, so both are passed alike:
/// `tape.matmul(h, w)` and `tape.matmul(&labels, w)`.
#[derive(Clone, Debug)]
pub enum Rows {
    /// A value or parameter.
    Dense(Var),
    /// Zeros and ones.
    Hot(Hot),
}

impl Rows {
    /// The value on the tape, if there is one.
    pub(crate) fn var(&self) -> Option<Var> {
        match self {
            Self::Dense(x) => Some(*x),
            Self::Hot(_) => None,
        }
    }
}

impl From<Var> for Rows {
    fn from(x: Var) -> Self {
        Self::Dense(x)
    }
}

impl From<&Hot> for Rows {
    fn from(x: &Hot) -> Self {
        Self::Hot(x.clone())
    }
}
