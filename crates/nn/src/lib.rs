//! The learned counters: the equations of the papers, one per file.
//!
//! A [`Batch`] is a ragged list of (pattern, graph) pairs; a [`Model`] records its [`Prediction`]s
//! on a tape. `layer/` contains the equations, `encoder/` stacks them, `head/` turns rows into
//! counts, `plan/` contains the neighbourhood relations of a batch, and `model/` has one file per
//! row of the paper's tables. Settings come from `isocount-model`; [`build`] creates a model from
//! them.
//!
//! An answer of an untrained model:
//!
//! ```
//! use isocount_core::{Label, LabeledGraph};
//! use isocount_grad::{Arena, Tape};
//! use isocount_nn::{Batch, MODELS, Prepared, Vocabulary, build};
//!
//! let mut builder = LabeledGraph::builder();
//! let (a, b) = (builder.node(Label(0)), builder.node(Label(1)));
//! builder.edge(a, b, Label(0));
//! let arc = builder.build()?;
//!
//! let labels = Vocabulary { node_labels: 2, edge_labels: 1 };
//! let entry = MODELS.iter().find(|entry| entry.name == "count-gnn").expect("it is in the list");
//! let (params, model) = build(&(entry.with_width)(8), labels, 0);
//! let prepared = Prepared::new(&arc, labels)?;
//! let batch = Batch::new(&[((0, &prepared), (0, &prepared))], labels, model.reverse());
//! let mut arena = Arena::new();
//! let mut tape = Tape::new(&params, &mut arena);
//! let prediction = model.forward(&mut tape, &batch);
//! assert_eq!(tape.value(prediction.counts).data().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
    Aggregation, CountGnnAsRunConfig, CountGnnConfig, CountGnnEConfig, CountGnnMConfig,
    CountGnnPlusConfig, DiamnetConfig, DiffPoolConfig, DmpnnLrpConfig, DpgcnnConfig,
    EdgeCentricConfig, Encoding, Filter, GatConfig, GcnConfig, GinConfig, GinKind, GraphSageConfig,
    HeadKind, LrpConfig, MODELS, ModelConfig, ModelEntry, NodeConfig, Reverse, RgcnDnConfig,
    RgcnSumConfig, RginDnConfig, RginSumConfig, SageAggregator, SoftmaxOver, Vocabulary, Widths,
};
pub use model::{Model, Prediction, Side, Space, build, num_parameters};
pub use pair::{Needs, Pair, Seeker};
pub use prepared::{PrepareError, Prepared, UnknownLabel};
pub use tree_counts::{SpanningTrees, TreeCounts};

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
