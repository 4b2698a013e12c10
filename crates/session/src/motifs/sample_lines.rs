//! A part of the randomised graphs, as lines of the file of their counts. Put together in the order
//! of their numbers, behind the heading, the lines of many machines are the file that one machine
//! writes.

use std::ops::{ControlFlow, Range};

use isocount_core::Control;
use isocount_motif::NullModel;

use super::null_samples::{heading, line};
use super::{MotifAsk, numbered};
use crate::{LoadedGraph, SessionError};

impl MotifAsk {
    /// The first line of the file: what is asked. Nothing if no randomised graphs are.
    #[must_use]
    pub fn sample_heading(&self, graph: &LoadedGraph) -> Option<String> {
        self.null.map(|model| heading(&self.census, model, graph))
    }

    /// The lines of the randomised graphs with these numbers.
    ///
    /// # Errors
    /// If something is asked that is not counted, or the work is cancelled.
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
