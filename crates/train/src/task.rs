//! Examples, ready for batches.

use isocount_core::Rng;
use isocount_data::{Example, TrainingSet};
use isocount_grad::Matrix;
use isocount_nn::{Batch, Prepared, Reverse, UnknownLabel, Vocabulary};

/// A training set with its patterns and graphs taken apart.
pub(crate) struct Task<'a> {
    training: &'a TrainingSet,
    pub(crate) vocabulary: Vocabulary,
    patterns: Vec<Prepared>,
    graphs: Vec<Prepared>,
}

impl<'a> Task<'a> {
    pub(crate) fn new(training: &'a TrainingSet) -> Result<Self, UnknownLabel> {
        let labels = training.labels();
        let vocabulary =
            Vocabulary { node_labels: labels.nodes.len(), edge_labels: labels.edges.len() };
        let patterns = training.patterns().iter();
        let patterns = patterns
            .map(|named| Prepared::new(&named.pattern, vocabulary))
            .collect::<Result<_, _>>()?;
        let graphs = 0..training.graphs().len();
        let graphs = graphs
            .map(|ix| Prepared::new(&training.graphs().graph(ix), vocabulary))
            .collect::<Result<_, _>>()?;
        Ok(Self { training, vocabulary, patterns, graphs })
    }

    pub(crate) fn train(&self) -> &'a [Example] {
        self.training.train()
    }

    pub(crate) fn valid(&self) -> &'a [Example] {
        self.training.valid()
    }

    /// The questions of some examples, and their counts as a column.
    pub(crate) fn batch(&self, examples: &[Example], reverse: Reverse) -> (Batch, Matrix) {
        let question = |example: &Example| {
            let (pattern, graph) = (example.pattern as usize, example.graph as usize);
            ((pattern, &self.patterns[pattern]), (graph, &self.graphs[graph]))
        };
        let questions: Vec<_> = examples.iter().map(question).collect();
        let counts: Vec<f32> = examples.iter().map(|example| example.count.0 as f32).collect();
        (Batch::new(&questions, self.vocabulary, reverse), Matrix::column(counts))
    }
}

/// The examples of one epoch, in an order of its own.
pub(crate) fn shuffled(examples: &[Example], seed: u64, epoch: u64) -> Vec<Example> {
    let mut examples = examples.to_vec();
    Rng::for_item(seed, epoch).shuffle(&mut examples);
    examples
}

/// The part of a list that one of several groups gets; parts differ by one at most.
pub(crate) fn part<T>(all: &[T], group: usize, groups: usize) -> &[T] {
    &all[group * all.len() / groups..(group + 1) * all.len() / groups]
}
