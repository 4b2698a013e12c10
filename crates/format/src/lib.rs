//! Bytes to nouns and back: every graph format that isocount reads, with errors that name file,
//! line and column.
//!
//! ```
//! use std::path::Path;
//! use isocount_format::{Format, LabelNames, ReadOptions, read_bytes};
//!
//! let text = br#"{"nodes": ["C", "O"], "edges": [[0, 1, "double"]]}"#;
//! let mut names = LabelNames::new();
//! let path = Path::new("carbonyl.json");
//! let graphs = read_bytes(Format::Json, path, text, &ReadOptions::default(), &mut names)?;
//! assert_eq!(graphs[0].name, "carbonyl");
//! assert_eq!(graphs[0].graph.num_arcs(), 1);
//! # Ok::<(), isocount_format::FormatError>(())
//! ```
//!
//! One [`LabelNames`] serves one question: pass the same one to every [`read`], so that pattern
//! and graph agree on what a label is. `docs/formats.md` describes each format for users.

#![deny(missing_docs)]

mod assembly;
mod dot_graph;
mod edge_columns;
mod edge_list;
mod error;
mod format;
mod gml;
mod gml_tokens;
mod graph_parts;
mod graphml;
mod graphml_keys;
mod json;
mod json_lines;
mod label_names;
mod label_presence;
mod labeled_lad;
mod lad;
mod lines;
mod location;
mod natural_order;
mod node_names;
mod options;
mod read;
mod source;
mod syntax_problem;
mod text;
mod tu;
mod write;
mod xml_elements;

pub use error::FormatError;
pub use format::{Format, ParseFormatError};
pub use json_lines::write_json_lines;
pub use label_names::LabelNames;
pub use location::Location;
pub use options::ReadOptions;
pub use read::{NamedGraph, read, read_bytes, read_collection, read_one};
pub use syntax_problem::{Found, SyntaxProblem};
pub use write::{WriteError, write};

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
