//! The path of one question: sieve, space, plan, search.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use isocount_core::{Answer, Budget, CountError, LabeledGraph, Pattern, Semantics};
use rustc_hash::FxHashMap;

use super::Exact;
use super::compiling::{Compiled, MAX_ARCS, MAX_NODES, Pieces};
use super::explanation::{Explanation, Strategy};
use super::planning::{Facts, Measurements, Plan, Policy};
use super::routing::{Common, FirstTry, Hard, Prepared, Stopwatch, Watch};
use super::searching::{Memory, Search, TOO_MANY};
use super::sieving::{ArcSource, Form, Sieved, narrow};
use super::small::{SmallPattern, SmallScratch};
use super::spaces::{MaskSpace, RowSpace, RowTables, Space};
use super::splitting::{self, Splitting};
use super::tuning::Routing;
use super::{algebra, by_degree};
use crate::Vf2;
use crate::cost::routing::WORK_OF_A_WATCHED_TRY;
use crate::cost::usual_path::{MOST_MEMORY_KEPT, PATTERNS_KEPT, WORK_PER_EASY_STEP};
use crate::meter::Meter;
use crate::symmetry::num_automorphisms;
use crate::unindexed::{self, Enumerate};

/// One question.
pub(crate) struct ExactQuestion<'a> {
    pub(crate) exact: Exact,
    pub(crate) pattern: &'a Pattern,
    pub(crate) graph: &'a LabeledGraph,
    pub(crate) source: ArcSource<'a>,
    pub(crate) semantics: Semantics,
    pub(crate) budget: &'a Budget,
    /// Records how the question was answered, if requested.
    pub(crate) explanation: Option<&'a Cell<Explanation>>,
    pub(crate) watch: Option<Watch<'a>>,
}

/// Working memory that outlives a question.
#[derive(Default)]
pub(crate) struct Scratch {
    patterns: FxHashMap<u128, KnownPattern>,
    small: SmallScratch,
    sieved: Sieved,
    narrow: SpaceMemory<MaskSpace<1>>,
    medium: SpaceMemory<MaskSpace<2>>,
    wide: SpaceMemory<MaskSpace<4>>,
    planning: Planning,
}

/// What is known about a pattern, independent of the graph.
struct KnownPattern {
    /// None if sets of labels make too many classes.
    compiled: Option<Rc<Compiled>>,
    /// None if none of its questions is small.
    small: Option<SmallPattern>,
    num_automorphisms: Option<u128>,
}

/// A space with the memory of its searches.
#[derive(Default)]
struct SpaceMemory<S: Space> {
    space: S,
    memory: Memory<S::Set>,
}

#[derive(Default)]
struct Planning {
    measured: Measurements,
    plan: Plan,
}

