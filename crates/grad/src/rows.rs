//! What can be multiplied by a weight.

use crate::index::Hot;
use crate::var::Var;

/// Rows that are multiplied by a weight: a value, or zeros and ones that were never written out.
///
/// Methods of [`Tape`](crate::Tape) take `impl Into<Rows>`, so both read alike: `tape.matmul(h, w)`
/// and `tape.matmul(&labels, w)`.
#[derive(Clone, Debug)]
pub enum Rows {
    /// A value or parameter.
    Dense(Var),
    /// Zeros and ones.
    Hot(Hot),
}

impl Rows {
    /// What of it lies on the tape.
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
