//! Values of graph nodes on their way: what a program refers to, and vectors that are zero outside a list.

use std::ops::Range;

use super::table::Table;
use super::word::Word;

/// A relation with its weights.
#[derive(Clone, Copy)]
pub(crate) struct Weighted<'a, W> {
    pub(crate) table: &'a Table,
    pub(crate) weights: Option<&'a [W]>,
}

impl<W: Word> Weighted<'_, W> {
    #[inline]
    pub(super) fn weight(&self, place: usize) -> W {
        self.weights.map_or(W::ONE, |weights| weights[place])
    }
}

/// What a program refers to, by the numbers of the book.
pub(crate) trait Factors<W> {
    fn edge(&self, edge: u32) -> Weighted<'_, W>;

    fn reverse(&self, edge: u32) -> u32;

    /// The values of a node, if they are not all one, from the start of its home.
    fn node(&self, node: u32) -> Option<&[W]>;

    /// The graph nodes of the home of a node.
    fn places(&self, node: u32) -> Range<u32>;
}

/// A vector that is zero outside its list.
#[derive(Default)]
pub(super) struct Sparse<W> {
    pub(super) first: u32,
    pub(super) values: Vec<W>,
    pub(super) listed: Vec<u32>,
    pub(super) is_sorted: bool,
}

impl<W: Word> Sparse<W> {
    pub(super) fn new(places: Range<u32>) -> Self {
        let values = vec![W::default(); places.len()];
        Self { first: places.start, values, listed: Vec::new(), is_sorted: true }
    }

    pub(super) fn clear(&mut self) {
        if 4 * self.listed.len() > self.values.len() {
            self.values.fill(W::default());
        } else {
            for &x in &self.listed {
                self.values[(x - self.first) as usize] = W::default();
            }
        }
        self.listed.clear();
        self.is_sorted = true;
    }

    #[inline]
    pub(super) fn at(&self, x: u32) -> W {
        self.values[(x - self.first) as usize]
    }
}

/// What a child is worth at the places of its parents.
#[derive(Default)]
pub(super) struct Mail<W> {
    pub(super) sums: Sparse<W>,
    pub(super) is_listed: Vec<bool>,
    /// It was sent in full; otherwise receivers fetch what they need, and what they fetched is listed.
    pub(super) is_sent: bool,
}

impl<W: Word> Mail<W> {
    pub(super) fn clear(&mut self) {
        if 4 * self.sums.listed.len() > self.is_listed.len() {
            self.is_listed.fill(false);
        } else {
            for &x in &self.sums.listed {
                self.is_listed[(x - self.sums.first) as usize] = false;
            }
        }
        self.sums.clear();
        self.is_sent = false;
    }
}
