//! The road of one question: sieve, space, plan, search.

use std::sync::Arc;

use isocount_core::{Answer, Budget, Count, CountError, LabeledGraph, Pattern, Semantics, Unit};
use rustc_hash::FxHashMap;

use super::automorphism::num_automorphisms;
use super::compiled::{Compiled, MAX_NODES};
use super::mask_space::MaskSpace;
use super::plan::{Facts, Plan};
use super::refine::refine;
use super::row_space::RowSpace;
use super::search::{Overflow, Search};
use super::sieve::{Sieved, Source};
use super::space::Space;
use crate::Vf2;
use crate::meter::Meter;
use crate::unindexed::Enumerate;

/// Patterns with more arcs than this are not for this engine; their types get 16-bit numbers.
const MAX_ARCS: usize = 4096;

/// How many analysed patterns are kept.
const PATTERNS_KEPT: usize = 1024;

/// One question.
pub(crate) struct Question<'a> {
    pub(crate) pattern: &'a Pattern,
    pub(crate) graph: &'a LabeledGraph,
    pub(crate) source: Source<'a>,
    pub(crate) semantics: Semantics,
    pub(crate) budget: &'a Budget,
    pub(crate) threads: usize,
}

/// Working memory that outlives a question.
#[derive(Default)]
pub(crate) struct Scratch {
    compiled: FxHashMap<u64, (Pattern, Arc<Compiled>)>,
    sieved: Sieved,
    narrow: MaskSpace<1>,
    medium: MaskSpace<2>,
    wide: MaskSpace<4>,
    plan: Plan,
}

impl Question<'_> {
    pub(crate) fn answer(&self, scratch: &mut Scratch) -> Result<Answer, CountError> {
        let mut meter = Meter::start(self.budget);
        let mappings =
            self.mappings(scratch, &mut meter).map_err(|Overflow| CountError::Overflow)?;
        let per_subgraph = match self.semantics.unit() {
            Unit::Mappings => 1,
            Unit::Subgraphs if mappings == 0 => 1,
            Unit::Subgraphs => num_automorphisms(self.pattern).ok_or(CountError::Overflow)?,
        };
        // When the budget ran out, only some of the mappings of a subgraph may have been found.
        let count = Count(mappings.div_ceil(per_subgraph));
        Ok(if meter.is_spent() { Answer::AtLeast(count) } else { Answer::Exact(count) })
    }

    fn mappings(&self, scratch: &mut Scratch, meter: &mut Meter) -> Result<u128, Overflow> {
        if self.pattern.num_nodes() > MAX_NODES || self.pattern.num_arcs() > MAX_ARCS {
            return Ok(Vf2.mappings(self.pattern, self.graph, self.semantics, meter));
        }
        let p = &*scratch.compiled(self.pattern);
        let Scratch { sieved, narrow, medium, wide, plan, .. } = scratch;
        if !sieved.run(p, self.graph, self.source, self.semantics, meter) {
            return Ok(0);
        }
        if sieved.num_nodes() > 256 {
            if !refine(p, sieved, meter) {
                return Ok(0);
            }
            sieved.compact();
        }
        let (g, m) = (self.graph, self.semantics);
        match sieved.num_nodes() {
            0..=64 if narrow.fill(p, g, sieved, m) => self.search(p, sieved, narrow, plan, meter),
            65..=128 if medium.fill(p, g, sieved, m) => self.search(p, sieved, medium, plan, meter),
            129..=256 if wide.fill(p, g, sieved, m) => self.search(p, sieved, wide, plan, meter),
            0..=256 => Ok(0),
            _ => self.search(p, sieved, &RowSpace::new(p, g, sieved, m), plan, meter),
        }
    }

    fn search<S: Space>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        space: &S,
        plan: &mut Plan,
        meter: &mut Meter,
    ) -> Result<u128, Overflow> {
        let facts = Facts::new(p, space, self.semantics, selectivity(p, sieved));
        plan.make(&facts);
        let mut search = Search::new(space, plan, p.num_nodes(), meter.clone());
        let found = search.run();
        *meter = search.meter;
        found
    }
}

impl Scratch {
    fn compiled(&mut self, pattern: &Pattern) -> Arc<Compiled> {
        let key = pattern.fingerprint();
        match self.compiled.get(&key) {
            Some((known, compiled)) if known == pattern => Arc::clone(compiled),
            _ => {
                if self.compiled.len() >= PATTERNS_KEPT {
                    self.compiled.clear();
                }
                let compiled = Arc::new(Compiled::new(pattern));
                self.compiled.insert(key, (pattern.clone(), Arc::clone(&compiled)));
                compiled
            }
        }
    }
}

/// For each table, the share of pairs of its two classes that are related, at most.
fn selectivity(p: &Compiled, sieved: &Sieved) -> Vec<f64> {
    let size = |class: u8| {
        let class = class as usize;
        f64::from(sieved.class_starts[class + 1] - sieved.class_starts[class])
    };
    let shares = p.relations.iter().flat_map(|relation| {
        let pairs = relation.arcs.iter().map(|(_, t)| sieved.num_of_type[*t as usize]).min();
        let share = f64::from(pairs.unwrap_or(0)) / (size(relation.from) * size(relation.to));
        [share, share]
    });
    shares.collect()
}
