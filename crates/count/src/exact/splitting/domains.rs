//! The images that pattern nodes can still take, as bit sets. A set is written once and then shared
//! by all later choices that do not change it. The sets that a choice has written are dropped when
//! the choice is undone.

use std::ops::Range;

use crate::exact::compiling::{MAX_NODES, members};
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// The position and the size of the domain of each node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Domains {
    at: [u32; MAX_NODES],
    pub(super) size: [u32; MAX_NODES],
}

/// All domains, and the start of the images of each node.
#[derive(Clone, Debug)]
pub(super) struct Store {
    words: Vec<u64>,
    ranges: Vec<Range<u32>>,
    /// A set in the making.
    pub(super) made: Vec<u64>,
}

/// The state to restore.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

/// The effect of a change on a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Same,
    Smaller,
    Empty,
}

impl Store {
    pub(super) fn new(ranges: Vec<Range<u32>>) -> Self {
        let longest = ranges.iter().map(Range::len).max().unwrap_or(0).div_ceil(64);
        Self { words: Vec::new(), ranges, made: vec![0; longest] }
    }

    /// The candidates of every node. None if the budget ran out.
    pub(super) fn candidates(&mut self, s: &Sieved, meter: &mut Meter<'_>) -> Option<Domains> {
        let mut domains = Domains { at: [0; MAX_NODES], size: [0; MAX_NODES] };
        for u in 0..self.ranges.len() {
            let range = self.ranges[u].clone();
            meter.work(range.len()).then_some(())?;
            let num_words = self.num_words(u);
            self.made[..num_words].fill(0);
            for (i, x) in range.enumerate() {
                self.made[i / 64] |= (s.stands_for[x as usize] >> u & 1) << (i % 64);
            }
            self.write(&mut domains, u);
        }
        Some(domains)
    }

    pub(super) fn num_words(&self, u: usize) -> usize {
        self.ranges[u].len().div_ceil(64)
    }

    /// The number of places for images of `u`.
    pub(super) fn num_places(&self, u: usize) -> usize {
        self.ranges[u].len()
    }

    /// The first graph node among the images of `u`, from which places are counted.
    pub(super) fn first(&self, u: usize) -> u32 {
        self.ranges[u].start
    }

    /// The graph nodes among which the images of `u` are.
    pub(super) fn range(&self, u: usize) -> Range<u32> {
        self.ranges[u].clone()
    }

