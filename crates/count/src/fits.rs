//! Whether pattern nodes can go to graph nodes, checked in the graph itself: one node alone, or two
//! nodes together.

use isocount_core::{HalfArc, LabeledGraph, NodeId, Pattern, Semantics};

use crate::arc_matching::{arcs_fit, is_absent};
use crate::meter::Meter;

/// A pattern, a graph, and the kind of match. Once the budget is spent, the answers are
/// meaningless.
#[derive(Clone, Copy)]
pub(crate) struct Fits<'a> {
    pub(crate) p: &'a Pattern,
    pub(crate) g: &'a LabeledGraph,
    pub(crate) semantics: Semantics,
}

impl Fits<'_> {
    /// Whether `x` may be the image of `u`, judging by `x` and its own arcs.
    pub(crate) fn may_go_to(&self, u: NodeId, x: NodeId, meter: &mut Meter<'_>) -> bool {
        let (p, g) = (self.p.graph(), self.g);
        if !self.p.accepts_node(u, g.node_label(x)) || !self.arcs_fit((u, u), (x, x), meter) {
            return false;
        }
        self.row_fits(p.out_arcs(u), g.out_arcs(x), meter)
            && self.row_fits(p.in_arcs(u), g.in_arcs(x), meter)
    }

    /// Whether each pattern arc has a matching graph arc; injective maps send arcs to different
    /// arcs.
    fn row_fits(&self, needed: &[HalfArc], there: &[HalfArc], meter: &mut Meter<'_>) -> bool {
        let of_a_kind = |a: &HalfArc, b: &HalfArc| {
            self.p.edge_set(a.label).accepts(b.label)
                && self.p.accepts_node(a.node, self.g.node_label(b.node))
        };
        let enough = !self.semantics.is_injective() || needed.len() <= there.len();
        enough && needed.iter().all(|a| there.iter().any(|b| !meter.work(1) || of_a_kind(a, b)))
    }

    /// Whether the arcs from `u` to `v` have images from `x` to `y`, and there are none that must be
    /// absent, nor any other arcs if the mapping must be induced.
    pub(crate) fn arcs_fit(
        &self,
        (u, v): (NodeId, NodeId),
        (x, y): (NodeId, NodeId),
        meter: &mut Meter<'_>,
    ) -> bool {
        if self.p.has_absent()
            && !is_absent(self.p.absent_between(u, v), self.g.arcs_between(x, y), meter)
        {
            return false;
        }
        if self.p.arcs_between(u, v).is_empty() && !self.semantics.is_induced() {
            return true;
        }
        if self.p.has_sets() {
            let (wanted, there) = (self.p.arc_sets_between(u, v), self.g.arcs_between(x, y));
            return arcs_fit(wanted, there, self.semantics, meter);
        }
        let (needed, there) = (self.p.arcs_between(u, v), self.g.arcs_between(x, y));
        (!self.semantics.is_induced() || needed.len() == there.len())
            && needed.iter().all(|arc| self.g.has_arc(x, y, arc.label))
    }

    /// Whether two different nodes can go to `x` and `y`.
    pub(crate) fn pair_fits(
        &self,
        (u, v): (NodeId, NodeId),
        (x, y): (NodeId, NodeId),
        meter: &mut Meter<'_>,
    ) -> bool {
        (x != y || !self.semantics.is_injective())
            && self.arcs_fit((u, v), (x, y), meter)
            && self.arcs_fit((v, u), (y, x), meter)
    }
}
