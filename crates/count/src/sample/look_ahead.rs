//! The value of a partial mapping: a dynamic programme over a spanning tree of the pattern, which
//! ignores that images must differ and that cycles must close.
//!
//! ```text
//! w_v(y) = ω_v(y) · Π_{children c of v} S_c(y)        S_c(x) = Σ_{z ∈ N_c(x)} w_c(z)
//! ```
//!
//! The parent of v is its earlier neighbour with the least fan-out. Several tails with the same set
//! are one child with S·(S−1)·… in place of S.

use super::floor::Floor;
use super::fold::Weights;
use super::tails::Tails;
use crate::exact::compiling::members;
use crate::meter::Meter;

const NONE: u8 = u8::MAX;

/// The numbers of the programme for one order of the nodes.
#[derive(Clone, Debug)]
pub(super) struct LookAhead {
    parent: Vec<u8>,
    /// `w_v(y)`, for each place of v; zero for nodes that are not candidates.
    pub(super) weight: Vec<Vec<f64>>,
    /// `S_v(x)`, for each place of the parent of v.
    pub(super) sum: Vec<Vec<f64>>,
    /// What sums of `w_v` are multiplied by, so that nothing overflows; 1 unless numbers are huge.
    shrink: Vec<f64>,
    multiplicity: Vec<u32>,
    firsts: Vec<u32>,
    /// The value of the whole pattern: an upper bound of the count.
    pub(super) total: f64,
    /// The natural logarithm of what the total was divided by.
    pub(super) ln_scale: f64,
    /// The natural logarithm of what the choices of the tails are divided by.
    pub(super) ln_of_tails: f64,
    /// Whether sums of `w_v` are whole numbers below 2⁵³, which can be subtracted without an error.
    pub(super) is_whole: Vec<bool>,
}

impl LookAhead {
    /// None if the budget ran out.
    pub(super) fn new(
        floor: &Floor<'_>,
        order: &[usize],
        tails: &Tails,
        weights: &Weights<f64>,
        huge: bool,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let (mut programme, nodes) = Self::empty(floor, order, tails, weights);
        let placed =
            |i: usize| order[..i.min(order.len())].iter().fold(0_u64, |all, &u| all | 1 << u);
        for (i, &v) in nodes.iter().enumerate() {
            let fan_out = |u: &usize| {
                floor.num_pairs(floor.link(*u, v)) as f64 / floor.num_candidates[*u] as f64
            };
            let earlier = members(floor.p.linked[v] & placed(i));
            let parent = earlier.min_by(|a, b| fan_out(a).total_cmp(&fan_out(b)));
            programme.parent[v] = parent.map_or(NONE, |u| u as u8);
        }
        for i in (0..nodes.len()).rev() {
            let v = nodes[i];
            let children = programme.children(&nodes, v);
            programme.weigh(floor, v, &children, weights, meter)?;
            match programme.parent[v] {
                NONE => {
                    let total: f64 = programme.weight[v].iter().sum();
                    programme.total *= total;
                    if huge && total > 0.0 {
                        programme.total /= total;
                        programme.ln_scale += total.ln();
                    }
                }
                parent => {
                    programme.add_up(floor, v, parent as usize, [huge, i >= order.len()], meter)?;
                }
            }
        }
        Some(programme)
    }

    /// For a plan with a [root](super::rooted): only nodes of the mask `fixed`, whose numbers do not
    /// depend on the image of the root, have their numbers yet.
    pub(super) fn below_a_root(
        floor: &Floor<'_>,
        order: &[usize],
        parents: &[Option<usize>],
        (tails, fixed): (&Tails, u64),
        weights: &Weights<f64>,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let (mut programme, nodes) = Self::empty(floor, order, tails, weights);
        programme.total = f64::INFINITY;
        for (u, parent) in parents.iter().enumerate() {
            programme.parent[u] = parent.map_or(NONE, |parent| parent as u8);
        }
        for &v in nodes.iter().rev() {
            let Some(parent) = parents[v] else { continue };
            if fixed >> v & 1 == 1 {
                let children = programme.children(&nodes, v);
                programme.weigh(floor, v, &children, weights, meter)?;
                programme.add_up(floor, v, parent, [false, false], meter)?;
            } else {
                programme.weight[v] = vec![0.0; floor.places(v).len()];
                programme.sum[v] = vec![0.0; floor.places(parent).len()];
                programme.is_whole[v] = true;
            }
        }
        Some(programme)
    }

