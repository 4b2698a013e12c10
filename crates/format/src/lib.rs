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
//! Use one [`LabelNames`] per question: pass the same one to every [`read`], so that pattern and
//! graph agree on what a label is. The [`Control`](isocount_core::Control) reports the progress of
//! reading, and cancels it from another thread. [`collection`] reads folders file by file.
//! `docs/formats.md` describes each format for users.
//!
//! In the sources:
//!
//! ```text
//! format.rs       the list of formats
//! tables/, columnar/, text_formats/, molecules/, notation/    the formats, by family
//! read/, write/   code shared by all formats
//! builder/        graphs under construction
//! names/          the names of labels, nodes and graphs
//! error/          why a file could not be read
//! ```

#![deny(missing_docs)]

mod builder;
mod columnar;
mod error;
mod format;
mod molecules;
mod names;
mod notation;
mod read;
mod tables;
mod text_formats;
mod write;

pub use columnar::TableProblem;
pub use error::{FormatError, FoundInstead, Location, SyntaxProblem, Within};
pub use format::{Format, ParseFormatError};
pub use molecules::smarts::{Smarts, SmartsProblem};
pub use molecules::{
    Aromaticity, AtomDetail, AtomLabel, Hydrogens, LabelPurpose, MoleculeOptions, MoleculeProblem,
    ParseAtomLabelError,
};
pub use names::{LabelNames, NodeTitles};
pub use notation::{
    Expected, KnownPattern, NotationProblem, braced_condition, edge_notation, node_notation,
    quoted_label, quoted_name, write_conditional, write_notation,
};
pub use read::{
    Duplicates, Entry, Faults, FaultyEntry, KeptAttributes, Most, NamedGraph, NamedPattern,
    NodeNaming, Notation, Packing, ReadOptions, Role, SmartsOrder, collection, read, read_bytes,
    read_collection, read_one, read_one_pattern, read_pattern_text, read_patterns, read_text,
};
pub use tables::{Comments, NameLine, NameLines, NamePair, read_name_pairs};
pub use text_formats::json::lines::write_json_lines;
pub use text_formats::tu::write_tu;
pub use write::{GraphRef, WriteError, write, write_named, write_pattern, write_pattern_named};

/// Tests the example in the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
