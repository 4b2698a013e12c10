//! Code shared by the counters without an index: opening is free, and one function finds all
//! mappings.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, Count, CountError, Counter, LabeledGraph, OpenGraph, Pattern,
    Semantics, Unit,
};

use crate::meter::Meter;
use crate::{BruteForce, Vf2};

/// A search that finds mappings one by one.
pub(crate) trait Enumerate: Send + Sync {
    /// The number of mappings found before the meter ran out.
    fn mappings(&self, p: &Pattern, g: &LabeledGraph, s: Semantics, meter: &mut Meter<'_>) -> u128;

    /// The number of automorphisms of the pattern; `None` if the time of the meter ran out.
    fn automorphisms(&self, p: &Pattern, meter: &Meter<'_>) -> Option<u128>;
}

impl BruteForce {
    /// Its name in tables and on the command line.
    pub const NAME: &'static str = "brute-force";
}

impl Counter for BruteForce {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        control.check()?;
        Ok(Box::new(Unindexed { search: *self, graph: Arc::clone(graph) }))
    }

    fn count(
        &self,
        p: &Pattern,
        g: &LabeledGraph,
        s: Semantics,
        b: &Budget,
    ) -> Result<Answer, CountError> {
        Ok(ask(self, p, g, s, b))
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

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        control.check()?;
        Ok(Box::new(Unindexed { search: *self, graph: Arc::clone(graph) }))
    }

    fn count(
        &self,
        p: &Pattern,
        g: &LabeledGraph,
        s: Semantics,
        b: &Budget,
    ) -> Result<Answer, CountError> {
        Ok(ask(self, p, g, s, b))
    }
}

/// An unprocessed graph, with the search that will run on it.
struct Unindexed<E> {
    search: E,
    graph: Arc<LabeledGraph>,
}

impl<E: Enumerate + Copy + 'static> OpenGraph for Unindexed<E> {
    fn count(&mut self, p: &Pattern, s: Semantics, b: &Budget) -> Result<Answer, CountError> {
        Ok(ask(&self.search, p, &self.graph, s, b))
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Unindexed { search: self.search, graph: Arc::clone(&self.graph) })
    }
}

/// Answers one question.
fn ask(search: &dyn Enumerate, p: &Pattern, g: &LabeledGraph, s: Semantics, b: &Budget) -> Answer {
    let mut meter = Meter::start(b);
    let mappings = search.mappings(p, g, s, &mut meter);
    answer(mappings, s.unit(), &meter, || search.automorphisms(p, &meter))
}

/// The answer for a number of mappings, in the requested unit.
pub(crate) fn answer(
    mappings: u128,
    unit: Unit,
    meter: &Meter<'_>,
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
        // Whatever the number of automorphisms, one mapping proves one subgraph.
        None => Answer::AtLeast(Count(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_found_in_time_is_one_subgraph_whatever_the_group() {
        let mut meter = Meter::unlimited();
        let with = |mappings, meter: &Meter<'_>, group: Option<u128>| {
            answer(mappings, Unit::Subgraphs, meter, || group)
        };
        assert_eq!(with(120, &meter, Some(6)), Answer::Exact(Count(20)));
        assert_eq!(with(120, &meter, None), Answer::AtLeast(Count(1)));
        assert_eq!(with(0, &meter, None), Answer::Exact(Count(0)));
        meter.spend();
        assert_eq!(with(7, &meter, Some(6)), Answer::AtLeast(Count(2)));
        assert_eq!(with(7, &meter, None), Answer::AtLeast(Count(1)));
        assert_eq!(with(0, &meter, None), Answer::AtLeast(Count(0)));
    }
}
