//! Reading, whatever the format: from paths and bytes to the reader of the format, with what all
//! readers need.

pub mod collection;
mod entry;
mod files;
pub(crate) mod limits;
mod lines;
mod options;
pub(crate) mod packing;
pub(crate) mod source;
mod text;
mod typed;

pub use entry::{Entry, FaultyEntry};
pub use files::{
    NamedGraph, NamedPattern, read, read_bytes, read_collection, read_one, read_one_pattern,
    read_pattern_text, read_patterns, read_text,
};
pub(crate) use lines::Lines;
pub use options::{Duplicates, Faults, Most, NodeNaming, ReadOptions, Role, SmartsOrder};
pub use packing::Packing;
pub(crate) use source::Source;
pub(crate) use text::{Text, Words};
pub use typed::Notation;
