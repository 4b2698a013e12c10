//! Pairs of images in rows. Let w be the node placed last, with image p; A and B the images of the
//! two nodes a and b that are left, before w is placed; N the nodes with an arc to or from p, and p
//! itself. A node that is linked to w has its images in a row of p; one that is not loses those in N:
//!
//! ```text
//! A' = A ∩ row of p,  or  A \ N           R(x, y): related as a and b are, if these are linked;
//! B' likewise                                      else x = y, or an arc between them
//!
//! pairs = Σ over x in A', y in B'  R(x, y)     if a and b are linked, else  |A'|·|B'| − that sum
//! ```
//!
//! The sum is not made pair by pair. With c(x) = |{y in B: R(x, y)}|, which does not depend on p:
//!
//! ```text
//! only a linked to w:   Σ over x in A' of c(x)  −  Σ over y in B ∩ N of |{x in A': R(x, y)}|
//! neither:              Σ over A × B  −  Σ over (A ∩ N) × B  −  Σ over A × (B ∩ N)  +  Σ over (A ∩ N) × (B ∩ N)
//! ```
//!
//! B ∩ N is small in most graphs. From one choice of the placed nodes to the next, c changes by the
//! rows of those nodes that enter or leave B.

use super::pair_room::{LastImages, PairRoom, PairTail, TAKEN};
use super::row_space::{RowSpace, skip_below};
use super::space::{RowRef, Selection};
use crate::cost::planning::ENTRIES_PER_WORK;
use crate::exact::compiling::members;
use crate::meter::Meter;

/// The flag of a node that is looked for at the moment.
const WANTED: u8 = 4;

