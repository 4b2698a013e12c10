//! The look-ahead once the root has its image x: the dynamic programme over the forest of the other
//! nodes, where neighbours of the root are in the rows of x,
//!
//! ```text
//! w_v(y) = [y ∈ N_v(x)] · ω_v(y) · Π_{children c of v} S_c(y)     S_c(y) = Σ_{z ∈ N_c(y)} w_c(z)
//! ```
//!
//! with the first factor for neighbours v of the root only. Nearly all numbers are zero: those of
//! nodes within two steps of the root are found from there, all others from their children. A sum is
//! made from whichever end has fewer arcs.

use super::floor::Floor;
use super::fold::Weights;
use super::look_ahead::{LookAhead, positive_product};
use super::root::{Below, Near, Roots};
use crate::meter::Meter;

/// Whole numbers below this can be subtracted without an error.
const WHOLE: f64 = 9e15;

/// An image of the root, and what can be seen from there.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) x: u32,
    pub(super) roots: &'a Roots,
    pub(super) floor: &'a Floor<'a>,
    pub(super) weights: &'a Weights<f64>,
}

/// Where the numbers of the last image are, by pattern node.
#[derive(Default)]
pub(super) struct ViewRoom {
    reached: Vec<Vec<u32>>,
    /// Places of the parent.
    summed: Vec<Vec<u32>>,
}

impl View<'_> {
    fn admits(&self, below: &Below, y: u32) -> bool {
        let first = self.floor.first(self.roots.root);
        self.floor.stands_for(y, below.node)
            && (!below.avoids_root || y != self.x)
            && (!below.is_outranked || self.roots.outranks(first, self.x, y))
    }
}

impl LookAhead {
    /// Fills in the numbers for an image of the root. False if there is nothing below it; none if
    /// the budget ran out.
    pub(super) fn see_from(
        &mut self,
        view: View<'_>,
        room: &mut ViewRoom,
        meter: &mut Meter<'_>,
    ) -> Option<bool> {
        let View { x, roots, floor, weights } = view;
        self.forget(view, room);
        for below in &roots.below {
            self.reach(view, below, room, meter)?;
        }
        for below in roots.below.iter().rev() {
            for &c in below.children.iter().filter(|&&c| below.moved >> c & 1 == 1) {
                self.sum_up(view, c, below, room, meter)?;
            }
            let first = floor.first(below.node);
            let reached = &room.reached[below.node];
            if !meter.work(1 + reached.len()) {
                return None;
            }
            let mut is_any = false;
            for &y in reached {
                let mut weight = weights.get(below.node, y);
                for &c in &below.children {
                    let sum = self.sum[c][(y - first) as usize];
                    weight = positive_product(weight, self.worth(c, sum));
                }
                is_any |= weight > 0.0;
                self.weight[below.node][(y - first) as usize] = weight;
            }
            if !is_any {
                return Some(false);
            }
        }
        for &c in &roots.children {
            let row = floor.row(floor.link(roots.root, c), x);
            let sum: f64 = row.iter().map(|&y| self.weight(c, y)).sum();
            self.sum[c][(x - floor.first(roots.root)) as usize] = sum;
            room.summed[c].push(x);
            self.is_whole[c] = sum < WHOLE;
            if sum == 0.0 {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Sets the numbers of the last image to zero.
    fn forget(&mut self, view: View<'_>, room: &mut ViewRoom) {
        let n = view.floor.p.num_nodes();
        room.reached.resize_with(n, Vec::new);
        room.summed.resize_with(n, Vec::new);
        for below in &view.roots.below {
            let (v, parent) = (below.node, below.parent);
            clear(&mut self.weight[v], &mut room.reached[v], view.floor.first(v));
            clear(&mut self.sum[v], &mut room.summed[v], view.floor.first(parent));
        }
    }

    /// The places of a node within two steps of the root; all of them for a node farther away that
    /// has no children.
    fn reach(
        &mut self,
        view: View<'_>,
        below: &Below,
        room: &mut ViewRoom,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let View { x, roots, floor, .. } = view;
        let reached = &mut room.reached[below.node];
        match below.near {
            Some(Near::Root { link }) => {
                let row = floor.row(link, x);
                meter.work(1 + row.len());
                reached.extend(row.iter().copied().filter(|&y| view.admits(below, y)));
            }
            Some(Near::Neighbour { node, link }) => {
                let (first, column) = (floor.first(below.node), &mut self.weight[below.node]);
                let nearer = roots.below.iter().find(|it| it.node == node);
                let between = floor.row(floor.link(roots.root, node), x).iter();
                let is_left = |z: u32| nearer.is_none_or(|nearer| view.admits(nearer, z));
                for &z in between.filter(|&&z| is_left(z)) {
                    let row = floor.row(link, z);
                    if !meter.work(1 + row.len()) {
                        return None;
                    }
                    for &y in row {
                        // Marks what is in the list; its number follows.
                        let mark = &mut column[(y - first) as usize];
                        if *mark == 0.0 && view.admits(below, y) {
                            *mark = 1.0;
                            reached.push(y);
                        }
                    }
                }
            }
            None if below.moved == 0 => {
                let places = floor.places(below.node);
                meter.work(places.len());
                reached.extend(places.filter(|&y| view.admits(below, y)));
            }
            None => {}
        }
        (!meter.is_spent()).then_some(())
    }

    /// The sums of a child, for all images of its parent.
    fn sum_up(
        &mut self,
        view: View<'_>,
        c: usize,
        below: &Below,
        room: &mut ViewRoom,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let (v, floor) = (below.node, view.floor);
        let (down, up) = (floor.link(v, c), floor.link(c, v));
        let is_known = below.near.is_some() || !room.reached[v].is_empty();
        let arcs = |places: &[u32], link: u16| {
            places.iter().map(|&y| floor.row(link, y).len()).sum::<usize>()
        };
        let first = floor.first(v);
        let mut largest = 0.0_f64;
        if is_known && arcs(&room.reached[v], down) <= arcs(&room.reached[c], up) {
            for &y in &room.reached[v] {
                let row = floor.row(down, y);
                if !meter.work(1 + row.len()) {
                    return None;
                }
                let sum: f64 = row.iter().map(|&z| self.weight(c, z)).sum();
                largest = largest.max(sum);
                self.sum[c][(y - first) as usize] = sum;
            }
            room.summed[c].extend_from_slice(&room.reached[v]);
        } else {
            let (weights, sums) = (&self.weight[c], &mut self.sum[c]);
            for &z in &room.reached[c] {
                let weight = weights[(z - floor.first(c)) as usize];
                if weight == 0.0 {
                    continue;
                }
                let row = floor.row(up, z);
                if !meter.work(1 + row.len()) {
                    return None;
                }
                for &y in row {
                    let sum = &mut sums[(y - first) as usize];
                    if *sum == 0.0 {
                        room.summed[c].push(y);
                    }
                    *sum += weight;
                    largest = largest.max(*sum);
                }
            }
            if !is_known {
                let summed = room.summed[c].iter().copied();
                room.reached[v] = summed.filter(|&y| view.admits(below, y)).collect();
            }
        }
        self.is_whole[c] = largest < WHOLE;
        Some(())
    }
}

fn clear(column: &mut [f64], places: &mut Vec<u32>, first: u32) {
    for place in places.drain(..) {
        column[(place - first) as usize] = 0.0;
    }
}
