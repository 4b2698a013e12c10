//! A part of the randomised graphs, as lines of the file of their counts. The heading, followed by
//! the lines from many machines in the order of their numbers, is identical to the file from one
//! machine.

use std::ops::{ControlFlow, Range};

use isocount_core::Control;
use isocount_motif::NullModel;

use super::null_samples::{heading, line};
use super::{MotifAsk, numbered};
use crate::{LoadedGraph, SessionError};

impl MotifAsk {
    /// The first line of the file, which states the question; `None` if no randomised graphs were
    /// requested.
    #[must_use]
    pub fn sample_heading(&self, graph: &LoadedGraph) -> Option<String> {
        self.null.map(|model| heading(&self.census, model, graph))
    }

    /// The lines of the randomised graphs with these numbers.
    ///
    /// # Errors
    /// If the question is not supported, or the work was cancelled.
    pub fn sample_lines(
        &self,
        graph: &LoadedGraph,
        numbers: Range<usize>,
        control: &Control,
    ) -> Result<Vec<String>, SessionError> {
        let Some(model) = self.null else { return Ok(Vec::new()) };
        graph.check_read()?;
        let graph = &numbered(graph, self.census.labels);
        let census = self.census.count(graph.graph(), control)?;
        let part = NullModel { samples: numbers.end, ..model };
        let mut lines = Vec::with_capacity(numbers.len());
        part.run(graph.graph(), &self.census, &census, numbers.start, control, |sample| {
            lines.push(line(&sample));
            ControlFlow::Continue(())
        })?;
        Ok(lines)
    }
}
