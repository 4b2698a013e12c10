//! The records that steps leave, besides data sets and runs.

use isocount_core::View;
use isocount_eval::{Metrics, Outcome};
use isocount_train::Epoch;
use serde::{Deserialize, Serialize};

use crate::Step;

/// The program, the machine and the date of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Provenance {
    /// The program, its version and its commit.
    pub(crate) by: String,
    /// The processor.
    pub(crate) on: String,
    /// The day.
    pub(crate) at: String,
}

/// The statistics of a data set: the lines of the paper's Table 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DataRecord {
    /// The step.
    pub(crate) title: String,
    /// The equivalent command.
    pub(crate) command: String,
    /// Patterns.
    pub(crate) patterns: u64,
    /// Graphs.
    pub(crate) graphs: u64,
    /// The largest number of graphs of a pattern.
    pub(crate) graphs_per_pattern: u64,
    /// Triples.
    pub(crate) triples: u64,
    /// Mean number of nodes of a pattern.
    pub(crate) pattern_nodes: f64,
    /// Mean number of arcs of a pattern.
    pub(crate) pattern_arcs: f64,
    /// Mean number of nodes of a graph.
    pub(crate) graph_nodes: f64,
    /// Mean number of arcs of a graph.
    pub(crate) graph_arcs: f64,
    /// Mean count.
    pub(crate) mean_count: f64,
    /// Node labels.
    pub(crate) node_labels: u64,
    /// Edge labels.
    pub(crate) edge_labels: u64,
    /// The provenance.
    pub(crate) made: Provenance,
}

/// The result of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrainingRecord {
    /// The step.
    pub(crate) title: String,
    /// The equivalent command.
    pub(crate) command: String,
    /// The model.
    pub(crate) model: String,
    /// The number of parameters.
    pub(crate) parameters: usize,
    /// The numbers of training and validation examples.
    pub(crate) examples: [usize; 2],
    /// The training time per epoch, in seconds.
    pub(crate) seconds_per_epoch: f64,
    /// The number of threads.
    pub(crate) threads: usize,
    /// The learning curve.
    pub(crate) curve: Curve,
    /// The settings of the run.
    pub(crate) config: String,
    /// The provenance.
    pub(crate) made: Provenance,
}

/// The course of a training, epoch by epoch. Seven digits are enough to draw it, and keep the files
/// of records small.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Curve {
    /// Training losses.
    pub(crate) loss: Vec<f32>,
    /// Errors on the validation part.
    pub(crate) valid_mae: Vec<f32>,
    /// Q-errors on the validation part.
    pub(crate) valid_q_error: Vec<f32>,
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

    /// The number of epochs.
    #[must_use]
    pub(crate) fn num_epochs(&self) -> usize {
        self.loss.len()
    }

    /// The epoch with the least error on the validation part, counted from 1, and that error.
    #[must_use]
    pub(crate) fn best(&self) -> Option<(usize, f32)> {
        let numbered = (1..).zip(self.valid_mae.iter().copied());
        numbered.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// The result of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvaluationRecord {
    /// The step.
    pub(crate) title: String,
    /// The equivalent command.
    pub(crate) command: String,
    /// The counter.
    pub(crate) counter: String,
    /// What the counter ignored, if that changed the question: its errors are then those of another
    /// question, and no table shows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ignored: Vec<String>,
    /// The metrics.
    pub(crate) metrics: Metrics,
    /// True and predicted counts of an even sample of triples.
    pub(crate) sample: Vec<[f32; 2]>,
    /// The quantiles of the Q-error at 0, 1, …, 100 %.
    pub(crate) q_curve: Vec<f32>,
    /// The provenance.
    pub(crate) made: Provenance,
}

/// The time of a counter on one graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScalingRecord {
    /// The step.
    pub(crate) title: String,
    /// The counter.
    pub(crate) counter: String,
    /// Nodes of the graph.
    pub(crate) nodes: usize,
    /// Arcs of the graph.
    pub(crate) arcs: usize,
    /// The time to open the graph, in seconds.
    pub(crate) open_seconds: f64,
    /// The mean time of a question about the open graph, in seconds.
    pub(crate) count_seconds: f64,
    /// The number of questions.
    pub(crate) asked: usize,
    /// The number of questions that reached the time limit; they count with that time.
    pub(crate) unanswered: usize,
    /// The provenance.
    pub(crate) made: Provenance,
}

/// The number of triples in the sample.
const SAMPLE: usize = 300;

impl EvaluationRecord {
    /// The record of a test under an additional view, which is plain for most counters.
    pub(crate) fn new(
        step: &Step,
        counter: String,
        further: View,
        outcomes: &[Outcome],
    ) -> Option<Self> {
        let ignored = further.ignored().map(str::to_owned).collect();
        let (title, command) = (step.title.clone(), step.command.clone());
        let metrics = Metrics::of(outcomes)?;
        let step = outcomes.len().div_ceil(SAMPLE);
        let pair = |it: &Outcome| [it.true_value() as f32, it.prediction() as f32];
        let sample = outcomes.iter().step_by(step).map(pair).collect();
        let mut errors: Vec<f64> = outcomes
            .iter()
            .map(|it| {
                let over = it.prediction().max(1.0) / it.true_value().max(1.0);
                over.max(over.recip())
            })
            .collect();
        errors.sort_unstable_by(f64::total_cmp);
        let at = |percent: usize| errors[percent * (errors.len() - 1) / 100] as f32;
        let q_curve = (0..=100).map(at).collect();
        let made = Provenance::now();
        Some(Self { title, command, counter, ignored, metrics, sample, q_curve, made })
    }
}
