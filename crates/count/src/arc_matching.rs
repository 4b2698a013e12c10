//! Whether the pattern arcs between two nodes have images, for labels and sets of labels.
//!
//! Between an ordered pair of pattern nodes run arcs that accept the sets S₁ … Sₖ; between their
//! images run arcs with the labels L, all different.
//!
//! ```text
//! homomorphism    every Sᵢ accepts a label of L
//! monomorphism    there are different labels l₁ … lₖ in L with lᵢ in Sᵢ: a matching
//! induced         the same, and k = |L|: the matching leaves no arc of the graph over
//! ```
//!
//! Plain labels between the same nodes differ, so for them the second line is equivalent to the
//! first.
//!
//! Arcs that must be absent are the same in all meanings: no label of L is in their set.

use isocount_core::{HalfArc, Label, LabelSet, Semantics, Wanted};

use crate::meter::Meter;

/// Whether arcs that accept these sets have images among the given parallel arcs. Returns false
/// once the budget is spent.
pub(crate) fn arcs_fit<'a>(
    wanted: impl ExactSizeIterator<Item = Wanted<'a>> + Clone,
    there: &[HalfArc],
    semantics: Semantics,
    meter: &mut Meter<'_>,
) -> bool {
    let k = wanted.len();
    if semantics.is_induced() && k != there.len() || semantics.is_injective() && k > there.len() {
        return false;
    }
    let each_has_one = wanted.clone().all(|set| {
        meter.work(1) && there.iter().any(|arc| meter.work(1) && set.accepts(arc.label))
    });
    if !each_has_one || !semantics.is_injective() || k < 2 {
        return each_has_one && !meter.is_spent();
    }
    let wanted: Vec<Wanted<'a>> = wanted.collect();
    let labels: Vec<Label> = there.iter().map(|arc| arc.label).collect();
    has_matching(&wanted, &labels, meter)
}

/// Whether none of the given parallel arcs has a label that must be absent. Returns false once the
/// budget is spent.
pub(crate) fn is_absent(
    forbidden: Option<&LabelSet>,
    there: &[HalfArc],
    meter: &mut Meter<'_>,
) -> bool {
    let Some(set) = forbidden else { return true };
    there.iter().all(|arc| meter.work(1) && !set.accepts(arc.label))
}

/// Whether all sets can take a label of their own, by augmenting paths.
fn has_matching(wanted: &[Wanted<'_>], labels: &[Label], meter: &mut Meter<'_>) -> bool {
    let mut taken_by: Vec<Option<usize>> = vec![None; labels.len()];
    (0..wanted.len()).all(|i| augment(wanted, labels, i, &mut taken_by, meter))
}

/// Finds a label for set `i`, if need be one that another set has taken and can exchange. Breadth
/// first and without recursion: there may be thousands of parallel arcs.
fn augment(
    wanted: &[Wanted<'_>],
    labels: &[Label],
    i: usize,
    taken_by: &mut [Option<usize>],
    meter: &mut Meter<'_>,
) -> bool {
    // For each label reached, the set that it was reached from.
    let mut reached_from: Vec<Option<usize>> = vec![None; labels.len()];
    let mut open = vec![i];
    let mut next = 0;
    while let Some(&set) = open.get(next) {
        next += 1;
        for (l, &label) in labels.iter().enumerate() {
            if !meter.work(1) {
                return false;
            }
            if reached_from[l].is_some() || !wanted[set].accepts(label) {
                continue;
            }
            reached_from[l] = Some(set);
            let Some(other) = taken_by[l] else {
                exchange(i, l, &reached_from, taken_by);
                return true;
            };
            open.push(other);
        }
    }
    false
}

/// Assigns the free label `l` to the set from which it was reached, the previous label of that set
/// to the set before it, and so on back to set `i`.
fn exchange(i: usize, l: usize, reached_from: &[Option<usize>], taken_by: &mut [Option<usize>]) {
    let mut free = l;
    while let Some(set) = reached_from[free] {
        let had = taken_by.iter().position(|&by| by == Some(set));
        taken_by[free] = Some(set);
        match had {
            Some(had) if set != i => {
                taken_by[had] = None;
                free = had;
            }
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_core::{LabelSet, NodeId, Unit};
    use isocount_testkit::Rng;

    /// Tries every way to choose different labels.
    fn by_trying(sets: &[LabelSet], labels: &[Label]) -> bool {
        let Some((first, rest)) = sets.split_first() else { return true };
        (0..labels.len()).any(|i| {
            let left: Vec<Label> = [&labels[..i], &labels[i + 1..]].concat();
            first.accepts(labels[i]) && by_trying(rest, &left)
        })
    }

    #[test]
    fn the_definition_holds_on_random_sets() {
        let mut found = [0; 3];
        for seed in 0..20_000 {
            let mut rng = Rng::new(seed);
            let most = rng.between(1, 6) as u32;
            let mut some = |percent| -> Vec<Label> {
                (0..most).filter(|_| rng.chance(percent)).map(Label).collect()
            };
            let there = some(70);
            let sets: Vec<LabelSet> = (0..=(seed % 5))
                .map(|i| {
                    if i % 3 == 2 {
                        LabelSet::all_but(some(60))
                    } else {
                        LabelSet::one_of(some(40))
                    }
                })
                .collect();
            let arcs: Vec<HalfArc> =
                there.iter().map(|&label| HalfArc { node: NodeId(0), label }).collect();
            let matched = by_trying(&sets, &there);
            let expected = [
                sets.iter().all(|set| there.iter().any(|&label| set.accepts(label))),
                matched,
                matched && sets.len() == there.len(),
            ];
            let meanings = [
                Semantics::Homomorphism,
                Semantics::Monomorphism(Unit::Mappings),
                Semantics::Induced(Unit::Mappings),
            ];
            for ((meaning, expected), found) in meanings.into_iter().zip(expected).zip(&mut found) {
                let wanted = sets.iter().map(Wanted::Set);
                let fits = arcs_fit(wanted, &arcs, meaning, &mut Meter::unlimited());
                assert_eq!(fits, expected, "seed {seed}, {meaning}: {sets:?} in {there:?}");
                *found += u32::from(fits);
            }
        }
        assert!(found.iter().all(|&found| found > 500), "{found:?}");
    }

    #[test]
    fn a_spent_budget_finds_nothing() {
        let any = LabelSet::any();
        let arcs: Vec<HalfArc> =
            (0..3_000).map(|label| HalfArc { node: NodeId(0), label: Label(label) }).collect();
        let mut meter = Meter::unlimited();
        meter.spend();
        let wanted = vec![Wanted::Set(&any); 3_000];
        let monomorphism = Semantics::Monomorphism(Unit::Mappings);
        assert!(!arcs_fit(wanted.iter().copied(), &arcs, monomorphism, &mut meter));
        assert!(arcs_fit(wanted.iter().copied(), &arcs, monomorphism, &mut Meter::unlimited()));
    }
}
