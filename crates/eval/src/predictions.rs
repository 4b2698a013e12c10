//! Predictions of other programs, evaluated like any counter.
//!
//! ```text
//! pattern,graph,prediction,low,high       a table with a heading: .csv, or .tsv with tabs
//! P_N3_E2_NL1_EL1_0,MUTAG_0,23.4,20,30    low and high are optional, and other columns are ignored
//! {"pattern": "p", "graph": "g", "prediction": 23.4}      JSON lines: .jsonl
//! ```
//!
//! Every pair of the test part must have exactly one prediction, and other pairs none. An interval
//! without a `confidence` counts as certain.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use isocount_core::{Answer, Cancelled, Control, Estimate, Interval, printable};
use isocount_data::{TestSet, Trial};
use isocount_record::{Said, Times};
use rustc_hash::FxHashMap;

use crate::prediction_rows::{Prediction, PredictionRows};
use crate::{Outcome, TestRun};

/// Why predictions cannot be evaluated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PredictionError {
    /// The file cannot be read.
    #[error("cannot read {}", shown(.path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file name does not determine the format.
    #[error("{}: the name does not say which format the predictions have", shown(.path))]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// A line is wrong.
    #[error("{}:{line}: {problem}", shown(.path))]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
        /// What to do about it.
        help: String,
    },
    /// A pair of the test part has no prediction.
    #[error(
        "{}: {missing} of {pairs} pairs of the test part have no prediction; the first is `{}` in `{}`",
        shown(.path), printable(.pattern), printable(.graph)
    )]
    Missing {
        /// The file.
        path: PathBuf,
        /// The number of pairs without a prediction.
        missing: usize,
        /// The number of pairs of the test part.
        pairs: usize,
        /// The pattern of the first pair without a prediction.
        pattern: String,
        /// The graph of the first pair without a prediction.
        graph: String,
    },
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

impl PredictionError {
    /// What to do about it, if that is not obvious.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Read { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                "check the spelling, and the folder that the path starts from".to_owned()
            }
            Self::UnknownFormat { .. } => "use a name that ends in .csv, .tsv or .jsonl".to_owned(),
            Self::Line { help, .. } => help.clone(),
            Self::Missing { .. } => {
                "every pair of the test part needs exactly one; check that they were made for this \
                 data set and this split"
                    .to_owned()
            }
            Self::Read { .. } | Self::Cancelled(_) => return None,
        })
    }
}

/// One prediction for each triple of a test part.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Dataset, Making, Protocol, Split, Synthetic};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: NonZeroUsize::MIN, control: &control };
/// # let small = folder.path().join("small");
/// # Synthetic::Small.generate(&small, 0, Some(200), making)?;
/// # let dataset = Dataset::read(&small, &control)?;
/// # let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// # use isocount_data::TestSet;
/// use isocount_eval::{Metrics, Predictions};
/// # let test = TestSet::new(&dataset, &split)?;
/// # let path = folder.path().join("predictions.csv");
///
/// // What a program of your own predicts for the test part: here one for everything.
/// let mut table = "pattern,graph,prediction\n".to_owned();
/// for trial in test.trials() {
///     let pattern = &dataset.patterns()[trial.pattern_number].name;
///     table += &format!("{pattern},{},1\n", dataset.graph_name(trial.graph));
/// }
/// std::fs::write(&path, table)?;
///
/// let predictions = Predictions::read(&path, &test, &control)?;
/// let metrics = Metrics::of(&predictions.on("ones", &test).outcomes).expect("100 outcomes");
/// assert_eq!((metrics.number, metrics.unanswered), (100, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Predictions {
    by_triple: FxHashMap<usize, Estimate>,
}

impl Predictions {
    /// Reads predictions for all triples of a test part, in any order.
    ///
    /// # Errors
    /// If the file cannot be read, a pair of the test part has no prediction or two, a pair is not
    /// in the test part, a number is invalid, or the work was cancelled.
    pub fn read(
        path: &Path,
        test: &TestSet<'_>,
        control: &Control,
    ) -> Result<Self, PredictionError> {
        let file = File::open(path)
            .map_err(|source| PredictionError::Read { path: path.to_owned(), source })?;
        let mut wanted = Wanted::new(path, test);
        for prediction in PredictionRows::new(path, file)? {
            control.check()?;
            wanted.take(prediction?)?;
        }
        wanted.finish()
    }

