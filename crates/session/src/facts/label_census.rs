//! The number of occurrences of each label.

use isocount_core::{Cancelled, Control, Label, LabeledGraph};
use rustc_hash::FxHashMap;

/// Smaller labels, nearly all in real data, are counted in an inline array.
const SMALL: usize = 16;

/// Smaller labels are counted in a table, the others in a map.
const TABLE: usize = 4096;

/// Number of labels counted between two checks of the control.
const STRETCH: usize = 1 << 14;

/// The labels of the nodes or of the arcs of one graph, each with its number of occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LabelCensus {
    /// By label. A graph has fewer than 2³² nodes and arcs.
    small: [u32; SMALL],
    /// The small labels that occur, as a bit set.
    occurring: u32,
    /// The others, sorted by label.
    large: Vec<(Label, usize)>,
    total: usize,
}

impl LabelCensus {
    /// The labels of the nodes. O(nodes).
    pub(crate) fn of_nodes(graph: &LabeledGraph, control: &Control) -> Result<Self, Cancelled> {
        let mut counting = Counting::default();
        for labels in graph.node_labels().chunks(STRETCH) {
            control.check()?;
            for &label in labels {
                counting.add(label);
            }
        }
        Ok(counting.finish(graph.num_nodes()))
    }

    /// The labels of the arcs. O(nodes + arcs).
    pub(crate) fn of_arcs(graph: &LabeledGraph, control: &Control) -> Result<Self, Cancelled> {
        let mut counting = Counting::default();
        for tail in graph.nodes() {
            control.check()?;
            for arc in graph.out_arcs(tail) {
                counting.add(arc.label);
            }
        }
        Ok(counting.finish(graph.num_arcs()))
    }

    /// Counts these labels.
    pub(crate) fn of_labels(labels: impl IntoIterator<Item = Label>) -> Self {
        let (mut counting, mut total) = (Counting::default(), 0);
        for label in labels {
            counting.add(label);
            total += 1;
        }
        counting.finish(total)
    }

    /// The number of occurrences of a label.
    #[inline]
    pub(crate) fn count(&self, label: Label) -> usize {
        match self.small.get(label.0 as usize) {
            Some(&count) => count as usize,
            None => self.large_place(label).map_or(0, |place| self.large[place].1),
        }
    }

    /// The index of a label among the distinct ones.
    pub(crate) fn place(&self, label: Label) -> Option<usize> {
        if (label.0 as usize) < SMALL {
            let bit = 1_u32 << label.0;
            let before = (self.occurring & (bit - 1)).count_ones() as usize;
            return (self.occurring & bit != 0).then_some(before);
        }
        Some(self.occurring.count_ones() as usize + self.large_place(label)?)
    }

    fn large_place(&self, label: Label) -> Option<usize> {
        self.large.binary_search_by_key(&label, |&(label, _)| label).ok()
    }

    /// The first label that does not occur in `other`.
    pub(crate) fn first_missing_in(&self, other: &Self) -> Option<Label> {
        let small = self.occurring & !other.occurring;
        if small != 0 {
            return Some(Label(small.trailing_zeros()));
        }
        let mut large = self.large.iter();
        large.find(|(label, _)| other.count(*label) == 0).map(|&(label, _)| label)
    }

    /// The first label that occurs less often in `other`.
    pub(crate) fn first_rarer_in(&self, other: &Self) -> Option<Label> {
        let mut pairs = self.small.iter().zip(&other.small);
        // The loop has no early exit, so that all labels are compared at once.
        if pairs.clone().map(|(here, there)| u32::from(here > there)).sum::<u32>() > 0 {
            return pairs.position(|(here, there)| here > there).map(|label| Label(label as u32));
        }
        let mut large = self.large.iter();
        large.find(|(label, count)| other.count(*label) < *count).map(|&(label, _)| label)
    }

    /// The number of distinct labels.
    pub(crate) fn distinct(&self) -> usize {
        self.occurring.count_ones() as usize + self.large.len()
    }

    /// The number of nodes or arcs.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// The labels and their numbers of occurrences, in label order.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (Label, usize)> + '_ {
        let mut left = self.occurring;
        let small = std::iter::from_fn(move || {
            let label = left.trailing_zeros();
            let &count = self.small.get(label as usize)?;
            left &= left - 1;
            Some((Label(label), count as usize))
        });
        small.chain(self.large.iter().copied())
    }

    /// The labels in ascending order.
    pub(crate) fn labels(&self) -> impl Iterator<Item = Label> + '_ {
        self.counts().map(|(label, _)| label)
    }

    /// The most frequent labels, at most `at_most`; equally frequent ones by number.
    pub(crate) fn most_frequent(&self, at_most: usize) -> Vec<(Label, usize)> {
        let mut counts: Vec<_> = self.counts().collect();
        let rank = |&(label, count): &(Label, usize)| (std::cmp::Reverse(count), label);
        if at_most < counts.len() {
            counts.select_nth_unstable_by_key(at_most, rank);
            counts.truncate(at_most);
        }
        counts.sort_unstable_by_key(rank);
        counts
    }
}

