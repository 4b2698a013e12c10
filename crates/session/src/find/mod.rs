//! Listing matches, with the user's names: one pattern in one graph, or many pairs.

mod finding;
mod found;
mod matched_graph;
mod pairs;

pub use finding::{Find, FindProblem, Matches, SampledMatches};
pub use found::Match;
pub(crate) use found::node_names;
pub use pairs::{FindPairs, Found, PairEnd};
