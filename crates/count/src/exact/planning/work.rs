//! The expected work of a plan, for choosing among plans.

use super::facts::Facts;
use super::plan::{PartKind, Plan};
use crate::cost::planning::TERMS_PER_STEP;
use crate::exact::compiling::{MAX_NODES, members};

impl Plan {
    /// The expected number of placements and set operations of the plan.
    pub(crate) fn expected_work(&self, facts: &Facts<'_>) -> f64 {
        if self.has_pair() {
            return self.pair_work;
        }
        let mut placements = [1.0; MAX_NODES];
        self.roots
            .iter()
            .map(|&root| self.expected_work_of(facts, root, 0, 1.0, &mut placements))
            .sum()
    }

    /// The work of a part that is evaluated `calls` times, once `placed` nodes have images;
    /// `placements[u]` is the number of times that node `u` is placed.
    fn expected_work_of(
        &self,
        facts: &Facts<'_>,
        part: u16,
        placed: u64,
        calls: f64,
        placements: &mut [f64; MAX_NODES],
    ) -> f64 {
        let part = &self.parts[part as usize];
        let computed = part.memo.map_or(calls, |memo| {
            let epochs = members(memo.guards).map(|u| placements[u]).fold(1.0, f64::max);
            let keys = memo.key.map_or(1.0, |u| facts.measured.num_candidates[u as usize]);
            calls.min(epochs * keys)
        });
        let set = &self.sets[part.sets.range()][0];
        match part.kind {
            PartKind::Twins { .. } | PartKind::Pair { .. } => computed,
            PartKind::Group { program } => {
                let sets = f64::from(1 << part.sets.range().len());
                computed * (sets + self.group(program).num_terms() as f64 / TERMS_PER_STEP)
            }
            PartKind::Step { children } => {
                let u = set.node as usize;
                placements[u] = computed * facts.expected(u, placed);
                let tried = placements[u];
                let children = self.children[children.range()].iter();
                let below = children.map(|&child| {
                    self.expected_work_of(facts, child, placed | 1 << u, tried, placements)
                });
                computed + tried + below.sum::<f64>()
            }
        }
    }
}
