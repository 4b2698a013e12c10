//! Texts, numbered in order of appearance.
//!
//! The texts are concatenated in one buffer, and a hash table maps them to their numbers. There may
//! be ten million of them, and reading must end soon after it is cancelled. So the table is split
//! into parts that are enlarged one at a time, and no text is a separate allocation that must be
//! freed.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// Distinct texts, numbered from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextIndex {
    texts: String,
    /// The end of each text, where the next one begins.
    ends: Vec<usize>,
    parts: Vec<Part>,
}

/// The number of a text, and whether the text is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) number: u32,
    pub(crate) is_new: bool,
}

/// The highest bits of a hash select the part, the lowest the slot in it.
const PART_BITS: u32 = 6;

/// An open hash table with linear probing.
#[derive(Clone, Debug, Default)]
struct Part {
    /// Zero or a power of two.
    slots: Vec<Slot>,
    len: usize,
}

/// A number with half of the hash of its text, so that texts are rarely compared in vain, and never
/// when the table is enlarged.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

const EMPTY: Slot = Slot { hash: 0, number: u32::MAX };

impl TextIndex {
    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The total length of all texts in bytes.
    #[cfg(feature = "columnar")]
    pub(crate) fn text_len(&self) -> usize {
        self.texts.len()
    }

    /// The text with this number.
    pub(crate) fn get(&self, number: u32) -> Option<&str> {
        let number = number as usize;
        let end = *self.ends.get(number)?;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        Some(&self.texts[start..end])
    }

    /// The number of a known text.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        let hash = hash(text);
        let part = self.parts.get((hash >> (64 - PART_BITS)) as usize)?;
        if part.slots.is_empty() {
            return None;
        }
        let slot = part.find(hash as u32, |number| self.get(number) == Some(text));
        Some(part.slots[slot].number).filter(|&number| number != EMPTY.number)
    }

    /// The number of a text, which is added if it is new.
    pub(crate) fn number(&mut self, text: &str) -> Numbered {
        if self.parts.is_empty() {
            self.parts.resize_with(1 << PART_BITS, Part::default);
        }
        let hash = hash(text);
        let (part, hash) = ((hash >> (64 - PART_BITS)) as usize, hash as u32);
        self.parts[part].make_room();
        let slot = self.parts[part].find(hash, |number| self.get(number) == Some(text));
        let number = self.parts[part].slots[slot].number;
        if number != EMPTY.number {
            return Numbered { number, is_new: false };
        }
        let number =
            u32::try_from(self.ends.len()).expect("2^32 different texts do not fit in memory");
        self.texts.push_str(text);
        self.ends.push(self.texts.len());
        self.parts[part].slots[slot] = Slot { hash, number };
        self.parts[part].len += 1;
        Numbered { number, is_new: true }
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

impl Part {
    /// The slot of the text that matches `is_it`, or the empty one where it belongs.
    fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.number == EMPTY.number || (slot.hash == hash && is_it(slot.number)) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// Enlarges the table if it is three quarters full.
    fn make_room(&mut self) {
        if 4 * (self.len + 1) <= 3 * self.slots.len() {
            return;
        }
        let larger = vec![EMPTY; (2 * self.slots.len()).max(4)];
        let old = std::mem::replace(&mut self.slots, larger);
        for slot in old.into_iter().filter(|slot| slot.number != EMPTY.number) {
            let at = self.find(slot.hash, |_| false);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn texts_are_numbered_as_a_plain_map_would() {
        let mut index = TextIndex::default();
        let mut expected: HashMap<String, u32> = HashMap::new();
        let mut state = 1_u64;
        for _ in 0..50_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let text = "ä".repeat((state >> 60) as usize) + &(state >> 50).to_string();
            let next = expected.len() as u32;
            let number = *expected.entry(text.clone()).or_insert(next);
            assert_eq!(index.number(&text), Numbered { number, is_new: number == next });
            assert_eq!(index.get(number), Some(text.as_str()));
        }
        assert!(index.len() == expected.len() && index.len() > 10_000);
        assert_eq!(index.get(index.len() as u32), None);
    }

    #[test]
    fn the_empty_text_is_a_text() {
        let mut index = TextIndex::default();
        assert_eq!(index.number(""), Numbered { number: 0, is_new: true });
        assert_eq!(index.number("a"), Numbered { number: 1, is_new: true });
        assert_eq!(index.number(""), Numbered { number: 0, is_new: false });
        assert_eq!((index.get(0), index.get(1)), (Some(""), Some("a")));
    }
}
