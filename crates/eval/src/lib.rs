//! How good is a counter? [`run`] asks it the test part of a data set, [`Metrics`] measure what it
//! said, and a [`Table`] shows it beside the exact row and the trivial ones.
//!
//! Every row of every table is made here, for every kind of counter, with the same clock.

#![deny(missing_docs)]

mod metrics;
mod outcome;
mod run;
mod table;
mod trivial;

pub use metrics::{Metrics, QUANTILES};
pub use outcome::Outcome;
pub use run::{Progress, Run, run};
pub use table::{Row, Table};
pub use trivial::{TRIVIAL, Trivial};
