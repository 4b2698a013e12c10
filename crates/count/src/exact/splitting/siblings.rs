//! Leaves of a tree that have a common neighbour and can collide with each other only: once that
//! neighbour is placed, they are independent nodes, and their choices follow from the sizes of
//! sets.

use super::domains::{Domains, places};
use super::gluing::Terms;
use super::parts::Collisions;
use super::{SplittingRun, reach};
use crate::cost::splitting::MOST_DOMAINS_TOGETHER;
use crate::exact::compiling::members;
use crate::exact::searching::{ChoiceProgram, TOO_MANY, falling_factorial};

/// Leaves that can collide.
#[derive(Debug)]
pub(super) struct Siblings {
    nodes: u64,
    pub(super) neighbour: usize,
    /// From the neighbour to each of them.
    relation: u32,
    /// A node with each of their domains.
    kinds: Vec<usize>,
    choices: Choices,
}

/// How their choices are counted.
#[derive(Debug)]
enum Choices {
    /// They have the same domain.
    Alike(u32),
    Program(ChoiceProgram),
}

impl SplittingRun<'_, '_, '_> {
    /// All nodes of a part that can collide, if they are siblings.
    pub(super) fn siblings(
        &self,
        terms: Terms<'_>,
        domains: &Domains,
        part: u64,
        collisions: &Collisions,
    ) -> Option<Vec<Siblings>> {
        let can_collide = |&u: &usize| collisions[u] != 0;
        let mut left = members(part).filter(can_collide).fold(0_u64, |m, u| m | 1 << u);
        if left != 0 && self.on.adjacent.is_some() {
            return None;
        }
        let is_leaf = |u: usize| (terms.near(u) & part).is_power_of_two();
        let mut found = Vec::new();
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let nodes = reach(first, left, |u| collisions[u]);
            left &= !nodes;
            let &(neighbour, back) = terms.links(first).iter().find(|(v, _)| part >> v & 1 == 1)?;
            let is_sibling = |u: usize| is_leaf(u) && terms.links(u).contains(&(neighbour, back));
            if !members(nodes).all(is_sibling) {
                return None;
            }
            let relation = self.on.relations.reverse(back);
            let (kinds, multiplicities) = self.kinds(domains, nodes)?;
            let choices = match multiplicities[..] {
                [multiplicity] => Choices::Alike(multiplicity),
                _ => Choices::Program(ChoiceProgram::new(&multiplicities)?),
            };
            found.push(Siblings { nodes, neighbour: neighbour.into(), relation, kinds, choices });
        }
        Some(found)
    }

    /// The different domains of some nodes, and how many have each. None if there are too many.
    pub(super) fn kinds(&self, domains: &Domains, nodes: u64) -> Option<(Vec<usize>, Vec<u32>)> {
        let store = &self.own.store;
        let mut kinds: Vec<usize> = Vec::new();
        let mut multiplicities: Vec<u32> = Vec::new();
        for u in members(nodes) {
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
        Some((kinds, multiplicities))
    }

    /// Multiplies the value of each image of the neighbour by the number of choices for siblings.
    pub(super) fn multiply(&mut self, siblings: &Siblings, domains: &Domains, values: &mut [u128]) {
        let Siblings { neighbour, relation, kinds, choices, .. } = siblings;
        let (store, table) = (&self.own.store, self.on.relations.table(*relation));
        let (own, first) = (store.first(*neighbour), store.first(kinds[0]));
        // Bit i of a place: whether it is in the domain of kind i.
        let mut kinds_of = vec![0_u8; store.num_places(kinds[0])];
        for (i, &kind) in kinds.iter().enumerate() {
            for y in places(store.of(domains, kind)) {
                kinds_of[y as usize] |= 1 << i;
            }
        }
        let mut sizes = vec![0_u64; 1 << kinds.len()];
        let mut scratch = Vec::new();
        let mut work = kinds_of.len() / 8;
        for x in places(store.of(domains, *neighbour)) {
            let row = table.row(own + x);
            work += 1 + row.len();
            sizes.fill(0);
            for &y in row {
                sizes[usize::from(kinds_of[(y - first) as usize])] += 1;
            }
            // From the places with exactly these kinds to those with at least these.
            for i in 0..kinds.len() {
                for set in 0..sizes.len() {
                    if set >> i & 1 == 0 {
                        sizes[set] += sizes[set | 1 << i];
                    }
                }
            }
            let number = match choices {
                Choices::Alike(multiplicity) => {
                    falling_factorial(sizes[1], *multiplicity).unwrap_or(TOO_MANY)
                }
                Choices::Program(program) => program.run(&mut sizes, &mut scratch, self.meter),
            };
            let value = &mut values[x as usize];
            *value = value.saturating_mul(number);
        }
        self.meter.work(work);
    }
}

/// All nodes of several groups.
pub(super) fn together(siblings: &[Siblings]) -> u64 {
    siblings.iter().fold(0, |nodes, some| nodes | some.nodes)
}
