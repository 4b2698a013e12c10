//! The first matches, found before the whole graph is processed: depth first over the rows of the
//! graph.
//!
//! The nodes u₁, u₂, … of the pattern are placed in a fixed order, and each goes through its images
//! by their numbers. So matches come in the lexicographic order of (f(u₁), f(u₂), …), and wherever
//! the search stops, one list of numbers describes the listed matches ([`Covered`]). The sieve, the
//! tables and the plan then take over, and leave out the covered matches.

use isocount_core::{HalfArc, LabeledGraph, NodeId, Pattern};

use super::walk::Stop;
use crate::cost::listing::{ARCS_PER_WORK_AHEAD, ARCS_WORTH_A_HEAD_START, NODES_GUESSED_FROM};
use crate::exact::compiling::members;
use crate::fits::Fits;
use crate::meter::Meter;
use crate::symmetry::Chain;

/// The amount of work to do before the sieve: little compared with the sieve and the tables, so
/// that a graph without matches loses little.
pub(crate) fn work_ahead(graph: &LabeledGraph) -> u64 {
    let arcs = graph.num_arcs();
    if arcs < ARCS_WORTH_A_HEAD_START { 0 } else { (arcs / ARCS_PER_WORK_AHEAD) as u64 }
}

/// The matches that were listed ahead: all matches before a point in the lexicographic order.
#[derive(Debug)]
pub(crate) struct Covered {
    /// The pattern nodes that are compared, in order.
    order: Vec<u8>,
    /// The first images that are not covered.
    from: Vec<u32>,
}

impl Covered {
    /// The pattern node that decides first, and its least image with matches that are not covered.
    pub(crate) fn first(&self) -> (u8, u32) {
        (self.order[0], self.from[0])
    }

    /// Whether a match was already listed, given the image of each pattern node.
    pub(crate) fn holds(&self, image: impl Fn(usize) -> u32) -> bool {
        let images = self.order.iter().map(|&u| image(u.into()));
        images.lt(self.from.iter().copied())
    }
}

/// A pattern node and its constraints.
#[derive(Debug)]
struct HeadStep {
    node: NodeId,
    /// The earlier nodes that share an arc with it.
    joined: u64,
    /// The earlier nodes to check in addition to being different: the joined ones, or all.
    related: u64,
    /// Whether it shares an arc with a later node.
    has_later: bool,
    /// The earlier nodes whose images must have smaller numbers.
    above: u64,
    /// The earlier nodes whose images must have larger numbers.
    below: u64,
}

/// Where the images of a step come from.
#[derive(Clone, Copy, Debug)]
enum Row {
    /// All nodes of the graph.
    Nodes,
    /// The heads of the arcs that leave a node.
    Out(NodeId),
    /// The tails of the arcs that enter it.
    Into(NodeId),
}

#[derive(Clone, Copy, Debug)]
struct HeadFrame {
    row: Row,
    /// The pattern node whose row it is, as a mask.
    anchor: u64,
    /// The position of the next image in the row.
    cursor: usize,
    /// The least image that was not tried.
    next: u32,
}

impl HeadFrame {
    const ALL: Self = Self { row: Row::Nodes, anchor: 0, cursor: 0, next: 0 };

    /// The next image; parallel arcs lead to one image.
    fn advance(&mut self, graph: &LabeledGraph) -> Option<NodeId> {
        let row = match self.row {
            Row::Nodes => {
                let found = NodeId(self.next);
                self.next += u32::from(found.ix() < graph.num_nodes());
                return (found.ix() < graph.num_nodes()).then_some(found);
            }
            Row::Out(y) => graph.out_arcs(y),
            Row::Into(y) => graph.in_arcs(y),
        };
        while let Some(arc) = row.get(self.cursor) {
            self.cursor += 1;
            if arc.node.0 >= self.next {
                self.next = arc.node.0 + 1;
                return Some(arc.node);
            }
        }
        None
    }
}

/// How a stretch of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// It stopped as a walk does.
    Stopped(Stop),
    /// The work that may be done ahead is used up.
    Over,
}

