//! Matches neighbours so that every required vertex is in one pair: Edmonds' blossom algorithm.

use std::collections::VecDeque;

use isocount_core::{Cancelled, Control};

/// An undirected graph whose vertices are to be matched.
pub(super) struct Pairing<'a> {
    /// The neighbours of each vertex.
    neighbours: &'a [Vec<u32>],
    /// Whether a vertex must have a partner.
    is_required: &'a [bool],
    partner: Vec<u32>,
    /// The predecessor of an inner vertex on the path from the root.
    parent: Vec<u32>,
    /// The base of the blossom around a vertex.
    base: Vec<u32>,
    is_outer: Vec<bool>,
    in_blossom: Vec<bool>,
    queue: VecDeque<u32>,
}

const NONE: u32 = u32::MAX;

/// The result of a matching.
pub(super) enum Paired {
    /// The partner of each vertex that has one.
    All(Vec<Option<u32>>),
    /// This vertex cannot have a partner.
    LeftOver(u32),
}

/// Matches all vertices of a graph that are required, and possibly others.
pub(super) fn pair(
    neighbours: &[Vec<u32>],
    is_required: &[bool],
    control: &Control,
) -> Result<Paired, Cancelled> {
    let len = neighbours.len();
    let mut pairing = Pairing {
        neighbours,
        is_required,
        partner: vec![NONE; len],
        parent: vec![NONE; len],
        base: vec![0; len],
        is_outer: vec![false; len],
        in_blossom: vec![false; len],
        queue: VecDeque::new(),
    };
    pairing.greedily();
    for root in 0..len as u32 {
        if pairing.is_required[root as usize] && pairing.partner[root as usize] == NONE {
            control.check()?;
            if !pairing.find_partner(root, control)? {
                return Ok(Paired::LeftOver(root));
            }
        }
    }
    pairing.pair_others();
    let partners = pairing.partner.iter().map(|&partner| (partner != NONE).then_some(partner));
    Ok(Paired::All(partners.collect()))
}

