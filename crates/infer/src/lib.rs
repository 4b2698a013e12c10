//! Learned counts without a tape.
//!
//! [`Network`] reads the weights of a trained Count-GNN or of its ablations. A pattern is encoded
//! as a [`PatternCode`] and a graph as [`Encoded`] rows, each once; what remains for a pair is
//!
//! ```text
//! r_j = Σ_e (1 + σ(a_ej + c_j))·h_ej + σ(b_ej + c′_j)        for each of d coordinates j
//! ```
//!
//! with h, a, b of the graph and c, c′ of the pattern, and a small head. There are three ways to
//! compute r, each tested against the previous one: the tape of `isocount-nn`, one pass over all
//! rows ([`Network::fused`], O(E·d)), and an [`Index`] ([`Network::indexed`], O(d·log E)). σ is
//! piecewise linear with one knee, so for each coordinate the arcs below the knee are a prefix of
//! the sorted keys `a_ej`, and sums over prefixes can be stored.
//!
//! The equations are those of `isocount-nn`, with one file there for each; tests ensure that they
//! agree.
//!
//! ```
//! use std::path::Path;
//!
//! use isocount_core::{Control, Label, LabeledGraph, Pattern};
//! use isocount_infer::Network;
//! use isocount_model::{MODELS, ModelFiles, Vocabulary, seal};
//!
//! // The two files of a run; `isocount-train` writes them, here the weights are untrained.
//! let config = r#"
//! layout = 2
//! program = "isocount 0.1.0"
//! model = { model = "count-gnn", encoder = { layers = 3, width = 8 } }
//! training = { output = "annealed" }
//! meaning = { semantics = "monomorphism", unit = "mappings" }
//! labels = { nodes = ["C"], edges = ["single"] }
//!
//! [data]
//! name = "small"
//! split = "paper"
//! train = 80
//! valid = 20
//! checksums = { dataset = "9f86d081", split = "60303ae2" }
//! "#;
//! let labels = Vocabulary { node_labels: 1, edge_labels: 1 };
//! let (params, _) = isocount_nn::build(&(MODELS[0].with_width)(8), labels, 0);
//! let files = ModelFiles::from_parts(Path::new("run"), config, &seal(&params.to_bytes()))?;
//!
//! let mut builder = LabeledGraph::builder();
//! let (a, b) = (builder.node(Label(0)), builder.node(Label(0)));
//! let graph = builder.undirected_edge(a, b, Label(0)).clone().build()?;
//!
//! // A graph is encoded once, whatever the number of patterns.
//! let network = Network::of(&files)?;
//! let encoded = network.encode(&graph, 1, &Control::NONE)?;
//! let code = network.pattern(&Pattern::try_from(graph)?)?;
//! assert!(network.fused(&encoded, &code) >= 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub use isocount_platform::Existing;
pub use network::Network;
pub use pattern_code::{EncodedPair, PatternCode};

/// The slope of σ below zero.
pub(crate) const SLOPE: f32 = 1.0 / 5.5;
