//! Who says what with which label: a node says the same to all whom it has arcs of one label to.
//!
//! Distinct pairs (label, tail), label after label: a weight for each label then meets rows that stand together, and as
//! few of them as there are, min(E, N·R).

use isocount_grad::{RowIndex, Segments, Spans};

/// The pairs, and the arcs.
#[derive(Clone, Debug)]
pub(crate) struct Relations {
    /// The tail of each pair.
    pub(crate) tails: RowIndex,
    /// Where the pairs of each label are.
    pub(crate) labels: Spans,
    /// The pair of each arc.
    pub(crate) said: RowIndex,
    /// The arcs by their heads.
    pub(crate) heads: Segments,
}

impl Relations {
    pub(crate) fn new(
        (tails, heads): (&[u32], &Segments),
        labels: &[u32],
        num_labels: usize,
    ) -> Self {
        let mut pairs: Vec<(u32, u32)> =
            labels.iter().copied().zip(tails.iter().copied()).collect();
        let of_arc = pairs.clone();
        pairs.sort_unstable();
        pairs.dedup();
        let mut sizes = vec![0; num_labels];
        for (label, _) in &pairs {
            sizes[*label as usize] += 1;
        }
        let place = |pair| pairs.binary_search(pair).expect("every arc has its pair") as u32;
        Self {
            said: RowIndex::new(of_arc.iter().map(place).collect::<Vec<_>>()),
            heads: heads.clone(),
            labels: Spans::from_sizes(&sizes),
            tails: RowIndex::new(pairs.iter().map(|&(_, tail)| tail).collect::<Vec<_>>()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_twice_is_listed_once() {
        // 0→1 and 0→2 with label 1, 0→2 and 2→0 with label 0.
        let heads = Segments::new([1, 2, 2, 0], 3);
        let relations = Relations::new((&[0, 0, 0, 2], &heads), &[1, 1, 0, 0], 2);
        assert_eq!(relations.tails.rows(), [0, 2, 0]);
        assert_eq!(relations.said.rows(), [2, 2, 0, 1]);
    }
}
