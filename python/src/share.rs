//! One hard question divided into shares, for `isocount.cluster`.

use std::num::NonZeroU64;
use std::time::Duration;

use isocount::session::{Share, Shared};
use pyo3::prelude::*;

use crate::ask::Ask;
use crate::error::{OrRaise, input};
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::pattern::Pattern;

/// Counts the mappings of every `stride`-th piece of a question, starting at piece `first`. Returns
/// their number, and the share that is left if `seconds` did not suffice.
#[pyfunction]
#[pyo3(signature = (ask, pattern, graph, first, stride, seconds))]
pub(crate) fn count_share(
    py: Python<'_>,
    ask: &Ask,
    pattern: &Pattern,
    graph: &Graph,
    first: u64,
    stride: u64,
    seconds: Option<f64>,
) -> PyResult<(u128, Option<(u64, u64)>)> {
    let stride = NonZeroU64::new(stride)
        .ok_or_else(|| input(py, "stride=0", "use 1 for all pieces from the first on"))?;
    let within = seconds.map(Duration::try_from_secs_f64).transpose();
    let within = within.map_err(|_| {
        input(py, "seconds is not a valid time", "give a number of seconds, or None")
    })?;
    let (pattern, graph) = (&pattern.loaded, &graph.loaded);
    let shared = interruptible(py, |control| {
        ask.ask.count_share(pattern, graph, Share { first, stride }, within, control)
    })?;
    let Shared { mappings, rest } = shared.or_raise(py)?;
    Ok((mappings.0, rest.map(|rest| (rest.first, rest.stride.get()))))
}

/// The number of mappings of a pattern that have the same subgraph as their image.
#[pyfunction]
pub(crate) fn automorphisms(py: Python<'_>, ask: &Ask, pattern: &Pattern) -> PyResult<u128> {
    let found = interruptible(py, |control| ask.ask.automorphisms(&pattern.loaded, control))?;
    Ok(found.or_raise(py)?.0)
}

/// The time in seconds that the exact engine expects a question to take on one thread: by search,
/// and by algebra. `None` where there is no prediction within the limits of the question.
#[pyfunction]
pub(crate) fn predicted_times(
    py: Python<'_>,
    ask: &Ask,
    pattern: &Pattern,
    graph: &Graph,
) -> PyResult<(Option<f64>, Option<f64>)> {
    let (pattern, graph) = (&pattern.loaded, &graph.loaded);
    let told = interruptible(py, |control| ask.ask.count_explained(pattern, graph, control))?;
    let explanation = told.1.unwrap_or_default();
    Ok((explanation.predicted_search, explanation.predicted_algebra))
}
