//! The one pattern that a blind model was trained for: asked about another, it would say the same.

use isocount_core::{
    Answer, Budget, Counter, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit,
};
use isocount_count::Exact;
use isocount_data::TrainingSet;
use serde::{Deserialize, Serialize};

/// A pattern in lists, as config.toml has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnlyPattern {
    /// The label of each node.
    nodes: Vec<u32>,
    /// Tail, head and label of each arc, in order.
    arcs: Vec<[u32; 3]>,
}

impl OnlyPattern {
    /// The pattern of all examples, if they have but one.
    pub(crate) fn of(training: &TrainingSet) -> Option<Self> {
        let [pattern] = training.patterns() else { return None };
        Some(Self::new(&training.view().apply_to_pattern(&pattern.pattern)))
    }

    fn new(pattern: &LabeledGraph) -> Self {
        let mut arcs: Vec<[u32; 3]> =
            pattern.arcs().map(|arc| [arc.tail.0, arc.head.0, arc.label.0]).collect();
        arcs.sort_unstable();
        Self { nodes: pattern.node_labels().iter().map(|label| label.0).collect(), arcs }
    }

    /// Whether another pattern is the same, however its nodes are numbered: it has as many nodes and arcs, and this one
    /// occurs in it.
    pub(crate) fn is(&self, other: &Pattern) -> bool {
        if *self == Self::new(other) {
            return true;
        }
        let fits = self.nodes.len() == other.num_nodes() && self.arcs.len() == other.num_arcs();
        let Some(pattern) = self.pattern().filter(|_| fits) else { return false };
        let semantics = Semantics::Monomorphism(Unit::Mappings);
        let found = Exact::with_threads(1).count(&pattern, other, semantics, &Budget::UNLIMITED);
        matches!(found, Ok(Answer::Exact(count)) if count.0 > 0)
    }

    /// The pattern itself; nothing if the lists are not those of one.
    fn pattern(&self) -> Option<Pattern> {
        let mut builder = LabeledGraph::builder();
        for &label in &self.nodes {
            builder.node(Label(label));
        }
        for &[tail, head, label] in &self.arcs {
            builder.edge(NodeId(tail), NodeId(head), Label(label));
        }
        builder.build().ok()?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(labels: &[u32], arcs: &[[u32; 3]]) -> Pattern {
        let mut builder = LabeledGraph::builder();
        let nodes: Vec<_> = labels.iter().map(|&label| builder.node(Label(label))).collect();
        for &[tail, head, label] in arcs {
            builder.edge(nodes[tail as usize], nodes[head as usize], Label(label));
        }
        builder.build().unwrap().try_into().unwrap()
    }

    #[test]
    fn a_pattern_is_known_by_any_numbering_and_no_other_is() {
        let only = OnlyPattern::new(&pattern(&[1, 1, 2], &[[0, 1, 0], [1, 2, 3]]));
        assert!(only.is(&pattern(&[1, 1, 2], &[[0, 1, 0], [1, 2, 3]])));
        assert!(only.is(&pattern(&[2, 1, 1], &[[2, 1, 0], [1, 0, 3]])));
        assert!(!only.is(&pattern(&[1, 1, 2], &[[1, 0, 0], [1, 2, 3]])));
        assert!(!only.is(&pattern(&[1, 1, 2], &[[0, 1, 0], [1, 2, 2]])));
        assert!(!only.is(&pattern(&[1, 1, 2], &[[0, 1, 0]])));
        assert!(!only.is(&pattern(&[1, 1, 2, 2], &[[0, 1, 0], [1, 2, 3]])));
    }

    #[test]
    fn large_patterns_that_differ_late_are_told_apart_at_once() {
        // Stars of fifteen leaves, the last two of which are joined one way or the other.
        let star = |last: [u32; 3]| {
            let mut arcs: Vec<[u32; 3]> = (0..15).map(|leaf| [15, leaf, 0]).collect();
            arcs.push(last);
            pattern(&[0; 16], &arcs)
        };
        let only = OnlyPattern::new(&star([13, 14, 0]));
        assert!(only.is(&star([0, 1, 0])));
        assert!(!only.is(&star([3, 15, 0])));
    }
}
