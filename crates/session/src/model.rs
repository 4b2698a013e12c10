//! Trained models, and indices of graphs for them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use isocount_core::{
    Budget, Confidence, Control, CountError, Counter, LabeledGraph, Meaning, OpenGraph, Pattern,
};
use isocount_infer::{
    CreateError, Explanation, FastCounter, IndexFile, IndexInput, InferError, Network,
};
use isocount_model::{
    Calibration, DEFAULT_CONFIDENCE, LabelTable, Largest, ModelFiles, RunConfig, Size,
};
use isocount_platform::Existing;
use isocount_record::Question;
use isocount_train::Learned;

use crate::calibrated::{Calibrated, CalibratedGraph, Intervals};
use crate::method::LEARNED;
use crate::relabel::KnownLabels;
use crate::{Ask, LoadedGraph, LoadedPattern, Method, OpenedGraph, Readout, SessionError};

/// A trained model. Clones share the data.
///
/// ```
/// # use {isocount_core::Control, isocount_count::Exact, isocount_format::Notation};
/// # use isocount_data::{Dataset, Making, Protocol, Split, Synthetic, TrainingSet};
/// # use {isocount_model::{MODELS, TrainConfig, TrainingConfig}, isocount_train::{Run, fit}};
/// use isocount_session::{Ask, Method, Readout, Session, Source, TrainedModel};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: 1.try_into()?, control: &control };
/// # Synthetic::Small.generate(&folder.path().join("small"), 0, Some(40), making)?;
/// # let dataset = Dataset::read(&folder.path().join("small"), &control)?;
/// # let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// # let training = TrainingConfig::default().with(|it| it.epochs = 1);
/// # let config = TrainConfig { model: (MODELS[0].with_width)(4), training };
/// # let run = folder.path().join("run");
/// # let examples = TrainingSet::new(&dataset, &split, &control)?;
/// # fit(&examples, &config, &Run::at(&run), 1.try_into()?, &control, &|_| {})?;
///
/// // The folder that `isocount train` wrote.
/// let model = TrainedModel::load(&run, Readout::Auto)?;
///
/// // It counts what it was trained to count, and knows the labels that it has seen.
/// let ask = Ask::new(model.meaning(), Method::learned(model));
/// let mut session = Session::new();
/// let pattern = session.read_pattern(Source::text(Notation::Text, "a:0 -[0]-> b:1"), &control)?;
/// let graph = session.read_graph(Source::text(Notation::Text, "a:0 -[0]-> b:1"), &control)?;
/// let record = ask.count(&pattern, &graph, &control);
/// assert!(record.to_json().contains(r#""answer":"estimate""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TrainedModel {
    path: PathBuf,
    files: Arc<ModelFiles>,
    engine: Engine,
    /// The tape for a model with fused loops, created on first use.
    tape: Arc<OnceLock<Learned>>,
    readout: Readout,
    confidence: Confidence,
    known: Arc<KnownLabels>,
}

/// The engine that computes the answers.
#[derive(Clone)]
enum Engine {
    /// The tape that training uses; it supports every model.
    Tape(Learned),
    /// Fused loops, which support some models.
    Fused(Arc<Network>),
}

impl Engine {
    fn new(run: &Path, files: &ModelFiles, readout: Readout) -> Result<Self, SessionError> {
        let tape = || Ok(Self::Tape(Learned::from_files(run, files)?));
        match readout {
            Readout::Plain => tape(),
            Readout::Auto | Readout::Fused | Readout::Indexed => match Network::of(files) {
                Ok(network) => Ok(Self::Fused(Arc::new(network))),
                Err(InferError::Unsupported(_)) if readout == Readout::Auto => tape(),
                Err(problem) => Err(SessionError::Infer { path: run.to_owned(), problem }),
            },
        }
    }
}

/// A pattern or graph that is larger than any the model was trained on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Larger {
    /// The name.
    pub name: String,
    /// The size.
    pub size: Size,
    /// The largest size that the model was trained on.
    pub trained: Size,
    /// The number of others that are too large.
    pub others: usize,
}

impl TrainedModel {
    /// Reads the model of a run.
    ///
    /// # Errors
    /// If there is none, or its engine does not support the readout.
    pub fn load(run: &Path, readout: Readout) -> Result<Self, SessionError> {
        let files = ModelFiles::read(run)?;
        let engine = Engine::new(run, &files, readout)?;
        let known = known_labels(&files.config().labels);
        let (path, files, confidence) = (run.to_owned(), Arc::new(files), DEFAULT_CONFIDENCE);
        Ok(Self { path, files, engine, tape: Arc::default(), readout, confidence, known })
    }

