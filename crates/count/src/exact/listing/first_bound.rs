//! A first bound for questions with a time limit: on a large graph the limit may strike before the
//! sieve, the tables or the ranks are ready. A few mappings are found before that, in the rows of
//! the graph itself.

use super::head_start::{Ahead, HeadStart};
use crate::exact::question::ExactQuestion;
use crate::fits::Fits;
use crate::meter::Meter;

/// Smaller graphs are ready before any reasonable limit strikes.
const FEWEST_ARCS: usize = 1 << 19;

/// How much is done for it: a millisecond or two.
const WORK: u64 = 1 << 16;

/// A bound need not be good.
const ENOUGH: usize = 1 << 10;

impl ExactQuestion<'_> {
    /// Some mappings, if there is a time limit and some are soon found.
    pub(crate) fn first_bound(&self, meter: &Meter<'_>) -> u128 {
        let is_large = self.graph.num_arcs() >= FEWEST_ARCS;
        if !is_large || meter.time_left().is_none() || meter.counts_steps() {
            return 0;
        }
        let meter = &mut meter.clone();
        let fits = Fits { p: self.pattern, g: self.graph, semantics: self.semantics };
        let Some(mut ahead) = HeadStart::new(fits, None, WORK, meter) else { return 0 };
        let mut found = Vec::new();
        // However it ends, what it found is there.
        let _: Ahead = ahead.run(fits, ENOUGH, &mut found, meter);
        (found.len() / self.pattern.num_nodes().max(1)) as u128
    }
}
