//! What steps leave behind, besides data sets and runs.

use isocount_eval::{Metrics, Outcome};
use isocount_train::Epoch;
use serde::{Deserialize, Serialize};

/// By what and when a record was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The program, its version and its commit.
    pub by: String,
    /// The processor.
    pub on: String,
    /// The day.
    pub at: String,
}

/// What a data set is like: the lines of the paper's Table 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataRecord {
    /// The step.
    pub title: String,
    /// The command that does the same.
    pub command: String,
    /// Patterns.
    pub patterns: u64,
    /// Graphs.
    pub graphs: u64,
    /// The graphs of the pattern that meets most.
    pub graphs_per_pattern: u64,
    /// Triples.
    pub triples: u64,
    /// Mean number of nodes of a pattern.
    pub pattern_nodes: f64,
    /// Mean number of arcs of a pattern.
    pub pattern_arcs: f64,
    /// Mean number of nodes of a graph.
    pub graph_nodes: f64,
    /// Mean number of arcs of a graph.
    pub graph_arcs: f64,
    /// Mean count.
    pub mean_count: f64,
    /// Node labels.
    pub node_labels: u64,
    /// Edge labels.
    pub edge_labels: u64,
    /// By what and when.
    pub made: Provenance,
}

/// What came of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecord {
    /// The step.
    pub title: String,
    /// The command that does the same.
    pub command: String,
    /// The model.
    pub model: String,
    /// Numbers that it learned.
    pub parameters: usize,
    /// Examples to learn from and to choose by.
    pub examples: [usize; 2],
    /// Seconds for an epoch.
    pub seconds_per_epoch: f64,
    /// Threads that worked on it.
    pub threads: usize,
    /// How it went.
    pub curve: Curve,
    /// The settings of the run.
    pub config: String,
    /// By what and when.
    pub made: Provenance,
}

/// How a training went, epoch by epoch. Seven digits are enough to draw, and files of records stay small.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// Training losses.
    pub loss: Vec<f32>,
    /// Errors on the validation part.
    pub valid_mae: Vec<f32>,
    /// Q-errors on the validation part.
    pub valid_q_error: Vec<f32>,
}

impl Curve {
    pub(crate) fn of(epochs: &[Epoch]) -> Self {
        let each = |of: fn(&Epoch) -> f64| epochs.iter().map(|epoch| of(epoch) as f32).collect();
        Self {
            loss: each(|it| it.loss),
            valid_mae: each(|it| it.valid_mae),
            valid_q_error: each(|it| it.valid_q_error),
        }
    }

    /// How many epochs there are.
    #[must_use]
    pub fn num_epochs(&self) -> usize {
        self.loss.len()
    }

    /// The epoch with the least error on the validation part, counted from 1, and that error.
    #[must_use]
    pub fn best(&self) -> Option<(usize, f32)> {
        let numbered = (1..).zip(self.valid_mae.iter().copied());
        numbered.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// What came of asking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationRecord {
    /// The step.
    pub title: String,
    /// The command that does the same.
    pub command: String,
    /// The counter.
    pub counter: String,
    /// What it measured.
    pub metrics: Metrics,
    /// Truth and prediction of some triples, spread evenly.
    pub sample: Vec<[f32; 2]>,
    /// The Q-errors below which 0, 1, …, 100 % of the triples lie.
    pub q_curve: Vec<f32>,
    /// By what and when.
    pub made: Provenance,
}

/// The time of a counter on one graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScalingRecord {
    /// The step.
    pub title: String,
    /// The counter.
    pub counter: String,
    /// Nodes of the graph.
    pub nodes: usize,
    /// Arcs of the graph.
    pub arcs: usize,
    /// Seconds to open the graph.
    pub open_seconds: f64,
    /// Seconds for a question to the open graph: the mean over all of them.
    pub count_seconds: f64,
    /// How many questions were asked.
    pub asked: usize,
    /// How many of them had no answer when their time was up, and count with that time.
    pub unanswered: usize,
    /// By what and when.
    pub made: Provenance,
}

/// So many triples are kept for pictures.
const SAMPLE: usize = 300;

impl EvaluationRecord {
    pub(crate) fn new(
        [title, command, counter]: [String; 3],
        outcomes: &[Outcome],
    ) -> Option<Self> {
        let metrics = Metrics::of(outcomes)?;
        let step = outcomes.len().div_ceil(SAMPLE);
        let pair = |it: &Outcome| [it.truth as f32, it.prediction() as f32];
        let sample = outcomes.iter().step_by(step).map(pair).collect();
        let mut errors: Vec<f64> = outcomes
            .iter()
            .map(|it| {
                let over = it.prediction().max(1.0) / it.truth.max(1.0);
                over.max(over.recip())
            })
            .collect();
        errors.sort_unstable_by(f64::total_cmp);
        let at = |percent: usize| errors[percent * (errors.len() - 1) / 100] as f32;
        let q_curve = (0..=100).map(at).collect();
        Some(Self { title, command, counter, metrics, sample, q_curve, made: Provenance::now() })
    }
}
