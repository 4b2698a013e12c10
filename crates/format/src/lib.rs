//! Bytes to graphs and back: every graph format that isocount reads, with errors that name file,
//! line and column.
//!
//! ```
//! use std::path::Path;
//! use isocount_core::Control;
//! use isocount_format::{Format, LabelNames, ReadOptions, read_bytes, write};
//!
//! let text = br#"{"nodes": ["C", "O"], "edges": [[0, 1, "double"]]}"#;
//! let (options, control) = (ReadOptions::new(), Control::new());
//! let mut names = LabelNames::new();
//! let path = Path::new("carbonyl.json");
//! let graphs = read_bytes(Format::Json, path, text, &options, &mut names, &control)?;
//! assert_eq!(graphs[0].name, "carbonyl");
//!
//! let mut csv = Vec::new();
//! write(&graphs[0].graph, &names, Format::EdgeList, &mut csv, &control)?;
//! assert_eq!(csv, b"tail,head,label,tail_label,head_label\n0,1,double,C,O\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One [`LabelNames`] serves one question: pass the same one to every [`read`], so that pattern
//! and graph agree on what a label is. The [`Control`](isocount_core::Control) says how far reading
//! has come, and cancels it from another thread. [`collection`] reads folders file by file.
//! `docs/formats.md` describes each format for users.

#![deny(missing_docs)]

mod adjacency_list;
mod assembly;
mod braced_attributes;
pub mod collection;
#[cfg(feature = "columnar")]
mod columnar;
mod dot;
mod dot_graph;
mod edge_columns;
mod edge_list;
mod edge_rows;
mod entry;
mod error;
mod file_labels;
mod format;
mod found_file;
mod gexf;
mod gml;
mod gml_tokens;
mod graph6;
mod graph_parts;
mod graphml;
mod graphml_keys;
mod json;
mod json_lines;
mod json_object;
mod json_pattern;
mod keys_there;
mod known_pattern;
mod label_names;
mod label_presence;
mod labeled_lad;
mod lad;
mod limits;
mod lines;
mod location;
mod matrix_market;
mod molecule;
mod name_pairs;
mod natural_order;
mod node_link;
mod node_names;
mod node_titles;
mod notation;
mod open_quote;
mod options;
mod packing;
mod pajek;
mod quoted_words;
mod read;
mod sdf;
mod sdf_v2000;
mod sdf_v3000;
mod sketch;
mod smarts;
mod smiles;
mod smiles_line;
mod smiles_parser;
mod source;
mod stated_nodes;
mod syntax_problem;
mod table_problem;
mod text;
mod text_index;
mod tu;
mod tu_write;
mod unique_names;
mod write;
mod xml_elements;

pub use entry::{Entry, FaultyEntry};
pub use error::FormatError;
pub use format::{Format, ParseFormatError};
pub use json_lines::{GraphRef, write_json_lines};
pub use known_pattern::KnownPattern;
pub use label_names::LabelNames;
pub use location::{Location, Within};
pub use molecule::{
    Aromaticity, AtomDetail, AtomLabel, Hydrogens, LabelPurpose, MoleculeOptions, MoleculeProblem,
    ParseAtomLabelError,
};
pub use name_pairs::{Comments, NameLine, NameLines, NamePair, read_name_pairs};
pub use node_titles::NodeTitles;
pub use notation::Notation;
pub use options::{Duplicates, Faults, Most, NodeNaming, ReadOptions, Role, SmartsOrder};
pub use packing::Packing;
pub use read::{
    NamedGraph, NamedPattern, read, read_bytes, read_collection, read_one, read_one_pattern,
    read_pattern_text, read_patterns, read_text,
};
pub use sketch::{
    Expected, NotationProblem, edge_notation, node_notation, quoted_label, quoted_name,
    write_notation,
};
pub use smarts::{Smarts, SmartsProblem};
pub use syntax_problem::{Found, SyntaxProblem};
pub use table_problem::TableProblem;
pub use tu_write::write_tu;
pub use write::{WriteError, write, write_named, write_pattern, write_pattern_named};

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
