//! The candidate images of each pattern node: by label, then by arc consistency.
//!
//! ```text
//! C(u) = { x : label of x = label of u, and for every arc ⟨u,v⟩ or ⟨v,u⟩ of the pattern the like between
//!              x and some y ∈ C(v) }                                                    the largest such sets
//! ```
//!
//! Every mapping of the pattern stays within these sets. `O(|E_Q|·|E|)` per round, until nothing
//! changes.

use isocount_core::{Cancelled, Control, HalfArc, LabeledGraph, NodeId, Pattern};

use crate::batch::ITEMS_PER_CHECK;

/// For each node of a pattern, its candidates in a graph.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    fits: Vec<Vec<bool>>,
}

impl Candidates {
    /// The candidates with the right label and loops.
    pub(crate) fn by_label(pattern: &Pattern, graph: &LabeledGraph) -> Self {
        let of_node = |node: NodeId| {
            let loops = pattern.arcs_between(node, node);
            let fits = |x: NodeId| {
                pattern.node_label(node) == graph.node_label(x)
                    && loops.iter().all(|arc| graph.has_arc(x, x, arc.label))
            };
            graph.nodes().map(fits).collect()
        };
        Self { fits: pattern.nodes().map(of_node).collect() }
    }

    /// The sets of the [module docs](self).
    pub(crate) fn consistent(
        pattern: &Pattern,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let mut all = Self::by_label(pattern, graph);
        let mut changed = true;
        while changed {
            changed = false;
            for node in pattern.nodes() {
                for x in graph.nodes() {
                    if x.ix() % ITEMS_PER_CHECK == 0 {
                        control.check()?;
                    }
                    if all.has(node, x) && !all.supports(pattern, graph, node, x) {
                        all.fits[node.ix()][x.ix()] = false;
                        changed = true;
                    }
                }
            }
        }
        Ok(all)
    }

    pub(crate) fn has(&self, node: NodeId, x: NodeId) -> bool {
        self.fits[node.ix()][x.ix()]
    }

    /// One for each candidate, zero for the others.
    pub(crate) fn indicator(&self, node: NodeId) -> Vec<f64> {
        self.fits[node.ix()].iter().map(|&fits| f64::from(u8::from(fits))).collect()
    }

    /// The candidates of a node.
    pub(crate) fn of(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let fits = (0..).map(NodeId).zip(&self.fits[node.ix()]);
        fits.filter(|(_, fits)| **fits).map(|(x, _)| x)
    }

    fn supports(&self, p: &Pattern, graph: &LabeledGraph, node: NodeId, x: NodeId) -> bool {
        let among = |wanted: &[HalfArc], there: &[HalfArc]| {
            wanted.iter().all(|arc| {
                there.iter().any(|it| it.label == arc.label && self.has(arc.node, it.node))
            })
        };
        among(p.out_arcs(node), graph.out_arcs(x)) && among(p.in_arcs(node), graph.in_arcs(x))
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::{graph, pattern};

    use super::*;

    #[test]
    fn a_node_without_a_partner_takes_others_with_it() {
        // Nothing follows e, so d has no valid successor.
        let graph = graph("a:1 -> b:2 -> c:3, d:1 -> e:2");
        let pattern = pattern("x:1 -> y:2 -> z:3");
        let left =
            |all: &Candidates| pattern.nodes().map(|u| all.of(u).count()).collect::<Vec<_>>();
        assert_eq!(left(&Candidates::by_label(&pattern, &graph)), [2, 2, 1]);
        assert_eq!(
            left(&Candidates::consistent(&pattern, &graph, &Control::NONE).unwrap()),
            [1, 1, 1]
        );
    }
}
