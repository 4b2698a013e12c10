//! Which strategy answers a hard question: strategies are compared by their expected cost, and take
//! turns where that is not known.
//!
//! ```text
//! router.rs        search or algebra
//! duel.rs          search and splitting search by turns, where there is no sum
//! steady.rs        a search that can be left and taken up again
//! pace.rs          how long work takes, in the time of the thread
//! tree_sample.rs   how much work a search will be, from a sample of its tree
//! watch.rs         for callers that can fall back on an estimate: what to expect
//! ```

mod duel;
mod pace;
mod router;
mod steady;
mod tree_sample;
mod watch;

pub(crate) use pace::Stopwatch;
pub(crate) use router::Hard;
pub(crate) use watch::{Care, FirstTry, Outlook, Prepared, Watch};
