//! Groups of tails whose elements all weigh the same: their injective choices follow from how much
//! their sets share, by the engine's [inclusion and exclusion]. Neighbourhoods share little, so that
//! is far less than looking at every element.
//!
//! [inclusion and exclusion]: crate::exact::searching::inclusion_exclusion

use super::floor::Floor;
use super::replicate::SamplePlan;
use super::rows::meet;
use super::steps::{Cause, Check, LastGroup};
use super::tails::Group;
use crate::exact::searching::ChoiceProgram;
use crate::meter::Meter;

/// What is prepared for one group.
#[derive(Clone, Debug)]
pub(super) struct TailSizes {
    program: ChoiceProgram,
    /// For each set of two kinds, what an element that both have must fulfil.
    pairs: Vec<Check>,
    /// Kinds whose places are all candidates.
    full: Vec<bool>,
}

/// Working memory.
#[derive(Default)]
pub(super) struct SizesRoom {
    /// What each set of at least two kinds shares.
    shared: Vec<Vec<u32>>,
    sizes: Vec<u64>,
    values: Vec<u128>,
}

impl TailSizes {
    /// None if there is one kind only, or the sum would be too long.
    pub(super) fn new(floor: &Floor<'_>, group: &Group, sets: &[Check]) -> Option<Self> {
        if sets.len() < 2 {
            return None;
        }
        let multiplicities: Vec<u32> = group.kinds.iter().map(|kind| kind.multiplicity).collect();
        let program = ChoiceProgram::new(&multiplicities)?;
        let mut pairs = Vec::new();
        for (i, a) in sets.iter().enumerate() {
            for b in &sets[..i] {
                let mut rows = a.rows.clone();
                rows.extend(b.rows.iter().filter(|row| !a.rows.contains(row)));
                let mut distinct = a.distinct.clone();
                distinct.extend(b.distinct.iter().filter(|at| !a.distinct.contains(at)));
                pairs.push(Check { node: b.node, cause: Cause::Meets, rows, distinct });
            }
        }
        let is_full =
            |check: &Check| floor.num_candidates[check.node] == floor.places(check.node).len();
        Some(Self { program, pairs, full: sets.iter().map(is_full).collect() })
    }
}

impl SamplePlan<'_> {
    /// The injective choices of a group of tails without weights; none if they do not fit.
    pub(super) fn unweighted_choices(
        &self,
        group: &LastGroup,
        prepared: &TailSizes,
        images: &[u32],
        room: &mut SizesRoom,
        meter: &mut Meter<'_>,
    ) -> Option<f64> {
        let num_kinds = group.sets.len();
        let SizesRoom { shared, sizes, values } = room;
        shared.resize_with(shared.len().max(1 << num_kinds), Vec::new);
        sizes.clear();
        sizes.resize(1 << num_kinds, 0);
        for (i, check) in group.sets.iter().enumerate() {
            sizes[1 << i] = self.size(check, prepared.full[i], images, meter);
            if sizes[1 << i] == 0 {
                return Some(0.0);
            }
        }
        let mut pairs = prepared.pairs.iter();
        for i in 0..num_kinds {
            for j in 0..i {
                let pair = pairs.next()?;
                let list = &mut shared[1 << i | 1 << j];
                list.clear();
                let other = group.sets[i].node;
                self.visit_rows(&pair.rows, images, meter, |y| {
                    let admitted = self.floor.stands_for(y, pair.node)
                        && self.floor.stands_for(y, other)
                        && pair.distinct.iter().all(|&position| images[position] != y);
                    if admitted {
                        list.push(y);
                    }
                    true
                });
                sizes[1 << i | 1 << j] = list.len() as u64;
            }
        }
        // Three kinds and more share what two parts of them share.
        for kinds in (1_usize..1 << num_kinds).filter(|kinds| kinds.count_ones() > 2) {
            let first = kinds & kinds.wrapping_neg();
            let others = kinds & !first;
            let second = others & others.wrapping_neg();
            let mut list = std::mem::take(&mut shared[kinds]);
            list.clear();
            meet(&mut [&shared[others], &shared[first | second]], |y| {
                list.push(y);
                true
            });
            sizes[kinds] = list.len() as u64;
            shared[kinds] = list;
        }
        let value = prepared.program.run(sizes, values, meter);
        (value != u128::MAX).then_some(value as f64)
    }

    /// How many images one kind can choose from.
    fn size(&self, check: &Check, is_full: bool, images: &[u32], meter: &mut Meter<'_>) -> u64 {
        if let ([from], true) = (&check.rows[..], is_full) {
            let row = self.floor.row(from.link, images[from.position]);
            let taken = check.distinct.iter();
            let taken = taken.filter(|&&position| row.binary_search(&images[position]).is_ok());
            meter.work(1 + check.distinct.len());
            return (row.len() - taken.count()) as u64;
        }
        let mut size = 0;
        self.visit_rows(&check.rows, images, meter, |y| {
            let admitted = self.floor.stands_for(y, check.node)
                && check.distinct.iter().all(|&position| images[position] != y);
            size += u64::from(admitted);
            true
        });
        size
    }
}
