//! VF2, the baseline of the paper.
//!
//! L. P. Cordella, P. Foggia, C. Sansone and M. Vento, *A (Sub)Graph Isomorphism Algorithm for
//! Matching Large Graphs*, IEEE TPAMI 26(10), 2004. A plain implementation of the paper, extended
//! by labels, loops and parallel arcs: it extends a partial mapping by one pair (n, m) at a time,
//! takes pairs from the terminal sets (nodes one arc away from the mapping), and cuts a branch when
//! n has more neighbours in a terminal set than m. It enumerates every mapping.

use isocount_core::{HalfArc, Label, LabeledGraph, NodeId, Pattern, Semantics};

use crate::arc_matching::{arcs_fit, is_absent};
use crate::meter::Meter;
use crate::symmetry::num_automorphisms;
use crate::unindexed::Enumerate;

/// VF2 (Cordella et al. 2004).
///
/// ```
/// use isocount_core::{Budget, Counter, Semantics, Unit};
/// use isocount_count::{Exact, Vf2};
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
/// // Two methods that share no code should agree.
/// let (meaning, budget) = (Semantics::Induced(Unit::Mappings), Budget::UNLIMITED);
/// let count = |counter: &dyn Counter| counter.count(&edge, &ring, meaning, &budget);
/// assert_eq!(count(&Vf2)?, count(&Exact::new())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Vf2;

impl Enumerate for Vf2 {
    /// Depth first, without recursion: patterns may be long.
    fn mappings(&self, p: &Pattern, g: &LabeledGraph, s: Semantics, meter: &mut Meter<'_>) -> u128 {
        let mut state = State::new(p, g, s);
        let mut count = 0;
        // One entry per placed node and one for the node that is being placed: the pattern node,
        // and the graph node to try next.
        let mut stack: Vec<_> =
            state.next_node(meter).map(|first| (first, 0)).into_iter().collect();
        while let Some(&mut (n, ref mut next)) = stack.last_mut() {
            let m = NodeId(*next);
            *next += 1;
            if m.ix() >= g.num_nodes() {
                stack.pop();
                if let Some(&(parent, tried)) = stack.last() {
                    state.remove(parent, NodeId(tried - 1), meter);
                }
            } else if !meter.step() {
                break;
            } else if state.is_feasible(n, m, meter) {
                if stack.len() == p.num_nodes() {
                    count += 1;
                } else {
                    state.add(n, m, meter);
                    stack.extend(state.next_node(meter).map(|next| (next, 0)));
                }
            }
        }
        count
    }

    fn automorphisms(&self, p: &Pattern, meter: &Meter<'_>) -> Option<u128> {
        num_automorphisms(p, meter)
    }
}

/// The state of one of the two graphs under the partial mapping.
struct Side<'a> {
    graph: &'a LabeledGraph,
    /// The number of mapped nodes with an arc to each node. If positive, the node is in the
    /// out-terminal set.
    reached: Vec<u32>,
    /// The number of mapped nodes that each node has an arc to. If positive, the node is in the
    /// in-terminal set.
    reaching: Vec<u32>,
    /// The number of nodes that are mapped to each node (pattern side: 0 or 1).
    mapped: Vec<u32>,
}

/// The numbers of unmapped neighbours of a node, by terminal set.
#[derive(Default)]
struct Frontier {
    reached: u32,
    reaching: u32,
    new: u32,
}

impl<'a> Side<'a> {
    fn new(graph: &'a LabeledGraph) -> Self {
        let zeros = || vec![0; graph.num_nodes()];
        Self { graph, reached: zeros(), reaching: zeros(), mapped: zeros() }
    }

    /// Once the budget is spent this may stop halfway: nothing is counted after that.
    fn add(&mut self, v: NodeId, by: i32, meter: &mut Meter<'_>) {
        let shift = |n: &mut u32| *n = n.wrapping_add_signed(by);
        shift(&mut self.mapped[v.ix()]);
        let (out, into) = (self.graph.out_arcs(v), self.graph.in_arcs(v));
        for some in meter.stretches(out.len()) {
            out[some].iter().for_each(|arc| shift(&mut self.reached[arc.node.ix()]));
        }
        for some in meter.stretches(into.len()) {
            into[some].iter().for_each(|arc| shift(&mut self.reaching[arc.node.ix()]));
        }
    }

