//! Splits one hard question into shares that other processes may count.

use std::time::Duration;

use isocount_core::{Budget, Control, Count, CountError};
use isocount_count::{Exact, Share, Shared};

use crate::conditions::Resolved;
use crate::seen::seen_pattern;
use crate::{Ask, LoadedGraph, LoadedPattern};

impl Ask {
    /// Counts the mappings in one share of a question, within a time limit. The unit is always
    /// mappings: to count subgraphs, add up all shares, then divide by the
    /// [automorphisms](Self::automorphisms). The method must be the exact engine; the limits of the
    /// question itself do not apply.
    ///
    /// # Errors
    /// If the method is not the exact engine, the mappings do not fit in 128 bits, or the work was
    /// cancelled.
    pub fn count_share(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        share: Share,
        within: Option<Duration>,
        control: &Control,
    ) -> Result<Shared, CountError> {
        if !self.is_by_exact_engine() {
            let method = self.method().name();
            return Err(CountError::UnsupportedInput { method, what: "a share of a question" });
        }
        let Resolved { pattern, graph, .. } = self.resolved(pattern, graph, control)?;
        let pattern = self.seen_pattern(&pattern, &graph)?;
        let graph = self.seen_graph(&graph, control)?;
        let budget = Budget::UNLIMITED.with_time(within).with_control(control);
        Exact::new().count_share(&pattern, &graph, self.meaning().semantics, share, &budget)
    }

    /// The number of mappings of a pattern to the same subgraph.
    ///
    /// # Errors
    /// If the number does not fit in 128 bits, or the work was cancelled.
    pub fn automorphisms(
        &self,
        pattern: &LoadedPattern,
        control: &Control,
    ) -> Result<Count, CountError> {
        // They depend on the pattern alone, not on the graph.
        let (known, method) = (self.known_labels(), self.method().name());
        let seen = seen_pattern(pattern, true, self.meaning(), known, method)?;
        Exact::automorphisms(&seen, control)
    }
}
