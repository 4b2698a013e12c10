//! The experiments of the Count-GNN paper on whatever machine there is.
//!
//! A [`Request`] becomes a [`Plan`]: steps that make data, train, evaluate and measure, each known by the hash of its
//! inputs. [`execute`] does what is not done yet and keeps what came of it in a folder; a plan that was stopped or
//! extended goes on where it was. [`report`] turns the records into tables and figures beside the published numbers.
//!
//! ```
//! use isocount_reproduce::{Plan, Request, Scope, Set};
//!
//! let request = Request {
//!     sets: vec![Set::Small],
//!     tables: vec![2],
//!     figures: Vec::new(),
//!     models: Some(vec!["count-gnn".to_owned()]),
//!     seeds: Some(1),
//!     scope: Scope::QUICK,
//!     mutag: None,
//! };
//! let plan = Plan::new(request)?;
//! assert!(plan.rows.iter().any(|row| row.counter == "count-gnn"));
//! assert!(plan.estimate() > 0.0);
//! # Ok::<(), isocount_reproduce::ReproduceError>(())
//! ```

#![deny(missing_docs)]
// A report is written once: what reads well comes before an allocation.
#![allow(clippy::format_push_string, clippy::format_collect)]

mod command;
mod error;
mod estimate;
mod execute;
mod experiment;
mod key;
mod mutag;
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
pub use experiment::{Experiment, Figure, RowSpec, ScaleSpec, ScaledCounter};
pub use key::Key;
pub use mutag::MutagFiles;
pub use plan::{Plan, Request};
pub use published::{PublishedRow, Spread, table2, table2_counters, table3, table4, table5};
pub use record::{Curve, DataRecord, EvaluationRecord, Provenance, ScalingRecord, TrainingRecord};
pub use report::report;
pub use scope::Scope;
pub use set::Set;
pub use step::{CounterSpec, SplitSpec, Step, Work};
pub use store::Store;

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