    /// Counts the unmapped nodes in one row; parallel arcs lead to one node. None once the budget
    /// is spent.
    fn frontier(&self, row: &[HalfArc], meter: &mut Meter<'_>) -> Option<Frontier> {
        let mut found = Frontier::default();
        let mut last = None;
        for some in meter.stretches(row.len()) {
            for arc in &row[some] {
                let v = arc.node.ix();
                if last.replace(v) != Some(v) && self.mapped[v] == 0 {
                    let (reached, reaching) = (self.reached[v] > 0, self.reaching[v] > 0);
                    found.reached += u32::from(reached);
                    found.reaching += u32::from(reaching);
                    found.new += u32::from(!reached && !reaching);
                }
            }
        }
        (!meter.is_spent()).then_some(found)
    }

    /// How many arcs of a row lead to mapped nodes, or to `v` itself.
    fn num_arcs_within(&self, row: &[HalfArc], v: NodeId, meter: &mut Meter<'_>) -> usize {
        let within = |arc: &&HalfArc| arc.node == v || self.mapped[arc.node.ix()] > 0;
        meter.stretches(row.len()).map(|some| row[some].iter().filter(within).count()).sum()
    }
}

impl Frontier {
    fn fits_in(&self, other: &Self, semantics: Semantics) -> bool {
        // A new pattern node may go to a terminal graph node unless the mapping is induced.
        let new_fits = !semantics.is_induced() || self.new <= other.new;
        self.reached <= other.reached && self.reaching <= other.reaching && new_fits
    }
}

struct State<'a> {
    semantics: Semantics,
    /// The pattern with the labels it accepts; its side of the mapping is its shape.
    accepts: &'a Pattern,
    pattern: Side<'a>,
    graph: Side<'a>,
    image: Vec<NodeId>,
}

impl<'a> State<'a> {
    fn new(p: &'a Pattern, g: &'a LabeledGraph, semantics: Semantics) -> Self {
        let image = vec![NodeId(0); p.num_nodes()];
        Self { semantics, accepts: p, pattern: Side::new(p), graph: Side::new(g), image }
    }

    /// The first pattern node of the out-terminal set, else of the in-terminal set, else any. None
    /// once the budget is spent.
    fn next_node(&self, meter: &mut Meter<'_>) -> Option<NodeId> {
        let side = &self.pattern;
        let (mut reaching, mut any) = (None, None);
        for some in meter.stretches(side.graph.num_nodes()) {
            for v in some.filter(|&v| side.mapped[v] == 0) {
                if side.reached[v] > 0 {
                    return Some(NodeId(v as u32));
                }
                if side.reaching[v] > 0 {
                    reaching = reaching.or(Some(NodeId(v as u32)));
                }
                any = any.or(Some(NodeId(v as u32)));
            }
        }
        reaching.or(any).filter(|_| !meter.is_spent())
    }

    fn add(&mut self, n: NodeId, m: NodeId, meter: &mut Meter<'_>) {
        self.image[n.ix()] = m;
        self.pattern.add(n, 1, meter);
        self.graph.add(m, 1, meter);
    }

    fn remove(&mut self, n: NodeId, m: NodeId, meter: &mut Meter<'_>) {
        self.pattern.add(n, -1, meter);
        self.graph.add(m, -1, meter);
    }

    /// Whether n can go to m. Once the budget is spent, nothing can.
    fn is_feasible(&self, n: NodeId, m: NodeId, meter: &mut Meter<'_>) -> bool {
        let (p, g) = (&self.pattern, &self.graph);
        if !self.accepts.accepts_node(n, g.graph.node_label(m)) {
            return false;
        }
        // m must be in the same terminal sets as n: one arc away from the mapping in the same
        // direction.
        let same_terminal = (p.reached[n.ix()] == 0 || g.reached[m.ix()] > 0)
            && (p.reaching[n.ix()] == 0 || g.reaching[m.ix()] > 0);
        if !same_terminal || !self.arcs_fit(n, m, meter) {
            return false;
        }
        if !self.semantics.is_injective() {
            return true;
        }
        let mut looks_ahead = |row: fn(&LabeledGraph, NodeId) -> &[HalfArc]| {
            let needed = p.frontier(row(p.graph, n), meter);
            let there = g.frontier(row(g.graph, m), meter);
            needed.zip(there).is_some_and(|(needed, there)| needed.fits_in(&there, self.semantics))
        };
        g.mapped[m.ix()] == 0
            && looks_ahead(LabeledGraph::out_arcs)
            && looks_ahead(LabeledGraph::in_arcs)
    }

