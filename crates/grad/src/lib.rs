//! Row matrices, ragged segments and a reverse-mode tape, for training the models of isocount.
//! Independent of graphs.
//!
//! A model keeps its parameters as [`Var`]s and writes its equations on a [`Tape`]; the tape
//! computes their gradients in reverse; an optimiser updates the parameters. Fitting the line y =
//! 2x + 1:
//!
//! ```
//! use isocount_core::{Cancelled, Control};
//! use isocount_grad::{Adam, AdamConfig, Grads, Init, Matrix, Params, Workers};
//!
//! let mut params = Params::new(7);
//! let (weight, bias) = (params.add("weight", 1, 1, Init::FanIn), params.add("bias", 1, 1, Init::Zeros));
//!
//! let x = Matrix::column([0.0, 1.0, 2.0, 3.0]);
//! let y = Matrix::column([1.0, 3.0, 5.0, 7.0]);
//!
//! let workers = Workers::new(1, &Control::NONE);
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
//!     })?;
//!     adam.step(&mut params, &grads, 0.05);
//! }
//! assert!((params.get(weight).data()[0] - 2.0).abs() < 1e-3);
//! assert!((params.get(bias).data()[0] - 1.0).abs() < 1e-3);
//! # Ok::<(), Cancelled>(())
//! ```
//!
//! # The parts
//!
//! | what                            | where                                                   |
//! |---------------------------------|---------------------------------------------------------|
//! | parameters and their gradients  | [`Params`], [`Scope`], [`Init`], [`Grads`]              |
//! | operations, one file each       | methods of [`Tape`]; `src/op/`                          |
//! | relations between rows          | [`RowIndex`], [`Segments`], [`Spans`], [`Relay`], [`Hot`]  |
//! | neighbours in any order         | [`Selections`]                                          |
//! | a step on several threads       | [`Workers`]                                             |
//! | optimisers and learning rates   | [`Adam`], [`Schedule`], [`Plateau`]                     |
//! | weights in files                | [`Params::save`], [`Params::load`], [`StoreError`]      |
//!
//! # Conventions
//!
//! * A value is a matrix of `f32`, row after row. A weight is `[d_in, d_out]`, and rows are
//!   multiplied from the left: `y = x·W`. A bias, like every row that all rows share, is `[1, d]`.
//! * Batches are ragged: the rows of all graphs are concatenated, with a list of which row belongs
//!   to which graph. There is no padding. Empty matrices and empty groups work everywhere.
//! * Mismatched shapes are a bug in a model: a panic names the operation and the shapes.
//! * Sums of losses, and norms of gradients, are taken in double precision.
//! * The same parameters and groups produce the same bits on the same machine, for any number of
//!   threads. Processors with and without fused multiply-add round differently.
//!
//! # Speed
//!
//! A step of Count-GNN: forward and backward, 128 triples, width 24, in 16 groups (graphs of 33
//! nodes and 76 arcs) or 32 groups (240 and 560). CPU milliseconds, medians, one thread of an AMD
//! EPYC (Zen 3) on a shared machine; PyTorch 2.15 runs the same model on the same machine in the
//! same minutes. The bench `ops` contains the step.
//!
//! | graphs        | here | PyTorch   | here, two threads, wall time at best |
//! |---------------|-----:|----------:|-------------------------------------:|
//! | SMALL-like    |  4.6 |  15 to 17 |                                  2.3 |
//! | LARGE-like    |   33 | 94 to 150 |                                   15 |
//!
//! PyTorch multiplies the one-hot labels of the first layer; here they select rows of the weight.
//! The whole batch on one tape takes 1.2 to 1.5 times as long, since its matrices do not fit in the
//! cache.
//!
//! Products of n rows with a square weight of width d, on one thread, in billions of
//! multiplications and additions (counted separately) per second: forward / to the rows / to the
//! weight. The bench `products` compares with matrixmultiply; gemm and faer were measured once, by
//! the same loop.
//!
//! |     n |   d | here          | gemm         | matrixmultiply | faer         |
//! |------:|----:|---------------|--------------|----------------|--------------|
//! |   100 |  12 | 40 / 45 / 29  | 29 / 26 / 42 | 22 / 20 / 26   | 23 / 23 / 45 |
//! | 1,000 |  12 | 56 / 55 / 30  | 37 / 34 / 52 | 25 / 25 / 27   | 22 / 26 / 66 |
//! |   100 |  24 | 71 / 72 / 74  | 55 / 49 / 73 | 44 / 44 / 69   | 64 / 67 / 79 |
//! | 1,000 |  24 | 93 / 88 / 77  | 66 / 63 / 74 | 52 / 52 / 66   | 81 / 77 / 91 |
//! |   100 | 128 | 85 / 77 / 84  | 92 / 85 / 83 | 74 / 72 / 79   | 88 / 87 / 82 |
//! | 1,000 | 128 | 89 / 85 / 82  | 90 / 94 / 80 | 76 / 79 / 71   | 88 / 88 / 64 |
//!
//! These were measured with AVX2 on a Zen 3. With AVX-512, which computes results of 32 columns and
//! more, a Zen 4 reaches 103 / 81 / 105 for 100 rows of width 128 and 107 / 107 / 110 for 1,000;
//! matrixmultiply reaches 85 / 75 / 107 and 92 / 94 / 107 there. With 10,000 rows, read from the
//! third-level cache, the forward product reaches 91 and that to the weight 79.
//!
//! The products are therefore this crate's own: no other crate is faster at every width, and the
//! vector instructions are those of `isocount-lanes`. They are slower for the weight at width 12.

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
mod pieces;
mod random;
mod relay;
mod rows;
mod selections;
mod store;
mod tape;
mod var;
mod workers;

pub use grads::Grads;
pub use index::{Hot, RowIndex, Segments, Spans};
pub use init::Init;
pub use isocount_lanes::is_fused;
pub use matrix::{Matrix, Shape, View};
pub use op::{EdgeWeights, FilmSum};
pub use optim::{Adam, AdamConfig, Decay, Plateau, Schedule};
pub use params::{Params, Scope};
pub use relay::Relay;
pub use rows::Rows;
pub use selections::Selections;
pub use store::StoreError;
pub use tape::{Arena, Tape};
pub use var::Var;
pub use workers::Workers;

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