    /// The same model with another readout, from the files as they were read at the start.
    ///
    /// # Errors
    /// If its engine does not support the readout.
    pub fn with_readout(self, readout: Readout) -> Result<Self, SessionError> {
        let engine = match (&self.engine, readout) {
            (Engine::Fused(_), Readout::Auto | Readout::Fused | Readout::Indexed)
            | (Engine::Tape(_), Readout::Plain) => self.engine.clone(),
            (Engine::Fused(_), Readout::Plain) => Engine::Tape(self.tape()?),
            (Engine::Tape(_), _) => Engine::new(&self.path, &self.files, readout)?,
        };
        Ok(Self { engine, readout, ..self })
    }

    /// The tape, which clones share.
    fn tape(&self) -> Result<Learned, SessionError> {
        if let Some(tape) = self.tape.get() {
            return Ok(tape.clone());
        }
        let tape = Learned::from_files(&self.path, &self.files)?;
        Ok(self.tape.get_or_init(|| tape).clone())
    }

    /// Sets the confidence of the intervals of its answers. Intervals are computed from the
    /// [errors](isocount_model::Calibration) on the validation examples of the run; a run of an
    /// earlier version has none.
    #[must_use]
    pub fn with_confidence(self, confidence: Confidence) -> Self {
        Self { confidence, ..self }
    }

    /// The confidence of the intervals of its answers.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// The folder it was read from.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files it was read from.
    #[must_use]
    pub fn files(&self) -> &ModelFiles {
        &self.files
    }

    /// Its settings, and a summary of its training data.
    #[must_use]
    pub fn config(&self) -> &RunConfig {
        self.files.config()
    }

    /// The labels it knows.
    #[must_use]
    pub fn labels(&self) -> &LabelTable {
        &self.config().labels
    }

    /// What it counts.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.config().meaning
    }

    /// How it computes an answer.
    #[must_use]
    pub fn readout(&self) -> Readout {
        self.readout
    }

    /// A checksum of its settings and weights, in hexadecimal.
    #[must_use]
    pub fn checksum(&self) -> String {
        hexadecimal(self.files.hash())
    }

    /// The fused loops, if they compute the answers; they can also explain an answer.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        match &self.engine {
            Engine::Tape(_) => None,
            Engine::Fused(network) => Some(network),
        }
    }

    /// The first of these patterns that is larger than any the model was trained on.
    #[must_use]
    pub fn larger_pattern(&self, patterns: &[LoadedPattern]) -> Option<Larger> {
        larger_pattern(self.config().data.largest, patterns)
    }

    /// The first of these graphs that is larger than any the model was trained on.
    #[must_use]
    pub fn larger_graph(&self, graphs: &[LoadedGraph]) -> Option<Larger> {
        let trained = self.config().data.largest?.graph;
        larger(trained, graphs.iter().map(|it| (it.name(), Size::of(it.graph()))))
    }

    pub(crate) fn known_labels(&self) -> &Arc<KnownLabels> {
        &self.known
    }

    /// The counter, for graphs that are counted with `patterns` patterns each. It expects patterns
    /// and graphs with the labels of the model and under the view of its meaning, as in data sets.
    #[must_use]
    pub fn counter(&self, patterns: usize, threads: usize) -> Box<dyn Counter> {
        let counter = self.bare_counter(patterns, threads);
        match intervals(&self.files, self.confidence) {
            Some(intervals) => Box::new(Calibrated { counter, intervals }),
            None => counter,
        }
    }

    /// The counter without intervals.
    fn bare_counter(&self, patterns: usize, threads: usize) -> Box<dyn Counter> {
        match &self.engine {
            Engine::Tape(learned) => Box::new(learned.clone()),
            Engine::Fused(network) => {
                let readout = match self.readout {
                    Readout::Fused => isocount_infer::Readout::Fused,
                    Readout::Indexed => isocount_infer::Readout::Indexed,
                    Readout::Auto | Readout::Plain => isocount_infer::Readout::Auto { patterns },
                };
                let semantics = self.meaning().semantics;
                Box::new(FastCounter::new(Arc::clone(network), semantics, readout, threads))
            }
        }
    }
}

impl std::fmt::Debug for TrainedModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TrainedModel").field("path", &self.path).finish_non_exhaustive()
    }
}

/// The arcs that a count is attributed to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explained {
    /// The share of each arc, in the order of the arcs of the graph.
    pub explanation: Explanation,
    /// The pattern, with the labels of the model.
    pub pattern: Arc<Pattern>,
    /// The graph, with the labels of the model and under the view of its meaning.
    pub graph: Arc<LabeledGraph>,
}

