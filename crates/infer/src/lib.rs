//! Learned counts without a tape.
//!
//! [`Network`] reads the weights of a trained Count-GNN or of its ablations. A pattern becomes a
//! [`PatternCode`] and a graph becomes [`Encoded`] rows, each once; what is left for a pair is
//!
//! ```text
//! r_j = Σ_e (1 + σ(a_ej + c_j))·h_ej + σ(b_ej + c′_j)        for each of d coordinates j
//! ```
//!
//! with h, a, b of the graph and c, c′ of the pattern, and a small head. Three ways to r, each the oracle
//! of the next: the tape of `isocount-nn`, one pass over all rows ([`Network::fused`], O(E·d)), and an
//! [`Index`] ([`Network::indexed`], O(d·log E)): σ is a line with one knee, so for each coordinate the
//! arcs below the knee are a prefix of the sorted keys `a_ej`, and sums over prefixes can be kept.
//!
//! The equations are those of `isocount-nn`, one file there for each; tests hold the two equal.

#![deny(missing_docs)]

mod counter;
mod encode;
mod error;
mod explain;
mod index;
mod kernel;
mod network;
mod pattern_code;
mod tensors;

pub use counter::{FastCounter, Readout};
pub use encode::Encoded;
pub use error::{EncodeError, InferError, UnknownLabel};
pub use explain::{ArcShare, Explanation};
pub use index::{CreateError, Index, IndexFile, IndexInput};
pub use network::Network;
pub use pattern_code::{EncodedPair, PatternCode};

/// The slope of σ below zero.
pub(crate) const SLOPE: f32 = 1.0 / 5.5;