impl ExactQuestion<'_> {
    pub(crate) fn answer(&self, scratch: &mut Scratch) -> Result<Answer, CountError> {
        let mut meter = Meter::start(self.budget);
        if let Some(watch) = self.watch {
            meter = meter.behind(watch.gate, watch.timing);
        }
        let mappings = self.mappings(scratch, &mut meter);
        self.explain(|e| e.work = meter.total());
        scratch.release_if_large();
        if mappings == TOO_MANY {
            return Err(CountError::Overflow);
        }
        let automorphisms = || scratch.num_automorphisms(self.pattern, &meter);
        Ok(unindexed::answer(mappings, self.semantics.unit(), &meter, automorphisms))
    }

    pub(super) fn mappings(&self, scratch: &mut Scratch, meter: &mut Meter<'_>) -> u128 {
        if self.pattern.num_nodes() > MAX_NODES || self.pattern.num_arcs() > MAX_ARCS {
            return Vf2.mappings(self.pattern, self.graph, self.semantics, meter);
        }
        if meter.is_spent() {
            return 0;
        }
        if let Some(found) = self.without_absent_arcs(scratch, meter) {
            return found;
        }
        let known = known_pattern(&mut scratch.patterns, self.pattern);
        if let Some(found) = self.small(known, &mut scratch.small, meter) {
            return found;
        }
        let Some(p) = known.compiled.clone() else {
            return Vf2.mappings(self.pattern, self.graph, self.semantics, meter);
        };
        let p = &*p;
        if self.exact.tuning.by_degree == Routing::Always
            || self.graph.num_arcs() >= self.exact.tuning.arcs_worth_ranking
        {
            let first = self.first_bound(meter);
            let found = match self.by_degree(p, meter) {
                by_degree::DegreeOutcome::Found(found) => found,
                by_degree::DegreeOutcome::Elsewhere(bound) => {
                    self.usual_path(p, scratch, meter).max(bound)
                }
            };
            return found.max(first);
        }
        self.usual_path(p, scratch, meter)
    }

    /// The answer if the question is small. A limit on steps means steps of the usual search, and
    /// who listens or explains is told about that, too.
    fn small(
        &self,
        known: &mut KnownPattern,
        scratch: &mut SmallScratch,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let is_listened_to = self.watch.is_some() || self.explanation.is_some();
        if self.exact.tuning.small_questions == Routing::Never
            || !matches!(self.semantics, Semantics::Monomorphism(_))
            || is_listened_to
            || meter.counts_steps()
        {
            return None;
        }
        let (p, small) = (known.compiled.as_deref()?, known.small.as_mut()?);
        match self.source {
            ArcSource::Small(index) => match index.get(self.graph) {
                Some(index) => scratch.look_up(p, small, index, meter),
                None => scratch.scan(p, small, self.graph, meter),
            },
            ArcSource::Scan => scratch.scan(p, small, self.graph, meter),
            ArcSource::Index(_) => None,
        }
    }

    /// Counts by sieve, space, plan and search.
    fn usual_path(&self, p: &Compiled, scratch: &mut Scratch, meter: &mut Meter<'_>) -> u128 {
        let Scratch { sieved, narrow: narrow_memory, medium, wide, planning, .. } = scratch;
        let representation = self.exact.tuning.representation;
        let (graph, semantics) = (self.graph, self.semantics);
        let common = self.watch.and_then(|watch| watch.common);
        if let Some(prepared) = common.and_then(Common::get) {
            return self.search_rows(p, &prepared, planning, meter);
        }
        match narrow(p, graph, self.source, semantics, representation, sieved, meter) {
            None => 0,
            Some(Form::Masks(1)) => self.search_masks(p, sieved, narrow_memory, planning, meter),
            Some(Form::Masks(2)) => self.search_masks(p, sieved, medium, planning, meter),
            Some(Form::Masks(_)) => self.search_masks(p, sieved, wide, planning, meter),
            Some(Form::Rows) => {
                let tables = RowTables::new(p, graph, sieved, semantics, meter);
                let Some(tables) = tables else { return 0 };
                let prepared = Prepared { sieved: std::mem::take(sieved), tables };
                let Some(common) = common else {
                    let found = self.search_rows(p, &prepared, planning, meter);
                    *sieved = prepared.sieved;
                    return found;
                };
                let prepared = Arc::new(prepared);
                common.leave(&prepared);
                let found = self.search_rows(p, &prepared, planning, meter);
                if !meter.is_spent()
                    && let Some(own) = common.take_back(prepared)
                {
                    *sieved = own.sieved;
                }
                found
            }
        }
    }

    fn search_rows(
        &self,
        p: &Compiled,
        on: &Prepared,
        planning: &mut Planning,
        meter: &mut Meter<'_>,
    ) -> u128 {
        let space = RowSpace::over(p, self.graph, &on.sieved, &on.tables);
        self.search(p, &on.sieved, &space, &mut Memory::default(), planning, meter)
    }

    fn search_masks<const W: usize>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        kept: &mut SpaceMemory<MaskSpace<W>>,
        planning: &mut Planning,
        meter: &mut Meter<'_>,
    ) -> u128 {
        if !kept.space.fill(p, self.graph, sieved, self.semantics, meter) {
            return 0;
        }
        self.search(p, sieved, &kept.space, &mut kept.memory, planning, meter)
    }

    fn search<S: Space>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        space: &S,
        memory: &mut Memory<S::Set>,
        planning: &mut Planning,
        meter: &mut Meter<'_>,
    ) -> u128 {
        self.explain(|e| e.work_before_search = meter.total());
        if self.exact.tuning.algebra == Routing::Always {
            let watch = Stopwatch::start();
            let sum = self.sum(p, sieved, meter);
            self.explain(|e| {
                e.predicted_planning = algebra::time_to_plan(p, sieved, self.semantics);
                e.spent_on_planning = watch.elapsed();
            });
            if let Some(sum) = sum {
                self.explain(|e| {
                    e.strategy = Strategy::Algebra;
                    e.sum = Some(sum.outline());
                    e.predicted_algebra = Some(sum.expected_time());
                });
                return self.evaluate(&sum, sieved, meter).unwrap_or(0);
            }
        }
        if self.exact.tuning.splitting == Routing::Always
            && let Some(mut splitting) =
                Splitting::new(p, self.graph, sieved, self.semantics, meter)
        {
            let (splitting::SplittingOutcome::Found(found)
            | splitting::SplittingOutcome::AtLeast(found)) =
                splitting.run(self.exact.threads, meter);
            return found;
        }
        let Planning { measured, plan } = planning;
        measured.take(p, sieved, space);
        self.explain(|e| e.candidates = sieved.num_nodes());
        let facts = Facts {
            pattern: p,
            semantics: self.semantics,
            measured,
            class_starts: &sieved.class_starts,
            few_placements: self.exact.tuning.few_placements,
            max_remembered: self.exact.tuning.max_remembered,
        };
        plan.make(&facts, Policy::default());

        // Most questions end here.
        let started = self.watch.map(|_| meter.now());
        let preparing = meter.total();
        let cap = self.exact.tuning.easy_steps;
        let mut capped = meter.capped(cap);
        if self.watch.is_some() {
            capped = capped.within_work(WORK_OF_A_WATCHED_TRY);
        }
        let mut search = Search::new(space, plan, p.num_nodes(), memory, capped);
        let first_try = search.run();
        self.explain(|e| e.strategy = Strategy::GreedySearch);
        let tried = started.map(|start| FirstTry {
            work: (search.meter.total() - preparing).max(1) as f64,
            seconds: search.meter.now() - start,
        });
        if meter.settle(&search.meter, cap) {
            return first_try;
        }

        plan.make_best(&facts, meter);
        let pieces = self.pieces_if_worth_it(plan.expected_work(&facts), meter);
        let found =
            pieces.and_then(|pieces| self.piece_by_piece(&pieces, &mut Scratch::default(), meter));
        if let Some(found) = found {
            self.explain(|e| e.strategy = Strategy::Pieces);
            return found.max(first_try);
        }
        let found = self.absent_sum_if_worth_it(plan.expected_work(&facts), meter);
        if let Some(found) = found {
            return found;
        }
        if meter.is_spent() {
            return first_try;
        }
        if self.exact.tuning.pairs {
            plan.pair_up(&facts, space, meter);
        }
        if self.semantics.is_injective() {
            plan.break_symmetry(self.pattern, &facts, meter);
        }
        let mut hard = Hard { p, sieved, space, plan, facts: &facts, expected: None };
        if let (Some(watch), Some(tried)) = (self.watch, tried) {
            match self.watched(&hard, watch, tried, meter) {
                Ok(found) => return found.max(first_try),
                Err(outlook) => hard.expected = Some(outlook),
            }
        }
        let found = self.hard(&hard, memory, meter);
        // Both tries may have found the same mappings, so the larger number is the bound.
        found.max(first_try)
    }
}

