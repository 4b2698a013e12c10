//! Chooses the node of a part that is placed, kept apart from those it could collide with, or
//! freed.

use super::SplittingRun;
use super::domains::{Domains, places};
use super::gluing::Terms;
use super::parts::Collisions;
use crate::cost::splitting::{
    GAIN_OF_A_NODE, GAIN_OF_KEEPING_APART, GAIN_PER_COLLISION, GAIN_PER_LINK, TERMS_OF_FREEING,
};
use crate::exact::compiling::members;

/// The terms of a sum.
pub(super) enum Branches {
    /// One for each image that is tried, and one for all others if there are `others`.
    Images { node: usize, tried: Vec<u32>, others: Option<Vec<u64>> },
    /// The node is free, or glued to one that it could collide with.
    Freed { node: usize },
}

/// What is done with a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Placed,
    Apart,
    Freed,
}

impl SplittingRun<'_, '_, '_> {
    /// Chooses the sum with the fewest terms relative to how much it simplifies the part.
    pub(super) fn choose(
        &mut self,
        domains: &Domains,
        terms: Terms<'_>,
        part: u64,
        collisions: &Collisions,
        may_free: bool,
    ) -> Branches {
        let mut best = (f64::INFINITY, part.trailing_zeros() as usize, How::Placed);
        let store = &self.own.store;
        let mut shared = Vec::new();
        let mut work = 0;
        for u in members(part) {
            let size = f64::from(domains.size[u]);
            let rivals = collisions[u] & part;
            let num_rivals = f64::from(rivals.count_ones());
            let links = f64::from((terms.near(u) & part).count_ones());
            let gain = GAIN_PER_COLLISION * num_rivals
                + GAIN_PER_LINK * (links - 1.0).max(0.0)
                + GAIN_OF_A_NODE;
            let mut consider = |price: f64, how| {
                if price < best.0 {
                    best = (price, u, how);
                }
            };
            consider((size + 1.0).ln() / gain, How::Placed);
            if rivals == 0 || self.on.adjacent.is_some() {
                continue;
            }
            store.shared(domains, u, rivals, &mut shared);
            work += shared.len();
            let tried = shared.iter().map(|word| word.count_ones()).sum::<u32>();
            if tried + 1 < domains.size[u] {
                consider(
                    (f64::from(tried) + 2.0).ln() / (num_rivals + GAIN_OF_KEEPING_APART),
                    How::Apart,
                );
            }
            if may_free {
                let price = (TERMS_OF_FREEING * (num_rivals + 1.0)).ln()
                    / (num_rivals + GAIN_OF_KEEPING_APART);
                consider(price, How::Freed);
            }
        }
        let (_, node, how) = best;
        let all = store.of(domains, node);
        let branches = match how {
            How::Placed => Branches::Images { node, tried: places(all).collect(), others: None },
            How::Apart => {
                store.shared(domains, node, collisions[node] & part, &mut shared);
                let others = all.iter().zip(&shared).map(|(all, shared)| all & !shared).collect();
                Branches::Images { node, tried: places(&shared).collect(), others: Some(others) }
            }
            How::Freed => Branches::Freed { node },
        };
        self.meter.work(work);
        branches
    }
}
