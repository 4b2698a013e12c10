//! Node names to node numbers, in the order in which the names are met.

use isocount_core::NodeId;
use rustc_hash::FxHashMap;

use crate::label_names::canonical;

/// The names of the nodes of one file. Integers are compared by value, other names by text.
#[derive(Default)]
pub(crate) struct NodeNames {
    numbers: FxHashMap<u64, NodeId>,
    texts: FxHashMap<String, NodeId>,
}

impl NodeNames {
    /// The node of this name, which becomes `new` if the name is new.
    pub(crate) fn get_or_insert(&mut self, name: &str, new: NodeId) -> NodeId {
        if let Some(number) = small_number(name) {
            return *self.numbers.entry(number).or_insert(new);
        }
        let name = canonical(name);
        if let Some(number) = small_number(&name) {
            return *self.numbers.entry(number).or_insert(new);
        }
        if let Some(&node) = self.texts.get(name.as_ref()) {
            return node;
        }
        self.texts.insert(name.into_owned(), new);
        new
    }

    /// What a node is called; slow, for messages.
    pub(crate) fn name_of(&self, node: NodeId) -> String {
        let number = self.numbers.iter().find(|(_, found)| **found == node);
        let text = self.texts.iter().find(|(_, found)| **found == node);
        match (number, text) {
            (Some((number, _)), _) => number.to_string(),
            (None, Some((text, _))) => text.clone(),
            (None, None) => node.0.to_string(),
        }
    }
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
}
