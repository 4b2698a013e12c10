//! Rows that speak to each other through groups.
//!
//! Row e speaks into the group `into e`, and hears the group `from e`. For the arcs of a graph,
//! `into` is the head and `from` the tail: an arc hears the arcs that end where it begins.

use std::collections::BTreeMap;

use isocount_core::Control;

use crate::index::{RowIndex, Segments};
use crate::matrix::Matrix;

/// A look at the handle is due after so many rows.
const OFTEN: usize = 1 << 12;

/// Who hears whom among rows.
#[derive(Clone, Debug)]
pub struct Relay {
    pub(crate) into: Segments,
    pub(crate) from: RowIndex,
    pub(crate) reverse: Option<Reverse>,
}

/// Which rows are not heard by each row, although they speak into its group.
#[derive(Clone, Debug)]
pub(crate) struct Reverse {
    /// Rows with the same `from` and the same `into`; one more group, the last, is empty.
    pub(crate) twins: Segments,
    /// For each row the group of its reverses; the empty one if there are none.
    pub(crate) reverses: RowIndex,
    /// One over the number of rows that each row hears; 0 if there are none.
    pub(crate) inverse_sizes: Matrix,
}

impl Relay {
    /// Row e speaks into `into[e]` and hears everyone who speaks into `from[e]`.
    ///
    /// # Panics
    ///
    /// If the lists differ in length, or a group is not below `num_groups`.
    #[must_use]
    pub fn new(into: Vec<u32>, from: Vec<u32>, num_groups: usize) -> Self {
        assert_eq!(into.len(), from.len(), "every row speaks and hears");
        let (into, from) = (Segments::new(into, num_groups), RowIndex::new(from));
        assert!(from.bound() <= num_groups, "a row hears group {} of {num_groups}", from.bound());
        Self { into, from, reverse: None }
    }

    /// The same, but row e does not hear its reverses: the rows that speak into `from[e]` and
    /// themselves hear `into[e]`. Cancelled, it has no meaning.
    ///
    /// # Panics
    ///
    /// If the lists differ in length, or a group is not below `num_groups`.
    #[must_use]
    pub fn without_reverse(
        into: Vec<u32>,
        from: Vec<u32>,
        num_groups: usize,
        control: &Control,
    ) -> Self {
        let ends: Vec<(u32, u32)> = from.iter().copied().zip(into.iter().copied()).collect();
        let relay = Self::new(into, from, num_groups);
        let mut numbers = BTreeMap::new();
        for (ix, &pair) in ends.iter().enumerate() {
            if ix % OFTEN == 0 && control.is_cancelled() {
                break;
            }
            let next = numbers.len() as u32;
            numbers.entry(pair).or_insert(next);
        }
        let nobody = numbers.len() as u32;
        // Lookups take as long as the list did.
        let number = |pair: &(u32, u32)| {
            if control.is_cancelled() { nobody } else { *numbers.get(pair).unwrap_or(&nobody) }
        };
        let twins = Segments::new(ends.iter().map(number).collect::<Vec<_>>(), numbers.len() + 1);
        let reverse = |&(from, into): &(u32, u32)| number(&(into, from));
        let reverses: Vec<u32> = ends.iter().map(reverse).collect();
        let (group_sizes, twin_sizes) = (relay.into.sizes(), twins.sizes());
        let inverse = |(&(from, _), &reverse): (&(u32, u32), &u32)| {
            let heard = group_sizes[from as usize].saturating_sub(twin_sizes[reverse as usize]);
            if heard == 0 { 0.0 } else { 1.0 / heard as f32 }
        };
        let inverse_sizes: Vec<f32> = ends.iter().zip(&reverses).map(inverse).collect();
        let reverse = Reverse {
            twins,
            reverses: RowIndex::new(reverses),
            inverse_sizes: Matrix::column(inverse_sizes),
        };
        Self { reverse: Some(reverse), ..relay }
    }

    /// The groups that rows speak into.
    #[must_use]
    pub fn into_groups(&self) -> &Segments {
        &self.into
    }

    /// The group that each row hears.
    #[must_use]
    pub fn from_groups(&self) -> &RowIndex {
        &self.from
    }
}
