//! The specification: every map from pattern nodes to graph nodes, tested against the definition.
//! Slow on purpose; every other counter is run against it.

use isocount_core::{Budget, Control, LabeledGraph, NodeId, Pattern, Semantics, Unit};

use crate::arc_matching::{arcs_fit, is_absent};
use crate::meter::Meter;
use crate::unindexed::Enumerate;

/// Tries every map: nodes of the graph to the power of nodes of the pattern.
///
/// ```
/// use isocount_core::{Answer, Budget, Count, Counter, Semantics};
/// use isocount_count::BruteForce;
/// # use isocount_core::{Label, LabeledGraph, Pattern};
/// # let mut builder = LabeledGraph::builder();
/// # let nodes: Vec<_> = (0..4).map(|_| builder.node(Label(0))).collect();
/// # for i in 0..4 {
/// #     builder.undirected_edge(nodes[i], nodes[(i + 1) % 4], Label(0));
/// # }
/// # let ring = builder.build()?;
/// # let mut builder = LabeledGraph::builder();
/// # let (a, b) = (builder.node(Label(0)), builder.node(Label(0)));
/// # builder.undirected_edge(a, b, Label(0));
/// # let edge = Pattern::try_from(builder.build()?)?;
///
/// // An edge goes to each of the four edges of a ring, both ways round.
/// let answer = BruteForce.count(&edge, &ring, Semantics::Homomorphism, &Budget::UNLIMITED)?;
/// assert_eq!(answer, Answer::Exact(Count(8)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BruteForce;

impl BruteForce {
    /// Every mapping: `f[u]` is the image of pattern node `u`. What a search finds is compared with
    /// these.
    #[doc(hidden)]
    #[must_use]
    pub fn list(p: &Pattern, g: &LabeledGraph, s: Semantics) -> Vec<Vec<NodeId>> {
        let mut all = Vec::new();
        Self::visit(p, g, s, &mut Meter::watching(&Control::NONE), |f| all.push(f.to_vec()));
        all
    }

    /// The same within a budget; nothing if it runs out.
    #[doc(hidden)]
    #[must_use]
    pub fn list_within(
        p: &Pattern,
        g: &LabeledGraph,
        s: Semantics,
        budget: &Budget,
    ) -> Option<Vec<Vec<NodeId>>> {
        let mut all = Vec::new();
        let mut meter = Meter::start(budget);
        Self::visit(p, g, s, &mut meter, |f| all.push(f.to_vec()));
        (!meter.is_spent()).then_some(all)
    }

    /// Counts up through all maps like an odometer: `f[u]` is the image of pattern node `u`. A map
    /// whose beginning does not fit is not completed.
    fn visit(
        p: &Pattern,
        g: &LabeledGraph,
        s: Semantics,
        meter: &mut Meter<'_>,
        mut found: impl FnMut(&[NodeId]),
    ) {
        let mut f = vec![NodeId(0)];
        while let Some(x) = f.last() {
            if x.ix() == g.num_nodes() {
                f.pop();
            } else if !meter.step() {
                break;
            } else if fits(p, g, s, &f, meter) {
                if f.len() < p.num_nodes() {
                    f.push(NodeId(0));
                    continue;
                }
                found(&f);
            }
            f.last_mut().into_iter().for_each(|x| x.0 += 1);
        }
    }
}

impl Enumerate for BruteForce {
    fn mappings(&self, p: &Pattern, g: &LabeledGraph, s: Semantics, meter: &mut Meter<'_>) -> u128 {
        let mut count = 0;
        Self::visit(p, g, s, meter, |_| count += 1);
        count
    }

    fn automorphisms(&self, p: &Pattern, meter: &Meter<'_>) -> Option<u128> {
        // In the shape of the pattern, arcs and nodes have equal labels if they accept the same.
        let shape = Pattern::try_from(p.symmetry_shape().clone()).expect("a pattern has a node");
        let mut meter = meter.for_time_only();
        let found = self.mappings(&shape, &shape, Semantics::Induced(Unit::Mappings), &mut meter);
        (!meter.is_spent()).then_some(found)
    }
}

/// The definition, for the last node of `f` against itself and each node before it; what it means
/// for arcs is in [`arcs_fit`] and [`is_absent`]. Once the budget is spent, nothing fits.
fn fits(p: &Pattern, g: &LabeledGraph, s: Semantics, f: &[NodeId], meter: &mut Meter<'_>) -> bool {
    let (u, x) = (NodeId(f.len() as u32 - 1), f[f.len() - 1]);
    let mut arcs_fit = |u, v, x, y| {
        let there = g.arcs_between(x, y);
        meter.work(1)
            && arcs_fit(p.arc_sets_between(u, v), there, s, meter)
            && is_absent(p.absent_between(u, v), there, meter)
    };
    p.accepts_node(u, g.node_label(x))
        && p.nodes().zip(f).all(|(v, &y)| {
            let apart = u == v || x != y || !s.is_injective();
            apart && arcs_fit(u, v, x, y) && arcs_fit(v, u, y, x)
        })
}
