//! Data sets: (pattern, graph, count), generated or imported, labelled by an exact counter, kept in
//! a folder with checksums, split for training and testing, and described.
//!
//! A [`Dataset`] is read from its folder and is only read. Making one happens beside its place and
//! continues after a crash; same seed, same bytes, for any number of threads. This crate knows no
//! counter: whoever makes a data set brings one.
//!
//! ```
//! use std::num::NonZeroUsize;
//!
//! use isocount_core::Control;
//! use isocount_count::Exact;
//! use isocount_data::{Dataset, Making, Synthetic};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("small-20");
//! let counter = Exact::with_threads(1);
//! let making = Making { counter: &counter, threads: NonZeroUsize::MIN, control: &Control::NONE };
//! Synthetic::Small.generate(&path, 0, Some(20), making)?;
//!
//! let dataset = Dataset::read(&path, &Control::NONE)?;
//! assert_eq!(dataset.triples().len(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod about;
mod checksum;
mod chunk;
mod dataset;
mod error;
mod even_sample;
mod generate;
mod graph_record;
mod graph_store;
mod import;
mod isomorphism;
mod label;
mod label_table;
mod ogb;
mod origin;
mod ppa_selection;
mod ppa_stand_in;
mod protocol;
mod published;
mod regular_file;
mod seen;
mod split;
mod split_name;
mod stats;
mod sub_patterns;
mod table1;
mod ticker;
mod training_set;
mod triple;
mod triple_record;
mod varint;
mod workshop;

pub use about::{About, Division, Made, Protocols, Sizes};
pub use dataset::{Dataset, NamedPattern};
pub use error::DataError;
pub use generate::Making;
pub use graph_store::{GraphEntry, GraphStore};
pub use import::{
    Collecting, Collection, ImportFolder, ListedPairs, read_counts, read_listed_pairs,
};
pub use isocount_model::LabelTable;
pub use label::{Pairs, Questions, check_given, keep_given, label};
pub use label_table::Relabeling;
pub use ogb::{OgbGraphs, OgbPpaImport, OgbPpaReport, import_ogb_ppa};
pub use origin::Origin;
pub use ppa_stand_in::{generate_ppa_stand_in, ppa_patterns};
pub use protocol::{Part, Protocol};
pub use published::{Parameters, PatternSizes, Synthetic, mutag_patterns, published_patterns};
pub use split::{PartSizes, Split};
pub use stats::{CountStats, GraphStats, Stats};
pub use sub_patterns::{SubPatternSize, SubPatterns, Undirected, sub_patterns};
pub use table1::PublishedStats;
pub use training_set::{Example, TestSet, TrainingSet, Trial};
pub use triple::{Pair, Triple, Truth};
pub use workshop::Completion;

/// What made a data set, as its folder tells.
pub(crate) const VERSION: &str = concat!("isocount ", env!("CARGO_PKG_VERSION"));
