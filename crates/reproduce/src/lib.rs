//! The experiments of the Count-GNN paper, on any machine.
//!
//! A [`Request`] becomes a [`Plan`]: steps that make data sets, train models, evaluate and time
//! counters. A step is identified by the hash of its inputs. [`execute`] runs the steps that are
//! not done yet and keeps their records in a [`Store`]; an interrupted or extended plan continues
//! where it stopped. [`report`] turns the records into tables and figures, next to the published
//! numbers.
//!
//! ```
//! use isocount_reproduce::{Plan, Request, Scope, Set};
//!
//! let plan = Plan::new(Request {
//!     sets: vec![Set::Small],
//!     tables: vec![2],
//!     extras: Vec::new(),
//!     figures: Vec::new(),
//!     models: Some(vec!["gin".to_owned()]),
//!     seeds: Some(1),
//!     scope: Scope::QUICK,
//!     mutag: None,
//! })?;
//! assert_eq!(plan.steps[0].title, "small: data");
//! assert!(plan.steps[0].command.starts_with("isocount data generate small "));
//! # Ok::<(), isocount_reproduce::ReproduceError>(())
//! ```

#![deny(missing_docs)]
// A report is written once, so readability is more important than an allocation.
#![allow(clippy::format_push_string, clippy::format_collect)]

mod candidate;
mod command;
mod environment;
mod error;
mod estimate;
mod execute;
mod experiment;
mod key;
mod mutag;
mod packed;
mod plan;
mod provenance;
mod published;
mod record;
mod report;
mod scaling;
mod scope;
mod set;
mod step;
mod store;

pub use error::ReproduceError;
pub use execute::{Event, execute};
pub use experiment::{Extra, Figure};
pub use key::Key;
pub use mutag::MutagFiles;
pub use plan::{Plan, Request};
pub use report::report;
pub use scope::{Epochs, Scope};
pub use set::Set;
pub use step::Step;
pub use store::Store;

use experiment::{Experiment, RowSpec, ScaleSpec, ScaledCounter};
use record::{Curve, DataRecord, EvaluationRecord, Provenance, ScalingRecord, TrainingRecord};
use step::{CounterSpec, Work};

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
