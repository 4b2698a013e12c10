//! The counters that search: [`BruteForce`] is the specification, [`Vf2`] the paper's baseline,
//! [`Exact`] the engine. [`first_mapping`] finds one of the mappings that they count.

#![deny(missing_docs)]

mod brute_force;
mod exact;
mod first_mapping;
mod meter;
mod method;
mod symmetry;
mod unindexed;
mod vf2;

pub use brute_force::BruteForce;
pub use exact::Exact;
#[doc(hidden)]
pub use exact::{Representation, Tuning};
pub use first_mapping::{FirstMapping, first_mapping};
pub use method::{METHODS, Method};
pub use vf2::Vf2;

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
