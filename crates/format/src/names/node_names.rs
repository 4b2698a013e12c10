//! Node names to node numbers, in order of appearance.

use std::borrow::Cow;

use isocount_core::{Cancelled, Control, NodeId};
use rustc_hash::FxHashMap;

use super::label_names::canonical;
use super::text_index::TextIndex;
use crate::NodeTitles;

/// The names of the nodes of one file. Integers are compared by value, other names by text.
pub(crate) struct NodeNames<'a> {
    numbers: Numbers<'a>,
    texts: TextIndex,
    /// The node of each text.
    nodes: Vec<NodeId>,
}

impl<'a> NodeNames<'a> {
    /// Creates an empty map. Tables of millions of names take long to grow; `control` cancels that.
    pub(crate) fn new(control: &'a Control) -> Self {
        let numbers = Numbers {
            control,
            table: Vec::new(),
            others: Others::default(),
            num_nodes: 0,
            grow_at: 1,
        };
        Self { numbers, texts: TextIndex::default(), nodes: Vec::new() }
    }

    /// The node of this name; `new` is inserted if the name is new.
    #[inline]
    pub(crate) fn get_or_insert(&mut self, name: &str, new: NodeId) -> Result<NodeId, Cancelled> {
        if let Some(number) = small_number(name) {
            return self.numbers.get_or_insert(number, new);
        }
        let name = canonical(name);
        if let Some(number) = small_number(&name) {
            return self.numbers.get_or_insert(number, new);
        }
        let text = self.texts.number(&name);
        if text.is_new {
            self.nodes.push(new);
        }
        Ok(self.nodes[text.number as usize])
    }

    /// The node with this number as its name; `new` is inserted if the number is new.
    pub(crate) fn get_or_insert_number(
        &mut self,
        number: u64,
        new: NodeId,
    ) -> Result<NodeId, Cancelled> {
        // Larger numbers are compared as text.
        if number < LONG_NUMBER {
            return self.numbers.get_or_insert(number, new);
        }
        self.get_or_insert(&number.to_string(), new)
    }

    /// The total length in bytes of all names that are not small numbers.
    #[cfg(feature = "columnar")]
    pub(crate) fn text_len(&self) -> usize {
        self.texts.text_len()
    }

    /// The names of all nodes.
    pub(crate) fn titles(&self, num_nodes: usize) -> NodeTitles {
        enum Title {
            Number(u64),
            Text(u32),
        }
        let mut titles: Vec<Title> = (0..num_nodes as u64).map(Title::Number).collect();
        let table = self.numbers.table.iter().enumerate();
        for (number, &node) in table.filter(|(_, node)| **node != EMPTY) {
            titles[node as usize] = Title::Number(number as u64);
        }
        for part in &self.numbers.others.parts {
            #[expect(
                clippy::needless_for_each,
                reason = "a loop over a hash map; each entry has a place of its own"
            )]
            part.iter().for_each(|(number, node)| titles[node.ix()] = Title::Number(*number));
        }
        for (text, node) in self.nodes.iter().enumerate() {
            titles[node.ix()] = Title::Text(text as u32);
        }
        NodeTitles::from_texts(titles.into_iter().map(|title| match title {
            Title::Number(number) => Cow::Owned(number.to_string()),
            Title::Text(text) => Cow::Borrowed(self.texts.get(text).unwrap_or_default()),
        }))
    }

    /// The name of a node; slow, for messages.
    pub(crate) fn name_of(&self, node: NodeId) -> String {
        if let Some(number) = self.numbers.number_of(node) {
            return number.to_string();
        }
        let text = self.nodes.iter().position(|&found| found == node);
        text.and_then(|text| self.texts.get(text as u32)).unwrap_or_default().to_owned()
    }
}

/// Nodes with numbers as names: a table for small numbers, a map for others. The table is never
/// larger than four times the number of nodes, so a single large number costs nothing, and it does
/// not grow for a few nodes.
// PERF: with the map alone, the bench `read_edge_list` takes 1.6 times as long (fastest samples of
// four alternating runs, 770 against 469 ms, on a busy machine).
struct Numbers<'a> {
    control: &'a Control,
    table: Vec<u32>,
    others: Others,
    num_nodes: usize,
    /// The number of nodes at which a larger table is considered.
    grow_at: usize,
}

/// An empty entry of the table; no node has this number, since it would be the 2³²nd.
const EMPTY: u32 = u32::MAX;

/// How many entries are initialised between two checks for cancellation.
const STRIDE: usize = 1 << 20;

