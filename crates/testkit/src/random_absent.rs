//! Random cases whose patterns have absent arcs.
//!
//! The cases of [`random`](crate::random), every third with sets of labels, and one to four absent
//! arcs: mostly between nodes without an arc, some beside a present arc, some loops; with one label,
//! several, all but some, or all. Of the first 500 cases, 63 % have a homomorphism, 57 % a
//! monomorphism and 38 % an induced mapping.

use isocount_core::{Label, LabelSet, NodeId, Pattern, PatternBuilder};

use crate::Rng;
use crate::random::{
    Case, case, large_case, large_set_case, planted_case, set_case, small_case, small_set_case,
};

/// Like [`case`], but with absent arcs in the pattern.
#[must_use]
pub fn absent_case(seed: u64) -> Case {
    let case = if seed % 3 == 2 { set_case(seed) } else { case(seed) };
    with_absent(case, seed)
}

/// Like [`small_case`], but with absent arcs in the pattern.
#[must_use]
pub fn small_absent_case(seed: u64) -> Case {
    let case = if seed % 3 == 2 { small_set_case(seed) } else { small_case(seed) };
    with_absent(case, seed)
}

/// Like [`large_case`], but with absent arcs in the pattern.
#[must_use]
pub fn large_absent_case(seed: u64) -> Case {
    let case = if seed % 3 == 2 { large_set_case(seed) } else { large_case(seed) };
    with_absent(case, seed)
}

/// Like [`planted_case`], but with absent arcs in the pattern.
#[must_use]
pub fn planted_absent_case(seed: u64) -> Case {
    with_absent(planted_case(seed), seed)
}

fn with_absent(case: Case, seed: u64) -> Case {
    let mut rng = Rng::new(seed ^ 0xab5e);
    let Case { pattern, graph } = case;
    let mut builder = PatternBuilder::from(&pattern);
    let mut added = 0;
    let wanted = rng.between(1, 4);
    // Patterns that are complete, or have one node, get what they can.
    for _ in 0..40 {
        let mut end = || NodeId(rng.below(pattern.num_nodes()) as u32);
        let (tail, head) = (end(), end());
        let is_linked = !pattern.arcs_between(tail, head).is_empty()
            || !pattern.arcs_between(head, tail).is_empty();
        let is_taken = if tail == head { !rng.chance(15) } else { is_linked && !rng.chance(20) };
        if is_taken {
            continue;
        }
        let mut set = any_labels(&mut rng);
        // Beside a present arc, most sets leave it its label.
        if let Some(arc) = pattern.arcs_between(tail, head).first()
            && rng.chance(80)
        {
            set = set.and(&pattern.edge_set(arc.label).to_set().complement());
        }
        if rng.chance(30) {
            builder.undirected_absent(tail, head, set);
        } else {
            builder.absent(tail, head, set);
        }
        added += 1;
        if added == wanted {
            break;
        }
    }
    Case { pattern: built(builder), graph }
}

fn built(builder: PatternBuilder) -> Pattern {
    builder.build().expect("the pattern stays as it was")
}

fn any_labels(rng: &mut Rng) -> LabelSet {
    let one = Label(rng.below(3) as u32);
    let some: Vec<Label> = (0..4).map(Label).filter(|_| rng.chance(40)).collect();
    match rng.below(10) {
        0..5 => one.into(),
        5..7 => LabelSet::one_of(some.into_iter().chain([one])),
        7 => LabelSet::all_but(some),
        _ => LabelSet::any(),
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::{Semantics, Unit};

    use super::*;
    use crate::naive::naive_pattern_count;

    const SEEDS: u64 = 500;

    fn percent(has: impl Fn(&Case) -> bool) -> u64 {
        100 * (0..SEEDS).filter(|&seed| has(&absent_case(seed))).count() as u64 / SEEDS
    }

    #[test]
    fn counts_that_are_not_zero_are_common() {
        let share = |s| percent(|c| naive_pattern_count(&c.pattern, &c.graph, s) > 0);
        let shares = [
            share(Semantics::Homomorphism),
            share(Semantics::Monomorphism(Unit::Mappings)),
            share(Semantics::Induced(Unit::Mappings)),
        ];
        assert!(shares[0] >= 56 && shares[1] >= 50 && shares[2] >= 32, "{shares:?}");
    }

    #[test]
    fn every_feature_is_common() {
        assert!(percent(|c| c.pattern.has_absent()) > 80);
        assert!(percent(|c| c.pattern.absent_arcs().len() > 2) > 20);
        let beside = |c: &Case| {
            c.pattern.absent_arcs().any(|(u, v, _)| !c.pattern.arcs_between(u, v).is_empty())
        };
        assert!(percent(beside) > 8);
        assert!(percent(|c| c.pattern.absent_arcs().any(|(u, v, _)| u == v)) > 8);
        assert!(percent(|c| c.pattern.absent_arcs().any(|(.., set)| set.is_any())) > 15);
        // Without its absent arcs, many a pattern occurs more often.
        let monomorphism = Semantics::Monomorphism(Unit::Mappings);
        let matters = |c: &Case| {
            let count = |p: &Pattern| naive_pattern_count(p, &c.graph, monomorphism);
            count(&c.pattern) < count(&c.pattern.without_absent())
        };
        assert!(percent(matters) > 18);
    }
}
