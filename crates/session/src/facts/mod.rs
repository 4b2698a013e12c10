//! A description of a graph: the facts that `isocount info` shows, and that explain a zero.

mod components;
mod degrees;
mod graph_facts;
pub(crate) mod label_census;
pub(crate) mod labels;
mod oddity;
pub(crate) mod structure;
mod totals;

pub use components::ComponentFacts;
pub use degrees::{DegreeFacts, DegreeSpread};
pub use graph_facts::GraphFacts;
pub use labels::{LabelCount, LabelFacts, LabelLook, LabelOwner};
pub use oddity::Oddity;
pub use totals::CollectionFacts;
