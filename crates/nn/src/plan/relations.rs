//! Messages by edge label: a node sends the same message along all its arcs of one label.
//!
//! Distinct pairs (label, tail), label after label: the weight of each label then applies to
//! contiguous rows, and to at most min(E, N·R) of them.

use isocount_core::Control;
use isocount_grad::{RowIndex, Spans};

use crate::batch::ITEMS_PER_CHECK;

/// The pairs, and the arcs.
#[derive(Clone, Debug)]
pub(crate) struct Relations {
    /// The tail of each pair.
    pub(crate) tails: RowIndex,
    /// The range of the pairs of each label.
    pub(crate) labels: Spans,
    /// The pair of each arc.
    pub(crate) said: RowIndex,
}

impl Relations {
    pub(crate) fn new(tails: &[u32], labels: &[u32], num_labels: usize, control: &Control) -> Self {
        // By tails, then by labels, each in one pass: the arcs in the order of their pairs.
        let num_nodes = tails.iter().max().map_or(0, |&tail| tail as usize + 1);
        let all: Vec<u32> = (0..tails.len() as u32).collect();
        let by_tail = counting_sort(&all, |arc| tails[arc as usize], num_nodes, control);
        let order = counting_sort(&by_tail, |arc| labels[arc as usize], num_labels, control);
        let (mut sizes, mut said) = (vec![0; num_labels], vec![0; tails.len()]);
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (ix, &arc) in order.iter().enumerate() {
            // If the loop was cancelled, the remaining arcs refer to the first pair.
            if ix > 0 && ix % ITEMS_PER_CHECK == 0 && control.is_cancelled() {
                break;
            }
            let pair = (labels[arc as usize], tails[arc as usize]);
            if pairs.last() != Some(&pair) {
                pairs.push(pair);
                sizes[pair.0 as usize] += 1;
            }
            said[arc as usize] = pairs.len() as u32 - 1;
        }
        Self {
            said: RowIndex::new(said),
            labels: Spans::from_sizes(&sizes),
            tails: RowIndex::new(pairs.iter().map(|&(_, tail)| tail).collect::<Vec<_>>()),
        }
    }
}

/// The items sorted by their keys, which are below `num_keys`; equal ones stay in order. If
/// cancelled, the result is meaningless.
fn counting_sort(
    items: &[u32],
    key: impl Fn(u32) -> u32,
    num_keys: usize,
    control: &Control,
) -> Vec<u32> {
    let mut places = vec![0_u32; num_keys + 1];
    for &item in items {
        places[key(item) as usize + 1] += 1;
    }
    for ix in 1..places.len() {
        places[ix] += places[ix - 1];
    }
    let mut sorted = vec![0; items.len()];
    for (ix, &item) in items.iter().enumerate() {
        if ix % ITEMS_PER_CHECK == 0 && control.is_cancelled() {
            break;
        }
        let place = &mut places[key(item) as usize];
        sorted[*place as usize] = item;
        *place += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_messages_are_listed_once() {
        // 0→1 and 0→2 with label 1, 0→2 and 2→0 with label 0.
        let relations = Relations::new(&[0, 0, 0, 2], &[1, 1, 0, 0], 2, &Control::NONE);
        assert_eq!(relations.tails.rows(), [0, 2, 0]);
        assert_eq!(relations.said.rows(), [2, 2, 0, 1]);
    }
}
