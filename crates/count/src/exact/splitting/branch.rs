//! Chooses the node of a part that is placed, or kept apart from those it could collide with.

use super::SplittingRun;
use super::domains::{Domains, places};
use crate::cost::splitting::{
    GAIN_OF_A_NODE, GAIN_OF_KEEPING_APART, GAIN_PER_COLLISION, GAIN_PER_LINK,
};
use crate::exact::compiling::members;

/// The terms of a sum.
pub(super) struct Branches {
    pub(super) node: usize,
    /// The images that are tried one by one.
    pub(super) tried: Vec<u32>,
    /// The other images, if there is a term for all of them.
    pub(super) others: Option<Vec<u64>>,
}

impl SplittingRun<'_, '_, '_> {
    /// Chooses the sum with the fewest terms relative to how much it simplifies the part.
    pub(super) fn choose(
        &mut self,
        domains: &Domains,
        part: u64,
        rivals: impl Fn(usize) -> u64,
    ) -> Branches {
        let mut best = (f64::INFINITY, part.trailing_zeros() as usize, false);
        let store = &self.on.store;
        let mut shared = Vec::new();
        let mut work = 0;
        for u in members(part) {
            let size = f64::from(domains.size[u]);
            let collisions = f64::from((rivals(u) & part).count_ones());
            let links = f64::from((self.on.near[u] & part).count_ones());
            let gain = GAIN_PER_COLLISION * collisions
                + GAIN_PER_LINK * (links - 1.0).max(0.0)
                + GAIN_OF_A_NODE;
            let price = (size + 1.0).ln() / gain;
            if price < best.0 {
                best = (price, u, false);
            }
            if collisions > 0.0 {
                store.shared(domains, u, rivals(u) & part, &mut shared);
                work += shared.len();
                let tried = shared.iter().map(|word| word.count_ones()).sum::<u32>();
                let price = (f64::from(tried) + 2.0).ln() / (collisions + GAIN_OF_KEEPING_APART);
                if tried + 1 < domains.size[u] && price < best.0 {
                    best = (price, u, true);
                }
            }
        }
        let (_, node, is_apart) = best;
        let all = store.of(domains, node);
        let branches = if is_apart {
            store.shared(domains, node, rivals(node) & part, &mut shared);
            let others = all.iter().zip(&shared).map(|(all, shared)| all & !shared).collect();
            Branches { node, tried: places(&shared).collect(), others: Some(others) }
        } else {
            Branches { node, tried: places(all).collect(), others: None }
        };
        self.meter.work(work);
        branches
    }
}
