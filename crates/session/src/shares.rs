//! One hard question in shares, which other processes may count.

use std::time::Duration;

use isocount_core::{Budget, Control, Count, CountError};
use isocount_count::{Exact, Share, Shared};

use crate::ask::seen_pattern;
use crate::{Ask, LoadedGraph, LoadedPattern};

impl Ask {
    /// Counts the mappings of one share of a question, within a time. The unit is mappings whatever
    /// the meaning says: add up all shares, then divide by the [automorphisms](Self::automorphisms)
    /// if subgraphs are meant. The engine is the exact one; limits of the question itself do not
    /// apply.
    ///
    /// # Errors
    /// If another engine is asked, the mappings do not fit in 128 bits, or the work was cancelled.
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
        let pattern = self.seen_pattern(pattern, graph)?;
        let graph = self.seen_graph(graph, control)?;
        let budget = Budget::UNLIMITED.with_time(within).with_control(control);
        Exact::new().count_share(&pattern, &graph, self.meaning().semantics, share, &budget)
    }

    /// How many mappings of a pattern hit the same subgraph.
    ///
    /// # Errors
    /// If the number does not fit in 128 bits, or the work was cancelled.
    pub fn automorphisms(
        &self,
        pattern: &LoadedPattern,
        control: &Control,
    ) -> Result<Count, CountError> {
        // They are those of the pattern alone, whatever graph it meets.
        let (known, method) = (self.known_labels(), self.method().name());
        let seen = seen_pattern(pattern, true, self.meaning(), known, method)?;
        Exact::automorphisms(&seen, control)
    }
}
