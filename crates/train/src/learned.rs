//! A trained model as a counter.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use isocount_core::{
    Answer, Budget, Cancelled, Control, CountError, Counter, LabeledGraph, Meaning, OpenGraph,
    Pattern, Semantics,
};
use isocount_grad::{Arena, Matrix, Params, Tape};
use isocount_model::{LabelTable, Largest, ModelFiles, RunConfig};
use isocount_nn::{
    Batch, GraphBatch, Model, PrepareError, Prepared, Seeker, Side, Vocabulary, build,
};

use crate::objective::Rectifier;
use crate::only_pattern::is_same;
use crate::{Run, TrainError};

/// A counter that uses the weights of a run. It refuses questions with labels that the model does
/// not know, or with another meaning than it was trained for. Clones share the weights.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Dataset, Making, Protocol, Split, Synthetic, TrainingSet};
/// # use isocount_model::{MODELS, TrainConfig, TrainingConfig};
/// use isocount_core::{Budget, Counter};
/// use isocount_train::{Learned, Run, fit};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let (threads, small) = (NonZeroUsize::MIN, folder.path().join("small"));
/// # let making = Making { counter: &Exact::new(), threads, control: &control };
/// # Synthetic::Small.generate(&small, 0, Some(40), making)?;
/// # let dataset = Dataset::read(&small, &control)?;
/// # let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// # let mut training = TrainingConfig::default();
/// # training.epochs = 1;
/// # let config = TrainConfig { model: (MODELS[0].with_width)(4), training };
/// # let run = Run::at(&folder.path().join("run"));
/// # let examples = TrainingSet::new(&dataset, &split, &control)?;
///
/// // A model is a counter like any other, once it is trained.
/// fit(&examples, &config, &run, threads, &control, &|_| {})?;
/// let learned = Learned::load(&run)?;
/// let (pattern, graph) = (&dataset.patterns()[0].pattern, dataset.graph(0));
/// let semantics = learned.meaning().semantics;
/// let answer = learned.count(pattern, &graph, semantics, &Budget::UNLIMITED)?;
/// assert!(answer.exact().is_none() && answer.value().is_finite());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Learned {
    inner: Arc<Inner>,
}

struct Inner {
    params: Params,
    model: Box<dyn Model>,
    vocabulary: Vocabulary,
    about: RunConfig,
    hash: [u8; 32],
    /// Summaries of patterns from earlier questions, by fingerprint.
    patterns: Mutex<BTreeMap<u128, Matrix>>,
    /// Unused memory for tapes.
    arenas: Mutex<Vec<Arena>>,
}

/// The name of the counter in tables and on the command line.
const NAME: &str = "learned";

/// The most patterns whose summaries are kept.
const KNOWN_PATTERNS: usize = 10_000;

impl Learned {
    /// Reads the best weights of a run.
    ///
    /// # Errors
    /// If there is no run, or its files are inconsistent.
    pub fn load(run: &Run) -> Result<Self, TrainError> {
        Self::from_files(run.folder(), &run.files()?)
    }

    /// Like [`load`](Self::load), but from the contents of config.toml and weights.safetensors;
    /// `path` is their origin.
    ///
    /// # Errors
    /// If they are inconsistent.
    pub fn from_parts(path: &Path, config: &str, weights: &[u8]) -> Result<Self, TrainError> {
        Self::from_files(path, &ModelFiles::from_parts(path, config, weights)?)
    }

    /// Like [`load`](Self::load), but from files that were read; `path` is their origin.
    ///
    /// # Errors
    /// If the weights do not match the settings.
    pub fn from_files(path: &Path, files: &ModelFiles) -> Result<Self, TrainError> {
        let about = files.config().clone();
        let vocabulary = about.labels.vocabulary();
        let (mut params, model) = build(&about.model, vocabulary, about.training.seed);
        params.load_bytes(path, files.weights())?;
        let inner = Inner {
            params,
            model,
            vocabulary,
            about,
            hash: files.hash(),
            patterns: Mutex::default(),
            arenas: Mutex::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The number of parameters of the model.
    #[must_use]
    pub fn num_parameters(&self) -> usize {
        self.inner.params.num_scalars()
    }

    /// The settings of the model.
    #[must_use]
    pub fn about(&self) -> &RunConfig {
        &self.inner.about
    }

    /// A checksum of its settings and weights.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        self.inner.hash
    }

    /// The labels that it knows. Callers must number labels in the same way.
    #[must_use]
    pub fn labels(&self) -> &LabelTable {
        &self.inner.about.labels
    }

    /// What it was trained to count. Callers must interpret patterns and graphs in the same way.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.inner.about.meaning
    }

    /// The largest patterns and graphs that it was trained on, if known. Larger ones are answered,
    /// but the caller should warn the user.
    #[must_use]
    pub fn largest(&self) -> Option<Largest> {
        self.inner.about.data.largest
    }
}