impl Ask {
    /// Attributes a learned count to the arcs of the graph.
    ///
    /// # Errors
    /// If the method is not a model with fused loops, or does not know a label.
    pub fn explain(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Explained, CountError> {
        let method = self.method().name();
        let refuse = |problem: String| CountError::Unknown { method, problem };
        let network = self.method().model().and_then(TrainedModel::network);
        let network =
            network.ok_or_else(|| refuse("there are no fused loops to explain".into()))?;
        let pattern = self.seen_pattern(pattern, graph)?;
        let graph = self.seen_graph(graph, control)?;
        let explanation = network
            .explain(&pattern, &graph, control)
            .map_err(|problem| refuse(problem.to_string()))?;
        Ok(Explained { explanation, pattern, graph })
    }
}

/// The data for the intervals of a model, if its errors are known.
fn intervals(files: &ModelFiles, confidence: Confidence) -> Option<Intervals> {
    let calibration = Arc::new(files.calibration()?.clone());
    Some(Intervals { calibration, confidence: confidence.get() })
}

/// A graph indexed for a model, in a file that contains both. Clones share the data.
///
/// ```
/// # use {isocount_core::Control, isocount_count::Exact, isocount_format::Notation};
/// # use isocount_data::{Dataset, Making, Protocol, Split, Synthetic, TrainingSet};
/// # use {isocount_model::{MODELS, TrainConfig, TrainingConfig}, isocount_train::{Run, fit}};
/// use isocount_session::{Existing, GraphIndex, Readout, Session, Source, TrainedModel};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: 1.try_into()?, control: &control };
/// # Synthetic::Small.generate(&folder.path().join("small"), 0, Some(40), making)?;
/// # let dataset = Dataset::read(&folder.path().join("small"), &control)?;
/// # let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// # let training = TrainingConfig::default().with(|it| it.epochs = 1);
/// # let config = TrainConfig { model: (MODELS[0].with_width)(4), training };
/// # let run = folder.path().join("run");
/// # let examples = TrainingSet::new(&dataset, &split, &control)?;
/// # fit(&examples, &config, &Run::at(&run), 1.try_into()?, &control, &|_| {})?;
/// # let path = folder.path().join("web.index");
/// # let (mut session, arc) = (Session::new(), Source::text(Notation::Text, "a:0 -[0]-> b:1"));
/// # let graph = session.read_graph(arc.clone(), &control)?.with_name("web");
/// # let pattern = session.read_pattern(arc, &control)?;
///
/// // Once, and as long as it takes.
/// let model = TrainedModel::load(&run, Readout::Auto)?;
/// GraphIndex::create(&path, Existing::Refuse, &model, &graph, 1, &control)?;
///
/// // Afterwards: open within milliseconds, with the model and without the graph.
/// let index = GraphIndex::open(&path, None)?;
/// assert_eq!(index.graph_name(), "web");
/// let record = index.open_graph(index.meaning())?.count(&pattern, &control);
/// assert_eq!(record.graph.name, "web");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphIndex {
    path: PathBuf,
    file: IndexFile,
    confidence: Confidence,
}

impl GraphIndex {
    /// Indexes a graph for a model, in a file that does not exist yet or may be replaced.
    ///
    /// # Errors
    /// If the model does not know a label of the graph or has no fused loops, the file cannot be
    /// written, or the work was cancelled; then there is no file, or the old one is unchanged.
    pub fn create(
        path: &Path,
        existing: Existing,
        model: &TrainedModel,
        graph: &LoadedGraph,
        threads: usize,
        control: &Control,
    ) -> Result<(), SessionError> {
        let ask = Ask::new(model.meaning(), Method::learned(model.clone()));
        let unknown =
            |problem: String| SessionError::UnknownLabel { name: graph.name().to_owned(), problem };
        let seen = ask.seen_graph(graph, control).map_err(|problem| match problem {
            CountError::Cancelled(cancelled) => cancelled.into(),
            CountError::NotRead(problem) => problem.into(),
            problem => unknown(problem.to_string()),
        })?;
        let input = IndexInput { model: model.files(), name: graph.name(), graph: &seen };
        IndexFile::create(path, existing, &input, threads, control).map_err(|problem| match problem
        {
            CreateError::Cancelled(cancelled) => cancelled.into(),
            CreateError::Infer(InferError::Io { source, .. }) => {
                SessionError::Write { path: path.to_owned(), source }
            }
            CreateError::Infer(problem) => SessionError::Infer { path: path.to_owned(), problem },
            problem => unknown(problem.to_string()),
        })
    }

