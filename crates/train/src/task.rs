//! Examples, prepared for batches.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use isocount_core::{Cancelled, Control, Rng};
use isocount_data::{Example, TrainingSet};
use isocount_grad::Matrix;
use isocount_model::TrainingConfig;
use isocount_nn::{Batch, Model, Needs, Pair, Prepared, Seeker, Vocabulary};

use crate::TrainError;

/// A training set, borrowed or shared, with prepared patterns and graphs.
pub(crate) struct Task<T> {
    training: T,
    pub(crate) vocabulary: Vocabulary,
    patterns: Vec<Seeker>,
    graphs: Vec<Prepared>,
    /// The pair (pattern, graph) of each example, prepared as the model needs it.
    pairs: BTreeMap<(u32, u32), Pair>,
}

impl<T: Deref<Target = TrainingSet>> Task<T> {
    pub(crate) fn new(training: T, control: &Control) -> Result<Self, TrainError> {
        let vocabulary = training.labels().vocabulary();
        let patterns = training.patterns().iter();
        let patterns = patterns
            .map(|named| {
                let pattern = &named.pattern;
                Ok(Seeker::new(pattern, Prepared::new(pattern, vocabulary)?))
            })
            .collect::<Result<_, TrainError>>()?;
        let graphs = 0..training.graphs().len();
        let graphs = graphs
            .map(|ix| {
                control.check()?;
                let graph = training.graphs().graph_with(ix, control)?;
                Ok(Prepared::new(&graph, vocabulary)?)
            })
            .collect::<Result<_, TrainError>>()?;
        Ok(Self { training, vocabulary, patterns, graphs, pairs: BTreeMap::new() })
    }

    /// Prepares every pair as a model needs it.
    pub(crate) fn for_needs(mut self, needs: Needs, control: &Control) -> Result<Self, Cancelled> {
        let (train, valid) = (self.training.train(), self.training.valid());
        for &Example { pattern, graph, .. } in train.iter().chain(valid) {
            control.check()?;
            let whole = self.training.graphs().graph_with(graph as usize, control)?;
            let seeker = &self.patterns[pattern as usize];
            let pair = seeker.pair(needs, &whole, &self.graphs[graph as usize], control)?;
            self.pairs.insert((pattern, graph), pair);
        }
        Ok(self)
    }

    pub(crate) fn train(&self) -> &[Example] {
        self.training.train()
    }

    pub(crate) fn valid(&self) -> &[Example] {
        self.training.valid()
    }

    /// The arcs and nodes of the graphs of some examples. Consecutive examples of one graph share
    /// it.
    pub(crate) fn size(&self, examples: &[Example]) -> usize {
        let shared = examples.chunk_by(|one, other| one.graph == other.graph);
        let graphs = shared.map(|examples| &self.graphs[examples[0].graph as usize]);
        graphs.map(|graph| graph.num_arcs() + graph.num_nodes()).sum()
    }

    /// The questions of some examples, and their counts as a column.
    pub(crate) fn batch(
        &self,
        examples: &[Example],
        model: &dyn Model,
        control: &Control,
    ) -> (Batch, Matrix) {
        let question = |example: &Example| {
            let (pattern, graph) = (example.pattern as usize, example.graph as usize);
            ((pattern, self.patterns[pattern].prepared()), (graph, &self.graphs[graph]))
        };
        let pair = |example: &Example| {
            let pattern = example.pattern as usize;
            let pair = &self.pairs[&(example.pattern, example.graph)];
            ((pattern, self.patterns[pattern].prepared()), pair)
        };
        let batch = if model.needs().is_some() {
            let questions: Vec<_> = examples.iter().map(pair).collect();
            Batch::of_pairs_with(&questions, self.vocabulary, model.reverse(), control)
        } else {
            let questions: Vec<_> = examples.iter().map(question).collect();
            Batch::new_with(&questions, self.vocabulary, model.reverse(), control)
        };
        let counts: Vec<f32> = examples.iter().map(|example| example.count.0 as f32).collect();
        (batch, Matrix::column(counts))
    }
}

/// The examples of one epoch, in the order of that epoch.
pub(crate) fn shuffled(
    examples: &[Example],
    training: &TrainingConfig,
    epoch: u64,
) -> Vec<Example> {
    let mut rng = Rng::for_item(training.seed, epoch);
    let mut examples = examples.to_vec();
    rng.shuffle(&mut examples);
    if training.by_graph {
        let distinct: BTreeSet<u32> = examples.iter().map(|example| example.graph).collect();
        let mut graphs: Vec<u32> = distinct.into_iter().collect();
        rng.shuffle(&mut graphs);
        let places: BTreeMap<u32, usize> = graphs.into_iter().zip(0..).collect();
        examples.sort_by_cached_key(|example| places[&example.graph]);
    }
    examples
}

/// The part of a batch for one of several groups. Parts differ by at most one example. If grouped
/// by graph, they end where the examples of a graph end, and some may be empty.
pub(crate) fn part<'a>(
    batch: &'a [Example],
    group: usize,
    groups: usize,
    training: &TrainingConfig,
) -> &'a [Example] {
    let cut = |group: usize| {
        let even = group * batch.len() / groups;
        let is_inside =
            |&at: &usize| 0 < at && at < batch.len() && batch[at - 1].graph == batch[at].graph;
        let inside = (even..).take_while(|at| training.by_graph && is_inside(at));
        even + inside.count()
    };
    &batch[cut(group)..cut(group + 1)]
}

#[cfg(test)]
mod tests {
    use isocount_core::Count;

    use super::*;

    /// Graph g has g examples.
    fn examples() -> Vec<Example> {
        let of_graph =
            |graph: u32| (0..graph).map(move |pattern| Example { pattern, graph, count: Count(0) });
        (0..40).flat_map(of_graph).collect()
    }

    #[test]
    fn by_graph_every_graph_is_in_one_group_of_one_batch_or_two() {
        let examples = examples();
        let training = TrainingConfig::default().with(|it| {
            it.by_graph = true;
            it.batch = 32;
            it.groups = 8;
        });
        let order = shuffled(&examples, &training, 3);
        assert_ne!(order, shuffled(&examples, &training, 4));
        let mut sorted = order.clone();
        sorted.sort_by_key(|example| (example.graph, example.pattern));
        assert_eq!(sorted, examples);

        let mut groups_of = BTreeMap::<u32, usize>::new();
        for batch in order.chunks(training.batch) {
            let parts: Vec<_> = (0..8).map(|group| part(batch, group, 8, &training)).collect();
            assert_eq!(parts.concat(), batch);
            for part in parts {
                let graphs: BTreeSet<u32> = part.iter().map(|example| example.graph).collect();
                for graph in graphs {
                    *groups_of.entry(graph).or_default() += 1;
                }
            }
        }
        // A batch may end inside a graph.
        let most = |graph: u32| if graph <= 32 { 2 } else { 3 };
        assert!(groups_of.iter().all(|(&graph, &groups)| groups <= most(graph)), "{groups_of:?}");
    }

    #[test]
    fn otherwise_parts_differ_by_one() {
        let (examples, training) = (examples(), TrainingConfig::default());
        let order = shuffled(&examples, &training, 0);
        let sizes: Vec<usize> =
            (0..8).map(|group| part(&order[..100], group, 8, &training).len()).collect();
        assert_eq!(sizes.iter().sum::<usize>(), 100);
        assert!(sizes.iter().all(|size| [12, 13].contains(size)), "{sizes:?}");
    }
}