impl ExactQuestion<'_> {
    /// Records something if an explanation was requested.
    pub(super) fn explain(&self, note: impl FnOnce(&mut Explanation)) {
        if let Some(cell) = self.explanation {
            let mut explanation = cell.get();
            note(&mut explanation);
            cell.set(explanation);
        }
    }

    /// The number of threads whose remembered values fit in memory.
    pub(super) fn threads(&self, max_remembered: usize, remembered_by_each: usize) -> usize {
        let most = max_remembered.checked_div(remembered_by_each).unwrap_or(usize::MAX);
        self.exact.threads.min(most)
    }

    /// Each part and each glued pattern is a separate question.
    fn pieces_if_worth_it(&self, expected_work: f64, meter: &mut Meter<'_>) -> Option<Pieces> {
        if !matches!(self.semantics, Semantics::Monomorphism(_)) {
            return None;
        }
        let pieces = Pieces::of(self.pattern, meter)?;
        let per_question =
            self.graph.num_arcs() as f64 + WORK_PER_EASY_STEP * self.exact.tuning.easy_steps as f64;
        let work = (pieces.glued.len() + 2) as f64 * per_question;
        (expected_work >= self.exact.tuning.pieces_worth * work).then_some(pieces)
    }

    /// None if a number on the way does not fit, or the budget ran out.
    fn piece_by_piece(
        &self,
        pieces: &Pieces,
        scratch: &mut Scratch,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let mut ask = |pattern| {
            let found = ExactQuestion { pattern, watch: None, ..*self }.mappings(scratch, meter);
            (found != TOO_MANY && !meter.is_spent()).then_some(found)
        };
        let apart = ask(&pieces.first)?.checked_mul(ask(&pieces.rest)?)?;
        let mut meeting = 0_u128;
        for glued in &pieces.glued {
            meeting = meeting.checked_add(ask(glued)?)?;
        }
        Some(apart - meeting)
    }
}