    /// Without numbers; and the nodes of the programme, each after its parent.
    fn empty(
        floor: &Floor<'_>,
        order: &[usize],
        tails: &Tails,
        weights: &Weights<f64>,
    ) -> (Self, Vec<usize>) {
        let n = floor.p.num_nodes();
        let mut programme = Self {
            parent: vec![NONE; n],
            weight: vec![Vec::new(); n],
            sum: vec![Vec::new(); n],
            shrink: vec![1.0; n],
            multiplicity: vec![1; n],
            firsts: (0..n).map(|u| floor.first(u)).collect(),
            total: weights.factor,
            ln_scale: weights.ln_scale,
            ln_of_tails: 0.0,
            is_whole: vec![false; n],
        };
        let mut nodes = order.to_vec();
        for kind in tails.groups.iter().flat_map(|group| &group.kinds) {
            nodes.push(kind.node);
            programme.multiplicity[kind.node] = kind.multiplicity;
        }
        (programme, nodes)
    }

    /// Those of `nodes` whose parent is v.
    pub(super) fn children(&self, nodes: &[usize], v: usize) -> Vec<usize> {
        nodes.iter().copied().filter(|&c| self.parent(c) == Some(v)).collect()
    }

    fn weigh(
        &mut self,
        floor: &Floor<'_>,
        v: usize,
        children: &[usize],
        weights: &Weights<f64>,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let places = floor.places(v);
        let mut column = vec![0.0; places.len()];
        for some in meter.stretches(places.len()) {
            for i in some {
                let y = places.start + i as u32;
                if floor.stands_for(y, v) {
                    column[i] = weights.get(v, y);
                    for &c in children {
                        let worth = self.worth(c, self.sum[c][i]);
                        column[i] = positive_product(column[i], worth);
                    }
                }
            }
        }
        self.weight[v] = column;
        (!meter.is_spent()).then_some(())
    }

    fn add_up(
        &mut self,
        floor: &Floor<'_>,
        v: usize,
        parent: usize,
        [huge, is_tail]: [bool; 2],
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let link = floor.link(parent, v);
        let mut column = vec![0.0; floor.places(parent).len()];
        let mut largest = 0.0_f64;
        for (x, sum) in floor.places(parent).zip(&mut column) {
            if floor.stands_for(x, parent) {
                let row = floor.row(link, x);
                if !meter.work(1 + row.len()) {
                    return None;
                }
                *sum = row.iter().map(|&y| self.weight(v, y)).sum();
                largest = largest.max(*sum);
            }
        }
        self.is_whole[v] = !huge && largest < 9e15;
        if huge && largest > 0.0 {
            self.shrink[v] = 1.0 / largest;
            let ln = largest.ln() * f64::from(self.multiplicity[v]);
            self.ln_scale += ln;
            self.ln_of_tails += if is_tail { ln } else { 0.0 };
        }
        for sum in &mut column {
            *sum *= self.shrink[v];
        }
        self.sum[v] = column;
        Some(())
    }

    /// The value of a sum of `w_v` if several nodes choose from it.
    #[inline]
    pub(super) fn worth(&self, v: usize, sum: f64) -> f64 {
        let m = self.multiplicity[v];
        if m == 1 {
            return sum;
        }
        let one = self.shrink[v];
        (0..m).fold(1.0, |worth, i| {
            let left = sum - f64::from(i) * one;
            if left <= 0.5 * one { 0.0 } else { positive_product(worth, left) }
        })
    }

    #[inline]
    pub(super) fn parent(&self, v: usize) -> Option<usize> {
        (self.parent[v] != NONE).then_some(self.parent[v] as usize)
    }

    /// `w_v(y)`
    #[inline]
    pub(super) fn weight(&self, v: usize, y: u32) -> f64 {
        self.weight[v][(y - self.firsts[v]) as usize]
    }

    /// `S_v(x)`
    #[inline]
    pub(super) fn sum(&self, v: usize, parent: usize, x: u32) -> f64 {
        self.sum[v][(x - self.firsts[parent]) as usize]
    }

    /// Whether sums of `w_v` are divided by something.
    pub(super) fn is_shrunk(&self, v: usize) -> bool {
        (self.shrink[v] - 1.0).abs() > 0.0
    }

    #[inline]
    pub(super) fn shrink(&self, v: usize) -> f64 {
        self.shrink[v]
    }
}

#[inline]
pub(super) fn positive_product(a: f64, b: f64) -> f64 {
    let product = a * b;
    if product == 0.0 && a != 0.0 && b != 0.0 { f64::MIN_POSITIVE } else { product }
}
