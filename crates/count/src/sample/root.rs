//! A pattern node that lies on every cycle, and what it takes to sample from its image. Once it is
//! placed, the rest is a forest whose candidates it restricts, so a dynamic programme over that
//! forest knows how many ways there are to close all cycles.
//!
//! If an automorphism takes the root to another node, exactly one of the mappings that differ by
//! such automorphisms has the largest image there. Only these are sampled: an image x of the root
//! outranks y if it has more neighbours, or as many and a larger number. Hubs are then roots, and
//! what lies below other nodes is small.

use isocount_core::NodeId;

use super::floor::Floor;
use super::fold::{Folding, Weights};
use super::look_ahead::LookAhead;
use super::particles::Child;
use super::replicate::SamplePlan;
use super::steps::SampleSteps;
use super::tails::{TailRule, Tails};
use crate::exact::compiling::members;
use crate::meter::Meter;
use crate::symmetry::orbits;

/// What is the same for all images of the root.
#[derive(Clone, Debug)]
pub(super) struct Roots {
    pub(super) root: usize,
    /// Its possible images, with their numbers as parents; and how much each is believed to be
    /// worth.
    pub(super) images: Vec<Child>,
    pub(super) scores: Vec<f64>,
    /// How many nodes the root stands for: those that an automorphism takes it to.
    pub(super) num_alike: f64,
    /// The others, whose images the image of the root outranks.
    pub(super) alike: u64,
    /// For each place of the root, its number of neighbours.
    pub(super) ranks: Vec<u32>,
    /// All other nodes whose numbers depend on the image of the root, each after its parent.
    pub(super) below: Vec<Below>,
    /// The nodes whose parent is the root.
    pub(super) children: Vec<usize>,
}

