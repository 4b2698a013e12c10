//! Many questions: every pattern in every graph, or listed pairs.

mod answered;
mod matrix;
mod plan;
mod run;
mod slots;
mod subjects;

pub use answered::{Answered, Tally};
pub use plan::Pair;
pub use run::Batch;
pub use subjects::{CsvRows, JsonLines, Subjects};