    pub(super) fn of(&self, domains: &Domains, u: usize) -> &[u64] {
        let at = domains.at[u] as usize;
        &self.words[at..at + self.num_words(u)]
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.words.len())
    }

    pub(super) fn release(&mut self, mark: Mark) {
        self.words.truncate(mark.0);
    }

    /// Makes the domain of `u` the set in the making.
    pub(super) fn copy(&mut self, domains: &Domains, u: usize) {
        let (at, num_words) = (domains.at[u] as usize, self.num_words(u));
        self.made[..num_words].copy_from_slice(&self.words[at..at + num_words]);
    }

    /// Makes the set in the making the domain of `u`.
    pub(super) fn write(&mut self, domains: &mut Domains, u: usize) {
        let num_words = self.num_words(u);
        domains.at[u] = self.words.len() as u32;
        domains.size[u] = self.made[..num_words].iter().map(|word| word.count_ones()).sum();
        self.words.extend_from_slice(&self.made[..num_words]);
    }

    /// Reduces the domain to one image.
    pub(super) fn place(&mut self, domains: &mut Domains, u: usize, place: u32) {
        let num_words = self.num_words(u);
        self.made[..num_words].fill(0);
        self.made[place as usize / 64] = 1 << (place % 64);
        self.write(domains, u);
    }

    /// Intersects the domain with the set in the making.
    pub(super) fn meet(&mut self, domains: &mut Domains, u: usize) -> Change {
        let (at, num_words) = (domains.at[u] as usize, self.num_words(u));
        let mut kept = 0;
        for (made, old) in self.made[..num_words].iter_mut().zip(&self.words[at..]) {
            *made &= old;
            kept += made.count_ones();
        }
        if kept == domains.size[u] {
            return Change::Same;
        }
        if kept == 0 {
            return Change::Empty;
        }
        self.write(domains, u);
        Change::Smaller
    }

    /// Reduces the domain of `v` to what `u` can take, too.
    pub(super) fn share(&mut self, domains: &mut Domains, u: usize, v: usize) {
        let num_words = self.num_words(v);
        let at = [u, v].map(|u| domains.at[u] as usize);
        for (i, made) in self.made[..num_words].iter_mut().enumerate() {
            *made = self.words[at[0] + i] & self.words[at[1] + i];
        }
        self.write(domains, v);
    }

    /// Keeps the images that are in a row of graph nodes.
    pub(super) fn keep_row(&mut self, domains: &mut Domains, u: usize, row: &[u32]) -> Change {
        let (at, first) = (domains.at[u] as usize, self.first(u));
        let domain = &self.words[at..at + self.num_words(u)];
        let kept = row.iter().filter(|&&x| has(domain, x - first)).count() as u32;
        if kept == domains.size[u] {
            return Change::Same;
        }
        if kept == 0 {
            return Change::Empty;
        }
        let start = self.words.len();
        self.words.resize(start + self.num_words(u), 0);
        for place in row.iter().map(|x| x - first) {
            let (word, bit) = (place as usize / 64, place % 64);
            self.words[start + word] |= self.words[at + word] & 1 << bit;
        }
        (domains.at[u], domains.size[u]) = (start as u32, kept);
        Change::Smaller
    }

    /// Removes one image.
    pub(super) fn remove(&mut self, domains: &mut Domains, u: usize, place: u32) -> Change {
        let (word, bit) = (place as usize / 64, 1_u64 << (place % 64));
        let at = domains.at[u] as usize;
        if self.words[at + word] & bit == 0 {
            return Change::Same;
        }
        if domains.size[u] == 1 {
            return Change::Empty;
        }
        let start = self.words.len();
        self.words.extend_from_within(at..at + self.num_words(u));
        self.words[start + word] &= !bit;
        domains.at[u] = start as u32;
        domains.size[u] -= 1;
        Change::Smaller
    }

    /// Whether two nodes can take the same image.
    pub(super) fn overlap(&self, domains: &Domains, u: usize, v: usize) -> bool {
        self.of(domains, u).iter().zip(self.of(domains, v)).any(|(a, b)| a & b != 0)
    }

    /// Writes the images of `u` that some of `others` can take, too.
    pub(super) fn shared(&self, domains: &Domains, u: usize, others: u64, out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.num_words(u), 0);
        for v in members(others) {
            for (out, word) in out.iter_mut().zip(self.of(domains, v)) {
                *out |= word;
            }
        }
        for (out, word) in out.iter_mut().zip(self.of(domains, u)) {
            *out &= word;
        }
    }
}

/// The members of a set, ascending.
pub(super) fn places(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    (0..).zip(words).flat_map(|(i, &word)| members(word).map(move |bit| 64 * i + bit as u32))
}

/// Whether a set has a member.
pub(super) fn has(words: &[u64], place: u32) -> bool {
    words[place as usize / 64] >> (place % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_a_choice_are_dropped_when_it_is_undone() {
        let mut store = Store::new(vec![10..100, 10..100]);
        let mut all = Domains { at: [0; MAX_NODES], size: [0; MAX_NODES] };
        for u in 0..2 {
            store.made.copy_from_slice(&[u64::MAX, (1 << 26) - 1]);
            store.write(&mut all, u);
        }
        assert_eq!(all.size[..2], [90, 90]);
        let mark = store.mark();
        let mut below = all;
        store.place(&mut below, 0, 70);
        assert_eq!(store.remove(&mut below, 1, 70), Change::Smaller);
        assert_eq!(store.remove(&mut below, 1, 70), Change::Same);
        assert_eq!(store.remove(&mut below, 0, 70), Change::Empty);
        assert_eq!((below.size[0], below.size[1]), (1, 89));
        assert!(!store.overlap(&below, 0, 1));
        assert_eq!(places(store.of(&below, 0)).collect::<Vec<_>>(), [70]);
        store.made.copy_from_slice(&[0b1010, 0]);
        assert_eq!(store.meet(&mut below, 1), Change::Smaller);
        assert_eq!(places(store.of(&below, 1)).collect::<Vec<_>>(), [1, 3]);
        store.release(mark);
        assert!(store.overlap(&all, 0, 1) && has(store.of(&all, 1), 70));
        let mut shared = Vec::new();
        store.shared(&all, 0, 0b10, &mut shared);
        assert_eq!(places(&shared).count(), 90);
    }
}
