//! The counters that search: [`BruteForce`] is the specification, [`Vf2`] the paper's baseline,
//! [`Exact`] the engine. [`first_mapping`] finds one of the mappings that they count.
//!
//! ```
//! use isocount_core::{Answer, Budget, Count, Counter, Label, LabeledGraph, Pattern};
//! use isocount_core::{Semantics, Unit};
//! use isocount_count::{BruteForce, Exact};
//!
//! let mut builder = LabeledGraph::builder();
//! let [a, b, c] = [0; 3].map(|_| builder.node(Label(0)));
//! builder.undirected_edge(a, b, Label(0)).undirected_edge(b, c, Label(0));
//! builder.undirected_edge(c, a, Label(0));
//! let triangle = builder.build()?;
//! let pattern = Pattern::try_from(triangle.clone())?;
//!
//! let meaning = Semantics::Monomorphism(Unit::Mappings);
//! let fast = Exact::with_threads(1).count(&pattern, &triangle, meaning, &Budget::UNLIMITED)?;
//! assert_eq!(fast, Answer::Exact(Count(6)));
//! assert_eq!(fast, BruteForce.count(&pattern, &triangle, meaning, &Budget::UNLIMITED)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
