//! Reading, independent of the format: from paths and bytes to the reader of a format, and code
//! shared by all readers.
//!
//! ```text
//! files.rs, collection/   paths, folders, files in memory   ┐
//! packing.rs              compressed files                  ├─► source.rs: the bytes of one file
//! options.rs, limits.rs   options and limits                ┘        │
//! typed.rs                text instead of a file                     ▼
//!                  reader.rs: the format's function ──► named.rs, entry.rs: graphs and faults
//!                               │
//!                               └── lines.rs, text.rs: the text, piece by piece, with its places
//! ```

pub mod collection;
mod entry;
mod files;
mod kept_attributes;
pub(crate) mod limits;
mod lines;
mod named;
mod options;
pub(crate) mod packing;
mod reader;
pub(crate) mod source;
mod text;
mod typed;

pub use entry::{Entry, FaultyEntry};
pub use files::{read, read_bytes, read_collection, read_one, read_one_pattern, read_patterns};
pub use kept_attributes::KeptAttributes;
pub(crate) use lines::Lines;
pub use named::{NamedGraph, NamedPattern};
pub use options::{Duplicates, Faults, Most, NodeNaming, ReadOptions, Role, SmartsOrder};
pub use packing::Packing;
pub(crate) use reader::{PatternReader, Reader};
pub(crate) use source::Source;
pub(crate) use text::{Text, Words};
pub use typed::{Notation, read_pattern_text, read_text};
