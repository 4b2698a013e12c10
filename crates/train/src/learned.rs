//! A trained model as a counter.

use std::path::Path;
use std::sync::Mutex;

use isocount_core::{
    Answer, Budget, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};
use isocount_data::{LabelTable, Meaning};
use isocount_grad::{Arena, Matrix, Params, StoreError, Tape};
use isocount_nn::{Batch, GraphBatch, Model, Prepared, Seeker, Vocabulary};

use crate::objective::Rectifier;
use crate::only_pattern::OnlyPattern;
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
    /// The only pattern that it can be asked about.
    only_pattern: Option<OnlyPattern>,
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
            only_pattern: about.data.only_pattern,
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
        let (model, vocabulary) = (self.model.as_ref(), self.vocabulary);
        let reverse = model.reverse();
        let raw = self.with_tape(|tape| {
            if let Some(summary) = &open.summary {
                let patterns = GraphBatch::new(&[&prepared], vocabulary, reverse);
                let summary = tape.input(summary);
                return model.answer(tape, &patterns, summary).outputs(tape)[0];
            }
            let batch = if let Some(needs) = model.needs() {
                let seeker = Seeker::new(pattern, prepared);
                let pair = seeker.pair(needs, open.whole, &open.graph);
                Batch::of_pairs(&[((0, seeker.prepared()), &pair)], vocabulary, reverse)
            } else {
                Batch::new(&[((0, &prepared), (0, &open.graph))], vocabulary, reverse)
            };
            model.forward(tape, &batch).outputs(tape)[0]
        });
        Rectifier::predict(model.space(), self.output, raw)
    }

    /// What a graph comes to for every pattern alike, if it does.
    fn summary(&self, graph: &Prepared) -> Option<Matrix> {
        let graphs = GraphBatch::new(&[graph], self.vocabulary, self.model.reverse());
        self.with_tape(|tape| {
            let summary = self.model.summarise(tape, &graphs)?;
            Some(tape.value(summary).to_matrix())
        })
    }

    /// Lends a tape whose memory was used before, if any is left.
    fn with_tape<T>(&self, f: impl FnOnce(&mut Tape<'_>) -> T) -> T {
        let arenas = || self.arenas.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut arena = arenas().pop().unwrap_or_default();
        let made = f(&mut Tape::new(&self.params, &mut arena));
        arenas().push(arena);
        made
    }

    /// A pattern or graph taken apart, unless the model is not made for it.
    fn prepare(&self, graph: &LabeledGraph) -> Result<Prepared, CountError> {
        let wrong = |problem: String| CountError::Unknown { method: self.name(), problem };
        if let Some(most) = self.model.most_nodes().filter(|&most| most < graph.num_nodes()) {
            return Err(wrong(format!(
                "the model numbers at most {most} nodes, and there are {}",
                graph.num_nodes()
            )));
        }
        Prepared::new(graph, self.vocabulary).map_err(|problem| wrong(problem.to_string()))
    }
}

impl Counter for Learned {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        let prepared = self.prepare(graph)?;
        let summary = self.summary(&prepared);
        Ok(Box::new(Open { learned: self, whole: graph, graph: prepared, summary }))
    }
}

/// A graph taken apart.
struct Open<'a> {
    learned: &'a Learned,
    whole: &'a LabeledGraph,
    graph: Prepared,
    /// What it comes to for every pattern alike, if it does.
    summary: Option<Matrix>,
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
        let prepared = learned.prepare(pattern)?;
        if learned.only_pattern.as_ref().is_some_and(|only| !only.is(pattern)) {
            let problem =
                "the model never sees the pattern, and was trained for another one".to_owned();
            return Err(CountError::Unknown { method: learned.name(), problem });
        }
        let value = learned.answer(pattern, prepared, self);
        if !value.is_finite() {
            let problem = "the model's numbers overflow on this graph".to_owned();
            return Err(CountError::Unknown { method: learned.name(), problem });
        }
        Ok(Answer::Estimate { value, std_error: None })
    }

    fn fork(&self) -> Box<dyn OpenGraph + '_> {
        Box::new(Open { graph: self.graph.clone(), summary: self.summary.clone(), ..*self })
    }
}
