//! Many questions: every pattern in every graph, or listed pairs.

mod plan;
mod run;
mod slots;
mod subjects;

pub use plan::Pair;
pub use run::{Answered, Batch, Tally};
pub use subjects::{JsonLines, Subjects};
