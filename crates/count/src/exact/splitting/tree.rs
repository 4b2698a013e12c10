//! A part without collisions whose links are a tree: values go up from its leaves,
//!
//! ```text
//! value(u, x) = Π over the neighbours v below u   Σ over the images y of v that are linked to x   value(v, y)
//! ```

use super::SplittingRun;
use super::domains::{Domains, has, places};
use super::gluing::Terms;
use super::siblings::{Siblings, together};
use crate::exact::compiling::members;

/// For each pattern node, a value for each of its places; only those in its domain are used.
#[derive(Debug, Default)]
pub(super) struct TreeScratch {
    values: Vec<Vec<u128>>,
}

impl SplittingRun<'_, '_, '_> {
    /// The value of a tree.
    pub(super) fn tree(
        &mut self,
        terms: Terms<'_>,
        domains: &Domains,
        part: u64,
        siblings: &[Siblings],
    ) -> u128 {
        let root = members(part).max_by_key(|&u| (terms.near(u) & part).count_ones());
        let root = root.unwrap_or(part.trailing_zeros() as usize);
        self.send_up(terms, domains, part & !(1 << root), root, siblings);
        let values = &self.own.scratch.values[root];
        let images = places(self.own.store.of(domains, root));
        images.fold(0_u128, |sum, x| sum.saturating_add(values[x as usize]))
    }

    /// Computes the values of `u` from the nodes of `below`, its subtree.
    fn send_up(
        &mut self,
        terms: Terms<'_>,
        domains: &Domains,
        below: u64,
        u: usize,
        siblings: &[Siblings],
    ) {
        let mut values = self.take(u);
        for x in places(self.own.store.of(domains, u)) {
            values[x as usize] = 1;
        }
        for some in siblings.iter().filter(|some| some.neighbour == u) {
            self.multiply(some, domains, &mut values);
        }
        let below = below & !together(siblings);
        for &(v, relation) in terms.links(u) {
            let v = usize::from(v);
            if below >> v & 1 == 0 {
                continue;
            }
            let further = below & !(1 << v);
            let is_leaf = terms.near(v) & further == 0;
            if !is_leaf {
                self.send_up(terms, domains, further & !(1 << u), v, siblings);
            }
            let (store, table) = (&self.own.store, self.on.relations.table(relation));
            let (own, domain) = (store.first(u), store.of(domains, v));
            let first = store.first(v);
            let mut work = 0;
            for x in places(store.of(domains, u)) {
                let row = table.row(own + x);
                work += 1 + row.len();
                let linked = row.iter().map(|y| y - first).filter(|&y| has(domain, y));
                let sum = if is_leaf {
                    linked.count() as u128
                } else {
                    let child = &self.own.scratch.values[v];
                    linked.fold(0_u128, |sum, y| sum.saturating_add(child[y as usize]))
                };
                values[x as usize] = values[x as usize].saturating_mul(sum);
            }
            self.meter.work(work);
        }
        self.own.scratch.values[u] = values;
    }

    /// The values of a node, to be written.
    fn take(&mut self, u: usize) -> Vec<u128> {
        let all = &mut self.own.scratch.values;
        if all.len() <= u {
            all.resize_with(u + 1, Vec::new);
        }
        let mut values = std::mem::take(&mut all[u]);
        values.resize(self.own.store.num_places(u), 0);
        values
    }
}
