//! A graph from the perspective of a pattern, for models that prepare a graph for each question.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use isocount_core::{Cancelled, Control, LabeledGraph, Pattern};
use isocount_model::Filter;

use crate::batch::ITEMS_PER_CHECK;
use crate::filter::{Kept, keep};
use crate::{Prepared, SpanningTrees};

/// The inputs that a model needs for a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Only the arcs that the pattern could use.
    pub sieve: bool,
    /// The spanning-tree counts of the pattern.
    pub tree_counts: bool,
    /// The filter of nodes and arcs.
    pub filter: Filter,
}

/// A pattern, in its original and its prepared form, with its trees, computed on first use.
#[derive(Clone, Debug)]
pub struct Seeker {
    whole: Pattern,
    pattern: Prepared,
    trees: OnceLock<SpanningTrees>,
}

/// The graph of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub(crate) graph: Prepared,
    /// Logarithms of tree counts; zeros if they are not needed.
    pub(crate) tree_logs: [f32; 4],
    /// The nodes and arcs that a filter keeps; `None` without a filter.
    pub(crate) kept: Option<Kept>,
}

impl Seeker {
    /// Creates it from a pattern in its original and its prepared form.
    #[must_use]
    pub fn new(pattern: &Pattern, prepared: Prepared) -> Self {
        Self { whole: pattern.clone(), pattern: prepared, trees: OnceLock::new() }
    }

    /// The prepared pattern.
    #[must_use]
    pub fn prepared(&self) -> &Prepared {
        &self.pattern
    }

    /// Prepares a graph, given in its original and its prepared form, for a question about this
    /// pattern.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn pair(
        &self,
        needs: Needs,
        graph: &LabeledGraph,
        prepared: &Prepared,
        control: &Control,
    ) -> Result<Pair, Cancelled> {
        let tree_logs = if needs.tree_counts {
            let trees = self.trees.get_or_init(|| SpanningTrees::new(&self.whole));
            trees.counts(graph, control)?.logs()
        } else {
            Default::default()
        };
        let graph =
            if needs.sieve { prepared.sieved(&self.pattern, control)? } else { prepared.clone() };
        let kept = keep(needs.filter, &self.pattern, &graph);
        Ok(Pair { graph, tree_logs, kept })
    }
}

impl Prepared {
    /// The arcs whose (tail label, edge label, head label) occurs in the pattern, and the nodes at
    /// their ends.
    pub(crate) fn sieved(&self, pattern: &Self, control: &Control) -> Result<Self, Cancelled> {
        let types: BTreeSet<[u32; 3]> = pattern.types().collect();
        let mut sieved = Self::default();
        let mut places: Vec<Option<u32>> = vec![None; self.node_labels.len()];
        for (ix, of_arc) in self.types().enumerate() {
            if ix % ITEMS_PER_CHECK == 0 {
                control.check()?;
            }
            if !types.contains(&of_arc) {
                continue;
            }
            let mut place = |node: u32| {
                *places[node as usize].get_or_insert_with(|| {
                    sieved.node_labels.push(self.node_labels[node as usize]);
                    sieved.node_labels.len() as u32 - 1
                })
            };
            let (tail, head) = (place(self.tails[ix]), place(self.heads[ix]));
            sieved.tails.push(tail);
            sieved.heads.push(head);
            sieved.edge_labels.push(self.edge_labels[ix]);
        }
        Ok(sieved)
    }

    /// The three labels of each arc.
    fn types(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        let ends = self.tails.iter().zip(&self.heads);
        ends.zip(&self.edge_labels).map(|((&tail, &head), &label)| {
            [self.node_labels[tail as usize], label, self.node_labels[head as usize]]
        })
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;
    use crate::Vocabulary;

    #[test]
    fn arcs_that_the_pattern_lacks_are_gone() {
        let vocabulary = Vocabulary { node_labels: 4, edge_labels: 4 };
        let [whole, pattern, kept] = [
            "a:3, b:1 -> c:2, c -> b, b -[1]-> c, d:1 -> e:2, d -> b",
            "a:1 -> b:2",
            "b:1 -> c:2, d:1 -> e:2",
        ]
        .map(|text| Prepared::new(&graph(text), vocabulary).unwrap());
        let sieved = |by: &Prepared| whole.sieved(by, &Control::NONE).unwrap();
        assert_eq!(sieved(&pattern), kept);
        assert_eq!(sieved(&whole).num_arcs(), whole.num_arcs());
    }
}
