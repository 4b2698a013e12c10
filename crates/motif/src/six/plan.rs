//! How the homomorphisms of a motif of six nodes without cut nodes are counted: two to four of its
//! nodes are placed, and what is left contributes one number for each image of them.
//!
//! The placed nodes a, b, c, d (the *core*) are connected in this order, b next to a. The others
//! are single nodes, or pairs of linked nodes of which each sees one placed node. Homomorphisms
//! may send them to the same node, so the count is a sum of products:
//!
//! > hom(P) = Σ over the images of the core  Π over the single nodes |∩ N(a placed neighbour)| ·
//! > Π over the pairs (walks of three steps between the two placed neighbours).
//!
//! Every plan takes as long as there are images of its core and of what its tables are made of:
//! these are homomorphisms of motifs of at most five nodes, which are known. So the cheapest plan
//! is chosen by its exact cost, up to what is skipped where a factor is 0.

use std::sync::OnceLock;

use crate::catalogue::Catalogue;
use crate::cost::{FILLED_PER_STEP, SHARE_OF_A_COMMON_TABLE};
use crate::shape::Shape;

/// A factor: the number of images of a single node or of a pair of linked nodes.
///
/// Singles have the mask of the placed nodes that they see, 1 to 15. Pairs follow.
pub(super) type FactorId = u8;

/// The number of the factor of a pair of linked nodes that see placed nodes `i` < `j`.
pub(super) const fn walk(i: usize, j: usize) -> FactorId {
    (16 + j * (j - 1) / 2 + i) as FactorId
}

/// One more than the largest number of a factor.
pub(super) const NUM_FACTORS: usize = 22;

/// A way to count the homomorphisms of one motif.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The index of the motif among those of six nodes.
    pub(super) motif: usize,
    /// The number of placed nodes, 2 to 4.
    pub(super) placed: usize,
    /// For each placed node, the mask of the earlier ones that it is linked to.
    pub(super) near: [u8; 4],
    /// The factors that are known once b, c and d are placed.
    pub(super) factors: [Vec<FactorId>; 3],
    /// Whether images of d come from the row of c: because the edge between them matters, or for
    /// lack of a table.
    pub(super) follows_row_of_c: bool,
    /// Smaller motifs, by number, whose homomorphisms are steps of this plan: the lesser of two,
    /// and how many steps each.
    cost: Vec<([usize; 2], f64)>,
}

impl Plan {
    /// Whether it has a factor.
    pub(super) fn uses(&self, factor: FactorId) -> bool {
        self.factors.iter().flatten().any(|&used| used == factor)
    }

    /// The expected number of steps, from the homomorphisms of smaller motifs.
    pub(super) fn steps(&self, homs: &[f64]) -> f64 {
        let least = |[one, other]: [usize; 2]| homs[one].min(homs[other]);
        self.cost.iter().map(|&(motifs, times)| times * least(motifs)).sum()
    }
}

/// The number of a motif of two to five nodes, counted from the edge on.
pub(super) fn number_of(shape: Shape) -> Option<usize> {
    let size = shape.num_nodes();
    let before: usize = (2..size).map(|size| Catalogue::undirected(size).motifs().len()).sum();
    Some(before + Catalogue::undirected(size).find(shape)?.0)
}

/// All plans of each motif of six nodes that has neither a cut node nor all edges.
pub(super) fn all_plans() -> &'static [Vec<Plan>] {
    static PLANS: OnceLock<Vec<Vec<Plan>>> = OnceLock::new();
    PLANS.get_or_init(|| {
        let motifs = Catalogue::undirected(6).motifs().iter().enumerate();
        let blocks = motifs.filter(|(_, motif)| {
            motif.shape.num_arcs() < 30 && (0..6).all(|node| !is_cut(motif.shape, node))
        });
        blocks.map(|(place, motif)| plans_of(place, motif.shape)).collect()
    })
}

/// Whether a shape falls apart without this node.
pub(super) fn is_cut(shape: Shape, node: usize) -> bool {
    let others: Vec<usize> = (0..shape.num_nodes()).filter(|&i| i != node).collect();
    !part(shape, &others).is_connected()
}

