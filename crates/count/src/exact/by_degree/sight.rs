//! What is placed, and the sets that follow from it, in numbers.

use super::host::{Host, RankedTable};
use super::plan::{DegreePlan, Leaves, Pairs, Size};
use super::sets::Make;
use super::ways::{MAX_NODES, Way};
use crate::cost::by_degree::{LENGTHS_WORTH_MARKS, LOOKED_UP_WORTH_MARKS, ROW_WORTH_HALVING};
use crate::exact::searching::{TOO_MANY, falling_factorial};
use crate::exact::spaces::skip_below;
use crate::meter::Meter;

/// A plan and the direction of its order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course<'a> {
    pub(super) plan: &'a DegreePlan,
    /// Whether later nodes of an orbit get images of lower degree, or of higher.
    pub(super) hubs_first: bool,
}

/// One bit per place.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    #[inline]
    pub(super) fn get(&self, x: u32) -> u64 {
        self.0[(x >> 6) as usize] >> (x & 63) & 1
    }

    pub(super) fn set(&mut self, x: u32) {
        self.0[(x >> 6) as usize] |= 1 << (x & 63);
    }

    pub(super) fn clear(&mut self, x: u32) {
        self.0[(x >> 6) as usize] &= !(1 << (x & 63));
    }
}

/// Where the members of a set are.
#[derive(Clone, Copy, Debug, Default)]
enum Home {
    /// In its own list.
    #[default]
    Own,
    /// In the list of another.
    Of(u16),
    /// In a table.
    Row(Way),
}

/// A set in numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Value {
    home: Home,
    /// For a row, the node whose row it is.
    of: u32,
    from: usize,
    pub(super) len: usize,
    list: Vec<u32>,
    /// Its members have bits of their own.
    pub(super) is_marked: bool,
    pub(super) bits: Bits,
    /// How much was looked up in it since it was made.
    looked_up: usize,
}

/// What is placed, and the sets that follow from it.
pub(super) struct Sight<'a> {
    pub(super) host: &'a Host,
    pub(super) course: Course<'a>,
    pub(super) images: [u32; MAX_NODES],
    pub(super) values: Vec<Value>,
}

impl<'a> Sight<'a> {
    pub(super) fn place(&mut self, step: usize, x: u32, meter: &mut Meter<'_>) {
        self.images[step] = x;
        for &set in &self.course.plan.sets.of_step[step] {
            self.make(set, x, meter);
        }
    }

    /// Takes back the marks of what was made for the image of a step.
    pub(super) fn lift(&mut self, step: usize) {
        for &set in &self.course.plan.sets.of_step[step] {
            if self.values[set as usize].is_marked {
                let mut bits = std::mem::take(&mut self.values[set as usize].bits);
                self.members(set).iter().for_each(|&y| bits.clear(y));
                self.values[set as usize].bits = bits;
                self.values[set as usize].is_marked = false;
            }
        }
    }

    #[inline]
    pub(super) fn members(&self, set: u16) -> &[u32] {
        let Value { home, of, from, len, ref list, .. } = self.values[set as usize];
        match home {
            Home::Own => list,
            Home::Of(other) => &self.values[other as usize].list[from..from + len],
            Home::Row(way) => &self.host.table(way).row(of)[from..from + len],
        }
    }

    /// The image that all members of a set come beyond.
    #[inline]
    pub(super) fn limit(&self, above: u8) -> Option<u32> {
        let images = (0..MAX_NODES).filter(|step| above >> step & 1 == 1).map(|s| self.images[s]);
        if self.course.hubs_first { images.max() } else { images.min() }
    }

    /// Which part of a sorted list comes beyond a place.
    #[inline]
    pub(super) fn beyond(&self, list: &[u32], limit: u32) -> std::ops::Range<usize> {
        if self.course.hubs_first {
            list.partition_point(|&y| y <= limit)..list.len()
        } else {
            0..list.partition_point(|&y| y < limit)
        }
    }

    /// The part of a row beyond the images of some steps.
    #[inline]
    pub(super) fn row_part(&self, way: Way, x: u32, above: u8) -> std::ops::Range<usize> {
        let table = self.host.table(way);
        match self.limit(above) {
            None => 0..table.degree(x),
            Some(limit) if limit == x && self.course.hubs_first => {
                table.num_before(x)..table.degree(x)
            }
            Some(limit) if limit == x => 0..table.num_before(x),
            Some(limit) => self.beyond(table.row(x), limit),
        }
    }

