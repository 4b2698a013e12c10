//! The road of one question: sieve, space, plan, search.

use std::sync::Arc;

use isocount_core::{Answer, Budget, Count, CountError, LabeledGraph, Pattern, Semantics, Unit};
use rustc_hash::FxHashMap;

use super::automorphism::num_automorphisms;
use super::compiled::{Compiled, MAX_NODES};
use super::mask_space::MaskSpace;
use super::plan::{Facts, Measurements, Plan};
use super::refine::refine;
use super::row_space::RowSpace;
use super::search::{Memory, Overflow, Search};
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
    narrow: Room<MaskSpace<1>>,
    medium: Room<MaskSpace<2>>,
    wide: Room<MaskSpace<4>>,
    planning: Planning,
}

/// A space with the memory of its searches.
#[derive(Default)]
struct Room<S: Space> {
    space: S,
    memory: Memory<S::Set>,
}

#[derive(Default)]
struct Planning {
    measured: Measurements,
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
        let Scratch { sieved, narrow, medium, wide, planning, .. } = scratch;
        if !sieved.run(p, self.graph, self.source, self.semantics, meter) {
            return Ok(0);
        }
        if sieved.num_nodes() > 256 {
            if !refine(p, sieved, meter) {
                return Ok(0);
            }
            sieved.compact();
        }
        match sieved.num_nodes() {
            0..=64 => self.search_masks(p, sieved, narrow, planning, meter),
            65..=128 => self.search_masks(p, sieved, medium, planning, meter),
            129..=256 => self.search_masks(p, sieved, wide, planning, meter),
            _ => {
                let space = RowSpace::new(p, self.graph, sieved, self.semantics);
                self.search(p, sieved, &space, &mut Memory::default(), planning, meter)
            }
        }
    }

    fn search_masks<const W: usize>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        room: &mut Room<MaskSpace<W>>,
        planning: &mut Planning,
        meter: &mut Meter,
    ) -> Result<u128, Overflow> {
        if !room.space.fill(p, self.graph, sieved, self.semantics) {
            return Ok(0);
        }
        self.search(p, sieved, &room.space, &mut room.memory, planning, meter)
    }

    fn search<S: Space>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        space: &S,
        memory: &mut Memory<S::Set>,
        planning: &mut Planning,
        meter: &mut Meter,
    ) -> Result<u128, Overflow> {
        let Planning { measured, plan } = planning;
        measured.take(p, sieved, space);
        plan.make(&Facts { pattern: p, semantics: self.semantics, measured });
        let mut search = Search::new(space, plan, p.num_nodes(), memory, meter.clone());
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
