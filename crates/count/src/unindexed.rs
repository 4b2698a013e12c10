//! What the counters without an index share: opening is free, and one function finds all mappings.

use isocount_core::{
    Answer, Budget, Count, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics, Unit,
};

use crate::meter::Meter;
use crate::{BruteForce, Vf2};

/// A search that finds mappings one by one.
pub(crate) trait Enumerate: Send + Sync {
    /// The number of mappings found before the meter ran out.
    fn mappings(&self, p: &Pattern, g: &LabeledGraph, s: Semantics, meter: &mut Meter) -> u128;

    /// The number of automorphisms of the pattern; none if the time of the meter ran out.
    fn automorphisms(&self, p: &Pattern, meter: &Meter) -> Option<u128>;
}

impl BruteForce {
    /// Its name in tables and on the command line.
    pub const NAME: &'static str = "brute-force";
}

impl Counter for BruteForce {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        Ok(Box::new(Unindexed { search: self, graph }))
    }
}

impl Vf2 {
    /// Its name in tables and on the command line.
    pub const NAME: &'static str = "vf2";
}

impl Counter for Vf2 {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        Ok(Box::new(Unindexed { search: self, graph }))
    }
}

/// A graph as it is, with the search that will look at it.
struct Unindexed<'a, E> {
    search: &'a E,
    graph: &'a LabeledGraph,
}

impl<E: Enumerate> OpenGraph for Unindexed<'_, E> {
    fn count(&mut self, p: &Pattern, s: Semantics, b: &Budget) -> Result<Answer, CountError> {
        let mut meter = Meter::start(b);
        let mappings = self.search.mappings(p, self.graph, s, &mut meter);
        Ok(answer(mappings, s.unit(), &meter, || self.search.automorphisms(p, &meter)))
    }

    fn fork(&self) -> Box<dyn OpenGraph + '_> {
        Box::new(Unindexed { search: self.search, graph: self.graph })
    }
}

/// The answer for so many mappings, in the unit that was asked for.
pub(crate) fn answer(
    mappings: u128,
    unit: Unit,
    meter: &Meter,
    automorphisms: impl FnOnce() -> Option<u128>,
) -> Answer {
    let per_subgraph = match unit {
        Unit::Subgraphs if mappings > 0 => automorphisms(),
        Unit::Mappings | Unit::Subgraphs => Some(1),
    };
    match per_subgraph {
        Some(per_subgraph) if !meter.is_spent() => Answer::Exact(Count(mappings / per_subgraph)),
        // Only some of the mappings of a subgraph may have been found.
        Some(per_subgraph) => Answer::AtLeast(Count(mappings.div_ceil(per_subgraph))),
        // Whatever they are to be divided by, one mapping hits one subgraph.
        None => Answer::AtLeast(Count(1)),
    }
}
