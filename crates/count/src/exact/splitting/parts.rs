//! The value of nodes as a product over parts, and of a part as a sum.

use super::branch::Branches;
use super::domains::Domains;
use super::gluing::Terms;
use super::memory::Key;
use super::{SplittingRun, reach};
use crate::exact::compiling::{MAX_NODES, members};
use crate::exact::searching::{ChoiceProgram, TOO_MANY, falling_factorial};

/// For each node, the nodes of the same part that can still take one of its images.
pub(super) type Collisions = [u64; MAX_NODES];

impl SplittingRun<'_, '_, '_> {
    /// The number of ways to place some nodes, or a lower bound once the meter is spent.
    pub(super) fn product(&mut self, terms: Terms<'_>, domains: &Domains, nodes: u64) -> u128 {
        // A node with one image is placed: narrowing has already restricted all others.
        let open = members(nodes).filter(|&u| domains.size[u] > 1).fold(0_u64, |m, u| m | 1 << u);
        let collisions = self.collisions(terms, domains, open);
        let mut parts = [0_u64; MAX_NODES];
        let (mut left, mut len) = (open, 0);
        while left != 0 {
            let next = |u: usize| terms.near(u) | collisions[u];
            parts[len] = reach(left.trailing_zeros() as usize, left, next);
            left &= !parts[len];
            len += 1;
        }
        parts[..len].sort_unstable_by_key(|part| part.count_ones());
        let mut product = 1_u128;
        let whole = self.own.progress;
        for (i, &part) in parts[..len].iter().enumerate() {
            self.own.progress = whole.part(i, len);
            product = product.saturating_mul(self.value(terms, domains, part, &collisions));
            if product == 0 {
                return 0;
            }
            if self.meter.is_spent() && i + 1 < len {
                // The values of the others are unknown.
                return 0;
            }
        }
        if !self.meter.is_spent() {
            self.own.progress = whole.finished();
        }
        product
    }

    fn collisions(&mut self, terms: Terms<'_>, domains: &Domains, nodes: u64) -> Collisions {
        let mut found = [0; MAX_NODES];
        for u in members(nodes) {
            for v in members(terms.rivals(&self.on.rivals, u) & nodes & ((1_u64 << u) - 1)) {
                if self.collide(domains, u, v) {
                    found[u] |= 1 << v;
                    found[v] |= 1 << u;
                }
            }
        }
        found
    }

    /// The value of one part.
    fn value(
        &mut self,
        terms: Terms<'_>,
        domains: &Domains,
        part: u64,
        collisions: &Collisions,
    ) -> u128 {
        let num_nodes = part.count_ones();
        if num_nodes == 1 {
            return domains.size[part.trailing_zeros() as usize].into();
        }
        let is_induced = self.on.adjacent.is_some();
        let in_part = |&&(v, _): &&(u8, u32)| part >> v & 1 == 1;
        let ends = |u: usize| terms.links(u).iter().filter(in_part).count() as u32;
        let ends = members(part).map(ends).sum::<u32>();
        // Independent nodes of an induced pattern exclude more than the same image.
        if ends == 0
            && !is_induced
            && let Some(value) = self.choices(domains, part)
        {
            return value;
        }
        let is_tree = ends / 2 == num_nodes - 1;
        if is_tree && num_nodes == 2 {
            return self.tree(terms, domains, part, &[]);
        }
        let key = self.key(terms, domains, part, collisions);
        if let Some(value) = self.own.values.get(key) {
            return value;
        }
        let siblings = is_tree.then(|| self.siblings(terms, domains, part, collisions)).flatten();
        let value = match siblings {
            Some(siblings) => self.tree(terms, domains, part, &siblings),
            None => self.sum(terms, domains, part, collisions),
        };
        if !self.meter.is_spent() {
            self.own.values.keep(key, value);
        }
        value
    }

    /// The value of a part depends on its nodes, on those they stand for, on their domains, and on
    /// which of them can collide.
    fn key(
        &mut self,
        terms: Terms<'_>,
        domains: &Domains,
        part: u64,
        collisions: &Collisions,
    ) -> u128 {
        let colliding = members(part).filter(|&u| collisions[u] != 0).fold(0, |m, u| m | 1 << u);
        let mut key = Key::of(part).with(colliding);
        let mut work = 0;
        for u in members(part) {
            let stands_for = terms.glued.members(u);
            if stands_for != 1 << u {
                key = key.with(stands_for);
            }
            let domain = self.own.store.of(domains, u);
            work += domain.len();
            key = domain.iter().fold(key, |key, &word| key.with(word));
        }
        self.meter.work(work);
        key.bits()
    }

    /// Places a node, keeps it apart from those it could collide with, or frees it.
    fn sum(
        &mut self,
        terms: Terms<'_>,
        domains: &Domains,
        part: u64,
        collisions: &Collisions,
    ) -> u128 {
        if !self.meter.step() {
            return 0;
        }
        let (node, rest) = match self.choose(domains, terms, part, collisions, true) {
            Branches::Freed { node } => match self.freed(terms, domains, part, collisions, node) {
                TOO_MANY => match self.choose(domains, terms, part, collisions, false) {
                    Branches::Images { node, tried, others } => (node, (tried, others)),
                    Branches::Freed { .. } => return TOO_MANY,
                },
                value => return value,
            },
            Branches::Images { node, tried, others } => (node, (tried, others)),
        };
        self.over_images(terms, domains, part, node, rest)
    }

    fn over_images(
        &mut self,
        terms: Terms<'_>,
        domains: &Domains,
        part: u64,
        u: usize,
        (tried, others): (Vec<u32>, Option<Vec<u64>>),
    ) -> u128 {
        let mark = self.own.store.mark();
        let mut sum = 0_u128;
        let whole = self.own.progress;
        let num_terms = tried.len() + usize::from(others.is_some());
        for (i, place) in self.in_turn(tried).into_iter().enumerate() {
            self.own.progress = whole.part(i, num_terms);
            let mut below = *domains;
            self.own.store.place(&mut below, u, place);
            if self.narrow_from(terms, &mut below, part, u) {
                sum = sum.saturating_add(self.product(terms, &below, part & !(1 << u)));
            }
            self.own.store.release(mark);
            if self.meter.is_spent() || sum == TOO_MANY {
                return sum;
            }
        }
        if let Some(others) = others {
            self.own.progress = whole.part(num_terms - 1, num_terms);
            let mut below = *domains;
            self.own.store.made[..others.len()].copy_from_slice(&others);
            self.own.store.write(&mut below, u);
            if self.narrow_from(terms, &mut below, part, u) {
                sum = sum.saturating_add(self.product(terms, &below, part));
            }
            self.own.store.release(mark);
        }
        if !self.meter.is_spent() {
            self.own.progress = whole.finished();
        }
        sum
    }

    /// Terms in the order of this thread.
    fn in_turn<T>(&self, mut terms: Vec<T>) -> Vec<T> {
        #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "a share")]
        let first = (self.own.begins_at * terms.len() as f64) as usize;
        terms.rotate_left(first);
        terms
    }

    /// All mappings in which `u` is free, less those in which it has the image of another node. 0
    /// if the budget ran out.
    fn freed(
        &mut self,
        terms: Terms<'_>,
        domains: &Domains,
        part: u64,
        collisions: &Collisions,
        u: usize,
    ) -> u128 {
        let all = Terms { free: terms.free | 1 << u, ..terms };
        let whole = self.own.progress;
        let num_terms = 1 + collisions[u].count_ones() as usize;
        self.own.progress = whole.part(0, num_terms);
        let mut left = self.product(all, domains, part);
        if self.meter.is_spent() {
            return 0;
        }
        if left == 0 || left == TOO_MANY {
            return left;
        }
        let mark = self.own.store.mark();
        let rest = part & !(1 << u);
        for (i, v) in self.in_turn(members(collisions[u]).collect()).into_iter().enumerate() {
            self.own.progress = whole.part(1 + i, num_terms);
            let mut below = *domains;
            self.own.store.share(&mut below, u, v);
            let glued = terms.glued.with(u, v);
            let once = Terms { glued: &glued, ..terms };
            if self.narrow_from(once, &mut below, rest, v) {
                left -= self.product(once, &below, rest);
            }
            self.own.store.release(mark);
            if self.meter.is_spent() {
                return 0;
            }
        }
        self.own.progress = whole.finished();
        left
    }

    /// Counts independent nodes by inclusion and exclusion over their domains. None if there are
    /// too many.
    fn choices(&mut self, domains: &Domains, part: u64) -> Option<u128> {
        let (kinds, multiplicities) = self.kinds(domains, part)?;
        if let &[multiplicity] = &multiplicities[..] {
            let size = domains.size[kinds[0]].into();
            return Some(falling_factorial(size, multiplicity).unwrap_or(TOO_MANY));
        }
        let program = ChoiceProgram::new(&multiplicities)?;
        let store = &self.own.store;
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