    /// Opens an index file.
    ///
    /// # Errors
    /// If it is not an index, is damaged, or belongs to a model other than that of `run`.
    pub fn open(path: &Path, run: Option<&Path>) -> Result<Self, SessionError> {
        let wrong = |problem| SessionError::Infer { path: path.to_owned(), problem };
        let file = IndexFile::open(path).map_err(wrong)?;
        if let Some(run) = run {
            let network = Network::load(run)
                .map_err(|problem| SessionError::Infer { path: run.to_owned(), problem })?;
            file.check_model(&network, run).map_err(wrong)?;
        }
        Ok(Self { path: path.to_owned(), file, confidence: DEFAULT_CONFIDENCE })
    }

    /// Sets the confidence of the intervals of its answers.
    #[must_use]
    pub fn with_confidence(self, confidence: Confidence) -> Self {
        Self { confidence, ..self }
    }

    /// The confidence of the intervals of its answers.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// The errors of its model on the validation examples, if they are known.
    pub(crate) fn calibration(&self) -> Option<&Calibration> {
        self.file.model().calibration()
    }

    /// The largest pattern and graph that its model was trained on, if that is known.
    pub(crate) fn largest(&self) -> Option<Largest> {
        self.file.largest()
    }

    /// The name of the graph.
    #[must_use]
    pub fn graph_name(&self) -> &str {
        self.file.graph_name()
    }

    /// What its model counts.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.file.meaning()
    }

    /// Opens the graph without reading or encoding it.
    ///
    /// # Errors
    /// If the requested meaning is not that of the model.
    pub fn open_graph(&self, asked: Meaning) -> Result<OpenedGraph, SessionError> {
        let trained = self.meaning();
        if trained != asked {
            let (path, trained, asked) = (self.path.clone(), Box::new(trained), Box::new(asked));
            return Err(SessionError::OtherMeaning { path, trained, asked });
        }
        let mut question = Question::new(asked, LEARNED);
        question.model = Some(hexadecimal(self.file.model().hash()));
        note_confidence(&mut question, self.confidence);
        let graph: Box<dyn OpenGraph> = Box::new(self.file.clone());
        let handle = match intervals(self.file.model(), self.confidence) {
            Some(intervals) => Box::new(CalibratedGraph { graph, intervals }),
            None => graph,
        };
        Ok(OpenedGraph {
            name: self.graph_name().into(),
            question: Arc::new(question),
            method: LEARNED,
            known: Some(known_labels(self.file.labels())),
            is_for_smarts: false,
            limits: Budget::UNLIMITED,
            handle,
            searched: None,
            advise: Some(self.advise()),
            open_time: Duration::ZERO,
            for_conditions: None,
        })
    }

    /// The first of these patterns that is larger than any the model was trained on.
    #[must_use]
    pub fn larger_pattern(&self, patterns: &[LoadedPattern]) -> Option<Larger> {
        larger_pattern(self.largest(), patterns)
    }

    /// Whether the graph is larger than any the model was trained on.
    #[must_use]
    pub fn larger_graph(&self) -> Option<Larger> {
        let trained = self.largest()?.graph;
        larger(trained, [(self.graph_name(), self.file.graph_size())].into_iter())
    }
}

/// Adds a confidence other than the default to the options of the question.
pub(crate) fn note_confidence(question: &mut Question, confidence: Confidence) {
    if confidence != DEFAULT_CONFIDENCE {
        question.options.insert("confidence".to_owned(), confidence.to_string());
    }
}

fn known_labels(labels: &LabelTable) -> Arc<KnownLabels> {
    Arc::new(KnownLabels { nodes: labels.nodes.clone(), edges: labels.edges.clone() })
}

fn larger_pattern(largest: Option<Largest>, patterns: &[LoadedPattern]) -> Option<Larger> {
    let sizes = patterns.iter().map(|it| (it.name(), Size::of(it.pattern().graph())));
    larger(largest?.pattern, sizes)
}

impl Larger {
    /// A pattern or graph, if it is too large.
    pub(crate) fn one(trained: Size, name: &str, size: Size) -> Option<Self> {
        larger(trained, [(name, size)].into_iter())
    }
}

fn larger<'a>(trained: Size, sizes: impl Iterator<Item = (&'a str, Size)>) -> Option<Larger> {
    let mut larger = sizes.filter(|(_, size)| trained.is_exceeded_by(*size));
    let (name, size) = larger.next()?;
    Some(Larger { name: name.to_owned(), size, trained, others: larger.count() })
}

fn hexadecimal(bytes: [u8; 32]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
