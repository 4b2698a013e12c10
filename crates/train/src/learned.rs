//! A trained model as a counter.

use std::path::Path;
use std::sync::Mutex;

use isocount_core::{
    Answer, Budget, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};
use isocount_data::{LabelTable, Meaning};
use isocount_grad::{Arena, Params, StoreError, Tape};
use isocount_nn::{Batch, Model, Prepared, Seeker, Vocabulary};

use crate::objective::Rectifier;
use crate::run::About;
use crate::{Largest, Output, Run, TrainError};

/// The weights of a run, answering. A question about labels that the model does not know, or with
/// another meaning than it was trained for, is refused.
pub struct Learned {
    params: Params,
    model: Box<dyn Model>,
    vocabulary: Vocabulary,
    output: Output,
    labels: LabelTable,
    meaning: Meaning,
    largest: Option<Largest>,
    /// Memory of tapes that nobody uses at the moment.
    arenas: Mutex<Vec<Arena>>,
}

impl Learned {
    /// Reads the best weights of a run.
    ///
    /// # Errors
    /// If there is no run, or its files do not fit together.
    pub fn load(run: &Run) -> Result<Self, TrainError> {
        Self::from_about(run.about()?, |params| params.load(&run.weights()))
    }

    /// The same from the contents of config.toml and weights.safetensors; `path` is where they come from.
    ///
    /// # Errors
    /// If they do not fit together.
    pub fn from_parts(path: &Path, config: &str, weights: &[u8]) -> Result<Self, TrainError> {
        Self::from_about(About::parse(path, config)?, |params| params.load_bytes(path, weights))
    }

    fn from_about(
        about: About,
        load: impl FnOnce(&mut Params) -> Result<(), StoreError>,
    ) -> Result<Self, TrainError> {
        let training = about.config.training;
        let vocabulary = about.vocabulary();
        let (mut params, model) = about.config.model.build(vocabulary, training.seed);
        load(&mut params)?;
        Ok(Self {
            params,
            model,
            vocabulary,
            output: training.output,
            labels: about.labels,
            meaning: about.meaning,
            largest: about.data.largest,
            arenas: Mutex::new(Vec::new()),
        })
    }

    /// How many numbers the model has learned.
    #[must_use]
    pub fn num_parameters(&self) -> usize {
        self.params.num_scalars()
    }

    /// The labels that it knows. Whoever asks numbers labels in the same way.
    #[must_use]
    pub fn labels(&self) -> &LabelTable {
        &self.labels
    }

    /// What it was trained to count. Whoever asks sees patterns and graphs in the same way.
    #[must_use]
    pub fn meaning(&self) -> &Meaning {
        &self.meaning
    }

    /// The largest patterns and graphs that it learned from, if that is known. Larger ones are answered, and whoever asks
    /// should be told.
    #[must_use]
    pub fn largest(&self) -> Option<Largest> {
        self.largest
    }

    fn answer(&self, pattern: &Pattern, prepared: Prepared, open: &Open<'_>) -> f64 {
        let reverse = self.model.reverse();
        let batch = if let Some(needs) = self.model.needs() {
            let seeker = Seeker::new(pattern, prepared);
            let pair = seeker.pair(needs, open.whole, &open.graph);
            Batch::of_pairs(&[((0, seeker.prepared()), &pair)], self.vocabulary, reverse)
        } else {
            Batch::new(&[((0, &prepared), (0, &open.graph))], self.vocabulary, reverse)
        };
        let spare = |arenas: &Mutex<Vec<Arena>>| {
            arenas.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop()
        };
        let mut arena = spare(&self.arenas).unwrap_or_default();
        let mut tape = Tape::new(&self.params, &mut arena);
        let prediction = self.model.forward(&mut tape, &batch);
        let raw = prediction.outputs(&tape)[0];
        self.arenas.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(arena);
        Rectifier::predict(self.model.space(), self.output, raw)
    }
}

impl Counter for Learned {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        let prepared = Prepared::new(graph, self.vocabulary).map_err(|problem| {
            CountError::Unknown { method: self.name(), problem: problem.to_string() }
        })?;
        Ok(Box::new(Open { learned: self, whole: graph, graph: prepared }))
    }
}

/// A graph taken apart.
struct Open<'a> {
    learned: &'a Learned,
    whole: &'a LabeledGraph,
    graph: Prepared,
}

impl OpenGraph for Open<'_> {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        _: &Budget,
    ) -> Result<Answer, CountError> {
        let learned = self.learned;
        if learned.meaning.semantics() != Some(semantics) {
            return Err(CountError::Unsupported { method: learned.name(), semantics });
        }
        let prepared = Prepared::new(pattern, learned.vocabulary).map_err(|problem| {
            CountError::Unknown { method: learned.name(), problem: problem.to_string() }
        })?;
        let value = learned.answer(pattern, prepared, self);
        if !value.is_finite() {
            let problem = "the model's numbers overflow on this graph".to_owned();
            return Err(CountError::Unknown { method: learned.name(), problem });
        }
        Ok(Answer::Estimate { value, std_error: None })
    }

    fn fork(&self) -> Box<dyn OpenGraph + '_> {
        Box::new(Open { learned: self.learned, whole: self.whole, graph: self.graph.clone() })
    }
}
