//! Which pairs are asked about, in the order of their answers: by graph, so that each is opened
//! once, and by pattern within a graph.

use std::sync::Arc;

/// A pattern and a graph, by their place in the lists that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) pattern: usize,
    pub(crate) graph: usize,
}

/// The questions about one graph.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) graph: usize,
    /// The place of the first answer among all answers.
    pub(crate) first: usize,
    patterns: Arc<[usize]>,
    skipped: usize,
}

impl Group {
    /// The patterns to ask about, in order.
    pub(crate) fn patterns(&self) -> &[usize] {
        &self.patterns[self.skipped..]
    }
}

/// All questions.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    groups: Vec<Group>,
}

impl Plan {
    /// Every pattern in every graph.
    pub(crate) fn all(num_patterns: usize, num_graphs: usize) -> Self {
        let patterns: Arc<[usize]> = (0..num_patterns).collect();
        Self::of((0..num_graphs).map(|graph| (graph, Arc::clone(&patterns))))
    }

    /// These pairs. Graphs come in the order in which they are first named, and the patterns of a
    /// graph as listed.
    pub(crate) fn listed(pairs: &[Pair], num_graphs: usize) -> Self {
        let mut patterns = vec![Vec::new(); num_graphs];
        let mut order = Vec::new();
        for pair in pairs {
            if patterns[pair.graph].is_empty() {
                order.push(pair.graph);
            }
            patterns[pair.graph].push(pair.pattern);
        }
        Self::of(
            order.into_iter().map(|graph| (graph, std::mem::take(&mut patterns[graph]).into())),
        )
    }

    fn of(graphs: impl Iterator<Item = (usize, Arc<[usize]>)>) -> Self {
        let mut first = 0;
        let groups =
            graphs.filter(|(_, patterns)| !patterns.is_empty()).map(|(graph, patterns)| {
                let group = Group { graph, first, patterns, skipped: 0 };
                first += group.patterns.len();
                group
            });
        Self { groups: groups.collect() }
    }

    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    pub(crate) fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.groups.iter().flat_map(|group| {
            group.patterns().iter().map(|&pattern| Pair { pattern, graph: group.graph })
        })
    }

    pub(crate) fn num_pairs(&self) -> usize {
        self.groups.iter().map(|group| group.patterns().len()).sum()
    }

    /// What is left after the first `done` answers.
    pub(crate) fn without_first(mut self, done: usize) -> Self {
        let is_done = |group: &Group| group.first + group.patterns.len() <= done;
        self.groups.retain(|group| !is_done(group));
        if let Some(group) = self.groups.first_mut() {
            group.skipped = done - group.first;
            group.first = done;
        }
        self
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
        assert_eq!(plan.groups()[1].first, 2);
        assert_eq!(Plan::all(0, 3).groups().len(), 0);
    }

    #[test]
    fn a_plan_continues_anywhere() {
        let plan = Plan::all(3, 4);
        let all = names(&plan);
        for done in 0..=all.len() {
            let rest = plan.clone().without_first(done);
            assert_eq!(names(&rest), all[done..]);
            assert_eq!(rest.num_pairs(), all.len() - done);
            if let Some(group) = rest.groups().first() {
                assert_eq!(group.first, done);
            }
        }
    }
}
