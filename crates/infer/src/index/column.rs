//! One coordinate: keys and values in leaves, with the sums over all preceding leaves.

#![expect(
    clippy::inline_always,
    reason = "a kernel must take over the instruction set of its caller"
)]

use isocount_lanes::{LANES, Lanes};

use super::guard::Guard;
use crate::SLOPE;
use crate::kernel::{below, count_below};

/// The most keys of a leaf.
pub(super) const LEAF: usize = 64;
/// A column with at most this many keys is one leaf: scanning all of them is as fast as choosing
/// between two leaves.
pub(super) const ONE_LEAF: usize = 2 * LEAF;

/// The keys of one coordinate. Every key of a leaf is at most every key of the next; the keys of a
/// leaf are unordered. Eight infinite keys follow the last.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Column {
    pub(crate) keys: Vec<f32>,
    /// The value of each key; empty if all values are 1.
    pub(crate) values: Vec<f32>,
    /// The least key of each leaf.
    pub(crate) fences: Vec<f32>,
    /// The start of each leaf, and the end of the last.
    pub(crate) starts: Vec<u32>,
    /// `Σ key·value` over the leaves before each leaf, and over all leaves.
    pub(crate) products: Vec<f64>,
    /// `Σ value` over the leaves before each leaf, and over all; empty if all values are 1.
    pub(crate) sums: Vec<f64>,
}

/// A column in memory or in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnView<'a> {
    pub(crate) keys: &'a [f32],
    pub(crate) values: &'a [f32],
    pub(crate) fences: &'a [f32],
    pub(crate) starts: &'a [u32],
    pub(crate) products: &'a [f64],
    pub(crate) sums: &'a [f64],
}

impl Column {
    pub(crate) fn view(&self) -> ColumnView<'_> {
        ColumnView {
            keys: &self.keys,
            values: &self.values,
            fences: &self.fences,
            starts: &self.starts,
            products: &self.products,
            sums: &self.sums,
        }
    }

    pub(crate) fn num_bytes(&self) -> usize {
        let four = self.keys.len() + self.values.len() + self.fences.len() + self.starts.len();
        4 * four + 8 * (self.products.len() + self.sums.len())
    }
}

/// The part of a column that is damaged if its leaves are not consecutive.
const LEAVES: &str = "its leaves";

/// `Σ key·value` and `Σ value` of some of the keys.
#[derive(Clone, Copy)]
struct Part {
    products: f64,
    values: f64,
}

impl Part {
    /// `Σ (key + c)·value`.
    fn shifted(self, c: f32) -> f64 {
        self.products + f64::from(c) * self.values
    }
}

impl ColumnView<'_> {
    /// Whether the lists can be those of a column with this many keys; `has_values` states whether
    /// it has values. The contents of the lists are checked when they are read.
    pub(super) fn fits(&self, num_keys: usize, has_values: bool) -> bool {
        let (leaves, with_values) = (self.fences.len(), usize::from(has_values));
        self.keys.len() == num_keys + LANES
            && self.values.len() == with_values * self.keys.len()
            && self.starts.len() == leaves + 1
            && self.products.len() == leaves + 1
            && self.sums.len() == with_values * (leaves + 1)
            && leaves >= num_keys.div_ceil(ONE_LEAF)
            && leaves <= num_keys
    }

    /// Checks that the first leaf begins at the first key and the last one ends at the last key.
    pub(super) fn check_ends<G: Guard>(
        &self,
        num_keys: usize,
        guard: &G,
    ) -> Result<(), G::Refusal> {
        let [first, last] = [0, self.starts.len() - 1].map(|at| &self.starts[at..=at]);
        guard.touch(bytemuck::cast_slice(first))?;
        guard.touch(bytemuck::cast_slice(last))?;
        if first[0] != 0 || last[0] as usize != num_keys {
            return Err(guard.refuse(LEAVES));
        }
        Ok(())
    }

    /// `Σ σ(key + c)·value` over all keys, for each of several c. Runs inside a kernel.
    #[inline(always)]
    pub(super) fn modulated<L: Lanes, G: Guard>(
        &self,
        shifts: impl Iterator<Item = f32>,
        guard: &G,
        mut each: impl FnMut(f64),
    ) -> Result<(), G::Refusal> {
        guard.touch(bytemuck::cast_slice(self.fences))?;
        let whole = self.before(self.fences.len(), guard)?;
        for c in shifts {
            let threshold = -c;
            let mut sum = whole.shifted(c);
            // All keys in the leaves before the last one that begins below the threshold are below
            // it.
            if let Some(leaf) = count_below::<L>(self.fences, threshold).checked_sub(1) {
                let low = self.before(leaf, guard)?.shifted(c);
                let in_leaf = self.below_in_leaf::<L, G>(leaf, threshold, guard)?;
                sum -= f64::from(1.0 - SLOPE) * (low + in_leaf);
            }
            each(sum);
        }
        Ok(())
    }

    /// `Σ (key − threshold)·value` over the keys of a leaf that are at most `threshold`.
    #[inline(always)]
    fn below_in_leaf<L: Lanes, G: Guard>(
        &self,
        leaf: usize,
        threshold: f32,
        guard: &G,
    ) -> Result<f64, G::Refusal> {
        let [start, end] = [leaf, leaf + 1].map(|leaf| self.starts[leaf]);
        // A file can contain anything. If the starts decrease, the difference is huge.
        let len = end.wrapping_sub(start) as usize;
        let Some(keys) = self.keys.get(start as usize..end as usize + LANES) else {
            return Err(guard.refuse(LEAVES));
        };
        if len > ONE_LEAF {
            return Err(guard.refuse(LEAVES));
        }
        guard.touch(bytemuck::cast_slice(keys))?;
        if self.values.is_empty() {
            return Ok(below::<L>(keys, None, len, threshold));
        }
        let values = &self.values[start as usize..][..keys.len()];
        guard.touch(bytemuck::cast_slice(values))?;
        Ok(below::<L>(keys, Some(values), len, threshold))
    }

    /// The sums before a leaf.
    #[inline(always)]
    fn before<G: Guard>(&self, leaf: usize, guard: &G) -> Result<Part, G::Refusal> {
        let end = (leaf + 2).min(self.starts.len());
        guard.touch(bytemuck::cast_slice(&self.starts[leaf..end]))?;
        guard.touch(bytemuck::bytes_of(&self.products[leaf]))?;
        let values = match self.sums.get(leaf) {
            None => f64::from(self.starts[leaf]),
            Some(sum) => {
                guard.touch(bytemuck::bytes_of(sum))?;
                *sum
            }
        };
        Ok(Part { products: self.products[leaf], values })
    }
}
