//! Row matrices, ragged segments and a reverse-mode tape.
// Symbols of equations and names such as PyTorch are not code.
#![allow(clippy::doc_markdown)]
// The gradient of `x` is `dx`, everywhere.
#![allow(clippy::similar_names)]
// Tests compare with numbers that have no rounding error.
#![cfg_attr(test, allow(clippy::float_cmp))]
// `|tape, x| tape.abs(x)` is for every lifetime, `Tape::abs` for one.
#![cfg_attr(test, allow(clippy::redundant_closure_for_method_calls))]

mod backward;
#[cfg(test)]
mod gradient_check;
mod grads;
mod index;
mod init;
#[doc(hidden)]
pub mod kernel;
mod matrix;
mod op;
mod params;
mod random;
mod tape;
mod var;
mod workers;

pub use grads::Grads;
pub use index::{Hot, Index, Segments, Spans};
pub use init::Init;
pub use matrix::{Matrix, Shape, View};
pub use op::{FilmSum, Rows};
pub use params::{Params, Scope};
pub use tape::{Arena, Tape};
pub use var::Var;
pub use workers::Workers;
