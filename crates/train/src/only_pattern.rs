//! Whether a pattern is the one that a blind model was trained for.

use isocount_core::{Answer, Budget, Control, CountError, Counter, Pattern, Semantics, Unit};
use isocount_count::Exact;
use isocount_data::TrainingSet;
use isocount_model::OnlyPattern;

/// The pattern of all examples, if they have only one.
pub(crate) fn only_pattern(training: &TrainingSet) -> Option<OnlyPattern> {
    let [pattern] = training.patterns() else { return None };
    Some(OnlyPattern::new(&pattern.pattern))
}

/// Whether another pattern is isomorphic to it: it has as many nodes and arcs, and the trained
/// pattern occurs in it.
pub(crate) fn is_same(
    only: &OnlyPattern,
    other: &Pattern,
    control: &Control,
) -> Result<bool, CountError> {
    if *only == OnlyPattern::new(other) {
        return Ok(true);
    }
    let fits = only.nodes.len() == other.num_nodes() && only.arcs.len() == other.num_arcs();
    let Some(pattern) = only.pattern().filter(|_| fits) else { return Ok(false) };
    let semantics = Semantics::Monomorphism(Unit::Mappings);
    let budget = Budget::UNLIMITED.with_control(control);
    let found = Exact::with_threads(1).count(&pattern, other, semantics, &budget);
    control.check()?;
    Ok(matches!(found, Ok(Answer::Exact(count)) if count.0 > 0))
}

#[cfg(test)]
mod tests {
    use isocount_core::{Label, LabeledGraph};

    use super::*;

    fn pattern(labels: &[u32], arcs: &[[u32; 3]]) -> Pattern {
        let mut builder = LabeledGraph::builder();
        let nodes: Vec<_> = labels.iter().map(|&label| builder.node(Label(label))).collect();
        for &[tail, head, label] in arcs {
            builder.edge(nodes[tail as usize], nodes[head as usize], Label(label));
        }
        builder.build().unwrap().try_into().unwrap()
    }

    fn is(only: &OnlyPattern, other: &Pattern) -> bool {
        is_same(only, other, &Control::NONE).unwrap()
    }

    #[test]
    fn a_pattern_is_recognised_in_any_numbering_and_others_are_not() {
        let only = OnlyPattern::new(&pattern(&[1, 1, 2], &[[0, 1, 0], [1, 2, 3]]));
        assert!(is(&only, &pattern(&[1, 1, 2], &[[0, 1, 0], [1, 2, 3]])));
        assert!(is(&only, &pattern(&[2, 1, 1], &[[2, 1, 0], [1, 0, 3]])));
        assert!(!is(&only, &pattern(&[1, 1, 2], &[[1, 0, 0], [1, 2, 3]])));
        assert!(!is(&only, &pattern(&[1, 1, 2], &[[0, 1, 0], [1, 2, 2]])));
        assert!(!is(&only, &pattern(&[1, 1, 2], &[[0, 1, 0]])));
        assert!(!is(&only, &pattern(&[1, 1, 2, 2], &[[0, 1, 0], [1, 2, 3]])));
    }

    #[test]
    fn large_patterns_that_differ_late_are_told_apart_at_once() {
        // Stars of fifteen leaves, whose last two are joined in one direction or the other.
        let star = |last: [u32; 3]| {
            let mut arcs: Vec<[u32; 3]> = (0..15).map(|leaf| [15, leaf, 0]).collect();
            arcs.push(last);
            pattern(&[0; 16], &arcs)
        };
        let only = OnlyPattern::new(&star([13, 14, 0]));
        assert!(is(&only, &star([0, 1, 0])));
        assert!(!is(&only, &star([3, 15, 0])));
    }
}
