//! The pairs of patterns and graphs: 57,940 of the 72,000 pairs, as in the paper.
//!
//! The paper does not say which pairs it left out. Here every graph keeps nine or ten of its twelve
//! patterns, spread so evenly that the first N graphs have N · 57,940 / 6,000 pairs, rounded down.
//! The patterns are chosen at random.

use isocount_core::Rng;

/// Graphs in the full set.
pub(super) const NUM_GRAPHS: usize = 6_000;
/// Pairs in the full set.
const NUM_PAIRS: usize = 57_940;

/// The number of pairs of the first `num_graphs` graphs.
pub(super) fn num_pairs(num_graphs: usize) -> usize {
    num_graphs * NUM_PAIRS / NUM_GRAPHS
}

/// The patterns that are paired with a graph, in order.
pub(super) fn chosen(graph: usize, num_patterns: usize, rng: &mut Rng) -> Vec<usize> {
    let mut chosen = rng.permutation(num_patterns);
    chosen.truncate(num_pairs(graph + 1) - num_pairs(graph));
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_set_has_exactly_the_pairs_of_the_paper() {
        let mut rng = Rng::new(0);
        let mut seen = [0; 12];
        for graph in 0..NUM_GRAPHS {
            let chosen = chosen(graph, 12, &mut rng);
            assert!((9..=10).contains(&chosen.len()));
            assert!(chosen.is_sorted_by(|a, b| a < b));
            for pattern in chosen {
                seen[pattern] += 1;
            }
        }
        assert_eq!(seen.iter().sum::<usize>(), 57_940);
        // Five standard deviations around 57,940 / 12.
        assert!(seen.iter().all(|n| (4675..4983).contains(n)), "{seen:?}");
    }
}