/// The shape induced by some nodes, in this order.
pub(super) fn part(shape: Shape, nodes: &[usize]) -> Shape {
    let mut found = Shape::empty(nodes.len());
    for (i, &u) in nodes.iter().enumerate() {
        for (j, &v) in nodes.iter().enumerate() {
            if shape.has_arc(u, v) {
                found = found.with_arc(i, j);
            }
        }
    }
    found
}

fn plans_of(motif: usize, shape: Shape) -> Vec<Plan> {
    let mut plans: Vec<Plan> = Vec::new();
    let mut core = Vec::new();
    extend(motif, shape, &mut core, &mut plans);
    plans
}

/// Adds the plans of all cores that begin with these nodes.
fn extend(motif: usize, shape: Shape, core: &mut Vec<usize>, plans: &mut Vec<Plan>) {
    if core.len() >= 2
        && let Some(plan) = Plan::new(motif, shape, core)
        && !plans.iter().any(|known| known.is_like(&plan))
    {
        plans.push(plan);
    }
    if core.len() == 4 {
        return;
    }
    for next in 0..6 {
        let is_next_to = |&u: &usize| shape.touch(u, next);
        if !core.contains(&next) && (core.is_empty() || core.iter().any(is_next_to)) {
            core.push(next);
            extend(motif, shape, core, plans);
            core.pop();
        }
    }
}

impl Plan {
    /// The plan with these placed nodes; none if what is left is not made of single nodes and
    /// pairs whose factors are known.
    fn new(motif: usize, shape: Shape, core: &[usize]) -> Option<Self> {
        let seen = |u: usize| {
            let bits = core.iter().enumerate().filter(|&(_, &p)| shape.touch(p, u));
            bits.fold(0_u8, |mask, (i, _)| mask | 1 << i)
        };
        let rest: Vec<usize> = (0..6).filter(|u| !core.contains(u)).collect();
        let mut near = [0; 4];
        for (i, &u) in core.iter().enumerate() {
            near[i] = seen(u) & ((1 << i) - 1);
        }
        let linked = |i: usize, j: usize| near[j] >> i & 1 == 1;
        let mut factors: [Vec<FactorId>; 3] = Default::default();
        for &u in &rest {
            let others: Vec<usize> = rest.iter().copied().filter(|&v| shape.touch(u, v)).collect();
            match others[..] {
                [] => {
                    let mask = seen(u);
                    // Tables of common neighbours are made from a on, or for links.
                    let is_known = match mask {
                        0b0110 => linked(1, 2),
                        0b1010 => linked(1, 3),
                        0b1100 => linked(2, 3),
                        _ => true,
                    };
                    is_known.then_some(())?;
                    factors[level(mask)].push(mask);
                }
                [v] if rest.iter().filter(|&&w| shape.touch(v, w)).count() == 1 => {
                    if u > v {
                        continue;
                    }
                    let (one, other) = (seen(u), seen(v));
                    (one.is_power_of_two() && other.is_power_of_two()).then_some(())?;
                    let [one, other] = [one, other].map(|mask| mask.trailing_zeros() as usize);
                    let (i, j) = (one.min(other), one.max(other));
                    (i != j && (i == 0 || linked(i, j))).then_some(())?;
                    factors[j - 1].push(walk(i, j));
                }
                _ => return None,
            }
        }
        for list in &mut factors {
            list.sort_unstable();
        }
        let (placed, follows_row_of_c) = (core.len(), false);
        let mut plan = Self { motif, placed, near, factors, follows_row_of_c, cost: Vec::new() };
        plan.follows_row_of_c = plan.has_no_list_of_d();
        plan.cost = plan.cost_of(part(shape, core))?;
        Some(plan)
    }

    /// Whether it takes the same steps.
    fn is_like(&self, other: &Self) -> bool {
        (self.placed, self.near, &self.factors) == (other.placed, other.near, &other.factors)
    }

