//! One answer with everything that is printed about it.

use std::time::Duration;

use isocount::{Answer, CountError};

/// A question that was asked.
#[derive(Clone, Debug)]
pub(crate) struct Answered<'a> {
    pub(crate) pattern: &'a str,
    pub(crate) graph: &'a str,
    pub(crate) answer: Result<Answer, CountError>,
    /// What opening the graph took, once for all its patterns; zero if it was not opened.
    pub(crate) open_time: Duration,
    pub(crate) count_time: Duration,
}
