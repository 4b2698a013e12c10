//! The rows of every link, seen from either end: those of the engine's relation tables, or
//! copies of them that hold candidates only, where copying is cheap.

use std::borrow::Cow;

use crate::exact::spaces::{LinkTable, skip_below};

/// For each graph node at one end of a link, the nodes that may be at the other end, ascending.
#[derive(Clone, Debug)]
pub(super) struct Rows<'a> {
    first: u32,
    starts: Cow<'a, [u32]>,
    targets: Cow<'a, [u32]>,
}

impl<'a> Rows<'a> {
    pub(super) fn shared(table: &'a LinkTable) -> Self {
        let (starts, targets) = (Cow::Borrowed(&table.starts[..]), (&table.targets[..]).into());
        Self { first: table.first, starts, targets }
    }

    pub(super) fn own(table: LinkTable) -> Self {
        let (starts, targets) = (Cow::Owned(table.starts), Cow::Owned(table.targets));
        Self { first: table.first, starts, targets }
    }

    #[inline]
    pub(super) fn row(&self, x: u32) -> &[u32] {
        let row = (x - self.first) as usize;
        &self.targets[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// The number of pairs.
    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    /// All pairs.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + Clone {
        let ends = self.starts.windows(2).zip(self.first..);
        ends.flat_map(|(ends, x)| {
            self.targets[ends[0] as usize..ends[1] as usize].iter().map(move |&y| (x, y))
        })
    }
}

/// Calls `visit` with each number that all lists have, ascending. The lists are used up.
#[inline]
pub(super) fn meet(lists: &mut [&[u32]], mut visit: impl FnMut(u32) -> bool) {
    let Some(shortest) = (0..lists.len()).min_by_key(|&i| lists[i].len()) else { return };
    lists.swap(0, shortest);
    let (first, others) = lists.split_at_mut(1);
    'next: for &x in first[0] {
        for other in others.iter_mut() {
            *other = skip_below(other, x);
            match other.first() {
                None => return,
                Some(&y) if y != x => continue 'next,
                Some(_) => {}
            }
        }
        if !visit(x) {
            return;
        }
    }
}