    fn has_no_list_of_d(&self) -> bool {
        let needs_edge = self.uses(0b1100) || self.uses(walk(2, 3));
        let has_list = match self.near[3] {
            0b101 => self.near[2] & 0b01 != 0,
            0b110 => self.near[2] & 0b10 != 0,
            0b111 => true,
            _ => false,
        };
        needs_edge || !has_list
    }

    fn cost_of(&self, core: Shape) -> Option<Vec<([usize; 2], f64)>> {
        let mut cost = Vec::new();
        let mut add_least = |one: Shape, other: Shape, times: f64| -> Option<()> {
            cost.push(([number_of(one)?, number_of(other)?], times));
            Some(())
        };
        let three = if self.placed == 2 { core } else { part(core, &[0, 1, 2]) };
        if self.uses(0b111) {
            // Images of c are looked for in a row, or among the nodes with a common neighbour.
            add_least(three, with_node(three, 0b111), 1.0)?;
        } else {
            add_least(three, three, 1.0)?;
        }
        let mut add = |shape: Shape, times: f64| add_least(shape, shape, times);
        if self.placed == 2 {
            return Some(cost);
        }
        // The tables: who is next to the common neighbours of the nodes in the mask.
        for (mask, factors, times) in [
            (0b11, [0b0111, 0b1011], SHARE_OF_A_COMMON_TABLE),
            (0b101, [0b1101; 2], FILLED_PER_STEP),
            (0b110, [0b1110; 2], FILLED_PER_STEP),
            (0b111, [0b1111; 2], FILLED_PER_STEP),
        ] {
            if factors.iter().any(|&factor| self.uses(factor)) {
                let placed = if mask == 0b11 { part(core, &[0, 1]) } else { three };
                add(with_node(with_node(placed, mask), 1 << placed.num_nodes()), times)?;
            }
        }
        let far = |j: usize| self.near[j] & 1 == 0 && self.uses(walk(0, j));
        if far(2) || (self.placed == 4 && far(3)) {
            let path = Shape::undirected(4, &[(0, 1), (1, 2), (2, 3)]);
            add(path, SHARE_OF_A_COMMON_TABLE)?;
        }
        if self.placed == 4 {
            // Either the images themselves, or the row that they are looked for in.
            let is_scanned = self.near[3] & 0b100 != 0 && self.follows_row_of_c;
            add(if is_scanned { with_node(three, 0b100) } else { core }, 1.0)?;
            if self.near[3] == 0b111 && !is_scanned {
                let lists = [(0b110_u8, 1_usize), (0b101, 0)];
                let list = lists.iter().find(|&&(_, i)| self.near[2] >> i & 1 == 1)?;
                add(with_node(three, list.0), 1.0)?;
            }
        }
        Some(cost)
    }
}

/// A shape with one more node, linked to those in the mask.
fn with_node(shape: Shape, mask: u8) -> Shape {
    let nodes = shape.num_nodes();
    let wider = shape.arcs().fold(Shape::empty(nodes + 1), |wider, (i, j)| wider.with_arc(i, j));
    (0..nodes)
        .filter(|i| mask >> i & 1 == 1)
        .fold(wider, |wider, i| wider.with_arc(i, nodes).with_arc(nodes, i))
}

/// When a factor with this mask is known: 0 with b, 1 with c, 2 with d.
fn level(mask: u8) -> usize {
    (mask.ilog2() as usize).max(1) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_motif_without_cut_nodes_has_a_plan() {
        // 56 graphs of six nodes have no cut node (OEIS A002218); the clique needs no plan.
        assert_eq!(all_plans().len(), 55);
        for plans in all_plans() {
            assert!(!plans.is_empty());
        }
    }

    #[test]
    fn a_pair_of_squares_on_an_edge_needs_one_table() {
        let ladder =
            Shape::undirected(6, &[(0, 1), (0, 2), (2, 3), (3, 1), (0, 4), (4, 5), (5, 1)]);
        let (place, _) = Catalogue::undirected(6).find(ladder).unwrap();
        let mut plans = all_plans().iter().flatten().filter(|plan| plan.motif == place);
        let two = plans.find(|plan| plan.placed == 2).unwrap();
        assert_eq!(two.factors[0], [walk(0, 1), walk(0, 1)]);
    }
}
