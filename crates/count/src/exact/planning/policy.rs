//! Which pattern node to try next.

use std::cmp::Ordering;

use super::facts::Facts;
use crate::cost::planning::PATIENCE_WITHOUT_LINKS;
use crate::exact::compiling::members;

/// The rule by which the next node is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    /// The first node.
    pub(crate) first: Option<u8>,
    /// How many times smaller the set of a node without open links must be for the node to be tried
    /// before the tail.
    pub(crate) patience: f64,
}

impl Default for Policy {
    fn default() -> Self {
        Self { first: None, patience: PATIENCE_WITHOUT_LINKS }
    }
}

impl Policy {
    /// Chooses the node to try next: few expected images, then many open links. A node without open
    /// links waits for the tail, unless it is expected to cut the search short.
    pub(crate) fn choose(self, facts: &Facts<'_>, nodes: u64, placed: u64) -> usize {
        if let Some(first) = self.first.filter(|first| nodes >> first & 1 == 1) {
            return first.into();
        }
        let mut best = (f64::INFINITY, (0, 0), nodes.trailing_zeros() as usize);
        for u in members(nodes) {
            let open = (facts.pattern.linked[u] & nodes).count_ones();
            let seen = (facts.sees(u) & nodes).count_ones();
            let wait = if open == 0 { self.patience } else { 1.0 };
            let expected = facts.expected(u, placed) * wait;
            let better = match expected.total_cmp(&best.0) {
                Ordering::Less => true,
                Ordering::Equal => (open, seen) > best.1,
                Ordering::Greater => false,
            };
            if better {
                best = (expected, (open, seen), u);
            }
        }
        best.2
    }
}
