//! Rows that exchange messages through groups.
//!
//! Row e sends to the group `into e` and receives from the group `from e`. For the arcs of a graph,
//! `into` is the head and `from` the tail: an arc receives from the arcs that end at its tail.

use std::collections::BTreeMap;

use isocount_core::Control;

use crate::index::{RowIndex, Segments};
use crate::matrix::Matrix;

/// Number of rows between checks for cancellation.
const ROWS_PER_CHECK: usize = 1 << 12;

/// Which rows receive messages from which.
#[derive(Clone, Debug)]
pub struct Relay {
    pub(crate) into: Segments,
    pub(crate) from: RowIndex,
    pub(crate) reverse: Option<Reverse>,
}

/// The rows that each row ignores, although they send to its group.
#[derive(Clone, Debug)]
pub(crate) struct Reverse {
    /// Rows with the same `from` and the same `into`; the last group is an additional empty one.
    pub(crate) twins: Segments,
    /// For each row the group of its reverses; the empty group if there are none.
    pub(crate) reverses: RowIndex,
    /// One over the number of rows that each row receives from; 0 if there are none.
    pub(crate) inverse_sizes: Matrix,
}

impl Relay {
    /// Row e sends to `into[e]` and receives from all rows that send to `from[e]`.
    ///
    /// # Panics
    ///
    /// If the lists differ in length, or a group is not below `num_groups`.
    #[must_use]
    pub fn new(into: Vec<u32>, from: Vec<u32>, num_groups: usize) -> Self {
        assert_eq!(into.len(), from.len(), "every row sends and receives");
        let (into, from) = (Segments::new(into, num_groups), RowIndex::new(from));
        assert!(
            from.bound() <= num_groups,
            "a row receives from group {} of {num_groups}",
            from.bound()
        );
        Self { into, from, reverse: None }
    }

    /// Like [`new`](Self::new), but row e ignores its reverses: the rows that send to `from[e]` and
    /// receive from `into[e]`. If cancelled, the result is meaningless.
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
            if ix % ROWS_PER_CHECK == 0 && control.is_cancelled() {
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

    /// The groups that rows send to.
    #[must_use]
    pub fn into_groups(&self) -> &Segments {
        &self.into
    }

    /// The group that each row receives from.
    #[must_use]
    pub fn from_groups(&self) -> &RowIndex {
        &self.from
    }
}