/// A search that begins immediately.
#[derive(Debug)]
pub(crate) struct HeadStart {
    steps: Vec<HeadStep>,
    images: Vec<NodeId>,
    frames: Vec<HeadFrame>,
    /// The step that gets its next image.
    at: usize,
    work_left: u64,
}

impl HeadStart {
    /// A search that does at most `work` work. None if the budget ran out.
    pub(crate) fn new(
        fits: Fits<'_>,
        chain: Option<&Chain>,
        work: u64,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let before = meter.total();
        let order = order(fits, work / 8, meter)?;
        let mut steps: Vec<HeadStep> = Vec::with_capacity(order.len());
        let mut placed = 0_u64;
        for node in order {
            let neighbours = neighbours(fits.p, node);
            let joined = neighbours & placed;
            let related = if fits.semantics.is_induced() {
                placed
            } else {
                (neighbours | banned(fits.p, node)) & placed
            };
            let has_later = neighbours & !placed != 0;
            steps.push(HeadStep { node, joined, related, has_later, above: 0, below: 0 });
            placed |= 1 << node.0;
        }
        let place = |node| steps.iter().position(|step| step.node == node);
        let demands = chain.into_iter().flat_map(Chain::demands);
        let demands: Vec<_> =
            demands.filter_map(|(u, w)| Some((u, w, place(u)?, place(w)?))).collect();
        for (u, w, first, second) in demands {
            if first < second {
                steps[second].above |= 1 << u.0;
            } else {
                steps[first].below |= 1 << w.0;
            }
        }
        Some(Self {
            images: vec![NodeId(0); steps.len()],
            frames: vec![HeadFrame::ALL; steps.len()],
            steps,
            at: 0,
            work_left: work.saturating_sub(meter.total() - before),
        })
    }

    /// Continues until `wanted` matches are found, or the work is used up. Appends each match to
    /// `found`, in the order of the pattern nodes.
    pub(crate) fn run(
        &mut self,
        fits: Fits<'_>,
        wanted: usize,
        found: &mut Vec<NodeId>,
        meter: &mut Meter<'_>,
    ) -> Ahead {
        let (before, enough) = (meter.total(), found.len() + wanted * self.images.len());
        loop {
            if !meter.work(1) {
                return Ahead::Stopped(Stop::Spent);
            }
            if meter.total() - before >= self.work_left {
                return Ahead::Over;
            }
            let Some(x) = self.frames[self.at].advance(fits.g) else {
                match self.at.checked_sub(1) {
                    Some(earlier) => self.at = earlier,
                    None => return Ahead::Stopped(Stop::Complete),
                }
                continue;
            };
            let step = &self.steps[self.at];
            if !self.may_take(step, x, fits, meter) {
                continue;
            }
            self.images[step.node.ix()] = x;
            if meter.is_spent() || !meter.step() {
                return Ahead::Stopped(Stop::Spent);
            }
            if self.at + 1 < self.steps.len() {
                self.at += 1;
                self.frames[self.at] = self.enter(&self.steps[self.at], fits);
                continue;
            }
            found.extend_from_slice(&self.images);
            if found.len() >= enough {
                self.work_left = self.work_left.saturating_sub(meter.total() - before);
                return Ahead::Stopped(Stop::Pause);
            }
        }
    }

    /// The matches listed so far.
    pub(crate) fn covered(&self) -> Covered {
        let upto = &self.steps[..=self.at];
        let mut from: Vec<u32> = upto.iter().map(|step| self.images[step.node.ix()].0).collect();
        // The last step has tried all images before this one, and the steps below it are finished.
        from[self.at] = self.frames[self.at].next;
        Covered { order: upto.iter().map(|step| step.node.0 as u8).collect(), from }
    }

