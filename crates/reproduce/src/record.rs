//! What steps leave behind, besides data sets and runs.

use isocount_eval::{Metrics, Outcome};
use isocount_train::Epoch;
use serde::{Deserialize, Serialize};

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
    /// Every epoch.
    pub epochs: Vec<Epoch>,
    /// The settings of the run.
    pub config: String,
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
    pub sample: Vec<[f64; 2]>,
    /// The Q-errors below which 0, 1, …, 100 % of the triples lie.
    pub q_curve: Vec<f64>,
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
}

/// So many triples are kept for pictures.
const SAMPLE: usize = 1_000;

impl EvaluationRecord {
    pub(crate) fn new(
        [title, command, counter]: [String; 3],
        outcomes: &[Outcome],
    ) -> Option<Self> {
        let metrics = Metrics::of(outcomes)?;
        let step = outcomes.len().div_ceil(SAMPLE);
        let sample = outcomes.iter().step_by(step).map(|it| [it.truth, it.prediction()]).collect();
        let mut errors: Vec<f64> = outcomes
            .iter()
            .map(|it| {
                let over = it.prediction().max(1.0) / it.truth.max(1.0);
                over.max(over.recip())
            })
            .collect();
        errors.sort_unstable_by(f64::total_cmp);
        let q_curve = (0..=100).map(|percent| errors[percent * (errors.len() - 1) / 100]).collect();
        Some(Self { title, command, counter, metrics, sample, q_curve })
    }
}
