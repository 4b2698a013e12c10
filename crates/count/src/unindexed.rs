//! What the counters without an index share: opening is free, and one function finds all mappings.

use isocount_core::{
    Answer, Budget, Count, CountError, LabeledGraph, OpenGraph, Pattern, Semantics, Unit,
};

use crate::meter::Meter;

/// A search that finds mappings one by one.
pub(crate) trait Enumerate: Send + Sync {
    /// The number of mappings found before the meter ran out.
    fn mappings(&self, p: &Pattern, g: &LabeledGraph, s: Semantics, meter: &mut Meter) -> u128;

    /// The number of automorphisms of the pattern.
    fn automorphisms(&self, p: &Pattern) -> u128;
}

/// A graph as it is, with the search that will look at it.
pub(crate) struct Unindexed<'a, E> {
    pub(crate) search: &'a E,
    pub(crate) graph: &'a LabeledGraph,
}

impl<E: Enumerate> OpenGraph for Unindexed<'_, E> {
    fn count(&mut self, p: &Pattern, s: Semantics, b: &Budget) -> Result<Answer, CountError> {
        let mut meter = Meter::start(b);
        let mappings = self.search.mappings(p, self.graph, s, &mut meter);
        let per_subgraph = match s.unit() {
            Unit::Mappings => 1,
            Unit::Subgraphs => self.search.automorphisms(p),
        };
        // When the budget ran out, only some of the mappings of a subgraph may have been found.
        let count = Count(mappings.div_ceil(per_subgraph));
        Ok(if meter.is_spent() { Answer::AtLeast(count) } else { Answer::Exact(count) })
    }

    fn fork(&self) -> Box<dyn OpenGraph + '_> {
        Box::new(Unindexed { search: self.search, graph: self.graph })
    }
}
