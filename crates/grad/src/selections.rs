//! The rows that an ordered choice of up to three neighbours reads: the plan of
//! [`Tape::ordered_mean`](crate::Tape::ordered_mean).
//!
//! Node i has d_i neighbours, its slots 0 to d_i − 1. The single entries are rows of matrices,
//! those of node 0 first, then those of node 1, and so on. A pair entry (i, a, b) is a row for two
//! different slots in this order. A selection of node i is a sequence of min(3, d_i) different
//! slots. A node without neighbours has one selection, the empty one.

use std::ops::Range;
use std::sync::Arc;

/// The neighbours of each node, and the ordered pairs of them that have an entry. Clones share
/// data.
#[derive(Clone, Debug)]
pub struct Selections {
    plan: Arc<Plan>,
}

#[derive(Debug)]
struct Plan {
    /// The start of the single entries of each node, and the end of the last.
    singles: Vec<usize>,
    /// The start of the pair entries of each node, and the end of the last.
    starts: Vec<usize>,
    /// The slots a and b of each pair entry, and its row; by nodes, then by slots.
    pairs: Vec<[u32; 3]>,
}

/// The entries of one node.
pub(crate) struct Neighbourhood<'a> {
    /// The rows of its single entries, one for each slot.
    pub(crate) singles: Range<usize>,
    /// Slots a and b and row of each pair entry, by slots.
    pub(crate) pairs: &'a [[u32; 3]],
}

impl Neighbourhood<'_> {
    /// The number of selections of the node.
    pub(crate) fn num_selections(&self) -> u64 {
        let d = self.singles.len() as u64;
        (0..d.min(3)).map(|taken| d - taken).product()
    }
}

impl Selections {
    /// A plan from the number of neighbours of each node, and the node and the two slots of each
    /// pair entry: `[i, a, b]`, in the order of the rows.
    ///
    /// # Panics
    ///
    /// If a pair refers to a node or slot that does not exist, joins a slot with itself, or is
    /// listed twice.
    #[must_use]
    pub fn new(sizes: &[usize], pairs: Vec<[u32; 3]>) -> Self {
        let mut listed: Vec<([u32; 3], u32)> = pairs.into_iter().zip(0..).collect();
        listed.sort_unstable();
        let mut counts = vec![0; sizes.len()];
        for &([node, a, b], _) in &listed {
            let num = sizes.len();
            assert!((node as usize) < num, "a pair of node {node} of {num}");
            let size = sizes[node as usize];
            let fits = a != b && (a.max(b) as usize) < size;
            assert!(fits, "slots {a} and {b} of node {node}, which has {size}");
            counts[node as usize] += 1;
        }
        for two in listed.windows(2) {
            let [node, a, b] = two[0].0;
            assert_ne!(two[0].0, two[1].0, "slots {a} and {b} of node {node} twice");
        }
        let pairs = listed.into_iter().map(|([_, a, b], row)| [a, b, row]).collect();
        let plan = Plan { singles: starts(sizes), starts: starts(&counts), pairs };
        Self { plan: Arc::new(plan) }
    }

    /// The number of nodes.
    #[must_use]
    pub fn num(&self) -> usize {
        self.plan.singles.len() - 1
    }

    /// The number of single entries.
    #[must_use]
    pub fn num_singles(&self) -> usize {
        self.plan.singles[self.num()]
    }

    /// The number of pair entries.
    #[must_use]
    pub fn num_pairs(&self) -> usize {
        self.plan.pairs.len()
    }

    /// The number of selections of all nodes, to which the time of the operation is proportional.
    #[must_use]
    pub fn num_selections(&self) -> u64 {
        self.iter().map(|node| node.num_selections()).sum()
    }

    /// The entries of each node.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Neighbourhood<'_>> {
        let Plan { singles, starts, pairs } = &*self.plan;
        singles.windows(2).zip(starts.windows(2)).map(|(singles, starts)| Neighbourhood {
            singles: singles[0]..singles[1],
            pairs: &pairs[starts[0]..starts[1]],
        })
    }
}

/// The starts of consecutive ranges of these sizes, and the end of the last.
fn starts(sizes: &[usize]) -> Vec<usize> {
    let mut end = 0;
    let ends = sizes.iter().map(|size| {
        end += size;
        end
    });
    std::iter::once(0).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_ordered_and_without_repetition() {
        for (size, num) in [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 60), (10, 720)] {
            assert_eq!(Selections::new(&[size], vec![]).num_selections(), num);
        }
        assert_eq!(Selections::new(&[2, 0, 3], vec![]).num_selections(), 9);
        assert_eq!(Selections::new(&[], vec![]).num_selections(), 0);
    }

    #[test]
    fn pairs_can_be_listed_in_any_order() {
        let plan = Selections::new(&[2, 0, 3], vec![[2, 1, 0], [0, 1, 0], [2, 0, 2]]);
        let found: Vec<_> = plan.iter().map(|node| (node.singles, node.pairs.to_vec())).collect();
        let expected =
            [(0..2, vec![[1, 0, 1]]), (2..2, vec![]), (2..5, vec![[0, 2, 2], [1, 0, 0]])];
        assert_eq!(found, expected);
        assert_eq!((plan.num(), plan.num_singles(), plan.num_pairs()), (3, 5, 3));
    }

    #[test]
    #[should_panic(expected = "a pair of node 1 of 1")]
    fn a_pair_is_of_a_node() {
        let _ = Selections::new(&[2], vec![[1, 0, 1]]);
    }

    #[test]
    #[should_panic(expected = "slots 0 and 2 of node 0, which has 2")]
    fn a_pair_is_of_slots() {
        let _ = Selections::new(&[2], vec![[0, 0, 2]]);
    }

    #[test]
    #[should_panic(expected = "slots 1 and 1 of node 0, which has 2")]
    fn a_pair_is_of_two() {
        let _ = Selections::new(&[2], vec![[0, 1, 1]]);
    }

    #[test]
    #[should_panic(expected = "slots 1 and 0 of node 0 twice")]
    fn a_pair_is_listed_once() {
        let _ = Selections::new(&[2], vec![[0, 1, 0], [0, 0, 1], [0, 1, 0]]);
    }
}
