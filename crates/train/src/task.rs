//! Examples, ready for batches.

use std::collections::BTreeMap;
use std::ops::Deref;

use isocount_core::{Cancelled, Control, Rng};
use isocount_data::{Example, TrainingSet};
use isocount_grad::Matrix;
use isocount_nn::{Batch, Model, Needs, Pair, Prepared, Seeker, Vocabulary};

use crate::TrainError;

/// A training set, borrowed or shared, with prepared patterns and graphs.
pub(crate) struct Task<T> {
    training: T,
    pub(crate) vocabulary: Vocabulary,
    patterns: Vec<Seeker>,
    graphs: Vec<Prepared>,
    /// What the model needs to see of the pair (pattern, graph) of each example.
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
pub(crate) fn shuffled(examples: &[Example], seed: u64, epoch: u64) -> Vec<Example> {
    let mut examples = examples.to_vec();
    Rng::for_item(seed, epoch).shuffle(&mut examples);
    examples
}

/// The part of a list that one of several groups gets; parts differ by one at most.
pub(crate) fn part<T>(all: &[T], group: usize, groups: usize) -> &[T] {
    &all[group * all.len() / groups..(group + 1) * all.len() / groups]
}
