//! Runs a plan in a space: on one thread, on several, or in shares for several processes.
//!
//! ```text
//! search.rs                the number of mappings, part by part
//! inclusion_exclusion.rs   counts injective choices of independent nodes without enumerating them
//! parallel.rs              threads share the images of the first two nodes
//! share.rs                 processes share them
//! ```

pub(crate) mod inclusion_exclusion;
pub(crate) mod parallel;
mod search;
mod share;

pub(crate) use inclusion_exclusion::{ChoiceProgram, falling_factorial};
pub(crate) use search::{Memory, PieceProgress, Search, Stripe, TOO_MANY};
pub use share::{Share, Shared};
