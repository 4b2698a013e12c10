//! The counters that search: [`BruteForce`] is the specification, [`Vf2`] and [`Peregrine`] are the
//! baselines of the paper, [`Exact`] is the engine, [`Sample`] estimates, [`Auto`] chooses between
//! the last two. [`Mappings`] finds the counted mappings one by one, [`MatchSampling`] draws some of
//! them, and [`first_mapping`] finds one.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use isocount_core::{
//!     Answer, Budget, Control, Count, Counter, Label, LabeledGraph, Pattern, Semantics, Unit,
//! };
//! use isocount_count::Exact;
//!
//! // A wheel: a hub joined to a ring of six.
//! let mut builder = LabeledGraph::builder();
//! let hub = builder.node(Label(0));
//! let ring: Vec<_> = (0..6).map(|_| builder.node(Label(0))).collect();
//! for i in 0..6 {
//!     builder.undirected_edge(hub, ring[i], Label(0));
//!     builder.undirected_edge(ring[i], ring[(i + 1) % 6], Label(0));
//! }
//! let wheel = Arc::new(builder.build()?);
//!
//! let mut builder = LabeledGraph::builder();
//! let [a, b, c] = [(); 3].map(|()| builder.node(Label(0)));
//! for (u, v) in [(a, b), (b, c), (c, a)] {
//!     builder.undirected_edge(u, v, Label(0));
//! }
//! let triangle = Pattern::try_from(builder.build()?)?;
//!
//! // An open graph answers many questions. Each may have limits, and another thread may cancel it
//! // through the control.
//! let control = Control::new();
//! let budget = Budget::time(Duration::from_secs(10)).with_control(&control);
//! let mut open = Exact::new().open(&wheel, &control)?;
//! let answer = open.count(&triangle, Semantics::Monomorphism(Unit::Subgraphs), &budget)?;
//! assert_eq!(answer, Answer::Exact(Count(6)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All counters check for time limits and cancellation at least every few milliseconds, regardless
//! of the size of the graph and the pattern. The count so far is then returned as
//! [`AtLeast`](isocount_core::Answer::AtLeast).

#![deny(missing_docs)]

mod arc_matching;
mod auto;
mod brute_force;
mod cost;
mod exact;
mod first_mapping;
mod fits;
mod forecast;
mod indexed;
mod meter;
mod peregrine;
mod sample;
mod search_method;
mod symmetry;
mod unindexed;
mod vf2;

pub use auto::Auto;
pub use brute_force::BruteForce;
#[doc(hidden)]
pub use cost::{COSTS, Cost, CostFamily, SetBy};
pub use exact::{
    Chances, Drawn, Ending, Exact, Explanation, FindError, Mappings, MatchSample, MatchSampling,
    Outline, Participation, Per, Share, Shared, Strategy,
};
#[doc(hidden)]
pub use exact::{Representation, Routing, Tuning};
pub use first_mapping::{FirstMapping, first_mapping};
pub use peregrine::Peregrine;
pub use sample::{Sample, Sampling};
pub use search_method::{SEARCH_METHODS, SearchMethod};
pub use vf2::Vf2;

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
