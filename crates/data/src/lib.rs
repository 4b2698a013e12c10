//! Data sets of (pattern, graph, count): generated or imported, labelled by an exact counter, kept
//! in a folder with checksums, split for training and testing, described, and exported.
//!
//! A [`Dataset`] is read from its folder and never changed. It is built in a temporary folder next
//! to its destination, in pieces that are kept, so that a call that was cancelled or killed can
//! continue. The same seed produces the same bytes, for any number of threads. Long calls take a
//! [`Control`](isocount_core::Control). This crate contains no counter: the caller passes one in.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use isocount_core::Control;
//! use isocount_count::Exact;
//! use isocount_data::{
//!     Completion, Dataset, Making, Protocol, Split, Synthetic, TestSet, TrainingSet,
//! };
//!
//! // 200 triples of the paper's data set SMALL.
//! let folder = tempfile::tempdir()?;
//! let (out, counter, control) = (folder.path().join("small"), Exact::new(), Control::new());
//! let making = Making { counter: &counter, threads: NonZeroUsize::MIN, control: &control };
//! assert_eq!(Synthetic::Small.generate(&out, 0, Some(200), making)?, Completion::Made);
//!
//! let dataset = Dataset::read(&out, &control)?;
//! assert_eq!((dataset.patterns().len(), dataset.triples().len()), (75, 200));
//!
//! // A training set cannot reach the test part.
//! let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
//! let training = TrainingSet::new(&dataset, &split, &control)?;
//! let test = TestSet::new(&dataset, &split)?;
//! assert_eq!((training.train().len(), test.len()), (80, 100));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod about;
mod checksum;
mod chunk;
mod dataset;
mod error;
mod even_sample;
mod export;
mod generate;
mod graph_record;
mod graph_store;
mod import;
mod isomorphism;
mod label;
mod label_table;
mod labelling;
mod ogb;
mod origin;
mod ppa_selection;
mod ppa_stand_in;
mod protocol;
mod published;
mod regular_file;
mod replacement;
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
pub use export::{Export, ExportFormat, UnknownExportFormat};
pub use generate::Making;
pub use graph_store::{GraphEntry, GraphStore};
pub use import::{
    Collecting, Collection, ImportFolder, KnownCodes, ListedPairs, MUTAG_CODES, Recognised,
    Spelling, read_counts, read_listed_pairs,
};
pub use isocount_model::LabelTable;
pub use isocount_platform::Existing;
pub use label::{Pairs, Questions, check_given, keep_given, label};
pub use label_table::Relabeling;
pub use labelling::Labelling;
pub use ogb::{OgbGraphs, OgbPpaImport, OgbPpaReport, import_ogb_ppa};
pub use origin::Origin;
pub use ppa_stand_in::{generate_ppa_stand_in, ppa_patterns};
pub use protocol::{Part, Protocol};
pub use published::{Parameters, PatternSizes, Synthetic, mutag_patterns, published_patterns};
pub use replacement::Replacement;
pub use split::{PartSizes, Split};
pub use stats::{CountStats, GraphStats, Stats};
pub use sub_patterns::{SubPatternSize, SubPatterns, Undirected, sub_patterns};
pub use table1::PublishedStats;
pub use training_set::{Example, TestSet, TrainingSet, Trial};
pub use triple::{Pair, Triple, Truth};
pub use workshop::Completion;

/// The program version, as written to the folder of a data set.
pub(crate) const VERSION: &str = concat!("isocount ", env!("CARGO_PKG_VERSION"));
