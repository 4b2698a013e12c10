//! The space in which a search runs: the candidates of every pattern node and the rows of every
//! relation, behind the few set operations that a search needs. There are two kinds: bit masks for
//! small spaces, and sorted rows for large ones. The same search runs on both.

use super::pair_room::{LastImages, PairRoom, PairTail};
use crate::cost::planning::HIGHEST_ROW_MOMENT;
use crate::meter::Meter;

/// The sums of the powers of the lengths of the rows of a table, from power 0 on.
pub(crate) type Moments = [f64; HIGHEST_ROW_MOMENT + 1];

/// One factor of a set: the row of `table` at the image of pattern node `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowRef {
    pub(crate) table: u16,
    pub(crate) from: u8,
}

/// The set of images that a pattern node may take, given the images of earlier nodes. Masks are
/// sets of pattern nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection<'a> {
    pub(crate) node: u8,
    /// Images must lie in all these rows.
    pub(crate) rows: &'a [RowRef],
    /// ... differ from the images of these nodes,
    pub(crate) distinct: u64,
    /// ... have no arc to or from the images of these nodes, or none that the pattern forbids,
    pub(crate) apart: u64,
    /// ... and come after the images of these in the order of the space.
    pub(crate) above: u64,
}

/// The candidates and rows of one question.
pub(crate) trait Space: Sync {
    /// A set of graph nodes, numbered within the space.
    type Set: Clone + Default + Send;

    /// A range that contains all candidates of pattern node `u`.
    fn places(&self, u: usize) -> std::ops::Range<u32>;

    /// The number of candidates of pattern node `u`.
    fn num_candidates(&self, u: usize) -> usize;

    /// Whether pattern nodes `u` and `v` share a candidate.
    fn overlap(&self, u: usize, v: usize) -> bool;

    /// Whether pattern nodes `u` and `v` have the same candidates.
    fn same_candidates(&self, u: usize, v: usize) -> bool;

    /// Writes the selected set to `out`. Work beyond a few machine words is counted by the meter.
    /// Once the meter is spent, the set may be incomplete.
    fn select(&self, s: &Selection<'_>, images: &[u32], out: &mut Self::Set, meter: &mut Meter<'_>);

    /// The size of the selected set, possibly too small once the meter is spent.
    fn count(&self, s: &Selection<'_>, images: &[u32], meter: &mut Meter<'_>) -> u64;

    /// The size of a set.
    fn len(set: &Self::Set) -> u64;

    /// Its members, ascending.
    fn members(set: &Self::Set) -> impl Iterator<Item = u32> + '_;

    /// The next member of a set, and the cursor of the one after it; cursors begin at 0. For
    /// searches that pause and resume.
    fn member_at(set: &Self::Set, cursor: u32) -> Option<(u32, u32)>;

    /// Writes the intersection of `a` and `b` to `out`, or a part of it once the meter is spent.
    fn meet(a: &Self::Set, b: &Self::Set, out: &mut Self::Set, meter: &mut Meter<'_>);

    /// The moments of a table.
    fn moments(&self, table: u16) -> Moments;

    /// Prepares for [`pairs`](Self::pairs). False if the budget ran out.
    fn prepare_pairs(&self, meter: &mut Meter<'_>) -> bool;

    /// The number of pairs of images of the two ends of a tail, over images of its last node; of
    /// those done when the meter is spent.
    fn pairs(
        &self,
        tail: &PairTail<'_>,
        which: LastImages,
        images: &mut [u32],
        room: &mut PairRoom,
        meter: &mut Meter<'_>,
    ) -> u128;
}

/// The moments of rows of these lengths.
pub(super) fn moments_of(lengths: impl Iterator<Item = u64>) -> Moments {
    let mut sums = [0.0; HIGHEST_ROW_MOMENT + 1];
    for length in lengths {
        let mut power = 1.0;
        for sum in &mut sums {
            *sum += power;
            power *= length as f64;
        }
    }
    sums
}
