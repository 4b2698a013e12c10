//! Warnings of learned answers that may be far off.

use isocount::session::{GraphIndex, LoadedGraph, LoadedPattern, TrainedModel};
use pyo3::prelude::*;

/// Who knows about the answers of a model.
pub(crate) enum Adviser {
    /// The model itself.
    Model(TrainedModel),
    /// A graph that was indexed for it.
    Index(GraphIndex),
}

impl Adviser {
    /// Warns of answers about these that may be far off.
    pub(crate) fn warn(
        &self,
        py: Python<'_>,
        patterns: &[LoadedPattern],
        graph: Option<&LoadedGraph>,
    ) -> PyResult<()> {
        let graphs = graph.map_or(&[][..], std::slice::from_ref);
        let warnings = match self {
            Self::Model(model) => model.warnings(patterns, graphs),
            Self::Index(index) => index.warnings(patterns),
        };
        warn(py, &warnings)
    }
}

/// Shows warnings where the caller of the package has called it: behind one function of Python.
pub(crate) fn warn(py: Python<'_>, warnings: &[String]) -> PyResult<()> {
    if warnings.is_empty() {
        return Ok(());
    }
    let category = py.import("isocount.errors")?.getattr("AccuracyWarning")?;
    let function = py.import("warnings")?.getattr("warn")?;
    for warning in warnings {
        function.call1((warning, &category, 2))?;
    }
    Ok(())
}