impl Pairing<'_> {
    /// Vertices with a single free neighbour go first: on chains and rings, nothing is left
    /// afterwards.
    fn greedily(&mut self) {
        let is_free = |partner: &[u32], vertex: u32| partner[vertex as usize] == NONE;
        let mut free: Vec<usize> = self.neighbours.iter().map(Vec::len).collect();
        let mut forced: Vec<u32> = Vec::new();
        let mut next = 0;
        forced.extend((0..free.len() as u32).filter(|&vertex| free[vertex as usize] == 1));
        loop {
            let vertex = match forced.pop() {
                Some(vertex) => vertex,
                None if next < free.len() as u32 => {
                    next += 1;
                    next - 1
                }
                None => return,
            };
            if !is_free(&self.partner, vertex) || !self.is_required[vertex as usize] {
                continue;
            }
            let mut others = self.neighbours[vertex as usize].iter().copied();
            let Some(other) = others.find(|&other| is_free(&self.partner, other)) else { continue };
            self.partner[vertex as usize] = other;
            self.partner[other as usize] = vertex;
            for taken in [vertex, other] {
                for &near in &self.neighbours[taken as usize] {
                    free[near as usize] -= 1;
                    if free[near as usize] == 1 && is_free(&self.partner, near) {
                        forced.push(near);
                    }
                }
            }
        }
    }

    /// Matches adjacent pairs of unmatched vertices that need no partner.
    fn pair_others(&mut self) {
        for vertex in 0..self.partner.len() {
            if self.partner[vertex] == NONE {
                let mut others = self.neighbours[vertex].iter().copied();
                let other = others.find(|&other| self.partner[other as usize] == NONE);
                if let Some(other) = other {
                    self.partner[vertex] = other;
                    self.partner[other as usize] = vertex as u32;
                }
            }
        }
    }

    /// Grows a tree of alternating paths from an unmatched vertex until one of them can be flipped.
    fn find_partner(&mut self, root: u32, control: &Control) -> Result<bool, Cancelled> {
        self.parent.fill(NONE);
        self.is_outer.fill(false);
        self.base.iter_mut().zip(0..).for_each(|(base, vertex)| *base = vertex);
        self.queue.clear();
        self.is_outer[root as usize] = true;
        self.queue.push_back(root);
        while let Some(vertex) = self.queue.pop_front() {
            control.check()?;
            let neighbours = self.neighbours;
            for &other in &neighbours[vertex as usize] {
                let same_blossom = self.base[vertex as usize] == self.base[other as usize];
                if same_blossom || self.partner[vertex as usize] == other {
                    continue;
                }
                let partner = self.partner[other as usize];
                if other == root || (partner != NONE && self.parent[partner as usize] != NONE) {
                    if let Some(end) = self.contract(vertex, other, root) {
                        self.flip_to_outer(end);
                        return Ok(true);
                    }
                } else if self.parent[other as usize] == NONE {
                    self.parent[other as usize] = vertex;
                    if partner == NONE {
                        self.flip(other);
                        return Ok(true);
                    }
                    if !self.is_required[partner as usize] {
                        self.flip_to_outer(partner);
                        return Ok(true);
                    }
                    self.is_outer[partner as usize] = true;
                    self.queue.push_back(partner);
                }
            }
        }
        Ok(false)
    }

    /// Contracts an odd cycle. All its vertices become outer; returns one of them that needs no
    /// partner.
    fn contract(&mut self, a: u32, b: u32, root: u32) -> Option<u32> {
        let top = self.common_base(a, b);
        self.in_blossom.fill(false);
        self.mark_path(a, top, b);
        self.mark_path(b, top, a);
        let mut end = None;
        for vertex in 0..self.base.len() as u32 {
            if !self.in_blossom[self.base[vertex as usize] as usize] {
                continue;
            }
            self.base[vertex as usize] = top;
            if !self.is_outer[vertex as usize] {
                self.is_outer[vertex as usize] = true;
                self.queue.push_back(vertex);
                if !self.is_required[vertex as usize] && vertex != root {
                    end = end.or(Some(vertex));
                }
            }
        }
        end
    }

    fn common_base(&mut self, a: u32, b: u32) -> u32 {
        let mut is_above = vec![false; self.base.len()];
        let mut vertex = a;
        loop {
            vertex = self.base[vertex as usize];
            is_above[vertex as usize] = true;
            let partner = self.partner[vertex as usize];
            if partner == NONE {
                break;
            }
            vertex = self.parent[partner as usize];
        }
        let mut vertex = b;
        loop {
            vertex = self.base[vertex as usize];
            if is_above[vertex as usize] {
                return vertex;
            }
            vertex = self.parent[self.partner[vertex as usize] as usize];
        }
    }

    /// Walks from an outer vertex to the base of a new blossom; `child` is the next vertex on the
    /// way back.
    fn mark_path(&mut self, from: u32, top: u32, child: u32) {
        let (mut vertex, mut child) = (from, child);
        while self.base[vertex as usize] != top {
            let partner = self.partner[vertex as usize];
            self.in_blossom[self.base[vertex as usize] as usize] = true;
            self.in_blossom[self.base[partner as usize] as usize] = true;
            self.parent[vertex as usize] = child;
            child = partner;
            vertex = self.parent[partner as usize];
        }
    }

    /// Flips the path that ends at an inner vertex.
    fn flip(&mut self, end: u32) {
        let mut vertex = end;
        while vertex != NONE {
            let parent = self.parent[vertex as usize];
            let next = self.partner[parent as usize];
            self.partner[vertex as usize] = parent;
            self.partner[parent as usize] = vertex;
            vertex = next;
        }
    }

    /// Flips the path that ends at an outer vertex, which loses its partner.
    fn flip_to_outer(&mut self, end: u32) {
        let partner = self.partner[end as usize];
        self.partner[end as usize] = NONE;
        self.flip(partner);
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::Rng;

    use super::*;

    /// Whether the required vertices can be matched, by exhaustive search.
    fn by_trial(neighbours: &[Vec<u32>], is_required: &[bool], taken: &mut Vec<bool>) -> bool {
        let open = |vertex: &usize| is_required[*vertex] && !taken[*vertex];
        let Some(vertex) = (0..taken.len()).find(open) else { return true };
        taken[vertex] = true;
        for &other in &neighbours[vertex] {
            if !taken[other as usize] {
                taken[other as usize] = true;
                if by_trial(neighbours, is_required, taken) {
                    return true;
                }
                taken[other as usize] = false;
            }
        }
        taken[vertex] = false;
        false
    }

    #[test]
    fn pairs_exist_exactly_where_trial_finds_them() {
        let (mut random, mut found) = (Rng::new(5), 0);
        for round in 0..20_000 {
            let len = 2 + random.below(9);
            let mut neighbours = vec![Vec::new(); len];
            for a in 0..len {
                for b in 0..a {
                    if random.below(len) < 2 {
                        neighbours[a].push(b as u32);
                        neighbours[b].push(a as u32);
                    }
                }
            }
            let is_required: Vec<bool> =
                (0..len).map(|_| round % 2 == 0 || random.below(4) > 0).collect();
            let expected = by_trial(&neighbours, &is_required, &mut vec![false; len]);
            match pair(&neighbours, &is_required, &Control::NONE).unwrap() {
                Paired::LeftOver(vertex) => {
                    assert!(!expected && is_required[vertex as usize], "{neighbours:?}");
                }
                Paired::All(partners) => {
                    assert!(expected, "{neighbours:?}");
                    found += 1;
                    for (vertex, partner) in partners.iter().enumerate() {
                        let Some(partner) = *partner else {
                            assert!(!is_required[vertex]);
                            continue;
                        };
                        assert_eq!(partners[partner as usize], Some(vertex as u32));
                        assert!(neighbours[vertex].contains(&partner));
                    }
                }
            }
        }
        assert!(found > 1_000, "only {found} can be paired");
    }
}
