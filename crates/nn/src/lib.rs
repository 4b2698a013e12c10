//! The learned counters: what the paper writes as equations, one equation per file.
//!
//! A [`Batch`] is a ragged list of (pattern, graph) pairs; a [`Model`] puts its [`Prediction`]s on a
//! tape. `layer/` has the equations, `encoder/` stacks them, `head/` makes counts of rows, `plan/` knows who stands to whom
//! in a batch, `model/` has one file per row of the paper's tables and the registry [`ModelConfig`].

#![deny(missing_docs)]
// Symbols of equations and names of models are not code.
#![allow(clippy::doc_markdown)]

mod batch;
mod candidates;
mod digit_code;
mod encoder;
mod filter;
mod head;
mod layer;
mod model;
mod pair;
mod plan;
mod prepared;
#[cfg(test)]
mod theory;
mod tree_counts;

pub use batch::{Batch, GraphBatch};
pub use encoder::{Aggregation, EdgeCentricConfig, Encoding, NodeConfig, Reverse};
pub use filter::Filter;
pub use head::{DiamnetConfig, SoftmaxOver};
pub use layer::SageAggregator;
pub use model::{
    CountGnnConfig, CountGnnEConfig, CountGnnMConfig, CountGnnPlusConfig, DiffPoolConfig,
    DmpnnLrpConfig, DpgcnnConfig, GatConfig, GcnConfig, GinConfig, GinKind, GraphSageConfig,
    LrpConfig, MODELS, Model, ModelConfig, ModelEntry, Prediction, RgcnDnConfig, RgcnSumConfig,
    RginDnConfig, RginSumConfig, Side, Space, Widths,
};
pub use pair::{Needs, Pair, Seeker};
pub use prepared::{Prepared, UnknownLabel, Vocabulary};
pub use tree_counts::{SpanningTrees, TreeCounts};
