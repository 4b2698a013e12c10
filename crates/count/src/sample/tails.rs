//! Nodes that are never placed: an independent set of the pattern. Once all others have images, the
//! tails have sets, and their injective choices are counted exactly, group by group.

use super::amount::Amount;
use super::floor::Floor;
use super::fold::Folding;
use crate::cost::sample::{MOST_KINDS_OF_TAILS, MOST_VECTORS_OF_TAILS};
use crate::exact::compiling::members;

/// How eagerly nodes become tails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TailRule {
    /// Leaves, and nodes whose neighbours stay close to each other without them: a long cycle that
    /// is cut open closes too late to be steered towards.
    Close,
    /// Leaves only.
    Leaves,
}

/// Tails with the same set.
#[derive(Clone, Copy, Debug)]
pub(super) struct TailKind {
    /// One of them.
    pub(super) node: usize,
    pub(super) multiplicity: u32,
}

/// Tails that share candidates, directly or through each other.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) kinds: Vec<TailKind>,
    /// All its nodes, as a mask.
    pub(super) nodes: u64,
}

/// The tails of a pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct Tails {
    pub(super) all: u64,
    pub(super) groups: Vec<Group>,
}

impl Tails {
    pub(super) fn choose(floor: &Floor<'_>, folding: &Folding, rule: TailRule) -> Self {
        let linked = |u: usize| floor.p.linked[u] & folding.left;
        let mut by_degree: Vec<usize> = members(folding.left).filter(|&u| linked(u) != 0).collect();
        by_degree
            .sort_by_key(|&u| (linked(u).count_ones(), std::cmp::Reverse(floor.num_candidates[u])));
        let mut tails = 0_u64;
        for u in by_degree {
            let with = tails | 1 << u;
            // Two tails of an induced pattern would have to look at each other.
            let one_only = floor.semantics.is_induced() && tails != 0;
            let is_tail = !one_only
                && floor.banned(u) == 0
                && linked(u) & tails == 0
                && (rule == TailRule::Close || linked(u).is_power_of_two())
                && members(with).all(|t| stay_close(linked(t), folding.left & !with, linked))
                && groups(floor, folding, with).is_some();
            if is_tail {
                tails = with;
            }
        }
        Self { all: tails, groups: groups(floor, folding, tails).unwrap_or_default() }
    }
}

/// Whether nodes are pairwise within distance two among the nodes `rest`. Then what was connected
/// through the node that they have in common stays connected.
fn stay_close(nodes: u64, rest: u64, linked: impl Fn(usize) -> u64) -> bool {
    let within_two = |u: usize| {
        let near = linked(u) & rest;
        members(near).fold(near | 1 << u, |reached, v| reached | linked(v) & rest)
    };
    nodes & !rest == 0 && members(nodes).all(|u| nodes & !within_two(u) == 0)
}

/// The tails by group; none if a group is too large to be counted.
fn groups(floor: &Floor<'_>, folding: &Folding, tails: u64) -> Option<Vec<Group>> {
    let mut groups = Vec::new();
    let mut open = tails;
    while open != 0 {
        let mut nodes = open & open.wrapping_neg();
        loop {
            let near = members(nodes).fold(nodes, |near, u| near | floor.overlap[u] & tails);
            if near == nodes {
                break;
            }
            nodes = near;
        }
        open &= !nodes;
        let mut kinds: Vec<TailKind> = Vec::new();
        for u in members(nodes) {
            match kinds.iter_mut().find(|kind| are_alike(floor, folding, kind.node, u)) {
                Some(kind) => kind.multiplicity += 1,
                None => kinds.push(TailKind { node: u, multiplicity: 1 }),
            }
        }
        let states = kinds.iter().try_fold(1_usize, |states, kind| {
            states
                .checked_mul(kind.multiplicity as usize + 1)
                .filter(|&n| n <= MOST_VECTORS_OF_TAILS)
        });
        states.filter(|_| kinds.len() <= MOST_KINDS_OF_TAILS)?;
        groups.push(Group { kinds, nodes });
    }
    Some(groups)
}

/// Whether two nodes always have the same set: the same neighbours, across the same relations.
fn are_alike(floor: &Floor<'_>, folding: &Folding, u: usize, v: usize) -> bool {
    let sorted = |u: usize| {
        let mut links = floor.p.links_into(u).to_vec();
        links.retain(|&(other, _)| folding.left >> other & 1 == 1);
        links.sort_unstable();
        links
    };
    floor.p.kind[u] == floor.p.kind[v]
        && folding.weighted & (1 << u | 1 << v) == 0
        && floor.num_candidates[u] == floor.num_candidates[v]
        && floor.p.loops[u] == floor.p.loops[v]
        && sorted(u) == sorted(v)
}

