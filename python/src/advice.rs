//! Warnings about answers of a model that may be inaccurate.

use isocount::session::{GraphIndex, LoadedGraph, LoadedPattern, TrainedModel};
use pyo3::prelude::*;

/// What can judge the answers of a model.
pub(crate) enum Adviser {
    /// The model itself.
    Model(TrainedModel),
    /// A graph that was indexed for a model.
    Index(GraphIndex),
}

impl Adviser {
    /// Warns about answers to these questions that may be inaccurate.
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

/// Issues warnings at the place where the user called the package: one Python frame up.
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
