//! The learned counters: what the paper writes as equations, one equation per file.
//!
//! A [`Batch`] is a ragged list of (pattern, graph) pairs; a [`Model`] puts its [`Prediction`]s on a
//! tape. `layer/` has the equations, `encoder/` stacks them, `head/` makes counts of rows, `plan/` knows who stands to whom
//! in a batch, `model/` has one file per row of the paper's tables. Settings come from `isocount-model`;
//! [`build`] makes a model of them.

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
pub use isocount_model::{
    Aggregation, CountGnnConfig, CountGnnEConfig, CountGnnMConfig, CountGnnPlusConfig,
    DiamnetConfig, DiffPoolConfig, DmpnnLrpConfig, DpgcnnConfig, EdgeCentricConfig, Encoding,
    Filter, GatConfig, GcnConfig, GinConfig, GinKind, GraphSageConfig, LrpConfig, MODELS,
    ModelConfig, ModelEntry, NodeConfig, Reverse, RgcnDnConfig, RgcnSumConfig, RginDnConfig,
    RginSumConfig, SageAggregator, SoftmaxOver, Vocabulary, Widths,
};
pub use model::{Model, Prediction, Side, Space, build, num_parameters};
pub use pair::{Needs, Pair, Seeker};
pub use prepared::{PrepareError, Prepared, UnknownLabel};
pub use tree_counts::{SpanningTrees, TreeCounts};
