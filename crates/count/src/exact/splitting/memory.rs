//! The values of parts, by their nodes and domains.
//!
//! A part is identified by a 128-bit hash of these. Two different parts have the same hash with
//! probability 2^-128; among the million values that are kept at a time, the probability of a
//! collision is less than 10^-26.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::cost::splitting::MOST_VALUES_KEPT;
use crate::cost::threads::SHARDS_OF_VALUES;

/// Odd numbers without regularities: digits of e and of the square root of 2.
const FIRST: u64 = 0xb7e1_5162_8aed_2a6b;
const SECOND: u64 = 0x6a09_e667_f3bc_c909;

/// The remembered values, of one thread or of several.
#[derive(Clone, Debug)]
pub(super) enum PartValues {
    Own(Known),
    /// A key belongs to the shard of its last bits, so that threads rarely wait for each other.
    Shared(Arc<[Mutex<Known>; SHARDS_OF_VALUES]>),
}

type Known = FxHashMap<u128, u128>;

impl Default for PartValues {
    fn default() -> Self {
        Self::Own(Known::default())
    }
}

impl PartValues {
    pub(super) fn get(&self, key: u128) -> Option<u128> {
        match self {
            Self::Own(known) => known.get(&key).copied(),
            Self::Shared(shards) => lock(shards, key).get(&key).copied(),
        }
    }

    pub(super) fn keep(&mut self, key: u128, value: u128) {
        match self {
            Self::Own(known) => keep(known, MOST_VALUES_KEPT, key, value),
            Self::Shared(shards) => {
                keep(&mut lock(shards, key), MOST_VALUES_KEPT / SHARDS_OF_VALUES, key, value);
            }
        }
    }

    /// The same values for several threads.
    pub(super) fn share(&mut self) -> Self {
        if let Self::Own(known) = self {
            let shards = std::array::from_fn(|_| Mutex::default());
            #[expect(clippy::iter_over_hash_type, reason = "each goes to its shard in any order")]
            for (key, value) in known.drain() {
                lock(&shards, key).insert(key, value);
            }
            *self = Self::Shared(Arc::new(shards));
        }
        self.clone()
    }
}

fn lock(shards: &[Mutex<Known>; SHARDS_OF_VALUES], key: u128) -> MutexGuard<'_, Known> {
    shards[key as usize % SHARDS_OF_VALUES].lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep(known: &mut Known, most: usize, key: u128, value: u128) {
    if known.len() >= most {
        known.clear();
    }
    known.insert(key, value);
}

/// A key in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    high: u64,
    low: u64,
}

impl Key {
    pub(super) fn of(part: u64) -> Self {
        Self { high: FIRST, low: SECOND }.with(part)
    }

    pub(super) fn with(self, word: u64) -> Self {
        Self { high: mix(self.high ^ word, FIRST), low: mix(self.low ^ word, SECOND) }
    }

    pub(super) fn bits(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

/// Both halves of a product, so that every bit of the word moves every bit of the result. The
/// rotation keeps a zero from staying one.
fn mix(word: u64, factor: u64) -> u64 {
    let product = u128::from(word) * u128::from(factor);
    ((product >> 64) as u64 ^ product as u64).rotate_left(29).wrapping_add(factor)
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    /// Domains are sparse or nearly full, and differ in few bits.
    #[test]
    fn similar_parts_have_different_keys() {
        let mut keys = FxHashSet::default();
        let mut num_parts = 0;
        for part in [1, 3, u64::MAX] {
            for first in [0, 1, 2, 3, u64::MAX, u64::MAX - 1] {
                for bit in 0..64 {
                    for words in [[first, 1 << bit], [1 << bit, first], [first, !(1 << bit)]] {
                        let words = [words[0], words[1], part];
                        num_parts += usize::from(keys.insert((words, part)));
                    }
                }
            }
        }
        let bits: FxHashSet<u128> = keys
            .iter()
            .map(|(words, part)| words.iter().fold(Key::of(*part), |key, &w| key.with(w)).bits())
            .collect();
        assert_eq!(bits.len(), num_parts);
        // Each half alone tells them apart.
        let halves: FxHashSet<u64> = bits.iter().map(|&bits| bits as u64).collect();
        assert_eq!(halves.len(), num_parts);
    }
}
