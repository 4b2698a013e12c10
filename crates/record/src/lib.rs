//! The record of an answered question, shared by everything that writes or reads answers.
//!
//! A [`Record`] contains the question ([`Question`], and a [`Subject`] for the pattern and the
//! graph), the answer ([`Said`]), and how long it took. It can be written as a [JSON](json) object,
//! a [CSV](csv) row or a [sentence](text). Many answers form a [matrix](matrix::Matrix) of graphs
//! and patterns. A match has its own record, [`MatchRecord`].
//!
//! ```
//! use isocount_core::{Answer, Count, Meaning, Semantics, Unit};
//! use isocount_record::{Question, Record, Said, Subject};
//!
//! let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
//! let record = Record::new(
//!     Subject::named("triangle"),
//!     Subject::named("karate"),
//!     Question::new(meaning, "exact"),
//!     Said::Answer(Answer::Exact(Count(45))),
//! );
//! assert_eq!(record.to_string(), "45 subgraphs (monomorphism) of triangle in karate");
//! let line = serde_json::to_string(&record)?;
//! assert!(line.contains(r#""answer":"exact","count":"45""#));
//! assert_eq!(serde_json::from_str::<Record>(&line)?, record);
//! # Ok::<(), serde_json::Error>(())
//! ```

#![deny(missing_docs)]

pub mod csv;
mod csv_reader;
mod decimal;
mod difference;
pub mod json;
pub mod match_record;
pub mod matrix;
pub mod npy;
mod record;
pub mod text;

pub use difference::{Difference, SubjectKeys};
pub use json::LineWriter;
pub use match_record::MatchRecord;
pub use record::{Question, Record, Said, Subject, Times};

/// Tests the example in the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
