//! Learned counts without a tape.
//!
//! A [`Network`] holds the weights of a trained Count-GNN or of one of its ablations. A [`FastCounter`] makes
//! it a [`Counter`](isocount_core::Counter). An [`IndexFile`] is a graph that was prepared for one model and
//! written to disk; it is opened in milliseconds and answers in time sub-linear in the graph.
//!
//! ```
//! use std::sync::Arc;
//! use isocount_core::{Budget, Control, Counter, Label, LabeledGraph, OpenGraph, Pattern};
//! use isocount_infer::{FastCounter, IndexFile, IndexInput, Network, Readout};
//! use isocount_model::ModelFiles;
//!
//! # let settings = r#"
//! # [model]
//! # model = "count-gnn"
//! # [training]
//! # [data]
//! # name = "small"
//! # split = "paper"
//! # train = 80
//! # valid = 20
//! # [meaning]
//! # semantics = "monomorphism"
//! # unit = "mappings"
//! # [labels]
//! # nodes = ["C", "N"]
//! # edges = ["single"]
//! # "#;
//! # let config = isocount_model::RunConfig::from_toml("run".as_ref(), settings)?;
//! # let (params, _) = isocount_nn::build(&config.model, config.labels.vocabulary(), 0);
//! # let folder = tempfile::tempdir()?;
//! # std::fs::write(folder.path().join("config.toml"), settings)?;
//! # std::fs::write(folder.path().join("weights.safetensors"), params.to_bytes())?;
//! # let run = folder.path();
//! let model = ModelFiles::read(run)?;
//! let semantics = model.config().meaning.semantics;
//!
//! let mut builder = LabeledGraph::builder();
//! let [a, b, c] = [0, 1, 0].map(|label| builder.node(Label(label)));
//! builder.edge(a, b, Label(0)).edge(b, c, Label(0));
//! let graph = builder.build()?;
//! let mut builder = LabeledGraph::builder();
//! let [a, b] = [0, 1].map(|label| builder.node(Label(label)));
//! builder.edge(a, b, Label(0));
//! let pattern = Pattern::try_from(builder.build()?)?;
//!
//! // One question.
//! let network = Arc::new(Network::of(&model)?);
//! let counter = FastCounter::new(network, semantics, Readout::Auto { patterns: 1 }, 1);
//! let answer = counter.count(&pattern, &graph, semantics, &Budget::UNLIMITED)?;
//!
//! // The same from an index on disk, which contains the model.
//! let path = run.join("graph.index");
//! let input = IndexInput { model: &model, name: "graph", graph: &graph };
//! IndexFile::create(&path, &input, 2, &Control::NONE)?;
//! let mut index = IndexFile::open(&path)?;
//! assert_eq!(index.labels().nodes, ["C", "N"]);
//! let again = index.count(&pattern, semantics, &Budget::UNLIMITED)?;
//! assert!((again.value() - answer.value()).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! A pattern becomes a [`PatternCode`] and a graph becomes [`Encoded`] rows, each once. What is left to
//! compute for a pair is
//!
//! ```text
//! r_j = Σ_e (1 + σ(a_ej + c_j))·h_ej + σ(b_ej + c′_j)        for each of d coordinates j
//! ```
//!
//! where h, a, b belong to the graph and c, c′ to the pattern, and a small head on r. There are three ways to
//! compute r, each the oracle of the next: the tape of `isocount-nn`; one pass over all rows
//! ([`Network::fused`], O(E·d)); and an [`Index`] ([`Network::indexed`], O(d·log E)). σ is a line with one
//! knee, so for each coordinate the arcs below the knee are a prefix of the sorted keys `a_ej`, and sums over
//! prefixes can be stored.
//!
//! The equations are those of `isocount-nn`, which has one file for each; tests check that both give the
//! same numbers.
//!
//! Long work takes a [`Control`](isocount_core::Control): it can be cancelled within milliseconds, also on
//! graphs with ten million arcs, and index files that are not finished are removed.

#![deny(missing_docs)]

mod counter;
mod encode;
mod error;
mod explain;
mod index;
mod kernel;
mod memory;
mod network;
mod pattern_code;
mod tensors;

pub use counter::{FastCounter, Readout};
pub use encode::Encoded;
pub use error::{EncodeError, InferError, UnknownLabel};
pub use explain::{ArcShare, Explanation};
pub use index::{CreateError, Index, IndexFile, IndexInput};
pub use network::Network;
pub use pattern_code::{EncodedPair, PatternCode};

/// The slope of σ below zero.
pub(crate) const SLOPE: f32 = 1.0 / 5.5;
