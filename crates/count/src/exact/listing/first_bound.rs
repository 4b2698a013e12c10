//! A first bound for questions with a time limit: on a large graph, the limit may run out before
//! the sieve, the tables or the ranks are ready. A few mappings are found before that, in the rows
//! of the graph itself.

use super::head_start::{Ahead, HeadStart};
use crate::cost::listing::{
    ARCS_WORTH_A_FIRST_BOUND, ENOUGH_FOR_A_FIRST_BOUND, WORK_FOR_A_FIRST_BOUND,
};
use crate::exact::question::ExactQuestion;
use crate::fits::Fits;
use crate::meter::Meter;

impl ExactQuestion<'_> {
    /// Counts some mappings if there is a time limit and some are found quickly.
    pub(crate) fn first_bound(&self, meter: &Meter<'_>) -> u128 {
        let is_large = self.graph.num_arcs() >= ARCS_WORTH_A_FIRST_BOUND;
        if !is_large || meter.time_left().is_none() || meter.counts_steps() {
            return 0;
        }
        let meter = &mut meter.clone();
        let fits = Fits { p: self.pattern, g: self.graph, semantics: self.semantics };
        let Some(mut ahead) = HeadStart::new(fits, None, WORK_FOR_A_FIRST_BOUND, meter) else {
            return 0;
        };
        let mut found = Vec::new();
        // However the search ended, the mappings that it found exist.
        let _: Ahead = ahead.run(fits, ENOUGH_FOR_A_FIRST_BOUND, &mut found, meter);
        (found.len() / self.pattern.num_nodes().max(1)) as u128
    }
}