impl Numbers<'_> {
    #[inline]
    fn get_or_insert(&mut self, number: u64, new: NodeId) -> Result<NodeId, Cancelled> {
        if let Some(entry) = place(&mut self.table, number) {
            if *entry != EMPTY {
                return Ok(NodeId(*entry));
            }
            *entry = new.0;
        } else {
            let node = self.others.get_or_insert(number, new);
            if node != new {
                return Ok(node);
            }
        }
        self.num_nodes += 1;
        if self.num_nodes >= self.grow_at {
            self.grow_table()?;
        }
        Ok(new)
    }

    /// Enlarges the table and moves all numbers into it that now fit, if these are at least a
    /// quarter of all.
    #[cold]
    fn grow_table(&mut self) -> Result<(), Cancelled> {
        self.grow_at = 2 * self.num_nodes;
        let len = 4 * self.num_nodes;
        let mut beyond = 0;
        for part in &self.others.parts {
            self.control.check()?;
            beyond += part.keys().filter(|&&number| number >= len as u64).count();
        }
        if 4 * beyond > 3 * self.num_nodes {
            return Ok(());
        }
        self.table.reserve_exact(len - self.table.len());
        while self.table.len() < len {
            self.control.check()?;
            self.table.resize(len.min(self.table.len() + STRIDE), EMPTY);
        }
        for part in &mut self.others.parts {
            self.control.check()?;
            part.retain(|&number, node| {
                let entry = place(&mut self.table, number);
                let moves = entry.is_some();
                if let Some(entry) = entry {
                    *entry = node.0;
                }
                !moves
            });
        }
        Ok(())
    }

    fn number_of(&self, node: NodeId) -> Option<u64> {
        let in_table = self.table.iter().position(|&entry| entry == node.0);
        in_table.map(|number| number as u64).or_else(|| self.others.number_of(node))
    }
}

/// Numbers beyond the table. Split into parts, because a map of ten million takes long to grow.
#[derive(Default)]
struct Others {
    /// Empty until there is a number.
    parts: Vec<FxHashMap<u64, NodeId>>,
}

impl Others {
    const PART_BITS: u32 = 6;

    fn get_or_insert(&mut self, number: u64, new: NodeId) -> NodeId {
        if self.parts.is_empty() {
            self.parts.resize_with(1 << Self::PART_BITS, FxHashMap::default);
        }
        // Not the multiplier of the map's own hash, whose bits must differ within a part.
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let part = &mut self.parts[(mixed >> (64 - Self::PART_BITS)) as usize];
        *part.entry(number).or_insert(new)
    }

    fn number_of(&self, node: NodeId) -> Option<u64> {
        let mut all = self.parts.iter().flatten();
        all.find(|(_, found)| **found == node).map(|(&number, _)| number)
    }
}

/// The table entry for a number, if the table is large enough.
fn place(table: &mut [u32], number: u64) -> Option<&mut u32> {
    table.get_mut(usize::try_from(number).ok()?)
}

/// The smallest number of 20 digits.
const LONG_NUMBER: u64 = 10_u64.pow(19);

/// The value of up to 19 digits, which always fits.
fn small_number(text: &str) -> Option<u64> {
    if text.is_empty() || text.len() > 19 {
        return None;
    }
    let mut number = 0;
    for byte in text.bytes() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_one_node_however_they_are_written() {
        let mut names = NodeNames::new(&Control::NONE);
        for (i, name) in ["7", "-7", "x", "18446744073709551616"].into_iter().enumerate() {
            assert_eq!(names.get_or_insert(name, NodeId(i as u32)), Ok(NodeId(i as u32)));
            assert_eq!(names.name_of(NodeId(i as u32)), name);
        }
        let new = NodeId(9);
        assert_eq!(names.get_or_insert("+007", new), Ok(NodeId(0)));
        assert_eq!(names.get_or_insert("-07", new), Ok(NodeId(1)));
        assert_eq!(names.get_or_insert("018446744073709551616", new), Ok(NodeId(3)));
        assert_eq!(names.get_or_insert("y", new), Ok(new));
    }

    #[test]
    fn numbers_and_their_digits_are_one_node() {
        for (i, number) in [0, 7, LONG_NUMBER - 1, LONG_NUMBER, u64::MAX].into_iter().enumerate() {
            let mut names = NodeNames::new(&Control::NONE);
            let node = NodeId(i as u32);
            assert_eq!(names.get_or_insert_number(number, node), Ok(node));
            assert_eq!(names.get_or_insert(&format!("+0{number}"), NodeId(9)), Ok(node));
            assert_eq!(names.name_of(node), number.to_string());
        }
    }

    #[test]
    fn numbers_move_from_the_map_to_the_table() {
        let mut names = NodeNames::new(&Control::NONE);
        let numbers =
            || (0..5000_u64).map(|i| (i * 7919) % 10_007 * if i % 3 == 0 { 1 << 40 } else { 1 });
        for (i, number) in numbers().enumerate() {
            let node = NodeId(i as u32);
            assert_eq!(names.get_or_insert(&number.to_string(), node), Ok(node));
        }
        for (i, number) in numbers().enumerate() {
            let node = names.get_or_insert(&number.to_string(), NodeId(EMPTY)).unwrap();
            assert_eq!(node, NodeId(i as u32));
            assert_eq!(names.name_of(node), number.to_string());
        }
    }
}
