//! Texts, numbered in the order in which they are met.
//!
//! The texts lie one behind the other in one piece of memory, and a hash table leads to their
//! numbers. There may be ten million of them, and reading must end soon after it is cancelled: so
//! the table has many parts, of which one at a time is enlarged, and no text is an allocation of
//! its own, to be freed one by one.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// Different texts with numbers from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextIndex {
    texts: String,
    /// Where each text ends; the next one begins there.
    ends: Vec<usize>,
    parts: Vec<Part>,
}

/// The number of a text, and whether it was met for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) number: u32,
    pub(crate) is_new: bool,
}

/// The highest bits of a hash choose the part, the lowest the slot in it.
const PART_BITS: u32 = 6;

/// An open hash table with linear probing.
#[derive(Clone, Debug, Default)]
struct Part {
    /// None, or a power of two.
    slots: Vec<Slot>,
    len: usize,
}

/// A number with half of the hash of its text, so that the text is rarely looked at in vain and
/// never to enlarge the table.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

const EMPTY: Slot = Slot { hash: 0, number: u32::MAX };

impl TextIndex {
    /// How many texts there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many bytes they are together.
    #[cfg(feature = "columnar")]
    pub(crate) fn text_len(&self) -> usize {
        self.texts.len()
    }

    /// The text of a number.
    pub(crate) fn get(&self, number: u32) -> Option<&str> {
        let number = number as usize;
        let end = *self.ends.get(number)?;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        Some(&self.texts[start..end])
    }

    /// The number of a text that was met before.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        let hash = hash(text);
        let part = self.parts.get((hash >> (64 - PART_BITS)) as usize)?;
        if part.slots.is_empty() {
            return None;
        }
        let slot = part.find(hash as u32, |number| self.get(number) == Some(text));
        Some(part.slots[slot].number).filter(|&number| number != EMPTY.number)
    }

    /// The number of a text; the next one if the text is new.
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
        let number = u32::try_from(self.ends.len()).expect("2^32 different texts fit in no memory");
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
    /// The slot of a text that `is_it` knows by its number, or the empty one where it belongs.
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

    /// Enlarges the table if three quarters of it are taken.
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
