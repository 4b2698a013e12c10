//! Consistent sizes and their order.

use super::Parameters;
use super::parameters::Sizes;

/// One choice of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) nodes: usize,
    pub(super) arcs: usize,
    pub(super) node_labels: usize,
    pub(super) edge_labels: usize,
}

impl Slot {
    /// `N8_E16_NL4_EL4`, the middle part of every published name.
    pub(super) fn name(&self) -> String {
        let Self { nodes, arcs, node_labels, edge_labels } = self;
        format!("N{nodes}_E{arcs}_NL{node_labels}_EL{edge_labels}")
    }

    /// Whether the sizes are connected, not too dense, and large enough to use every label.
    fn fits(&self, max_arcs_per_node: usize) -> bool {
        self.node_labels <= self.nodes
            && self.arcs + 1 >= self.nodes
            && self.arcs <= max_arcs_per_node * self.nodes
            && self.edge_labels <= self.arcs
    }

    /// Whether a graph of this slot can contain a pattern of the other.
    fn could_hold(&self, pattern: &Self) -> bool {
        self.nodes >= pattern.nodes
            && self.arcs >= pattern.arcs
            && self.node_labels >= pattern.node_labels
            && self.edge_labels >= pattern.edge_labels
    }
}

/// All consistent choices; the last list varies fastest.
fn slots(sizes: &Sizes, max_arcs_per_node: usize) -> impl Iterator<Item = Slot> {
    let Sizes { nodes, arcs, node_labels, edge_labels } = *sizes;
    let all = nodes.iter().flat_map(move |&nodes| {
        node_labels.iter().flat_map(move |&node_labels| {
            arcs.iter().flat_map(move |&arcs| {
                let slot = move |&edge_labels| Slot { nodes, arcs, node_labels, edge_labels };
                edge_labels.iter().map(slot)
            })
        })
    });
    all.filter(move |slot| slot.fits(max_arcs_per_node))
}

impl Parameters {
    /// The slots of the patterns.
    pub(super) fn pattern_slots(&self) -> Vec<Slot> {
        slots(&self.pattern, self.max_arcs_per_node).collect()
    }

    /// The slots of the graphs of one pattern.
    pub(super) fn graph_slots(&self, pattern: &Slot) -> Vec<Slot> {
        let all = slots(&self.graph, self.max_arcs_per_node);
        all.filter(|slot| slot.could_hold(pattern)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many patterns own how many graphs.
    fn graphs_per_pattern(parameters: &Parameters) -> Vec<usize> {
        let per_slot = parameters.graphs_per_slot * parameters.alphas.len();
        let of_pattern = |slot: Slot| per_slot * parameters.graph_slots(&slot).len();
        let owned = parameters.pattern_slots().into_iter().map(of_pattern);
        owned.flat_map(|graphs| vec![graphs; parameters.patterns_per_slot]).collect()
    }

    #[test]
    fn the_numbers_of_the_paper_come_out() {
        let small = graphs_per_pattern(&Parameters::SMALL);
        assert_eq!(small.len(), 75);
        assert_eq!(small.iter().sum::<usize>(), 448_140);
        let owning = |graphs| small.iter().filter(|&&own| own == graphs).count() / 3;
        assert_eq!([6_790, 4_480, 4_340, 2_870].map(owning), [17, 5, 2, 1]);

        let large = graphs_per_pattern(&Parameters::LARGE);
        assert_eq!(large.len(), 122);
        assert!(large.iter().all(|&own| own == 3_240));
        assert_eq!(large.iter().sum::<usize>(), 395_280);
    }
}
