//! Row matrices, ragged segments and a reverse-mode tape: what the models of isocount are trained
//! with. Knows no graph.
//!
//! A model keeps its parameters as [`Var`]s and writes its equations on a [`Tape`]; the tape goes back over them for
//! gradients; an optimiser moves the parameters. Fitting the line y = 2x + 1:
//!
//! ```
//! use isocount_grad::{Adam, AdamConfig, Grads, Init, Matrix, Params, Workers};
//!
//! let mut params = Params::new(7);
//! let (weight, bias) = (params.add("weight", 1, 1, Init::FanIn), params.add("bias", 1, 1, Init::Zeros));
//!
//! let x = Matrix::column([0.0, 1.0, 2.0, 3.0]);
//! let y = Matrix::column([1.0, 3.0, 5.0, 7.0]);
//!
//! let mut workers = Workers::new(1);
//! let mut grads = Grads::zeros(&params);
//! let mut adam = Adam::new(AdamConfig::default(), &params);
//! for _ in 0..1000 {
//!     grads.clear();
//!     workers.sum_gradients(&params, &mut grads, 1, |_group, tape| {
//!         let (x, y) = (tape.input(&x), tape.input(&y));
//!         let line = tape.linear(x, weight, bias);
//!         let error = tape.sub(line, y);
//!         let squares = tape.square(error);
//!         tape.sum(squares)
//!     });
//!     adam.step(&mut params, &grads, 0.05);
//! }
//! assert!((params.get(weight).data()[0] - 2.0).abs() < 1e-3);
//! assert!((params.get(bias).data()[0] - 1.0).abs() < 1e-3);
//! ```
//!
//! # The parts
//!
//! | what                            | where                                                   |
//! |---------------------------------|---------------------------------------------------------|
//! | parameters and their gradients  | [`Params`], [`Scope`], [`Init`], [`Grads`]              |
//! | operations, one file each       | methods of [`Tape`]; `src/op/`                          |
//! | who belongs to whom             | [`Index`], [`Segments`], [`Spans`], [`Relay`], [`Hot`]  |
//! | a step on several threads       | [`Workers`]                                             |
//! | optimisers and learning rates   | [`Adam`], [`Schedule`], [`Plateau`]                     |
//! | weights in files                | [`Params::save`], [`Params::load`], [`StoreError`]      |
//!
//! # Conventions
//!
//! * A value is a matrix of `f32`, row after row. A weight is `[d_in, d_out]`, and rows are multiplied from the left:
//!   `y = x·W`. A bias, like every row that all rows share, is `[1, d]`.
//! * Batches are ragged: rows of all graphs below each other, with a list that says which row belongs
//!   where. There is no padding. Matrices without rows and groups without rows work everywhere.
//! * Shapes that do not fit are a mistake in a model: a panic that names the operation and the shapes.
//! * Sums of losses, and norms of gradients, are taken in double precision.
//! * The same parameters and groups give the same bits on the same machine, for any number of threads. Processors with
//!   and without fused multiply-add round differently.
//!
//! # Speed
//!
//! A step of Count-GNN (forward and backward, 128 triples, width 24, one thread of an AMD EPYC of 2021 that had other
//! work too), by `cargo bench -p isocount-grad --bench ops`; medians, against the same step in PyTorch:
//!
//! SPEEDTABLE
//!
//! Products (billions of multiplications and additions, each counted, per second; square weights), by the bench `products`
//! and, for the crates that are not kept as a dependency, by the same loop once:
//!
//! PRODUCTTABLE
//!
//! So the products are our own: as fast as the best from a hundred rows on, and `unsafe` in one file.

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
mod optim;
mod params;
mod random;
mod relay;
mod rows;
mod store;
mod tape;
mod var;
mod workers;

pub use grads::Grads;
pub use index::{Hot, Index, Segments, Spans};
pub use init::Init;
pub use matrix::{Matrix, Shape, View};
pub use op::{EdgeWeights, FilmSum};
pub use optim::{Adam, AdamConfig, Decay, Plateau, Schedule};
pub use params::{Params, Scope};
pub use relay::Relay;
pub use rows::Rows;
pub use store::StoreError;
pub use tape::{Arena, Tape};
pub use var::Var;
pub use workers::Workers;
