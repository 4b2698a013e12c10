//! The value of nodes as a product over parts, and of a part as a sum.

use super::domains::Domains;
use super::memory::Key;
use super::{SplittingRun, reach};
use crate::cost::splitting::MOST_DOMAINS_TOGETHER;
use crate::exact::compiling::{MAX_NODES, members};
use crate::exact::searching::{ChoiceProgram, TOO_MANY, falling_factorial};

/// For each node, the nodes of the same part that can still take one of its images.
type Collisions = [u64; MAX_NODES];

impl SplittingRun<'_, '_, '_> {
    /// The number of ways to place some nodes, or a lower bound once the meter is spent.
    pub(super) fn product(&mut self, domains: &Domains, nodes: u64) -> u128 {
        // A node with one image is placed: narrowing has already restricted all others.
        let open = members(nodes).filter(|&u| domains.size[u] > 1).fold(0_u64, |m, u| m | 1 << u);
        let collisions = self.collisions(domains, open);
        let mut parts = [0_u64; MAX_NODES];
        let (mut left, mut len) = (open, 0);
        while left != 0 {
            let next = |u: usize| self.on.near[u] | collisions[u];
            parts[len] = reach(left.trailing_zeros() as usize, left, next);
            left &= !parts[len];
            len += 1;
        }
        parts[..len].sort_unstable_by_key(|part| part.count_ones());
        let mut product = 1_u128;
        let whole = self.progress;
        for (i, &part) in parts[..len].iter().enumerate() {
            self.progress = whole.part(i, len);
            product = product.saturating_mul(self.value(domains, part, &collisions));
            if product == 0 {
                return 0;
            }
            if self.meter.is_spent() && i + 1 < len {
                // The values of the others are unknown.
                return 0;
            }
        }
        if !self.meter.is_spent() {
            self.progress = whole.finished();
        }
        product
    }

    fn collisions(&mut self, domains: &Domains, nodes: u64) -> Collisions {
        let mut found = [0; MAX_NODES];
        let mut work = 0;
        for u in members(nodes) {
            for v in members(self.on.rivals[u] & nodes & ((1_u64 << u) - 1)) {
                work += self.on.store.num_words(u);
                if self.on.store.overlap(domains, u, v) {
                    found[u] |= 1 << v;
                    found[v] |= 1 << u;
                }
            }
        }
        self.meter.work(work);
        found
    }

    /// The value of one part.
    fn value(&mut self, domains: &Domains, part: u64, collisions: &Collisions) -> u128 {
        let num_nodes = part.count_ones();
        if num_nodes == 1 {
            return domains.size[part.trailing_zeros() as usize].into();
        }
        let ends = members(part).map(|u| (self.on.near[u] & part).count_ones()).sum::<u32>();
        if ends == 0
            && let Some(value) = self.choices(domains, part)
        {
            return value;
        }
        let can_collide = members(part).any(|u| collisions[u] != 0);
        let is_tree = !can_collide && ends / 2 == num_nodes - 1;
        if is_tree && num_nodes == 2 {
            return self.tree(domains, part);
        }
        let key = self.key(domains, part);
        if let Some(value) = self.on.values.get(key) {
            return value;
        }
        let value =
            if is_tree { self.tree(domains, part) } else { self.sum(domains, part, collisions) };
        if !self.meter.is_spent() {
            self.on.values.keep(key, value);
        }
        value
    }

    fn key(&mut self, domains: &Domains, part: u64) -> u128 {
        let mut key = Key::of(part);
        let mut work = 0;
        for u in members(part) {
            let domain = self.on.store.of(domains, u);
            work += domain.len();
            key = domain.iter().fold(key, |key, &word| key.with(word));
        }
        self.meter.work(work);
        key.bits()
    }

    /// Places a node, or keeps it apart from those it could collide with.
    fn sum(&mut self, domains: &Domains, part: u64, collisions: &Collisions) -> u128 {
        if !self.meter.step() {
            return 0;
        }
        let branches = self.choose(domains, part, |u| collisions[u]);
        let u = branches.node;
        let mark = self.on.store.mark();
        let mut sum = 0_u128;
        let whole = self.progress;
        let num_terms = branches.tried.len() + usize::from(branches.others.is_some());
        for (i, &place) in branches.tried.iter().enumerate() {
            self.progress = whole.part(i, num_terms);
            let mut below = *domains;
            self.on.store.place(&mut below, u, place);
            if self.narrow_from(&mut below, part, u) {
                sum = sum.saturating_add(self.product(&below, part & !(1 << u)));
            }
            self.on.store.release(mark);
            if self.meter.is_spent() || sum == TOO_MANY {
                return sum;
            }
        }
        if let Some(others) = branches.others {
            self.progress = whole.part(num_terms - 1, num_terms);
            let mut below = *domains;
            self.on.store.made[..others.len()].copy_from_slice(&others);
            self.on.store.write(&mut below, u);
            if self.narrow_from(&mut below, part, u) {
                sum = sum.saturating_add(self.product(&below, part));
            }
            self.on.store.release(mark);
        }
        if !self.meter.is_spent() {
            self.progress = whole.finished();
        }
        sum
    }

    /// Counts independent nodes by inclusion and exclusion over their domains. None if there are
    /// too many.
    fn choices(&mut self, domains: &Domains, part: u64) -> Option<u128> {
        let store = &self.on.store;
        let mut kinds: Vec<usize> = Vec::new();
        let mut multiplicities: Vec<u32> = Vec::new();
        for u in members(part) {
            let domain = store.of(domains, u);
            let alike = kinds.iter().position(|&known| store.of(domains, known) == domain);
            match alike {
                Some(kind) => multiplicities[kind] += 1,
                None if kinds.len() == MOST_DOMAINS_TOGETHER => return None,
                None => {
                    kinds.push(u);
                    multiplicities.push(1);
                }
            }
        }
        if let &[multiplicity] = &multiplicities[..] {
            let size = domains.size[kinds[0]].into();
            return Some(falling_factorial(size, multiplicity).unwrap_or(TOO_MANY));
        }
        let program = ChoiceProgram::new(&multiplicities)?;
        let num_words = store.num_words(kinds[0]);
        let mut shared = vec![u64::MAX; num_words << kinds.len()];
        let mut sizes = vec![0_u64; 1 << kinds.len()];
        for (set, size) in sizes.iter_mut().enumerate().skip(1) {
            let (first, rest) = (set.trailing_zeros() as usize, set & (set - 1));
            let (known, new) = shared.split_at_mut(set * num_words);
            let known = &known[rest * num_words..(rest + 1) * num_words];
            let domain = store.of(domains, kinds[first]);
            for ((new, known), word) in new.iter_mut().zip(known).zip(domain) {
                *new = known & word;
                *size += u64::from(new.count_ones());
            }
        }
        self.meter.work(shared.len());
        Some(program.run(&mut sizes, &mut Vec::new(), self.meter))
    }
}
