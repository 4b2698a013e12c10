//! Lists of row numbers, shared without copying: a batch creates them once, and every operation
//! that uses them keeps a reference.

use std::sync::Arc;

/// Row numbers, in any order and with repetitions.
#[derive(Clone, Debug)]
pub struct RowIndex {
    rows: Arc<[u32]>,
    /// An exclusive upper bound of the numbers.
    bound: usize,
}

impl RowIndex {
    /// A list from its numbers.
    #[must_use]
    pub fn new(rows: impl Into<Arc<[u32]>>) -> Self {
        let rows = rows.into();
        let bound = rows.iter().max().map_or(0, |&max| max as usize + 1);
        Self { rows, bound }
    }

    /// The numbers.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The smallest number greater than all of them.
    #[must_use]
    pub fn bound(&self) -> usize {
        self.bound
    }
}

impl From<Vec<u32>> for RowIndex {
    fn from(rows: Vec<u32>) -> Self {
        Self::new(rows)
    }
}

/// Rows of zeros and ones, stored as the positions of the ones; each row has equally many.
///
/// Used for concatenated one-hot labels: their product with a weight is a sum of a few of its rows.
#[derive(Clone, Debug)]
pub struct Hot {
    places: RowIndex,
    per_row: usize,
}

impl Hot {
    /// Rows from the positions of their ones, `per_row` for each row.
    ///
    /// # Panics
    ///
    /// If the number of positions is not a multiple of `per_row`.
    #[must_use]
    pub fn new(places: impl Into<Arc<[u32]>>, per_row: usize) -> Self {
        let places = RowIndex::new(places);
        assert!(per_row > 0 && places.len().is_multiple_of(per_row), "not a whole number of rows");
        Self { places, per_row }
    }

    /// The positions of the ones, row by row.
    #[must_use]
    pub fn places(&self) -> &RowIndex {
        &self.places
    }

    /// The number of ones in a row.
    #[must_use]
    pub fn per_row(&self) -> usize {
        self.per_row
    }

    /// The number of rows.
    #[must_use]
    pub fn num_rows(&self) -> usize {
        self.places.len() / self.per_row
    }
}

/// Groups of rows: which group each row belongs to. A group may be empty, and its rows need not
/// be contiguous.
#[derive(Clone, Debug)]
pub struct Segments {
    of_row: Arc<[u32]>,
    /// One over the size of each group; 0 for an empty one.
    inverse_sizes: Arc<[f32]>,
}

impl Segments {
    /// Groups, from the group of each row.
    ///
    /// # Panics
    ///
    /// If a group is not below `num`.
    #[must_use]
    pub fn new(of_row: impl Into<Arc<[u32]>>, num: usize) -> Self {
        let of_row = of_row.into();
        let sizes = sizes(&of_row, num);
        let inverse = |&size: &u32| if size == 0 { 0.0 } else { 1.0 / size as f32 };
        Self { of_row, inverse_sizes: sizes.iter().map(inverse).collect() }
    }

    /// Groups of contiguous rows, from their sizes.
    #[must_use]
    pub fn from_sizes(sizes: &[usize]) -> Self {
        let of_row: Vec<u32> =
            (0..).zip(sizes).flat_map(|(group, &size)| std::iter::repeat_n(group, size)).collect();
        Self::new(of_row, sizes.len())
    }

    /// The number of groups.
    #[must_use]
    pub fn num(&self) -> usize {
        self.inverse_sizes.len()
    }

    /// The number of rows in each group.
    pub(crate) fn sizes(&self) -> Vec<u32> {
        sizes(&self.of_row, self.num())
    }

    /// The group of each row.
    #[must_use]
    pub fn of_row(&self) -> &[u32] {
        &self.of_row
    }

    /// One over the size of each group; 0 for an empty one.
    #[must_use]
    pub fn inverse_sizes(&self) -> &[f32] {
        &self.inverse_sizes
    }
}

fn sizes(of_row: &[u32], num: usize) -> Vec<u32> {
    let mut sizes = vec![0; num];
    for &group in of_row {
        assert!((group as usize) < num, "group {group} of {num}");
        sizes[group as usize] += 1;
    }
    sizes
}

/// Ranges of rows, each with its start and its exclusive end. They may overlap: two pairs with the
/// same graph cover the same rows.
#[derive(Clone, Debug)]
pub struct Spans {
    spans: Arc<[[u32; 2]]>,
    bound: usize,
}

impl Spans {
    /// Ranges from their starts and ends.
    ///
    /// # Panics
    ///
    /// If a range ends before it starts.
    #[must_use]
    pub fn new(spans: impl Into<Arc<[[u32; 2]]>>) -> Self {
        let spans = spans.into();
        assert!(spans.iter().all(|[start, end]| start <= end), "a range ends before it starts");
        let bound = spans.iter().map(|&[_, end]| end as usize).max().unwrap_or(0);
        Self { spans, bound }
    }

    /// Consecutive ranges, from their sizes.
    #[must_use]
    pub fn from_sizes(sizes: &[usize]) -> Self {
        let mut end = 0;
        let next = |&size: &usize| {
            let start = end;
            end += size as u32;
            [start, end]
        };
        Self::new(sizes.iter().map(next).collect::<Vec<_>>())
    }

    /// The number of ranges.
    #[must_use]
    pub fn num(&self) -> usize {
        self.spans.len()
    }

    /// Each range.
    pub(crate) fn iter(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.spans.iter().map(|&[start, end]| start as usize..end as usize)
    }

    /// The largest end, or 0 if there are no ranges.
    #[must_use]
    pub fn bound(&self) -> usize {
        self.bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_knows_how_many_rows_it_needs() {
        assert_eq!(RowIndex::new([3, 0, 3]).bound(), 4);
        assert_eq!(RowIndex::new([]).bound(), 0);
    }

    #[test]
    fn empty_groups_have_no_size() {
        let groups = Segments::from_sizes(&[2, 0, 1]);
        assert_eq!(groups.of_row(), [0, 0, 2]);
        assert_eq!(groups.inverse_sizes(), [0.5, 0.0, 1.0]);
    }

    #[test]
    fn stretches_follow_each_other() {
        let spans = Spans::from_sizes(&[2, 0, 3]);
        assert_eq!(spans.iter().collect::<Vec<_>>(), [0..2, 2..2, 2..5]);
        assert_eq!(spans.bound(), 5);
    }
}