/// The weighted number of injective choices from `sets`, each with its multiplicity: a dynamic
/// programme over elements whose state is how many of each kind have chosen,
///
/// ```text
/// c[s] ← c[s] + Σ_{i : y ∈ N_i} ω_i(y) · c[s − e_i]      for each y;      Π mᵢ! · c[m]
/// ```
pub(super) fn injective_choices<T: Amount>(
    kinds: &[TailKind],
    sets: &mut [Vec<(u32, T)>],
    choices: &mut Vec<T>,
) -> T {
    if let ([kind], [set]) = (kinds, &mut *sets) {
        if kind.multiplicity == 1 {
            return set.iter().fold(T::ZERO, |sum, &(_, weight)| sum.plus(weight));
        }
        return falling(set, kind.multiplicity);
    }
    let mut strides = [0; MOST_KINDS_OF_TAILS];
    let mut num_states = 1;
    for (kind, stride) in kinds.iter().zip(&mut strides) {
        *stride = num_states;
        num_states *= kind.multiplicity as usize + 1;
    }
    choices.clear();
    choices.resize(num_states, T::ZERO);
    choices[0] = T::ONE;
    let mut next = [0_usize; MOST_KINDS_OF_TAILS];
    // What only one kind of a single node can choose is one element with the sum of the weights.
    let mut alone = [T::ZERO; MOST_KINDS_OF_TAILS];
    loop {
        let here = (0..kinds.len()).filter_map(|i| sets[i].get(next[i]).map(|&(y, _)| y)).min();
        let Some(y) = here else { break };
        let mut chosen_by = [(0, T::ZERO); MOST_KINDS_OF_TAILS];
        let mut num = 0;
        for i in 0..kinds.len() {
            if let Some(&(z, weight)) = sets[i].get(next[i])
                && z == y
            {
                chosen_by[num] = (i, weight);
                num += 1;
                next[i] += 1;
            }
        }
        let (i, weight) = chosen_by[0];
        if num == 1 && kinds[i].multiplicity == 1 {
            alone[i] = alone[i].plus(weight);
        } else {
            choose(kinds, &strides, &chosen_by[..num], choices);
        }
    }
    for (i, &sum) in alone[..kinds.len()].iter().enumerate().filter(|(_, sum)| **sum != T::ZERO) {
        choose(kinds, &strides, &[(i, sum)], choices);
    }
    let orders = kinds.iter().flat_map(|kind| 1..=kind.multiplicity as usize);
    orders.fold(choices[num_states - 1], |value, i| value.times(T::of(i)))
}

fn choose<T: Amount>(
    kinds: &[TailKind],
    strides: &[usize; MOST_KINDS_OF_TAILS],
    chosen_by: &[(usize, T)],
    choices: &mut [T],
) {
    // From the largest state down, so that nobody chooses an element twice.
    for state in (1..choices.len()).rev() {
        for &(i, weight) in chosen_by {
            let digit = state / strides[i] % (kinds[i].multiplicity as usize + 1);
            if digit > 0 {
                let before = choices[state - strides[i]];
                choices[state] = choices[state].plus(before.times(weight));
            }
        }
    }
}

/// n·(n−1)·…·(n−m+1), if all weights are 1; nodes that are alike have the same weight everywhere.
fn falling<T: Amount>(set: &[(u32, T)], m: u32) -> T {
    if set.len() < m as usize {
        return T::ZERO;
    }
    let left = (0..m as usize).map(|i| T::of(set.len() - i).times(set[0].1));
    left.fold(T::ONE, Amount::times)
}

#[cfg(test)]
mod tests {
    use isocount_core::Rng;

    use super::*;

    fn by_hand(sets: &[&[(u32, u128)]], taken: &mut Vec<u32>) -> u128 {
        let Some((first, rest)) = sets.split_first() else { return 1 };
        let mut sum = 0;
        for &(y, weight) in *first {
            if !taken.contains(&y) {
                taken.push(y);
                sum += weight * by_hand(rest, taken);
                taken.pop();
            }
        }
        sum
    }

    #[test]
    fn agrees_with_choosing_one_by_one() {
        let mut rng = Rng::new(1);
        for _ in 0..400 {
            let num = rng.between(1, 3);
            let mut kinds = Vec::new();
            let mut sets = Vec::new();
            for node in 0..num {
                let multiplicity = rng.between(1, 2) as u32;
                let weigh = multiplicity == 1 && rng.chance(50);
                let size = rng.between(0, 6);
                let mut ys: Vec<u32> = (0..size).map(|_| rng.below(8) as u32).collect();
                ys.sort_unstable();
                ys.dedup();
                let weight = |rng: &mut Rng| if weigh { rng.between(1, 4) as u128 } else { 1 };
                sets.push(ys.iter().map(|&y| (y, weight(&mut rng))).collect::<Vec<_>>());
                kinds.push(TailKind { node, multiplicity });
            }
            let each = kinds.iter().zip(&sets);
            let expanded: Vec<&[(u32, u128)]> =
                each.flat_map(|(k, set)| vec![&set[..]; k.multiplicity as usize]).collect();
            let expected = by_hand(&expanded, &mut Vec::new());
            let found = injective_choices(&kinds, &mut sets, &mut Vec::new());
            assert_eq!(found, expected, "{kinds:?} {sets:?}");
        }
    }
}
