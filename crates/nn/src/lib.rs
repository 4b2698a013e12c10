//! The learned counters: what the paper writes as equations, one equation per file.
//!
//! A [`Batch`] is a ragged list of (pattern, graph) pairs; a [`Model`] puts its [`Prediction`]s on a
//! tape. `layer/` has the equations, `encoder/` stacks them, `model/` has one file per row of the
//! paper's tables and the registry [`ModelConfig`].

#![deny(missing_docs)]

mod batch;
mod candidates;
mod encoder;
mod hearing;
mod layer;
mod model;
mod pair;
mod prepared;
#[cfg(test)]
mod theory;
mod tree_counts;

pub use batch::{Batch, GraphBatch};
pub use encoder::{Aggregation, EdgeCentricConfig, Encoding, Reverse};
pub use model::{
    CountGnnConfig, CountGnnEConfig, CountGnnMConfig, CountGnnPlusConfig, MODELS, Model,
    ModelConfig, ModelEntry, Prediction, Space,
};
pub use pair::{Needs, Pair, Seeker};
pub use prepared::{Prepared, UnknownLabel, Vocabulary};
pub use tree_counts::{SpanningTrees, TreeCounts};
