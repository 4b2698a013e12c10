//! Narrows the domains after a choice: a node can take an image only if each neighbour can take one
//! that is linked to it, and no other node has it.

use super::SplittingRun;
use super::domains::{Change, Domains, places};
use super::gluing::Terms;
use crate::cost::splitting::FEW_IMAGES;
use crate::exact::compiling::members;

impl SplittingRun<'_, '_, '_> {
    /// Narrows all domains to a fixed point. False if one is empty, or the budget ran out.
    pub(super) fn narrow_all(&mut self, domains: &mut Domains) -> bool {
        let on = self.on;
        let terms = Terms { glued: &on.pattern, free: 0 };
        let all = on.all;
        self.narrow(terms, domains, all, all, u32::MAX)
    }

    /// Narrows the domains of a part after one has changed.
    pub(super) fn narrow_from(
        &mut self,
        terms: Terms<'_>,
        domains: &mut Domains,
        part: u64,
        u: usize,
    ) -> bool {
        self.narrow(terms, domains, part, 1 << u, FEW_IMAGES)
    }

    fn narrow(
        &mut self,
        terms: Terms<'_>,
        domains: &mut Domains,
        part: u64,
        changed: u64,
        few: u32,
    ) -> bool {
        let mut changed = changed;
        // Placed nodes whose links have been followed: what is left elsewhere is linked to them.
        let mut settled = 0_u64;
        // The smallest domain restricts most.
        while let Some(u) = members(changed).min_by_key(|&u| domains.size[u]) {
            changed &= !(1 << u);
            if domains.size[u] == 0 {
                return false;
            }
            if domains.size[u] == 1 {
                let place = places(self.own.store.of(domains, u)).next().unwrap_or(0);
                for v in members(terms.rivals(&self.on.rivals, u) & part) {
                    match self.keep_out(domains, (u, place), v) {
                        Change::Same => {}
                        Change::Smaller => changed |= 1 << v,
                        Change::Empty => return false,
                    }
                }
            }
            if domains.size[u] > few {
                continue;
            }
            for &(v, relation) in terms.links(u) {
                if (part & !settled) >> v & 1 == 0 {
                    continue;
                }
                match self.follow(domains, u, v.into(), relation) {
                    Change::Same => {}
                    Change::Smaller => changed |= 1 << v,
                    Change::Empty => return false,
                }
                if self.meter.is_spent() {
                    return false;
                }
            }
            if domains.size[u] == 1 {
                settled |= 1 << u;
            }
        }
        true
    }

    /// Keeps the images of `v` that are linked to some image of `u`.
    fn follow(&mut self, domains: &mut Domains, u: usize, v: usize, relation: u32) -> Change {
        let table = self.on.relations.table(relation);
        let store = &mut self.own.store;
        let (from, to, num_words) = (store.first(u), store.first(v), store.num_words(v));
        if domains.size[u] == 1 {
            let place = places(store.of(domains, u)).next().unwrap_or(0);
            let row = table.row(from + place);
            self.meter.work(num_words + row.len());
            return store.keep_row(domains, v, row);
        }
        let mut made = std::mem::take(&mut store.made);
        made[..num_words].fill(0);
        let mut work = num_words;
        for place in places(store.of(domains, u)) {
            let row = table.row(from + place);
            work += 1 + row.len();
            for &y in row {
                let place = y - to;
                made[place as usize / 64] |= 1 << (place % 64);
            }
        }
        store.made = made;
        self.meter.work(work);
        store.meet(domains, v)
    }
}
