//! The pairs of a batch in the order of their answers: by graph, so that each is opened once, and
//! by pattern within a graph.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// A pattern and a graph, by their indices in the lists of a batch.
///
/// ```
/// # use isocount_core::{Control, Meaning, Semantics};
/// # use isocount_format::Notation;
/// # use isocount_session::{Ask, Method, Session, Source};
/// use isocount_session::{Batch, Pair};
/// # let (mut session, control) = (Session::new(), Control::NONE);
/// # let mut read = |text| session.read_pattern(Source::text(Notation::Text, text), &control);
/// # let patterns = [read("a-b")?, read("a-b-c")?];
/// # let mut read = |text| session.read_graph(Source::text(Notation::Text, text), &control);
/// # let graphs = [read("a-b-c-a")?, read("a-b-c-d")?];
/// # let ask = Ask::new(Meaning::plain(Semantics::Homomorphism), Method::exact());
///
/// // Of two patterns and two graphs: the second pattern, in the first graph only.
/// let pairs = [Pair { pattern: 1, graph: 0 }];
/// let batch = Batch::listed(&ask, &patterns, &graphs, &pairs);
/// assert_eq!(batch.num_pairs(), 1);
/// assert_eq!(batch.pattern(pairs[0]).name(), patterns[1].name());
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Index of the pattern.
    pub pattern: usize,
    /// Index of the graph.
    pub graph: usize,
}

/// The questions about one graph.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) graph: usize,
    /// Index of its first answer among all answers.
    pub(crate) first: usize,
    pub(crate) patterns: Patterns,
}

/// The patterns of a group: a range of a list that groups share, since one list per group takes
/// longer than a small question.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    all: Arc<[usize]>,
    range: Range<usize>,
}

impl Deref for Patterns {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.all[self.range.clone()]
    }
}

/// All questions.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) groups: Vec<Group>,
    pub(crate) num_pairs: usize,
}

/// A range of questions that one thread takes at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stretch {
    /// All questions of some groups.
    Groups(Range<usize>),
    /// Some questions of one group, by their indices among the patterns of the group.
    Part {
        /// The group.
        group: usize,
        /// The indices.
        patterns: Range<usize>,
    },
}

impl Plan {
    /// Every pattern in every graph.
    pub(crate) fn all(num_patterns: usize, num_graphs: usize) -> Self {
        let all: Arc<[usize]> = (0..num_patterns).collect();
        let patterns = || Patterns { all: Arc::clone(&all), range: 0..num_patterns };
        Self::of((0..num_graphs).map(|graph| (graph, patterns())))
    }

    /// These pairs. Graphs are ordered by their first occurrence, and the patterns of a graph as
    /// listed.
    pub(crate) fn listed(pairs: &[Pair], num_graphs: usize) -> Self {
        // A counting sort by the turn of each graph.
        const NO_TURN: usize = usize::MAX;
        let (mut turns, mut order, mut starts) = (vec![NO_TURN; num_graphs], Vec::new(), vec![0]);
        for pair in pairs {
            let turn = &mut turns[pair.graph];
            if *turn == NO_TURN {
                *turn = order.len();
                order.push(pair.graph);
                starts.push(0);
            }
            starts[*turn + 1] += 1;
        }
        for turn in 0..order.len() {
            starts[turn + 1] += starts[turn];
        }
        let (mut next, mut all) = (starts.clone(), vec![0; pairs.len()]);
        for pair in pairs {
            let place = &mut next[turns[pair.graph]];
            all[*place] = pair.pattern;
            *place += 1;
        }
        let all: Arc<[usize]> = all.into();
        Self::of(order.into_iter().zip(starts.windows(2)).map(|(graph, ends)| {
            (graph, Patterns { all: Arc::clone(&all), range: ends[0]..ends[1] })
        }))
    }

    fn of(graphs: impl Iterator<Item = (usize, Patterns)>) -> Self {
        let mut num_pairs = 0;
        let mut groups = Vec::new();
        for (graph, patterns) in graphs.filter(|(_, patterns)| !patterns.is_empty()) {
            let first = num_pairs;
            num_pairs += patterns.len();
            groups.push(Group { graph, first, patterns });
        }
        Self { groups, num_pairs }
    }

    pub(crate) fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.groups.iter().flat_map(|group| {
            group.patterns.iter().map(|&pattern| Pair { pattern, graph: group.graph })
        })
    }

    /// Returns about `size` questions from `position` on, in whole groups if these are small, and
    /// the position after them.
    pub(crate) fn stretch(&self, position: usize, size: usize) -> Option<(Stretch, usize)> {
        if position >= self.num_pairs {
            return None;
        }
        let group_at = |place| self.groups.partition_point(|group| group.first <= place) - 1;
        let first = group_at(position);
        let Group { first: start, patterns, .. } = &self.groups[first];
        let offset = position - start;
        if offset > 0 || patterns.len() > size {
            let end = patterns.len().min(offset + size.max(1));
            return Some((Stretch::Part { group: first, patterns: offset..end }, start + end));
        }
        let mut last = first + 1;
        let end = |last: usize| self.groups.get(last).map_or(self.num_pairs, |group| group.first);
        while last < self.groups.len() && end(last + 1) - position <= size {
            last += 1;
        }
        Some((Stretch::Groups(first..last), end(last)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(plan: &Plan) -> Vec<(usize, usize)> {
        plan.pairs().map(|pair| (pair.graph, pair.pattern)).collect()
    }

    #[test]
    fn pairs_are_grouped_by_graph() {
        assert_eq!(names(&Plan::all(2, 2)), [(0, 0), (0, 1), (1, 0), (1, 1)]);
        let pair = |pattern, graph| Pair { pattern, graph };
        let plan = Plan::listed(&[pair(5, 1), pair(0, 0), pair(3, 1)], 3);
        assert_eq!(names(&plan), [(1, 5), (1, 3), (0, 0)]);
        assert_eq!(plan.groups[1].first, 2);
        assert_eq!(Plan::all(0, 3).num_pairs, 0);
    }

    #[test]
    fn stretches_of_any_size_cover_every_question_once() {
        let pair = |pattern, graph| Pair { pattern, graph };
        let uneven: Vec<Pair> = (0..7).flat_map(|g| (0..=g * g).map(move |p| pair(p, g))).collect();
        for plan in [Plan::all(3, 4), Plan::all(1, 9), Plan::listed(&uneven, 7), Plan::all(0, 2)] {
            for size in [1, 2, 3, 4, 7, 100] {
                for start in 0..=plan.num_pairs {
                    let (mut position, mut seen) = (start, Vec::new());
                    while let Some((stretch, next)) = plan.stretch(position, size) {
                        match stretch {
                            Stretch::Groups(groups) => {
                                for group in &plan.groups[groups] {
                                    seen.extend(group.first..group.first + group.patterns.len());
                                }
                            }
                            Stretch::Part { group, patterns } => {
                                let first = plan.groups[group].first;
                                seen.extend(patterns.map(|pattern| first + pattern));
                            }
                        }
                        assert_eq!(seen.last(), Some(&(next - 1)));
                        position = next;
                    }
                    assert_eq!(seen, (start..plan.num_pairs).collect::<Vec<_>>());
                }
            }
        }
    }
}