impl Inner {
    fn answer(
        &self,
        pattern: &Pattern,
        prepared: Prepared,
        open: &Open,
        control: &Control,
    ) -> Result<f64, Cancelled> {
        let (model, vocabulary) = (self.model.as_ref(), self.vocabulary);
        let reverse = model.reverse();
        let raw = self.with_tape(control, |tape| {
            if let Some(graph) = &open.summary {
                let pattern = self.pattern_summary(tape, pattern, &prepared)?;
                let [pattern, graph] = [&pattern, graph].map(|summary| tape.input(summary));
                return model.answer(tape, pattern, graph).outputs(tape);
            }
            let batch = if let Some(needs) = model.needs() {
                let seeker = Seeker::new(pattern, prepared);
                let pair = seeker.pair(needs, &open.whole, &open.graph, control)?;
                let question = [((0, seeker.prepared()), &pair)];
                Batch::of_pairs_with(&question, vocabulary, reverse, control)
            } else {
                let question = [((0, &prepared), (0, &*open.graph))];
                Batch::new_with(&question, vocabulary, reverse, control)
            };
            model.forward(tape, &batch).outputs(tape)
        })?;
        Ok(Rectifier::predict(model.space(), self.about.training.output, raw[0]))
    }

    /// The summary of a pattern or graph, which does not depend on the other side; `None` if the
    /// model has no summaries.
    fn summary(
        &self,
        tape: &mut Tape<'_>,
        graph: &Prepared,
        side: Side,
    ) -> Result<Option<Matrix>, Cancelled> {
        let graphs =
            GraphBatch::new_with(&[graph], self.vocabulary, self.model.reverse(), tape.control());
        let summary = self.model.summarise(tape, &graphs, side);
        summary.map(|summary| Ok(tape.finish(summary)?.to_matrix())).transpose()
    }

    /// Like `summary`, but for a pattern, which is cached, since patterns are often reused.
    fn pattern_summary(
        &self,
        tape: &mut Tape<'_>,
        pattern: &Pattern,
        prepared: &Prepared,
    ) -> Result<Matrix, Cancelled> {
        let known = || self.patterns.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let fingerprint = pattern.fingerprint();
        if let Some(summary) = known().get(&fingerprint) {
            return Ok(summary.clone());
        }
        let summary = self.summary(tape, prepared, Side::Pattern)?;
        let summary = summary.expect("both sides have summaries, or neither");
        let mut known = known();
        if known.len() >= KNOWN_PATTERNS {
            known.clear();
        }
        known.insert(fingerprint, summary.clone());
        Ok(summary)
    }

    /// Lends a tape, with memory of an earlier one if available.
    fn with_tape<T>(&self, control: &Control, f: impl FnOnce(&mut Tape<'_>) -> T) -> T {
        let arenas = || self.arenas.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut arena = arenas().pop().unwrap_or_default();
        let made = f(&mut Tape::new(&self.params, &mut arena).controlled(control));
        arenas().push(arena);
        made
    }

    /// A prepared pattern or graph, unless the model does not support it.
    fn prepare(&self, graph: &LabeledGraph, control: &Control) -> Result<Prepared, CountError> {
        let wrong = |problem: String| CountError::Unknown { method: NAME, problem };
        if let Some(most) = self.model.most_nodes().filter(|&most| most < graph.num_nodes()) {
            return Err(wrong(format!(
                "the model numbers at most {most} nodes, but there are {}; train it with a larger \
                 model.encoder.max_nodes, or with ids=false",
                graph.num_nodes()
            )));
        }
        Prepared::new_with(graph, self.vocabulary, control).map_err(|problem| match problem {
            PrepareError::Label(problem) => wrong(problem.to_string()),
            PrepareError::Cancelled(cancelled) => cancelled.into(),
        })
    }
}

impl Counter for Learned {
    fn name(&self) -> &'static str {
        NAME
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        control.check()?;
        let inner = &self.inner;
        let prepared = inner.prepare(graph, control)?;
        let summary =
            inner.with_tape(control, |tape| inner.summary(tape, &prepared, Side::Graph))?;
        let (learned, whole) = (self.clone(), Arc::clone(graph));
        Ok(Box::new(Open { learned, whole, graph: Arc::new(prepared), summary }))
    }
}

/// A prepared graph.
struct Open {
    learned: Learned,
    whole: Arc<LabeledGraph>,
    graph: Arc<Prepared>,
    /// Its summary, the same for every pattern, if the model has summaries.
    summary: Option<Matrix>,
}

impl OpenGraph for Open {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let learned = &*self.learned.inner;
        budget.control.check()?;
        if learned.about.meaning.semantics != semantics {
            return Err(CountError::Unsupported { method: NAME, semantics });
        }
        if pattern.has_absent() {
            return Err(CountError::UnsupportedInput { method: NAME, what: "absent arcs" });
        }
        if pattern.has_sets() {
            return Err(CountError::UnsupportedInput { method: NAME, what: "sets of labels" });
        }
        let prepared = learned.prepare(pattern, &budget.control)?;
        if let Some(only) = &learned.about.data.only_pattern
            && !is_same(only, pattern, &budget.control)?
        {
            let problem = "the model never sees the pattern, and was trained for another one";
            let problem = problem.to_owned();
            return Err(CountError::Unknown { method: NAME, problem });
        }
        let value = learned.answer(pattern, prepared, self, &budget.control)?;
        if !value.is_finite() {
            let problem = "the model's numbers overflow on this graph".to_owned();
            return Err(CountError::Unknown { method: NAME, problem });
        }
        Ok(Answer::estimate(value))
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Open {
            learned: self.learned.clone(),
            whole: Arc::clone(&self.whole),
            graph: Arc::clone(&self.graph),
            summary: self.summary.clone(),
        })
    }
}
