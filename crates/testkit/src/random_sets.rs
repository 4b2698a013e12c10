//! Random cases whose patterns have sets of labels.
//!
//! The cases of [`random`](crate::random) with labels of the pattern replaced by sets: mostly sets
//! that accept the label, so that what was planted still occurs, sometimes others, rarely the empty
//! one. Some arcs with sets get a parallel twin. Of the first 500 cases, 72 % have a homomorphism,
//! 64 % a monomorphism and 38 % an induced mapping.

use isocount_core::{Edge, Label, LabelSet, LabeledGraph, NodeId, Pattern};

use crate::Rng;
use crate::random::{Case, case, large_case, small_case};
use crate::transform::build;

/// Like [`case`], but with sets in the pattern.
#[must_use]
pub fn set_case(seed: u64) -> Case {
    loosened(case(seed), seed)
}

/// Like [`small_case`], but with sets in the pattern.
#[must_use]
pub fn small_set_case(seed: u64) -> Case {
    loosened(small_case(seed), seed)
}

/// Like [`large_case`], but with sets in the pattern.
#[must_use]
pub fn large_set_case(seed: u64) -> Case {
    loosened(large_case(seed), seed)
}

/// The probabilities that a node, an arc or an arc's twin gets a set.
struct Chances {
    node: usize,
    arc: usize,
    twin: usize,
}

fn loosened(case: Case, seed: u64) -> Case {
    let mut rng = Rng::new(seed ^ 0x5e75);
    let chances = Chances {
        node: [0, 20, 50, 90][rng.below(4)],
        arc: [0, 20, 50, 90][rng.below(4)],
        twin: [0, 0, 25][rng.below(3)],
    };
    let pattern = loosened_pattern(&case.pattern, &chances, &mut rng);
    let graph = if chances.twin > 0 { thickened(&case.graph, &mut rng) } else { case.graph };
    Case { pattern, graph }
}

/// The graph with more parallel arcs, for the twins.
fn thickened(graph: &LabeledGraph, rng: &mut Rng) -> LabeledGraph {
    let mut arcs: Vec<Edge> = graph.arcs().collect();
    for arc in graph.arcs() {
        let label = Label(rng.below(4) as u32);
        if rng.chance(50) {
            continue;
        }
        arcs.push(Edge { label, ..arc });
        if graph.has_arc(arc.head, arc.tail, arc.label) {
            arcs.push(Edge { tail: arc.head, head: arc.tail, label });
        }
    }
    build(graph.node_labels().iter().copied(), arcs)
}

fn loosened_pattern(pattern: &Pattern, chances: &Chances, rng: &mut Rng) -> Pattern {
    let mut builder = Pattern::builder();
    for v in pattern.nodes() {
        let label = pattern.node_label(v);
        let set = if rng.chance(chances.node) { any_set(label, rng) } else { label.into() };
        builder.node(set);
    }
    let mut plain: Vec<(NodeId, NodeId, Label)> = Vec::new();
    let mut add = |tail, head, set: LabelSet| {
        let label = set.single();
        let repeated = label.is_some_and(|label| plain.contains(&(tail, head, label)));
        plain.extend(label.map(|label| (tail, head, label)));
        if !repeated {
            builder.edge(tail, head, set);
        }
    };
    for arc in pattern.arcs() {
        let back = pattern.has_arc(arc.head, arc.tail, arc.label) && arc.head != arc.tail;
        if back && arc.head < arc.tail {
            continue;
        }
        let with_set = rng.chance(chances.arc);
        let set = if with_set { any_set(arc.label, rng) } else { arc.label.into() };
        // An undirected edge mostly stays one.
        let other_set = if rng.chance(80) { set.clone() } else { any_set(arc.label, rng) };
        let twins = if with_set && rng.chance(chances.twin) { 2 } else { 1 };
        for _ in 0..twins {
            add(arc.tail, arc.head, set.clone());
            if back {
                add(arc.head, arc.tail, other_set.clone());
            }
        }
    }
    builder.build().expect("plain arcs are added once")
}

/// A set that mostly accepts the label.
fn any_set(label: Label, rng: &mut Rng) -> LabelSet {
    let mut some =
        |percent| -> Vec<Label> { (0..5).map(Label).filter(|_| rng.chance(percent)).collect() };
    let (few, others) = (some(25), some(40));
    match rng.below(60) {
        0..14 => LabelSet::any(),
        14..38 => LabelSet::one_of(few.into_iter().chain([label])),
        38..57 => LabelSet::all_but(others.into_iter().filter(|&other| other != label)),
        57 => LabelSet::all_but(others),
        58 => LabelSet::one_of(others),
        _ => LabelSet::one_of(few),
    }
}

/// A set that accepts the label.
pub(crate) fn accepting(label: Label, rng: &mut Rng) -> LabelSet {
    let set = any_set(label, rng);
    if set.accepts(label) {
        set
    } else {
        LabelSet::one_of(set.labels().iter().copied().chain([label]))
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::{Semantics, Unit};

    use super::*;
    use crate::naive::naive_pattern_count;

    const SEEDS: u64 = 500;

    fn percent(has: impl Fn(&Case) -> bool) -> u64 {
        100 * (0..SEEDS).filter(|&seed| has(&set_case(seed))).count() as u64 / SEEDS
    }

    #[test]
    fn counts_that_are_not_zero_are_common() {
        let share = |s| percent(|c| naive_pattern_count(&c.pattern, &c.graph, s) > 0);
        let shares = [
            share(Semantics::Homomorphism),
            share(Semantics::Monomorphism(Unit::Mappings)),
            share(Semantics::Induced(Unit::Mappings)),
        ];
        assert!(shares[0] >= 65 && shares[1] >= 58 && shares[2] >= 33, "{shares:?}");
        assert!(shares.iter().all(|&share| share < 97), "{shares:?}");
    }

    #[test]
    fn every_feature_is_common() {
        assert!(percent(|c| c.pattern.has_node_sets()) > 50);
        assert!(percent(|c| c.pattern.has_edge_sets()) > 40);
        assert!((5..40).contains(&percent(|c| !c.pattern.has_sets())));
        let several = |c: &Case, alike: bool| {
            c.pattern.arcs().any(|arc| {
                let sets: Vec<_> = c.pattern.arc_sets_between(arc.tail, arc.head).collect();
                let twins = sets.iter().any(|a| sets.iter().filter(|b| *b == a).count() > 1);
                sets.len() > 1 && sets.iter().any(|set| set.label().is_none()) && twins == alike
            })
        };
        assert!(percent(|c| several(c, true)) > 3);
        assert!(percent(|c| several(c, false)) > 3);
        // Twins that need two parallel arcs, and find them.
        let monomorphism = Semantics::Monomorphism(Unit::Mappings);
        let occurs = |c: &Case| naive_pattern_count(&c.pattern, &c.graph, monomorphism) > 0;
        assert!(percent(|c| several(c, true) && occurs(c)) >= 1);
        let any = |c: &Case| c.pattern.arc_sets().any(|(.., set)| set.to_set().is_any());
        assert!(percent(any) > 10);
    }
}
