//! Counts per node of a pattern with absent arcs, as a sum over patterns without:
//! `exact/absent_sum.rs`. Orbits and arcs are not for it: a term has other symmetries and other arcs
//! than the pattern.

use super::{Found, Tally};
use crate::cost::usual_path::MOST_ABSENT_SUMMED;
use crate::exact::absent_sum::Terms;
use crate::exact::compiling::Compiled;
use crate::exact::explanation::Strategy;
use crate::exact::question::ExactQuestion;
use crate::exact::searching::TOO_MANY;
use crate::exact::tuning::Routing;
use crate::meter::Meter;

impl ExactQuestion<'_> {
    /// The counts of all nodes, if a sum is forced.
    pub(super) fn parts_without_absent_arcs(
        &self,
        empty: &Tally,
        meter: &mut Meter<'_>,
    ) -> Option<Found> {
        let is_forced = self.exact.tuning.absent == Routing::Always && self.pattern.has_absent();
        if is_forced { self.parts_by_absent_sum(MOST_ABSENT_SUMMED, empty, meter) } else { None }
    }

    /// The same, over at most so many absent arcs or edges. None if a sum is not for this question, a
    /// number does not fit, or the budget ran out.
    pub(super) fn parts_by_absent_sum(
        &self,
        most: usize,
        empty: &Tally,
        meter: &mut Meter<'_>,
    ) -> Option<Found> {
        let is_of_nodes = empty.columns_of_nodes().iter().all(|column| *column == Some(0));
        if !is_of_nodes || empty.is_of_arcs() {
            return None;
        }
        let nothing = || Found { total: 0, tally: empty.clone() };
        let terms = match self.absent_terms(most, meter)? {
            Terms::Impossible => return Some(nothing()),
            Terms::Possible(terms) => terms,
        };
        let [mut added, mut taken] = [nothing(), nothing()];
        for (pattern, is_taken) in terms.all() {
            let p = Compiled::new(&pattern)?;
            let question = ExactQuestion { pattern: &pattern, watch: None, ..*self };
            let found = question.take_part(&p, empty, meter);
            let sum = if is_taken { &mut taken } else { &mut added };
            sum.total = sum.total.saturating_add(found.total);
            sum.tally.join(&found.tally);
            let mut sums = sum.tally.columns.iter().flatten().chain([&sum.total]);
            if meter.is_spent() || sums.any(|sum| *sum == TOO_MANY) {
                return None;
            }
        }
        self.explain(|e| e.strategy = Strategy::AbsentArcs);
        added.total -= taken.total;
        let both =
            added.tally.columns.iter_mut().flatten().zip(taken.tally.columns.iter().flatten());
        both.for_each(|(sum, less)| *sum -= less);
        Some(added)
    }
}
