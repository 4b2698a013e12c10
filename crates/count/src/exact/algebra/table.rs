//! The pairs of a relation as sorted rows.

use std::ops::Range;

use crate::meter::Meter;

/// For each node of one home, the related nodes, ascending.
#[derive(Clone, Debug, Default)]
pub(crate) struct RelationTable {
    pub(crate) first: u32,
    pub(crate) starts: Vec<u32>,
    pub(crate) targets: Vec<u32>,
}

impl RelationTable {
    /// The places of a row in `targets`.
    #[inline]
    pub(crate) fn span(&self, x: u32) -> Range<usize> {
        let row = (x - self.first) as usize;
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    #[inline]
    pub(crate) fn row(&self, x: u32) -> &[u32] {
        &self.targets[self.span(x)]
    }

    #[inline]
    pub(crate) fn degree(&self, x: u32) -> usize {
        self.span(x).len()
    }

    pub(crate) fn num_rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The nodes that have a row.
    pub(crate) fn sources(&self) -> Range<u32> {
        self.first..self.first + self.num_rows() as u32
    }

    pub(crate) fn num_pairs(&self) -> usize {
        self.targets.len()
    }

    pub(crate) fn num_bytes(&self) -> usize {
        4 * (self.starts.len() + self.targets.len())
    }

    /// Groups pairs by their first end, keeping their order. None if the budget ran out.
    pub(crate) fn group(
        sources: Range<u32>,
        pairs: impl Iterator<Item = (u32, u32)> + Clone,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let mut starts = vec![0; sources.len() + 1];
        for (x, _) in pairs.clone() {
            meter.work(1).then_some(())?;
            starts[(x - sources.start) as usize + 1] += 1;
        }
        for row in 0..sources.len() {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[sources.len()] as usize];
        for (x, y) in pairs {
            meter.work(1).then_some(())?;
            let place = &mut next[(x - sources.start) as usize];
            targets[*place as usize] = y;
            *place += 1;
        }
        Some(Self { first: sources.start, starts, targets })
    }

    /// The same pairs seen from the other side; rows ascend because sources do.
    pub(crate) fn turned(&self, sources: Range<u32>, meter: &mut Meter<'_>) -> Option<Self> {
        let pairs = self.sources().flat_map(|x| self.row(x).iter().map(move |&y| (y, x)));
        Self::group(sources, pairs, meter)
    }

    /// The pairs of both tables.
    pub(crate) fn meet(&self, other: &Self, meter: &mut Meter<'_>) -> Option<Self> {
        let (mut starts, mut targets) = (vec![0], Vec::new());
        for x in self.sources() {
            meter.work(1 + self.degree(x)).then_some(())?;
            let mut rest = other.row(x);
            for &y in self.row(x) {
                rest = skip_below(rest, y);
                if rest.first() == Some(&y) {
                    targets.push(y);
                }
            }
            starts.push(targets.len() as u32);
        }
        Some(Self { first: self.first, starts, targets })
    }

    /// The pairs that are wanted.
    pub(crate) fn filtered(
        &self,
        meter: &mut Meter<'_>,
        wanted: impl Fn(u32, u32) -> bool,
    ) -> Option<Self> {
        let (mut starts, mut targets) = (vec![0], Vec::new());
        for x in self.sources() {
            meter.work(1 + self.degree(x)).then_some(())?;
            targets.extend(self.row(x).iter().copied().filter(|&y| wanted(x, y)));
            starts.push(targets.len() as u32);
        }
        Some(Self { first: self.first, starts, targets })
    }

    /// Values of pairs, in the order of the table from the other side.
    pub(crate) fn turn_values<W: Copy + Default>(&self, values: &[W], back: &Self) -> Vec<W> {
        let mut next = back.starts.clone();
        let mut turned = vec![W::default(); values.len()];
        for (&y, &value) in self.targets.iter().zip(values) {
            let place = &mut next[(y - back.first) as usize];
            turned[*place as usize] = value;
            *place += 1;
        }
        turned
    }
}

/// The rest of a sorted list from the first entry not below `x`: doubling steps, then a binary
/// search.
#[inline]
pub(crate) fn skip_below(list: &[u32], x: u32) -> &[u32] {
    let mut step = 1;
    while step < list.len() && list[step - 1] < x {
        step *= 2;
    }
    let (low, high) = (step / 2, step.min(list.len()));
    &list[low + list[low..high].partition_point(|&y| y < x)..]
}
