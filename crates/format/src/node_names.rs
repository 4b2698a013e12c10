//! Node names to node numbers, in the order in which the names are met.

use isocount_core::NodeId;
use rustc_hash::FxHashMap;

use crate::label_names::canonical;

/// The names of the nodes of one file. Integers are compared by value, other names by text.
#[derive(Default)]
pub(crate) struct NodeNames {
    numbers: Numbers,
    texts: FxHashMap<String, NodeId>,
}

impl NodeNames {
    /// The node of this name, which becomes `new` if the name is new.
    pub(crate) fn get_or_insert(&mut self, name: &str, new: NodeId) -> NodeId {
        if let Some(number) = small_number(name) {
            return self.numbers.get_or_insert(number, new);
        }
        let name = canonical(name);
        if let Some(number) = small_number(&name) {
            return self.numbers.get_or_insert(number, new);
        }
        if let Some(&node) = self.texts.get(name.as_ref()) {
            return node;
        }
        self.texts.insert(name.into_owned(), new);
        new
    }

    /// What a node is called; slow, for messages.
    pub(crate) fn name_of(&self, node: NodeId) -> String {
        if let Some(number) = self.numbers.number_of(node) {
            return number.to_string();
        }
        let text = self.texts.iter().find(|(_, found)| **found == node);
        text.map_or_else(String::new, |(text, _)| text.clone())
    }
}

/// Nodes that are called by numbers: a table for the small ones, a map for the others. The table
/// is never larger than four times the number of nodes, so that one large number costs nothing.
// PERF: with the map alone, the bench `read_edge_list` takes 1.6 times as long (fastest samples of
// four alternating runs, 770 against 469 ms, on a busy machine).
#[derive(Default)]
struct Numbers {
    table: Vec<u32>,
    others: FxHashMap<u64, NodeId>,
    num_nodes: usize,
}

/// A place of the table without node; no node has this number, as it would be the 2³²nd.
const EMPTY: u32 = u32::MAX;

impl Numbers {
    fn get_or_insert(&mut self, number: u64, new: NodeId) -> NodeId {
        if let Some(entry) = place(&mut self.table, number) {
            if *entry != EMPTY {
                return NodeId(*entry);
            }
            *entry = new.0;
        } else {
            let node = *self.others.entry(number).or_insert(new);
            if node != new {
                return node;
            }
        }
        self.num_nodes += 1;
        if 2 * self.num_nodes > self.table.len() {
            self.grow_table();
        }
        new
    }

    /// Enlarges the table and moves into it what now has a place there.
    fn grow_table(&mut self) {
        let len = 4 * self.num_nodes;
        self.table.resize(len, EMPTY);
        let table = &mut self.table;
        self.others.retain(|&number, node| {
            let entry = place(table, number);
            let moves = entry.is_some();
            if let Some(entry) = entry {
                *entry = node.0;
            }
            !moves
        });
    }

    fn number_of(&self, node: NodeId) -> Option<u64> {
        let in_table = self.table.iter().position(|&entry| entry == node.0);
        let in_others = || self.others.iter().find(|(_, found)| **found == node);
        in_table.map(|number| number as u64).or_else(|| in_others().map(|(&number, _)| number))
    }
}

/// The place for a number, if the table reaches so far.
fn place(table: &mut [u32], number: u64) -> Option<&mut u32> {
    table.get_mut(usize::try_from(number).ok()?)
}

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
        let mut names = NodeNames::default();
        for (i, name) in ["7", "-7", "x", "18446744073709551616"].into_iter().enumerate() {
            assert_eq!(names.get_or_insert(name, NodeId(i as u32)), NodeId(i as u32));
            assert_eq!(names.name_of(NodeId(i as u32)), name);
        }
        let new = NodeId(9);
        assert_eq!(names.get_or_insert("+007", new), NodeId(0));
        assert_eq!(names.get_or_insert("-07", new), NodeId(1));
        assert_eq!(names.get_or_insert("018446744073709551616", new), NodeId(3));
        assert_eq!(names.get_or_insert("y", new), new);
    }

    #[test]
    fn numbers_move_from_the_map_to_the_table() {
        let mut names = NodeNames::default();
        let numbers =
            || (0..5000_u64).map(|i| (i * 7919) % 10_007 * if i % 3 == 0 { 1 << 40 } else { 1 });
        for (i, number) in numbers().enumerate() {
            let node = NodeId(i as u32);
            assert_eq!(names.get_or_insert(&number.to_string(), node), node);
        }
        for (i, number) in numbers().enumerate() {
            let node = names.get_or_insert(&number.to_string(), NodeId(EMPTY));
            assert_eq!(node, NodeId(i as u32));
            assert_eq!(names.name_of(node), number.to_string());
        }
    }
}
