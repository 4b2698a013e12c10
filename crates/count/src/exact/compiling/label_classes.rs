//! Label classes with respect to the sets of a pattern: two labels are in the same class if the
//! same sets accept them.
//!
//! Sets that share a label are in the same family, and so are sets that are connected through other
//! sets. The classes of a family have consecutive numbers, so what a set accepts lies within one
//! range of classes, and sets of different families accept nothing in common. Without sets, every
//! label of the pattern is a class and a family of its own.

use std::collections::BTreeMap;
use std::ops::Range;

use isocount_core::{Label, LabelSet};

use crate::cost::usual_path::LABELS_IN_A_TABLE;

/// The label classes of some sets.
#[derive(Clone, Debug)]
pub(crate) struct LabelClasses {
    /// The labels that the sets mention, ascending, and the class of each.
    named: Vec<(Label, u16)>,
    /// The class of every other label.
    other: u16,
    /// The class of each label up to the largest mentioned; empty if that table would be long.
    direct: Vec<u16>,
    /// For each class, the numbers of the sets that accept it, ascending.
    accepted_by: Vec<Vec<u16>>,
    /// For each set, the classes of its family.
    families: Vec<Range<u16>>,
}

impl LabelClasses {
    /// Makes the classes of at most 2¹⁶ − 1 sets. None if there are more classes than that.
    pub(crate) fn new(sets: &[LabelSet]) -> Option<Self> {
        let mut labels: Vec<Label> = sets.iter().flat_map(LabelSet::labels).copied().collect();
        labels.sort_unstable();
        labels.dedup();
        let accepting = |accepts: &dyn Fn(&LabelSet) -> bool| -> Vec<u16> {
            (0..).zip(sets).filter(|(_, set)| accepts(set)).map(|(i, _)| i).collect()
        };
        let by_name: Vec<Vec<u16>> =
            labels.iter().map(|&label| accepting(&|set| set.accepts(label))).collect();
        let by_others = accepting(&LabelSet::excludes);

        let family = families(sets.len(), by_name.iter().chain([&by_others]));
        let mut numbers: BTreeMap<(u16, &[u16]), u16> = BTreeMap::new();
        for accepted_by in by_name.iter().chain([&by_others]) {
            if let Some(&first) = accepted_by.first() {
                numbers.insert((family[first as usize], accepted_by), 0);
            }
        }
        u16::try_from(numbers.len() + 1).ok()?;
        (0..).zip(numbers.values_mut()).for_each(|(number, place)| *place = number);
        // Labels that no set accepts have the number after the last class.
        let none = numbers.len() as u16;
        let class =
            |by: &[u16]| by.first().map_or(none, |&first| numbers[&(family[first as usize], by)]);
        let named = labels.iter().zip(&by_name).map(|(&label, by)| (label, class(by))).collect();
        let other = class(&by_others);
        let family_of = |set: usize| {
            let ours = numbers.iter().filter(|((f, _), _)| *f == family[set]);
            let mut ours = ours.map(|(_, &class)| class);
            let first = ours.next();
            first.map_or(0..0, |first| first..ours.next_back().unwrap_or(first) + 1)
        };
        let families = (0..sets.len()).map(family_of).collect();
        let accepted_by = numbers.keys().map(|(_, by)| by.to_vec()).collect();
        let mut classes = Self { named, other, direct: Vec::new(), accepted_by, families };
        classes.direct = classes.direct_table();
        Some(classes)
    }

    fn direct_table(&self) -> Vec<u16> {
        let top = self.named.last().map_or(0, |(label, _)| label.0);
        if top >= LABELS_IN_A_TABLE {
            return Vec::new();
        }
        let mut table = vec![self.other; top as usize + 1];
        for &(label, class) in &self.named {
            table[label.0 as usize] = class;
        }
        table
    }

    /// The number of classes.
    pub(crate) fn num(&self) -> usize {
        self.accepted_by.len()
    }

    /// The class of a label, or the number of classes if no set accepts it.
    #[inline]
    pub(crate) fn class_of(&self, label: Label) -> u16 {
        match self.direct.get(label.0 as usize) {
            Some(&class) => class,
            None if !self.direct.is_empty() => self.other,
            None => {
                let place = self.named.binary_search_by_key(&label, |(named, _)| *named);
                place.map_or(self.other, |place| self.named[place].1)
            }
        }
    }

    /// The classes of many labels. There must be fewer than 2⁸ classes.
    pub(crate) fn classes_of(&self, labels: &[Label], classes: &mut Vec<u8>) {
        classes.extend(labels.iter().map(|&label| self.class_of(label) as u8));
    }

    /// The numbers of the sets that accept a class.
    pub(crate) fn accepted_by(&self, class: usize) -> &[u16] {
        &self.accepted_by[class]
    }

    /// A range that contains all classes of a set.
    pub(crate) fn family(&self, set: usize) -> Range<u16> {
        self.families[set].clone()
    }
}

/// For each set, the least number of a set in its family.
fn families<'a>(num_sets: usize, together: impl Iterator<Item = &'a Vec<u16>>) -> Vec<u16> {
    let mut family: Vec<u16> = (0..num_sets as u16).collect();
    for group in together {
        let old: Vec<u16> = group.iter().map(|&set| family[set as usize]).collect();
        if let Some(&least) = old.iter().min() {
            family.iter_mut().filter(|f| old.contains(f)).for_each(|f| *f = least);
        }
    }
    family
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::Rng;

    #[test]
    fn classes_tell_what_sets_accept() {
        for seed in 0..2_000 {
            let mut rng = Rng::new(seed);
            let shift = if rng.chance(20) { 5_000 } else { 0 };
            let sets: Vec<LabelSet> = (0..rng.between(1, 5))
                .map(|_| {
                    let percent = rng.between(0, 40);
                    let labels: Vec<Label> =
                        (shift..shift + 6).filter(|_| rng.chance(percent)).map(Label).collect();
                    if rng.chance(20) {
                        LabelSet::all_but(labels)
                    } else {
                        LabelSet::one_of(labels)
                    }
                })
                .collect();
            let classes = LabelClasses::new(&sets).unwrap();
            for label in (0..8).chain(shift..shift + 8).map(Label) {
                let class = classes.class_of(label) as usize;
                let by = if class == classes.num() { &[] } else { classes.accepted_by(class) };
                for (i, set) in sets.iter().enumerate() {
                    let accepts = by.contains(&(i as u16));
                    assert_eq!(accepts, set.accepts(label), "seed {seed}: {sets:?}, {label:?}");
                    if accepts {
                        assert!(
                            classes.family(i).contains(&(class as u16)),
                            "seed {seed}: {sets:?}"
                        );
                    }
                }
            }
            for (i, j) in (0..sets.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let (a, b) = (classes.family(i), classes.family(j));
                let apart = a.end <= b.start || b.end <= a.start || a.is_empty() || b.is_empty();
                assert!(a == b || apart, "seed {seed}: {sets:?}");
                assert!(!apart || sets[i].and(&sets[j]).is_empty(), "seed {seed}: {sets:?}");
            }
        }
    }
}