#[derive(Default)]
struct Counting {
    small: [u32; SMALL],
    occurring: u32,
    table: Vec<usize>,
    map: FxHashMap<Label, usize>,
}

impl Counting {
    #[inline]
    fn add(&mut self, label: Label) {
        match self.small.get_mut(label.0 as usize) {
            Some(count) => {
                *count += 1;
                self.occurring |= 1 << label.0;
            }
            None => self.add_large(label),
        }
    }

    #[inline(never)]
    fn add_large(&mut self, label: Label) {
        let number = label.0 as usize;
        if number < TABLE {
            self.table.resize(TABLE, 0);
            self.table[number] += 1;
        } else {
            *self.map.entry(label).or_default() += 1;
        }
    }

    fn finish(self, total: usize) -> LabelCensus {
        let Self { small, occurring, .. } = self;
        if self.table.is_empty() && self.map.is_empty() {
            return LabelCensus { small, occurring, large: Vec::new(), total };
        }
        let table = (0..).zip(self.table).filter(|&(_, count)| count > 0);
        let mut large: Vec<_> = table.map(|(number, count)| (Label(number), count)).collect();
        let in_table = large.len();
        large.extend(self.map);
        large[in_table..].sort_unstable();
        LabelCensus { small, occurring, large, total }
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;

    fn census(text: &str) -> LabelCensus {
        LabelCensus::of_nodes(&graph(text), &Control::NONE).unwrap()
    }

    #[test]
    fn labels_large_and_small_are_counted() {
        let census = census("a:7, b:100000, c:7, d:0, e:5000, f:100000, g:100000");
        assert_eq!((census.distinct(), census.total()), (4, 7));
        for (label, count) in [(7, 2), (100_000, 3), (0, 1), (5_000, 1), (1, 0), (4_097, 0)] {
            assert_eq!(census.count(Label(label)), count, "{label}");
        }
        let numbers: Vec<u32> = census.labels().map(|label| label.0).collect();
        assert_eq!(numbers, [0, 7, 5_000, 100_000]);
        let places = [0, 7, 5_000, 100_000, 1, 5_001].map(|label| census.place(Label(label)));
        assert_eq!(places, [Some(0), Some(1), Some(2), Some(3), None, None]);
        let frequent = |at_most| census.most_frequent(at_most);
        assert_eq!(frequent(1), [(Label(100_000), 3)]);
        assert_eq!(frequent(3), [(Label(100_000), 3), (Label(7), 2), (Label(0), 1)]);
        assert_eq!(frequent(9).len(), 4);
    }

    #[test]
    fn the_first_label_that_the_other_lacks_or_has_less_often() {
        let one = census("a:3, b:3, c:5000, d:5000, e:100000");
        for (other, missing, rarer) in [
            ("a:3, b:3, c:5000, d:5000, e:100000", None, None),
            ("a:3, b:5000, c:5000, d:100000, e", None, Some(3)),
            ("a:3, b:3, c:5000, d:100000", None, Some(5_000)),
            ("a:3, b:3, c:5000, d:5000", Some(100_000), Some(100_000)),
            ("a", Some(3), Some(3)),
        ] {
            let other = census(other);
            assert_eq!(one.first_missing_in(&other).map(|label| label.0), missing);
            assert_eq!(one.first_rarer_in(&other).map(|label| label.0), rarer);
        }
    }

    #[test]
    fn arcs_are_counted_one_by_one() {
        let graph = graph("a-[2]-b, a-[3]->b, c-[2]->c");
        let census = LabelCensus::of_arcs(&graph, &Control::NONE).unwrap();
        assert_eq!((census.count(Label(2)), census.count(Label(3)), census.total()), (3, 1, 4));
    }

    #[test]
    fn counting_labels_can_be_cancelled() {
        let control = Control::new();
        control.cancel();
        assert_eq!(LabelCensus::of_nodes(&graph("a"), &control), Err(Cancelled));
        assert_eq!(LabelCensus::of_arcs(&graph("a"), &control), Err(Cancelled));
    }
}