/// What is known about a pattern, which is analysed if it is new.
fn known_pattern<'a>(
    patterns: &'a mut FxHashMap<u128, KnownPattern>,
    pattern: &Pattern,
) -> &'a mut KnownPattern {
    let key = pattern.fingerprint();
    if patterns.len() >= PATTERNS_KEPT && !patterns.contains_key(&key) {
        patterns.clear();
    }
    patterns.entry(key).or_insert_with(|| {
        let compiled = Compiled::new(pattern).map(Rc::new);
        let small = compiled.as_deref().and_then(SmallPattern::new);
        KnownPattern { compiled, small, num_automorphisms: None }
    })
}

impl Scratch {
    /// One large question must not keep its memory forever.
    fn release_if_large(&mut self) {
        if self.sieved.num_bytes() > MOST_MEMORY_KEPT {
            self.sieved.release();
        }
    }

    /// None if the time of the meter ran out.
    fn num_automorphisms(&mut self, pattern: &Pattern, meter: &Meter<'_>) -> Option<u128> {
        match self.patterns.get_mut(&pattern.fingerprint()) {
            Some(KnownPattern { num_automorphisms: Some(number), .. }) => Some(*number),
            Some(known) => {
                known.num_automorphisms = num_automorphisms(pattern, meter);
                known.num_automorphisms
            }
            None => num_automorphisms(pattern, meter),
        }
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::{Count, Unit};
    use isocount_testkit::{graph, pattern};

    use super::*;

    /// C–C–O in propan-2-ol, the example of `docs/exact-engine.md`: one step is enough.
    #[test]
    fn the_example_of_the_page_takes_one_step() {
        let molecule =
            "1:6-2:6-3:6, 2-4:8, 1-5:1, 1-6:1, 1-7:1, 2-8:1, 3-9:1, 3-10:1, 3-11:1, 4-12:1";
        let (pattern, graph) = (pattern("a:6-b:6-c:8"), graph(molecule));
        let mappings = Semantics::Monomorphism(Unit::Mappings);
        let ask = |budget| Exact::new().explain(&pattern, &graph, mappings, &budget).unwrap();
        let (answer, explanation) = ask(Budget::steps(1));
        assert_eq!(answer, Answer::Exact(Count(2)));
        assert_eq!(explanation.strategy, Strategy::GreedySearch);
        assert_eq!(explanation.candidates, 4);
        assert!(explanation.work_before_search <= explanation.work);
        assert_eq!(ask(Budget::steps(0)).0, Answer::AtLeast(Count(0)));
    }
}
