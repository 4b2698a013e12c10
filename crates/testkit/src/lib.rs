//! Shared test code of all crates. Dev only.
//!
//! * [`graph`], [`pattern`], [`to_text`] and [`pattern_to_text`]: graphs as short texts,
//!   `a:1-[2]->b, b-c`, and patterns with sets of labels, `a:1|2-[*]-b`.
//! * [`random`]: reproducible cases from a seed. [`strategy`]: the same variety for proptest.
//! * [`cases`]: the shared cases of `testdata/cases`.
//! * [`conformance`] and [`agree`]: one call checks a counter against every case and every law, the
//!   other compares two counters.
//! * [`estimates_conform`]: the same for a counter that estimates.
//! * [`participation_conforms`]: laws about the counts at each node and arc; [`PartLaws`]: the same
//!   laws on planted cases.
//! * [`Naive`]: the definition as nested loops, which the specification is tested against.
//! * [`ThreadClock`]: the CPU time of a thread, for tests of time limits and cancelling.
//! * [`slow_suites`]: whether the suites that take minutes run.
//!
//! This is test code: it panics with a message instead of returning errors.

mod cancelling;
pub mod cases;
mod conformance;
mod estimates;
mod laws;
mod naive;
mod participation;
mod planted;
mod planted_participation;
pub mod random;
mod random_absent;
mod random_sets;
mod shape;
mod slow;
pub mod strategy;
mod text;
mod thread_clock;
mod tiring;
pub mod transform;

pub use conformance::{agree, agree_on, conformance};
pub use estimates::{Tally, estimates_conform};
pub use isocount_core::Rng;
pub use naive::Naive;
pub use participation::{AskParts, ListMappings, PartCounts, TakesPart, participation_conforms};
pub use planted_participation::{Outcome, PartLaws};
pub use slow::slow_suites;
pub use text::{graph, pattern, pattern_to_text, to_text};
pub use thread_clock::ThreadClock;
pub use tiring::Tiring;