    /// The predictions for a test, which may be a sample of the one for which they were read. Times
    /// are unknown.
    ///
    /// # Panics
    /// If they were read for another test.
    #[must_use]
    pub fn on(&self, name: &str, test: &TestSet<'_>) -> TestRun {
        let outcome = |Trial { triple, count: truth, .. }: Trial<'_>| {
            let said = Said::Answer(Answer::Estimate(self.by_triple[&triple]));
            Outcome { triple, truth, said, times: Times::default() }
        };
        let outcomes = test.trials().map(outcome).collect();
        TestRun { counter: name.to_owned(), meaning: test.meaning(), outcomes }
    }
}

/// The pairs that still need a prediction.
struct Wanted<'a> {
    path: &'a Path,
    test: &'a TestSet<'a>,
    patterns: FxHashMap<&'a str, usize>,
    graphs: FxHashMap<&'a str, usize>,
    /// The test triples of each pattern and graph, and the line of their prediction.
    pairs: FxHashMap<(usize, usize), Pair>,
    by_triple: FxHashMap<usize, Estimate>,
}

#[derive(Default)]
struct Pair {
    triples: Vec<usize>,
    line: Option<usize>,
}

impl<'a> Wanted<'a> {
    fn new(path: &'a Path, test: &'a TestSet<'a>) -> Self {
        let dataset = test.dataset();
        let patterns = dataset.patterns().iter().enumerate();
        let graphs = 0..dataset.num_graphs();
        let mut pairs: FxHashMap<(usize, usize), Pair> = FxHashMap::default();
        for trial in test.trials() {
            let pair = pairs.entry((trial.pattern_number, trial.graph)).or_default();
            pair.triples.push(trial.triple);
        }
        Self {
            path,
            test,
            patterns: patterns.map(|(ix, named)| (named.name.as_str(), ix)).collect(),
            graphs: graphs.map(|ix| (dataset.graph_name(ix), ix)).collect(),
            pairs,
            by_triple: FxHashMap::default(),
        }
    }

    fn take(&mut self, prediction: Prediction) -> Result<(), PredictionError> {
        let Prediction { line, pattern, graph, value, interval } = prediction;
        let path = self.path;
        let error = |problem: String, help: &str| {
            let (path, help) = (path.to_owned(), help.to_owned());
            PredictionError::Line { path, line, problem, help }
        };
        let (shown_pattern, shown_graph) = (printable(&pattern), printable(&graph));
        let find = |kind: &str, names: &FxHashMap<&str, usize>, name: &str| {
            names.get(name).copied().ok_or_else(|| {
                let problem = format!("the data set has no {kind} called `{}`", printable(name));
                error(problem, "use the names of the data set, as in its exports")
            })
        };
        let place =
            (find("pattern", &self.patterns, &pattern)?, find("graph", &self.graphs, &graph)?);
        let Some(pair) = self.pairs.get_mut(&place) else {
            let problem = format!("`{shown_pattern}` in `{shown_graph}` is not in the test part");
            return Err(error(problem, "keep only the pairs of the test part of the split"));
        };
        if let Some(first) = pair.line.replace(line) {
            let problem = format!(
                "`{shown_pattern}` in `{shown_graph}` has a prediction already, in line {first}"
            );
            return Err(error(problem, "keep one line for each pair"));
        }
        let estimate = match interval {
            None => Estimate::of(value),
            Some(interval) => Estimate::within(value, interval),
        };
        self.by_triple.extend(pair.triples.iter().map(|triple| (*triple, estimate)));
        Ok(())
    }

    fn finish(self) -> Result<Predictions, PredictionError> {
        let dataset = self.test.dataset();
        let is_missing = |trial: &Trial<'_>| !self.by_triple.contains_key(&trial.triple);
        let Some(first) = self.test.trials().find(is_missing) else {
            return Ok(Predictions { by_triple: self.by_triple });
        };
        Err(PredictionError::Missing {
            path: self.path.to_owned(),
            missing: self.pairs.values().filter(|pair| pair.line.is_none()).count(),
            pairs: self.pairs.len(),
            pattern: dataset.patterns()[first.pattern_number].name.clone(),
            graph: dataset.graph_name(first.graph).to_owned(),
        })
    }
}

/// An interval of some predictions, whose confidence may be missing.
pub(crate) fn interval(low: f64, high: f64, confidence: Option<f64>) -> Interval {
    Interval { low, high, confidence: confidence.unwrap_or(1.0) }
}