impl RowSpace<'_> {
    /// The number of pairs for the images of the last node, or for those done when the meter is
    /// spent.
    pub(super) fn pairs_in_rows(
        &self,
        tail: &PairTail<'_>,
        which: LastImages,
        images: &mut [u32],
        room: &mut PairRoom,
        meter: &mut Meter<'_>,
    ) -> u128 {
        room.fit(self.num_nodes());
        self.follow(tail, images, room, meter);
        let (mut listed, mut one) = (std::mem::take(&mut room.images), [0]);
        let (last_images, offset, stride) = match which {
            LastImages::One(x) => {
                one[0] = x;
                (&one[..], 0, 1)
            }
            LastImages::Every { offset, stride } => {
                listed.clear();
                self.early(tail, &tail.last, images, room, &mut listed, meter);
                (&listed[..], offset, stride)
            }
        };
        let mut sum = 0_u128;
        if !last_images.is_empty() && self.look_ahead(tail, images, room, meter) {
            for &p in last_images.iter().skip(offset).step_by(stride) {
                if !meter.step() {
                    break;
                }
                let pairs = self.pairs_at(tail, p, images, room, meter);
                if meter.is_spent() {
                    break;
                }
                sum = sum.saturating_add(pairs.into());
            }
        }
        room.images = listed;
        sum
    }

    /// Notes which graph nodes the images of the placed nodes see.
    fn follow(
        &self,
        tail: &PairTail<'_>,
        images: &[u32],
        room: &mut PairRoom,
        meter: &mut Meter<'_>,
    ) {
        let now = |i: usize| images[tail.placed[i] as usize];
        let same = (0..room.applied.len()).take_while(|&i| room.applied[i] == now(i)).count();
        room.is_known &= same == tail.placed.len();
        while room.applied.len() > same
            && let Some(x) = room.applied.pop()
        {
            let bit = 1 << room.applied.len();
            room.seen[x as usize] &= !TAKEN;
            self.near(x).iter().for_each(|&y| room.seen[y as usize] &= !bit);
            meter.work(1 + self.near(x).len() / ENTRIES_PER_WORK);
        }
        for i in same..tail.placed.len() {
            let x = now(i);
            room.seen[x as usize] |= TAKEN;
            self.near(x).iter().for_each(|&y| room.seen[y as usize] |= 1 << i);
            room.applied.push(x);
            meter.work(1 + self.near(x).len() / ENTRIES_PER_WORK);
        }
    }

    /// The images of a node before the last one is placed: in its rows, and seen by those placed
    /// nodes that it is linked to.
    fn early(
        &self,
        tail: &PairTail<'_>,
        s: &Selection<'_>,
        images: &[u32],
        room: &PairRoom,
        out: &mut Vec<u32>,
        meter: &mut Meter<'_>,
    ) {
        let rows = || s.rows.iter().filter(|row| row.from != tail.last.node);
        let row = |row: &RowRef| self.row_of(row.table, images[row.from as usize]);
        let seen_by = |bits: u32, from: u8| {
            let place = tail.placed.iter().position(|&v| v == from);
            place.map_or(bits, |i| bits | 1 << i)
        };
        let seen = rows().fold(0, |bits, row| seen_by(bits, row.from));
        let admits = |&x: &u32| {
            room.seen[x as usize] == seen
                && self.stands_for(x, s.node)
                && members(s.above).all(|u| images[u] < x)
        };
        let Some(shortest) = rows().min_by_key(|other| row(other).len()) else {
            let all = self.places_of(s.node);
            for some in meter.stretches(all.len()) {
                let some = all.start + some.start as u32..all.start + some.end as u32;
                out.extend(some.filter(admits));
            }
            return;
        };
        out.extend(row(shortest).iter().copied().filter(admits));
        meter.work(1 + row(shortest).len() / ENTRIES_PER_WORK);
        // What is seen has an arc; where rows say more than that, they are asked.
        for other in rows().filter(|other| *other != shortest && !self.says_all(other.table)) {
            let mut rest = row(other);
            out.retain(|&x| {
                rest = skip_below(rest, x);
                rest.first() == Some(&x)
            });
        }
    }

    /// Prepares the images of both ends, and what they are related to. False if there are no pairs,
    /// or the budget ran out.
    fn look_ahead(
        &self,
        tail: &PairTail<'_>,
        images: &[u32],
        room: &mut PairRoom,
        meter: &mut Meter<'_>,
    ) -> bool {
        let late = tail.is_late();
        if !room.is_known {
            for e in 0..2 {
                let mut early = std::mem::take(&mut room.early[e]);
                for &x in &early {
                    room.flags[x as usize] &= !(1 << e);
                }
                early.clear();
                if tail.is_early(e) {
                    self.early(tail, &tail.ends[e], images, room, &mut early, meter);
                }
                for &x in &early {
                    room.flags[x as usize] |= 1 << e;
                }
                room.early[e] = early;
            }
            room.is_known = !meter.is_spent();
            if !tail.has_all(room) {
                return false;
            }
            (0..2).filter(|&e| !late[e]).for_each(|e| self.relate(tail, e, room, meter));
            if late == [false; 2] {
                let number = &room.related[1].number;
                room.both = room.early[0].iter().map(|&x| u64::from(number[x as usize])).sum();
            }
        }
        !meter.is_spent() && tail.has_all(room)
    }

    /// The graph nodes that are related to `x` as the other end is to end `e`.
    #[inline]
    fn related_to(&self, tail: &PairTail<'_>, e: usize, x: u32) -> &[u32] {
        tail.link.map_or_else(|| self.near(x), |tables| self.row_of(tables[e], x))
    }

    /// Updates how many of the early images of end `e` each graph node is related to.
    fn relate(&self, tail: &PairTail<'_>, e: usize, room: &mut PairRoom, meter: &mut Meter<'_>) {
        let PairRoom { early, related, .. } = room;
        let (new, related) = (&early[e], &mut related[e]);
        let number = &mut related.number;
        let mut change = |x: u32, by: u32| {
            let row = self.related_to(tail, e, x);
            for &y in row {
                number[y as usize] = number[y as usize].wrapping_add(by);
            }
            if tail.link.is_none() {
                number[x as usize] = number[x as usize].wrapping_add(by);
            }
            meter.work(1 + row.len() / ENTRIES_PER_WORK);
        };
        let (mut i, mut j) = (0, 0);
        while i < related.members.len() || j < new.len() {
            let [old, next] = [related.members.get(i), new.get(j)].map(Option::<&u32>::copied);
            match (old, next) {
                (Some(x), Some(y)) if x == y => (i, j) = (i + 1, j + 1),
                (Some(x), y) if y.is_none_or(|y| x < y) => {
                    change(x, u32::MAX);
                    i += 1;
                }
                (_, Some(y)) => {
                    change(y, 1);
                    j += 1;
                }
                _ => break,
            }
        }
        related.members.clone_from(new);
    }

    /// The number of pairs if the last node has this image.
    fn pairs_at(
        &self,
        tail: &PairTail<'_>,
        p: u32,
        images: &[u32],
        room: &mut PairRoom,
        meter: &mut Meter<'_>,
    ) -> u64 {
        let late = tail.is_late();
        room.gone.iter_mut().for_each(Vec::clear);
        for e in (0..2).filter(|&e| late[e]) {
            self.find_late(tail, e, p, images, room, meter);
            if room.found[e].is_empty() {
                return 0;
            }
        }
        if late != [true; 2] {
            let PairRoom { flags, gone: [first, second], .. } = room;
            for &z in self.near(p).iter().chain([&p]) {
                let flags = flags[z as usize];
                if flags & 1 != 0 && !late[0] {
                    first.push(z);
                }
                if flags & 2 != 0 && !late[1] {
                    second.push(z);
                }
            }
            meter.work(1 + self.near(p).len() / ENTRIES_PER_WORK);
        }
        let size = |e: usize| {
            if late[e] { room.found[e].len() } else { room.early[e].len() - room.gone[e].len() }
        };
        let [first, second] = [size(0) as u64, size(1) as u64];
        if first == 0 || second == 0 {
            return 0;
        }
        let sum_over = |set: &[u32], number: &[u32]| {
            set.iter().map(|&x| u64::from(number[x as usize])).sum::<u64>()
        };
        let related = match late {
            [true, true] => {
                self.related_pairs(tail, [&room.found[0], &room.found[1]], &mut room.flags, meter)
            }
            [false, false] => {
                let [gone, other] = &room.gone;
                let both = self.related_pairs(tail, [gone, other], &mut room.flags, meter);
                let less = sum_over(gone, &room.related[1].number)
                    + sum_over(other, &room.related[0].number);
                // A spent meter may leave a part of the pairs.
                (room.both + both).saturating_sub(less)
            }
            [is_first, _] => {
                let (a, b) = if is_first { (0, 1) } else { (1, 0) };
                let mut sets: [&[u32]; 2] = [&[]; 2];
                (sets[a], sets[b]) = (&room.found[a], &room.gone[b]);
                let less = self.related_pairs(tail, sets, &mut room.flags, meter);
                sum_over(&room.found[a], &room.related[b].number) - less
            }
        };
        if tail.link.is_some() { related } else { first * second - related }
    }

    /// The images of an end that is linked to the last node.
    fn find_late(
        &self,
        tail: &PairTail<'_>,
        e: usize,
        p: u32,
        images: &[u32],
        room: &mut PairRoom,
        meter: &mut Meter<'_>,
    ) {
        let s = &tail.ends[e];
        let PairRoom { found, flags, seen, .. } = room;
        let found = &mut found[e];
        found.clear();
        let Some(link) = s.rows.iter().find(|row| row.from == tail.last.node) else { return };
        let row = self.row_of(link.table, p);
        meter.work(1 + row.len() / ENTRIES_PER_WORK);
        if tail.is_early(e) {
            found.extend(row.iter().filter(|&&x| flags[x as usize] & 1 << e != 0));
        } else {
            let admits = |&x: &u32| {
                seen[x as usize] == 0
                    && self.stands_for(x, s.node)
                    && members(s.above).all(|u| images[u] < x)
            };
            found.extend(row.iter().copied().filter(admits));
        }
    }

    /// How many pairs of two sets are related.
    fn related_pairs(
        &self,
        tail: &PairTail<'_>,
        sets: [&[u32]; 2],
        flags: &mut [u8],
        meter: &mut Meter<'_>,
    ) -> u64 {
        if sets.iter().any(|set| set.is_empty()) {
            return 0;
        }
        let e = usize::from(sets[1].len() < sets[0].len());
        let (few, others) = (sets[e], sets[1 - e]);
        for &x in others {
            flags[x as usize] |= WANTED;
        }
        let mut pairs = 0;
        for &x in few {
            let row = self.related_to(tail, e, x);
            pairs += row.iter().filter(|&&y| flags[y as usize] & WANTED != 0).count() as u64;
            if tail.link.is_none() {
                pairs += u64::from(flags[x as usize] & WANTED != 0);
            }
            if !meter.work(1 + row.len() / ENTRIES_PER_WORK) {
                break;
            }
        }
        for &x in others {
            flags[x as usize] &= !WANTED;
        }
        pairs
    }
}

impl PairTail<'_> {
    /// For each end, whether it is linked to the last node.
    fn is_late(&self) -> [bool; 2] {
        self.ends.map(|end| end.rows.iter().any(|row| row.from == self.last.node))
    }

    /// Whether no end that has images early is without any.
    fn has_all(&self, room: &PairRoom) -> bool {
        (0..2).all(|e| !self.is_early(e) || !room.early[e].is_empty())
    }

    /// Whether an end is linked to a node placed before the last one.
    fn is_early(&self, e: usize) -> bool {
        self.ends[e].rows.iter().any(|row| row.from != self.last.node)
    }
}
