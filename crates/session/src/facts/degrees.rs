//! Statistics of the degrees of a graph.

use isocount_core::{Cancelled, Control, LabeledGraph};

/// Minimum, median, mean and maximum of a number per node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DegreeSpread {
    /// The minimum.
    pub least: usize,
    /// The median; the mean of the two middle values if there are two.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The maximum.
    pub most: usize,
}

/// The degrees of the nodes of a graph. Parallel arcs all count; a loop counts as both an incoming
/// and an outgoing arc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DegreeFacts {
    /// Outgoing arcs.
    pub out: DegreeSpread,
    /// Incoming arcs.
    pub into: DegreeSpread,
    /// Incoming and outgoing arcs together.
    pub total: DegreeSpread,
}

impl DegreeFacts {
    /// O(nodes).
    pub(super) fn of(graph: &LabeledGraph, control: &Control) -> Result<Self, Cancelled> {
        let out = |v| graph.out_arcs(v).len();
        let into = |v| graph.in_arcs(v).len();
        let spread = |degree: &dyn Fn(_) -> usize| {
            control.check()?;
            Ok(DegreeSpread::of(graph.nodes().map(degree).collect()))
        };
        Ok(Self { out: spread(&out)?, into: spread(&into)?, total: spread(&|v| out(v) + into(v))? })
    }
}

impl DegreeSpread {
    /// All values are zero if there are no numbers.
    fn of(mut numbers: Vec<usize>) -> Self {
        let (len, middle) = (numbers.len(), numbers.len() / 2);
        if len == 0 {
            return Self::default();
        }
        let mean = numbers.iter().sum::<usize>() as f64 / len as f64;
        let (below, &mut upper, above) = numbers.select_nth_unstable(middle);
        let least = below.iter().min().copied().unwrap_or(upper);
        let most = above.iter().max().copied().unwrap_or(upper);
        let lower = match below.iter().max() {
            Some(&lower) if len.is_multiple_of(2) => lower,
            _ => upper,
        };
        Self { least, median: (lower + upper) as f64 / 2.0, mean, most }
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;

    #[test]
    fn the_median_of_an_even_number_is_between_two() {
        let spread = |numbers: &[usize]| DegreeSpread::of(numbers.to_vec());
        let expect = |least, median, mean, most| DegreeSpread { least, median, mean, most };
        assert_eq!(spread(&[]), expect(0, 0.0, 0.0, 0));
        assert_eq!(spread(&[3]), expect(3, 3.0, 3.0, 3));
        assert_eq!(spread(&[9, 0]), expect(0, 4.5, 4.5, 9));
        assert_eq!(spread(&[5, 1, 1]), expect(1, 1.0, 7.0 / 3.0, 5));
        assert_eq!(spread(&[4, 1, 2, 1]), expect(1, 1.5, 2.0, 4));
    }

    #[test]
    fn a_loop_counts_in_both_directions() {
        let found = DegreeFacts::of(&graph("a->b, a-[1]->b, b->b"), &Control::NONE).unwrap();
        assert_eq!((found.out.most, found.into.most, found.total.most), (2, 3, 4));
        assert_eq!((found.out.least, found.into.least, found.total.least), (1, 0, 2));
    }
}