/// A node of the forest below a root.
#[derive(Clone, Debug)]
pub(super) struct Below {
    pub(super) node: usize,
    /// Where its images can be found from: the root, or a neighbour of the root.
    pub(super) near: Option<Near>,
    pub(super) parent: usize,
    /// All its children; and those whose numbers depend on the image of the root.
    pub(super) children: Vec<usize>,
    pub(super) moved: u64,
    /// Whether the image of the root must outrank its own, or at least differ from it.
    pub(super) is_outranked: bool,
    pub(super) avoids_root: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Near {
    Root { link: u16 },
    Neighbour { node: usize, link: u16 },
}

impl Roots {
    /// Whether x is larger than y in the order of the images of the root.
    #[inline]
    pub(super) fn outranks(&self, first: u32, x: u32, y: u32) -> bool {
        let rank = |x: u32| (self.ranks[(x - first) as usize], x);
        rank(x) > rank(y)
    }
}

impl<'f> SamplePlan<'f> {
    /// None if no node lies on all cycles, or the budget ran out.
    pub(super) fn from_a_root(
        floor: &'f Floor<'f>,
        folding: &Folding,
        weights: &'f Weights<f64>,
        ln_unit: f64,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let tails = Tails::choose(floor, folding, TailRule::Leaves);
        let core = folding.left & !tails.all;
        let (root, orbit) = choose(floor, core, meter)?;
        let (order, parents) = forest(floor, core, root, &tails);
        let kinds = tails.groups.iter().flat_map(|group| &group.kinds);
        let nodes: Vec<usize> =
            order[1..].iter().copied().chain(kinds.map(|kind| kind.node)).collect();
        // Nodes whose images depend on that of the root, and those above them.
        let near = floor.p.linked[root] | orbit;
        let moved = nodes.iter().rev().fold(near, |moved, &v| match parents[v] {
            Some(parent) if moved >> v & 1 == 1 => moved | 1 << parent,
            _ => moved,
        });
        let look =
            LookAhead::below_a_root(floor, &order, &parents, (&tails, !moved), weights, meter)?;
        let below = nodes.iter().copied().filter(|&v| moved >> v & 1 == 1).map(|v| {
            let children = look.children(&nodes, v);
            let linked = floor.p.linked[v];
            let nearer = members(linked & floor.p.linked[root] & core).next();
            let near = if linked >> root & 1 == 1 {
                Some(Near::Root { link: floor.link(root, v) })
            } else {
                nearer.map(|node| Near::Neighbour { node, link: floor.link(node, v) })
            };
            Below {
                node: v,
                near,
                parent: parents[v].unwrap_or(root),
                moved: children.iter().fold(0, |all, &c| all | 1 << c) & moved,
                children,
                is_outranked: orbit >> v & 1 == 1,
                avoids_root: floor.overlap[v] >> root & 1 == 1,
            }
        });
        let below: Vec<Below> = below.collect();
        let steps = SampleSteps::new(floor, &order, &tails, &look, (folding.weighted, true));
        let mut roots = Roots {
            root,
            images: Vec::new(),
            scores: Vec::new(),
            num_alike: 1.0 + f64::from(orbit.count_ones()),
            alike: orbit,
            ranks: vec![0; floor.places(root).len()],
            below,
            children: look.children(&nodes, root),
        };
        roots.score(floor, core, weights, meter)?;
        let roots = Some(Box::new(roots));
        Some(SamplePlan { floor, weights, tails, look, steps, ln_unit, roots })
    }
}

impl Roots {
    /// The worth of every image of the root: as if all neighbours of neighbours were different, and
    /// everything behind them were alike.
    fn score(
        &mut self,
        floor: &Floor<'_>,
        core: u64,
        weights: &Weights<f64>,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let (root, first) = (self.root, floor.first(self.root));
        for v in members(floor.p.linked[root] & core) {
            let link = floor.link(root, v);
            for some in meter.stretches(self.ranks.len()) {
                for i in some {
                    self.ranks[i] += floor.row(link, first + i as u32).len() as u32;
                }
            }
        }
        for x in floor.places(root) {
            if !floor.stands_for(x, root) {
                continue;
            }
            let mut score = weights.get(root, x);
            for v in members(floor.p.linked[root] & core) {
                let row = floor.row(floor.link(root, v), x);
                if !meter.work(1 + row.len()) {
                    return None;
                }
                let is_outranked = self.alike >> v & 1 == 1;
                let next = floor.p.linked[v] & core & !(1 << root);
                let admitted = row.iter().filter(|&&y| {
                    floor.stands_for(y, v) && (!is_outranked || self.outranks(first, x, y))
                });
                let worth = |y: u32| {
                    let rows = members(next).map(|u| floor.row(floor.link(v, u), y).len() as f64);
                    weights.get(v, y) * rows.product::<f64>()
                };
                score *= admitted.map(|&y| worth(y)).sum::<f64>();
                if score == 0.0 {
                    break;
                }
            }
            if score > 0.0 {
                let parent = self.images.len() as u32;
                self.images.push(Child { parent, image: x, factor: 1.0 });
                self.scores.push(score);
            }
        }
        (!meter.is_spent()).then_some(())
    }
}

/// The root, and the other nodes that automorphisms take it to, as far as all of them are placed.
fn choose(floor: &Floor<'_>, core: u64, meter: &mut Meter<'_>) -> Option<(usize, u64)> {
    if !is_connected(floor, core) || is_forest(floor, core) {
        return None;
    }
    let mut best: Option<(usize, u64)> = None;
    for root in members(core).filter(|&root| is_forest(floor, core & !(1 << root))) {
        let orbit = if floor.semantics.is_injective() { orbit(floor, root, meter)? } else { 0 };
        let orbit = if orbit & !core == 0 { orbit } else { 0 };
        let key = |root: usize, orbit: u64| {
            (orbit.count_ones(), std::cmp::Reverse(floor.num_candidates[root]))
        };
        if best.is_none_or(|(other, its)| key(root, orbit) > key(other, its)) {
            best = Some((root, orbit));
        }
    }
    best
}

/// The other nodes in the orbit of a node.
fn orbit(floor: &Floor<'_>, root: usize, meter: &Meter<'_>) -> Option<u64> {
    // Every node after a neighbour where it has one: searches for automorphisms then fail early.
    let (mut base, mut seen) = (vec![root], 1_u64 << root);
    for next in 0..floor.p.num_nodes() {
        if next == base.len() {
            let unseen = floor.p.all() & !seen;
            base.extend(members(unseen & unseen.wrapping_neg()));
            seen |= unseen & unseen.wrapping_neg();
        }
        let near = floor.p.linked[base[next]] & !seen;
        base.extend(members(near));
        seen |= near;
    }
    let base: Vec<NodeId> = base.into_iter().map(|u| NodeId(u as u32)).collect();
    let orbits = orbits(floor.pattern, &base, 1, &mut meter.for_time_only())?;
    Some(orbits[0].iter().fold(0, |all, u| all | 1_u64 << u.ix()) & !(1 << root))
}

fn is_connected(floor: &Floor<'_>, nodes: u64) -> bool {
    let mut reached = nodes & nodes.wrapping_neg();
    loop {
        let more = members(reached).fold(reached, |all, u| all | floor.p.linked[u] & nodes);
        if more == reached {
            return reached == nodes;
        }
        reached = more;
    }
}

/// Whether nothing is left after leaves have been taken away again and again.
fn is_forest(floor: &Floor<'_>, mut nodes: u64) -> bool {
    loop {
        let leaf = members(nodes).find(|&u| (floor.p.linked[u] & nodes).count_ones() <= 1);
        match leaf {
            Some(leaf) => nodes &= !(1 << leaf),
            None => return nodes == 0,
        }
    }
}

/// An order that begins with the root and goes along the trees of the forest below it; and the
/// parents in these trees.
fn forest(
    floor: &Floor<'_>,
    core: u64,
    root: usize,
    tails: &Tails,
) -> (Vec<usize>, Vec<Option<usize>>) {
    let mut parents = vec![None; floor.p.num_nodes()];
    let (mut order, mut placed) = (vec![root], 0_u64);
    let open = |placed: u64| core & !(1 << root) & !placed;
    loop {
        let linked_to =
            |nodes: u64| members(open(placed)).filter(move |&v| floor.p.linked[v] & nodes != 0);
        let fewest = |a: &usize, b: &usize| floor.num_candidates[*a].cmp(&floor.num_candidates[*b]);
        let next = linked_to(placed).min_by(fewest);
        let Some(v) = next.or_else(|| linked_to(1 << root).min_by(fewest)) else { break };
        let parent = members(floor.p.linked[v] & placed).next();
        parents[v] = Some(parent.unwrap_or(root));
        placed |= 1 << v;
        order.push(v);
    }
    for kind in tails.groups.iter().flat_map(|group| &group.kinds) {
        parents[kind.node] = members(floor.p.linked[kind.node] & core).next();
    }
    (order, parents)
}
