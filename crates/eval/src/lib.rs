//! Evaluation of counters. [`run`] evaluates a counter on the test part of a data set, [`Metrics`]
//! measure its answers, and a [`Table`] compares it with other counters and the trivial baselines.
//!
//! All rows of all tables are computed here, for every kind of counter, with the same timing.
//! [`Predictions`] of other programs are measured by the same metrics.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use isocount_core::{Budget, Control};
//! use isocount_count::Exact;
//! use isocount_data::{Dataset, Making, Protocol, Split, Synthetic, TestSet};
//! use isocount_eval::{Metrics, Row, Table, run};
//!
//! let folder = tempfile::tempdir()?;
//! let (out, counter, control) = (folder.path().join("small"), Exact::new(), Control::new());
//! let making = Making { counter: &counter, threads: NonZeroUsize::MIN, control: &control };
//! Synthetic::Small.generate(&out, 0, Some(200), making)?;
//!
//! let dataset = Dataset::read(&out, &control)?;
//! let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
//! let test = TestSet::new(&dataset, &split)?;
//! let said = run(&counter, &test, &Budget::UNLIMITED, &control)?;
//! let metrics = Metrics::of(&said.outcomes).unwrap();
//! assert_eq!((metrics.number, metrics.unanswered, metrics.mae), (100, 0, 0.0));
//!
//! let table = Table {
//!     dataset: dataset.about().name.clone(),
//!     split: split.name(),
//!     meaning: dataset.meaning().to_string(),
//!     rows: vec![Row::new(said.counter, Some(metrics))],
//! };
//! assert!(table.to_text().starts_with("small, split paper: mappings (monomorphism)\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod metrics;
mod outcome;
mod prediction_rows;
mod predictions;
mod table;
mod test_run;
mod trivial;

pub use metrics::{Metrics, QUANTILES};
pub use outcome::{Outcome, OutcomeLine};
pub use predictions::{PredictionError, Predictions};
pub use table::{Row, Table, Timing};
pub use test_run::{TestRun, budget_for, run};
pub use trivial::{TRIVIAL, Trivial};