    /// Whether every arc between n and the mapping, or from n to itself, has its image; and every
    /// arc at m its preimage if required.
    fn arcs_fit(&self, n: NodeId, m: NodeId, meter: &mut Meter<'_>) -> bool {
        let (p, g) = (self.pattern.graph, self.graph.graph);
        let image_of = |v: NodeId| {
            let placed = (self.pattern.mapped[v.ix()] > 0).then(|| self.image[v.ix()]);
            if v == n { Some(m) } else { placed }
        };
        let mut kept = |row: &[HalfArc], is_there: &dyn Fn(NodeId, Label) -> bool| {
            row.iter()
                .all(|a| meter.work(1) && image_of(a.node).is_none_or(|y| is_there(y, a.label)))
        };
        let all_kept = if self.accepts.has_sets() {
            self.sets_fit(n, &image_of, m, meter)
        } else {
            kept(p.out_arcs(n), &|y, label| g.has_arc(m, y, label))
                && kept(p.in_arcs(n), &|y, label| g.has_arc(y, m, label))
        };
        all_kept
            && (!self.accepts.has_absent() || self.bans_are_kept(n, &image_of, m, meter))
            && (!self.semantics.is_induced() || self.adds_no_arc(n, m, meter))
    }

    /// Whether no arc between n and the mapping, or from n to itself, is there that must be absent.
    fn bans_are_kept(
        &self,
        n: NodeId,
        image_of: &dyn Fn(NodeId) -> Option<NodeId>,
        m: NodeId,
        meter: &mut Meter<'_>,
    ) -> bool {
        let g = self.graph.graph;
        self.accepts.absent_arcs().all(|(tail, head, set)| {
            let ends = match (tail == n, head == n) {
                (true, _) => Some(m).zip(image_of(head)),
                (_, true) => image_of(tail).zip(Some(m)),
                _ => None,
            };
            meter.work(1)
                && ends.is_none_or(|(x, y)| is_absent(Some(set), g.arcs_between(x, y), meter))
        })
    }

    /// Whether the arcs between n and the mapping have their images if they may accept sets of
    /// labels.
    fn sets_fit(
        &self,
        n: NodeId,
        image_of: &dyn Fn(NodeId) -> Option<NodeId>,
        m: NodeId,
        meter: &mut Meter<'_>,
    ) -> bool {
        let (p, g) = (self.accepts, self.graph.graph);
        // An induced mapping leaves no arc over; that is checked at once for all of them.
        let semantics = match self.semantics {
            Semantics::Induced(unit) => Semantics::Monomorphism(unit),
            other => other,
        };
        let mut kept = |row: &[HalfArc], there: &dyn Fn(NodeId) -> &'a [HalfArc]| {
            row.chunk_by(|a, b| a.node == b.node).all(|arcs| {
                let wanted = arcs.iter().map(|arc| p.edge_set(arc.label));
                image_of(arcs[0].node).is_none_or(|y| arcs_fit(wanted, there(y), semantics, meter))
            })
        };
        kept(p.out_arcs(n), &|y| g.arcs_between(m, y))
            && kept(p.in_arcs(n), &|y| g.arcs_between(y, m))
    }

    /// All pattern arcs at n have images, so it is enough to count the arcs at m.
    fn adds_no_arc(&self, n: NodeId, m: NodeId, meter: &mut Meter<'_>) -> bool {
        let (p, g) = (&self.pattern, &self.graph);
        let mut same_number = |row: fn(&LabeledGraph, NodeId) -> &[HalfArc]| {
            p.num_arcs_within(row(p.graph, n), n, meter)
                == g.num_arcs_within(row(g.graph, m), m, meter)
        };
        let same = same_number(LabeledGraph::out_arcs) && same_number(LabeledGraph::in_arcs);
        same && !meter.is_spent()
    }
}