    pub(super) fn make(&mut self, set: u16, x: u32, meter: &mut Meter<'_>) {
        let plan = &self.course.plan.sets.list[set as usize];
        match plan.make {
            Make::Row(way) => {
                let part = self.row_part(way, x, plan.above);
                let value = &mut self.values[set as usize];
                (value.home, value.of) = (Home::Row(way), x);
                (value.from, value.len) = (part.start, part.len());
            }
            Make::Cut(whole) => {
                let part = self.beyond(self.members(whole), x);
                let Value { home, of, from, .. } = self.values[whole as usize];
                let value = &mut self.values[set as usize];
                let home = if let Home::Own = home { Home::Of(whole) } else { home };
                (value.home, value.of) = (home, of);
                (value.from, value.len) = (from + part.start, part.len());
            }
            Make::Meet(other, way) => {
                let part = self.row_part(way, x, plan.above);
                let row = &self.host.table(way).row(x)[part];
                self.prepare_to_look_up(other, row.len(), meter);
                let mut list = std::mem::take(&mut self.values[set as usize].list);
                list.clear();
                let mut len = 0;
                self.common(other, row, meter, |y| {
                    len += 1;
                    if plan.is_listed {
                        list.push(y);
                    }
                });
                let value = &mut self.values[set as usize];
                (value.home, value.list, value.len) = (Home::Own, list, len);
            }
        }
        self.values[set as usize].looked_up = 0;
    }

    /// Marks the members of a set once more than a part of its length is looked up in it.
    pub(super) fn prepare_to_look_up(&mut self, set: u16, amount: usize, meter: &mut Meter<'_>) {
        let value = &mut self.values[set as usize];
        value.looked_up += amount;
        if !value.is_marked && LOOKED_UP_WORTH_MARKS * value.looked_up >= value.len {
            self.mark(set, meter);
        }
    }

    pub(super) fn mark(&mut self, set: u16, meter: &mut Meter<'_>) {
        let mut bits = std::mem::take(&mut self.values[set as usize].bits);
        if bits.0.is_empty() {
            bits.0 = vec![0; self.host.num_places.div_ceil(64)];
        }
        let members = self.members(set);
        for &y in members {
            bits.set(y);
        }
        let amount = members.len();
        self.values[set as usize].bits = bits;
        self.values[set as usize].is_marked = true;
        meter.work(amount);
    }

    /// What a set and a row have in common.
    #[inline]
    pub(super) fn common(
        &self,
        set: u16,
        row: &[u32],
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(u32),
    ) {
        let value = &self.values[set as usize];
        if value.is_marked && row.len() <= LENGTHS_WORTH_MARKS * value.len {
            row.iter().filter(|&&y| value.bits.get(y) == 1).for_each(|&y| visit(y));
            meter.work(row.len());
            return;
        }
        let members = self.members(set);
        let (short, mut long) =
            if members.len() <= row.len() { (members, row) } else { (row, members) };
        for &y in short {
            long = skip_below(long, y);
            match long.first() {
                None => break,
                Some(&z) if z == y => visit(y),
                Some(_) => {}
            }
        }
        let amount = 2 * short.len();
        meter.work(amount);
    }

    /// The size of a set without the images that are taken.
    pub(super) fn size(&self, size: &Size) -> u64 {
        let taken =
            size.avoid.iter().filter(|&&step| self.holds(size.set, self.images[step as usize]));
        (self.values[size.set as usize].len - taken.count()) as u64
    }

    /// Whether a place is a member, for sets whose members are not listed too.
    pub(super) fn holds(&self, set: u16, y: u32) -> bool {
        let set = &self.course.plan.sets.list[set as usize];
        let is_beyond = self
            .limit(set.above)
            .is_none_or(|limit| if self.course.hubs_first { y > limit } else { y < limit });
        is_beyond
            && set
                .rows
                .iter()
                .all(|&(step, way)| self.host.sees(self.images[step as usize], way, y))
    }

    /// How many ways there are to choose leaves.
    pub(super) fn leaves(&self, leaves: &Leaves) -> u128 {
        let x = self.images[leaves.step as usize];
        let is_seen = |&&step: &&u8| self.host.sees(x, leaves.way, self.images[step as usize]);
        let taken = leaves.taken + leaves.may_see.iter().filter(is_seen).count() as u64;
        let degree = self.host.table(leaves.way).degree(x) as u64;
        choices(degree.saturating_sub(taken), leaves.multiplicity)
    }

    /// The part of the row of `c` in which members of B can be.
    #[inline]
    pub(super) fn row_of_first(
        &self,
        table: &'a RankedTable,
        c: u32,
        is_ordered: bool,
        limit: Option<u32>,
    ) -> &'a [u32] {
        if is_ordered {
            return table.row_beyond(c, self.course.hubs_first);
        }
        let row = table.row(c);
        match limit {
            Some(limit) if row.len() > ROW_WORTH_HALVING => &row[self.beyond(row, limit)],
            _ => row,
        }
    }

    /// The set is used again if it belongs to an earlier step.
    pub(super) fn restore_marks(&mut self, pairs: &Pairs) {
        for &step in &pairs.second.avoid {
            let x = self.images[step as usize];
            if self.members(pairs.second.set).binary_search(&x).is_ok() {
                self.values[pairs.second.set as usize].bits.set(x);
            }
        }
    }
}

/// The number of injective choices of this many members from a set.
#[inline]
pub(super) fn choices(size: u64, number: u32) -> u128 {
    match number {
        1 => size.into(),
        _ => falling_factorial(size, number).unwrap_or(TOO_MANY),
    }
}
