//! Explains zero counts, as far as they can be proven without a search.

mod needs;
mod profile;
mod reason;
mod why_zero;

pub(crate) use needs::Needs;
pub(crate) use profile::Profile;
pub use reason::{Adjacency, Reverse, ZeroReason};
pub(crate) use why_zero::{GraphSide, PatternSide, WhyZero};
