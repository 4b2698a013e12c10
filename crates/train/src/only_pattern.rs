//! The one pattern that a blind model was trained for: asked about another, it would say the same.

use isocount_core::LabeledGraph;
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

    /// Whether another pattern is the same, however its nodes are numbered.
    pub(crate) fn is(&self, pattern: &LabeledGraph) -> bool {
        let other = Self::new(pattern);
        let fits = self.nodes.len() == other.nodes.len() && self.arcs.len() == other.arcs.len();
        fits && self.extend(&mut Vec::new(), &other)
    }

    /// Whether the images of the first nodes can be completed; an arc is compared once both its ends have
    /// their images.
    fn extend(&self, images: &mut Vec<u32>, other: &Self) -> bool {
        let node = images.len();
        if node == self.nodes.len() {
            return true;
        }
        for image in 0..other.nodes.len() as u32 {
            if images.contains(&image) || self.nodes[node] != other.nodes[image as usize] {
                continue;
            }
            images.push(image);
            let placed = |end: u32| images.get(end as usize).copied();
            let arcs_fit = self.arcs.iter().all(|&[tail, head, label]| {
                let (Some(tail), Some(head)) = (placed(tail), placed(head)) else { return true };
                other.arcs.binary_search(&[tail, head, label]).is_ok()
            });
            if arcs_fit && self.extend(images, other) {
                return true;
            }
            images.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::Label;

    use super::*;

    fn graph(labels: &[u32], arcs: &[[u32; 3]]) -> LabeledGraph {
        let mut builder = LabeledGraph::builder();
        let nodes: Vec<_> = labels.iter().map(|&label| builder.node(Label(label))).collect();
        for &[tail, head, label] in arcs {
            builder.edge(nodes[tail as usize], nodes[head as usize], Label(label));
        }
        builder.build().unwrap()
    }

    #[test]
    fn a_pattern_is_known_by_any_numbering_and_no_other_is() {
        let only = OnlyPattern::new(&graph(&[1, 1, 2], &[[0, 1, 0], [1, 2, 3]]));
        assert!(only.is(&graph(&[1, 1, 2], &[[0, 1, 0], [1, 2, 3]])));
        assert!(only.is(&graph(&[2, 1, 1], &[[2, 1, 0], [1, 0, 3]])));
        assert!(!only.is(&graph(&[1, 1, 2], &[[1, 0, 0], [1, 2, 3]])));
        assert!(!only.is(&graph(&[1, 1, 2], &[[0, 1, 0], [1, 2, 2]])));
        assert!(!only.is(&graph(&[1, 1, 2], &[[0, 1, 0]])));
        assert!(!only.is(&graph(&[1, 1, 2, 2], &[[0, 1, 0], [1, 2, 3]])));
    }
}
