//! What is left of a graph for one pattern: arcs whose type the pattern uses, and the nodes that
//! can be images.
//!
//! ```text
//! index.rs          all arcs of an open graph, grouped by type
//! sieve.rs          keeps arcs and nodes that can matter, by a scan or from the index
//! set_sieve.rs      the same for patterns with sets of labels
//! refine.rs         drops nodes that lack a partner, for large questions only
//! narrow.rs         these steps, one after the other, for one question
//! metered_sort.rs   sorting that checks the clock
//! ```

mod index;
mod metered_sort;
mod narrow;
mod refine;
mod set_sieve;
mod sieve;

pub(crate) use index::Index;
pub(crate) use metered_sort::sort;
pub(crate) use narrow::{Form, narrow};
pub(crate) use refine::refine;
pub(crate) use sieve::{ArcSource, Sieved};
