//! Leaves that need not be placed: a leaf v without absent arcs that shares candidates with no other
//! node but its neighbour p becomes a weight of p,
//!
//! ```text
//! ω_p(x) ← ω_p(x) · Σ_{y ∈ N_v(x)} ω_v(y)
//! ```
//!
//! so trees whose labels keep the nodes apart, and all trees under homomorphism, are counted here.

use super::amount::Amount;
use super::floor::Floor;
use crate::exact::compiling::members;
use crate::meter::Meter;

/// One fold: a leaf into its neighbour, or a lone node into the total.
#[derive(Clone, Copy, Debug)]
struct Fold {
    leaf: usize,
    into: Option<usize>,
}

/// Which nodes are folded, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Folding {
    folds: Vec<Fold>,
    /// The nodes that are left, as a mask.
    pub(super) left: u64,
    /// Those of them with a weight.
    pub(super) weighted: u64,
}

impl Folding {
    pub(super) fn new(floor: &Floor<'_>) -> Self {
        let mut folding = Self { left: floor.p.all(), ..Self::default() };
        // Under induced, a leaf looks at all other nodes.
        while !floor.semantics.is_induced() {
            let next = members(folding.left).find_map(|leaf| {
                let neighbours = floor.p.linked[leaf] & folding.left;
                let shares_with = floor.overlap[leaf] & folding.left & !neighbours;
                let into = (neighbours != 0).then(|| neighbours.trailing_zeros() as usize);
                let is_free = shares_with == 0 && floor.banned(leaf) == 0;
                (neighbours.count_ones() <= 1 && is_free).then_some(Fold { leaf, into })
            });
            let Some(fold) = next else { break };
            folding.left &= !(1 << fold.leaf);
            folding.weighted |= fold.into.map_or(0, |into| 1 << into);
            folding.folds.push(fold);
        }
        folding.weighted &= folding.left;
        folding
    }
}

/// The weights ω that folding leaves behind.
#[derive(Clone, Debug)]
pub(super) struct Weights<T> {
    /// For each node with a weight, that of each of its places.
    of: Vec<Vec<T>>,
    firsts: Vec<u32>,
    /// The value of the components that were folded completely.
    pub(super) factor: T,
    /// The natural logarithm of what all numbers were divided by.
    pub(super) ln_scale: f64,
}

impl<T: Amount> Weights<T> {
    /// None if the budget ran out. `divide` may divide a column by a number, and returns the
    /// natural logarithm of it.
    pub(super) fn new(
        floor: &Floor<'_>,
        folding: &Folding,
        divide: impl Fn(&mut [T]) -> f64,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let n = floor.p.num_nodes();
        let firsts = (0..n).map(|u| floor.first(u)).collect();
        let mut weights = Self { of: vec![Vec::new(); n], firsts, factor: T::ONE, ln_scale: 0.0 };
        for &Fold { leaf, into } in &folding.folds {
            let Some(p) = into else {
                let all = floor.places(leaf).filter(|&y| floor.stands_for(y, leaf));
                let mut total = [all.fold(T::ZERO, |sum, y| sum.plus(weights.get(leaf, y)))];
                if !meter.work(floor.places(leaf).len()) {
                    return None;
                }
                weights.ln_scale += divide(&mut total);
                weights.factor = weights.factor.times(total[0]);
                continue;
            };
            let link = floor.link(p, leaf);
            let mut column = Vec::with_capacity(floor.places(p).len());
            for x in floor.places(p) {
                let mut sum = T::ZERO;
                if floor.stands_for(x, p) {
                    let row = floor.row(link, x);
                    if !meter.work(1 + row.len()) {
                        return None;
                    }
                    for &y in row.iter().filter(|&&y| floor.stands_for(y, leaf)) {
                        sum = sum.plus(weights.get(leaf, y));
                    }
                    sum = sum.times(weights.get(p, x));
                }
                column.push(sum);
            }
            weights.ln_scale += divide(&mut column);
            weights.of[p] = column;
        }
        Some(weights)
    }

    /// `ω_u(x)`
    #[inline]
    pub(super) fn get(&self, u: usize, x: u32) -> T {
        let column = &self.of[u];
        if column.is_empty() { T::ONE } else { column[(x - self.firsts[u]) as usize] }
    }
}
