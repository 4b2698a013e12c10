//! The census of a graph: how often every small connected pattern occurs, at which nodes, and
//! whether that is surprising.
//!
//! [`CensusOptions::count`] counts all motifs of some sizes in one go, [`Catalogue`] lists them,
//! [`SampleOptions::estimate`] estimates the counts where counting would take too long, and
//! [`NullModel`] counts them in randomised graphs with the same degrees.
//!
//! ```
//! use isocount_core::{Control, Label, LabeledGraph};
//! use isocount_motif::CensusOptions;
//!
//! // A wheel: a hub joined to a ring of five.
//! let mut builder = LabeledGraph::builder();
//! let hub = builder.node(Label(0));
//! let ring: Vec<_> = (0..5).map(|_| builder.node(Label(0))).collect();
//! for i in 0..5 {
//!     builder.undirected_edge(hub, ring[i], Label(0));
//!     builder.undirected_edge(ring[i], ring[(i + 1) % 5], Label(0));
//! }
//! let wheel = builder.build()?;
//!
//! let options = CensusOptions::default().with(|it| { it.sizes = 3..=3; it.per_node = true; });
//! let census = options.count(&wheel, &Control::NONE)?;
//! let counts: Vec<(String, u128)> =
//!     census.motifs.iter().map(|m| (m.motif.title(), m.count)).collect();
//! assert_eq!(counts, [("path of 3".to_owned(), 10), ("triangle".to_owned(), 5)]);
//! // The hub is the middle of five of the paths, the end of none, and in all triangles.
//! assert_eq!(census.nodes.unwrap().row(0), [0, 5, 5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
// Formulas are in the documentation as they are written: Σ_w is not code.
#![allow(clippy::doc_markdown)]
// A loop over nodes reads several tables at once.
#![allow(clippy::needless_range_loop)]

mod catalogue;
mod census;
mod census_error;
mod cliques;
mod coded;
mod cost;
mod edge_formulas;
mod five_cycles;
mod homs;
mod labelled;
mod listing;
mod names;
mod part_counts;
mod ranked;
mod sample;
mod shape;
mod shuffle;
mod six;
mod surprise;
mod systems;
mod triangles;
mod wedges;

pub use catalogue::{Catalogue, Motif};
pub use census::{Census, CensusMotif, CensusOptions, MotifLabels, Occurrence, has_directions};
pub use census_error::CensusError;
pub use part_counts::{EdgeCounts, NodeCounts};
pub use sample::{Estimated, SampleOptions};
pub use shape::Shape;
pub use shuffle::{Shuffled, Shuffler};
pub use six::SixNodes;
pub use surprise::{NullModel, NullSample, Surprise, surprises};

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