    /// The shortest row that contains all images of a step.
    fn enter(&self, step: &HeadStep, fits: Fits<'_>) -> HeadFrame {
        let (mut shortest, mut best) = (usize::MAX, HeadFrame::ALL);
        for v in members(step.joined) {
            let (v, y) = (NodeId(v as u32), self.images[v]);
            let rows: [(bool, &[HalfArc], Row); 2] = [
                (!fits.p.arcs_between(v, step.node).is_empty(), fits.g.out_arcs(y), Row::Out(y)),
                (!fits.p.arcs_between(step.node, v).is_empty(), fits.g.in_arcs(y), Row::Into(y)),
            ];
            for (_, arcs, row) in rows.into_iter().filter(|(has_arcs, ..)| *has_arcs) {
                if arcs.len() < shortest {
                    (shortest, best) = (arcs.len(), HeadFrame { row, anchor: 1 << v.0, ..best });
                }
            }
        }
        best
    }

    /// Whether a step can take an image given the earlier ones, and later neighbours can find
    /// images.
    fn may_take(&self, step: &HeadStep, x: NodeId, fits: Fits<'_>, meter: &mut Meter<'_>) -> bool {
        let image = |v: usize| self.images[v];
        if !fits.p.accepts_node(step.node, fits.g.node_label(x))
            || members(step.above).any(|v| image(v) >= x)
            || members(step.below).any(|v| image(v) <= x)
        {
            return false;
        }
        let mut before = self.steps[..self.at].iter().map(|earlier| image(earlier.node.ix()));
        if fits.semantics.is_injective() && before.any(|y| y == x) {
            return false;
        }
        // It shares an arc with the anchor, so this check rarely fails and comes last.
        let anchor = self.frames[self.at].anchor;
        let fits_beside_all = members(step.related & !anchor).chain(members(anchor)).all(|v| {
            let pair = (step.node, NodeId(v as u32));
            meter.work(1) && fits.pair_fits(pair, (x, image(v)), meter)
        });
        fits_beside_all
            && if step.has_later {
                fits.may_go_to(step.node, x, meter)
            } else {
                fits.arcs_fit((step.node, step.node), (x, x), meter)
            }
    }
}

/// Orders the nodes: the rarest first, then those with the most arcs to earlier nodes, rare ones
/// first. None if the budget ran out.
fn order(fits: Fits<'_>, work: u64, meter: &mut Meter<'_>) -> Option<Vec<NodeId>> {
    let (p, g) = (fits.p, fits.g);
    let mut candidates = vec![0_u32; p.num_nodes()];
    let before = meter.total();
    for x in (0..g.num_nodes() as u32).step_by(g.num_nodes().div_ceil(NODES_GUESSED_FROM).max(1)) {
        if meter.total() - before >= work {
            break;
        }
        for u in p.nodes() {
            if !meter.work(1) {
                return None;
            }
            candidates[u.ix()] += u32::from(fits.may_go_to(u, NodeId(x), meter));
        }
    }
    let neighbours: Vec<u64> = p.nodes().map(|u| neighbours(p, u)).collect();
    let (mut order, mut placed) = (Vec::with_capacity(p.num_nodes()), 0_u64);
    while order.len() < p.num_nodes() {
        let open = p.nodes().filter(|u| placed >> u.0 & 1 == 0);
        let next = open.min_by_key(|u| {
            let (links, number) = (neighbours[u.ix()], candidates[u.ix()]);
            let to_placed = (links & placed).count_ones();
            (64 - to_placed, number, 64 - links.count_ones())
        })?;
        placed |= 1 << next.0;
        order.push(next);
    }
    Some(order)
}

/// The nodes between which and a pattern node an arc must be absent, as a mask.
fn banned(p: &Pattern, u: NodeId) -> u64 {
    p.absent_arcs().fold(0, |mask, (tail, head, _)| {
        let other = if tail == u { head } else { tail };
        if tail == u || head == u { mask | 1 << other.0 } else { mask }
    })
}

/// The other nodes that share an arc with a pattern node, as a mask.
fn neighbours(p: &Pattern, u: NodeId) -> u64 {
    let ends = p.out_arcs(u).iter().chain(p.in_arcs(u)).map(|arc| arc.node);
    ends.filter(|&v| v != u).fold(0, |mask, v| mask | 1 << v.0)
}
