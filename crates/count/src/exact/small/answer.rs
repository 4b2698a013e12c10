//! The answer to a small question.

use isocount_core::LabeledGraph;

use super::TypedArcs;
use super::arcs::ScannedArcs;
use super::index::SmallIndex;
use super::pattern::{RootedPlan, SmallPattern, arcs_of_table};
use crate::cost::small::{MOST_ARCS_SCANNED, MOST_EXPECTED_IMAGES, MOST_SMALL_STEPS};
use crate::exact::compiling::{Compiled, members};
use crate::exact::searching::{Memory, Search};
use crate::exact::spaces::{Mask, MaskSpace};
use crate::meter::Meter;

/// Working memory of small questions.
#[derive(Debug, Default)]
pub(in crate::exact) struct SmallScratch {
    arcs: ScannedArcs,
    candidates: Vec<u64>,
    space: MaskSpace<1>,
    memory: Memory<Mask<1>>,
}

impl SmallScratch {
    /// The number of monomorphisms, or of those found before the budget ran out, by one pass over
    /// the graph. None if the question is not small.
    pub(in crate::exact) fn scan(
        &mut self,
        p: &Compiled,
        small: &mut SmallPattern,
        g: &LabeledGraph,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let num_arcs = g.num_arcs();
        if num_arcs > MOST_ARCS_SCANNED || g.num_nodes() > MOST_ARCS_SCANNED {
            return None;
        }
        let Self { arcs, candidates, space, memory } = self;
        if !meter.work(num_arcs) {
            return Some(0);
        }
        if !arcs.scan(p, g) {
            return None;
        }
        search(p, small, &*arcs, candidates, space, memory, meter)
    }

    /// The same with the arcs of an open graph.
    pub(in crate::exact) fn look_up(
        &mut self,
        p: &Compiled,
        small: &mut SmallPattern,
        index: &SmallIndex,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let Some(groups) = index.look_up(small) else { return Some(0) };
        let Self { candidates, space, memory, .. } = self;
        search(p, small, &groups, candidates, space, memory, meter)
    }
}

/// Counts by the plan of the root with the fewest candidates.
fn search(
    p: &Compiled,
    small: &mut SmallPattern,
    arcs: &impl TypedArcs,
    candidates: &mut Vec<u64>,
    space: &mut MaskSpace<1>,
    memory: &mut Memory<Mask<1>>,
    meter: &mut Meter<'_>,
) -> Option<u128> {
    candidates.clear();
    for &need in &p.need {
        let found = members(need).fold(u64::MAX, |found, end| found & arcs.end_nodes(end));
        if found == 0 {
            return Some(0);
        }
        candidates.push(found);
    }
    let rooted = small.plan(p, candidates);
    if !tries_few(rooted, candidates, arcs) {
        return None;
    }
    space.begin(arcs.num_nodes(), candidates, 2 * p.relations.len());
    for &table in &rooted.tables {
        for (t, reversed) in arcs_of_table(p, table) {
            let mut rows = space.next_rows(table);
            if reversed {
                arcs.for_each(t, |tail, head| rows.set(head, tail));
            } else {
                arcs.for_each(t, |tail, head| rows.set(tail, head));
            }
        }
    }
    let plan = &rooted.plan;
    let mut search =
        Search::new(space, plan, p.num_nodes(), memory, meter.capped(MOST_SMALL_STEPS));
    let found = search.run();
    meter.settle(&search.meter, MOST_SMALL_STEPS).then_some(found)
}

/// Whether few images are expected to be tried, given the mean lengths of rows.
fn tries_few(rooted: &RootedPlan, candidates: &[u64], arcs: &impl TypedArcs) -> bool {
    let size = |u: u8| candidates[u as usize].count_ones() as f32;
    let (mut level, mut all) = (1.0, 0.0);
    for it in &rooted.levels {
        let images = it.links.iter().fold(size(it.node), |images, &(from, t)| {
            images.min(arcs.num_of_type(t) as f32 / size(from))
        });
        level *= images;
        all += level;
    }
    all <= MOST_EXPECTED_IMAGES
}
