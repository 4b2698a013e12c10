//! The gradient of one group of a step, independent of where it is computed.
//!
//! A step has a fixed number of groups ([`TrainingConfig::groups`]), and its gradient is the sum of
//! theirs in order:
//!
//! ```text
//! g_step = ((0 + g_0) + g_1) + … + g_(G−1)
//! ```
//!
//! The contribution of a group depends only on the settings, the examples, the weights and the
//! number of the step. So another process may compute it ([`GroupWorker`]) and send the numbers,
//! which are added here in the same order: the weights have the same bits for any number of
//! processes. One property must agree: whether products are fused with sums
//! ([`isocount_lanes::is_fused`](isocount_grad::is_fused)). Processors with AVX2 or AVX-512 fuse
//! them, and agree with each other.

use std::ops::{Deref, Range};
use std::sync::Arc;

use isocount_core::{Control, Rng};
use isocount_data::{Example, TrainingSet};
use isocount_grad::{Grads, Matrix, Params, Tape, Var, Workers};
use isocount_model::{TrainConfig, TrainingConfig};
use isocount_nn::{Model, build};

use crate::TrainError;
use crate::objective::{Rectifier, objective};
use crate::task::{Task, part, shuffled};

/// The loss and the gradient of one group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupGradient {
    /// Its part of the loss of the step.
    pub loss: f64,
    /// Its part of the gradient, a number for every number of the weights.
    pub values: Vec<f32>,
}

/// Computes the groups of a step in place of the threads of this process.
pub trait Elsewhere: Sync {
    /// The gradients of groups `0..groups` of a step, in this order, at these weights.
    ///
    /// # Errors
    /// If they cannot be computed; training then ends, and finished epochs are kept.
    fn gradients(
        &self,
        step: u64,
        weights: &[f32],
        groups: usize,
    ) -> Result<Vec<GroupGradient>, TrainError>;
}

/// The examples of one step.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    /// Its number, from 0 over all epochs.
    pub(crate) number: u64,
    /// The total number of steps.
    pub(crate) total: u64,
    pub(crate) batch: &'a [Example],
}

impl Step<'_> {
    /// The number of groups.
    pub(crate) fn groups(&self, training: &TrainingConfig) -> usize {
        training.groups.min(self.batch.len())
    }

    /// The size of each group: the arcs and nodes of its graphs.
    pub(crate) fn sizes<T: Deref<Target = TrainingSet>>(
        &self,
        task: &Task<T>,
        training: &TrainingConfig,
    ) -> Vec<usize> {
        let groups = self.groups(training);
        let size = |group: usize| task.size(part(self.batch, group, groups, training));
        (0..groups).map(size).collect()
    }

    /// The loss of one group on a tape.
    pub(crate) fn loss<T: Deref<Target = TrainingSet>>(
        &self,
        group: usize,
        task: &Task<T>,
        model: &dyn Model,
        training: &TrainingConfig,
        tape: &mut Tape<'_>,
    ) -> Var {
        let rectifier = Rectifier::at(model.space(), training.output, self.number, self.total);
        // Dropout depends only on the seed, the step and the group.
        let group_of_run = self.number * training.groups as u64 + group as u64;
        tape.set_noise(Rng::for_item(training.seed, group_of_run).bits());
        let examples = part(self.batch, group, self.groups(training), training);
        if examples.is_empty() {
            return tape.input(&Matrix::zeros(1, 1));
        }
        let (questions, counts) = task.batch(examples, model, tape.control());
        let prediction = model.forward(tape, &questions);
        let (loss, lambda) = (training.loss, training.lambda);
        let truth = (&counts, model.space());
        let per_example = 1.0 / self.batch.len() as f64;
        objective(tape, prediction, truth, loss, rectifier, lambda, per_example)
    }
}

/// The number of steps of an epoch.
pub(crate) fn steps_per_epoch(examples: usize, training: &TrainingConfig) -> u64 {
    examples.div_ceil(training.batch) as u64
}

/// Computes groups for a training that runs elsewhere. It has the examples and the model, and
/// receives the weights.
pub struct GroupWorker {
    task: Task<Arc<TrainingSet>>,
    model: Box<dyn Model>,
    training: TrainingConfig,
    params: Params,
    workers: Workers,
    /// The examples of one epoch, in order.
    epoch: (u64, Vec<Example>),
}

impl GroupWorker {
    /// Prepares the examples of a training set.
    ///
    /// # Errors
    /// If there is nothing to learn from, the settings are invalid, or the work was cancelled.
    pub fn new(
        training: Arc<TrainingSet>,
        config: &TrainConfig,
        control: &Control,
    ) -> Result<Self, TrainError> {
        if training.train().is_empty() {
            return Err(TrainError::Empty { part: "training" });
        }
        config.check()?;
        let mut task = Task::new(training, control)?;
        let (params, model) = build(&config.model, task.vocabulary, config.training.seed);
        if let Some(needs) = model.needs() {
            task = task.for_needs(needs, control)?;
        }
        let workers = Workers::new(1, control);
        let training = config.training;
        Ok(Self { task, model, training, params, workers, epoch: (0, Vec::new()) })
    }

    /// The number of parameters.
    #[must_use]
    pub fn num_weights(&self) -> usize {
        self.params.num_scalars()
    }

    /// The gradients of some groups of a step, at these weights.
    ///
    /// # Errors
    /// If the weights belong to another model, a group does not exist, or the work was cancelled.
    pub fn gradients(
        &mut self,
        step: u64,
        weights: &[f32],
        groups: Range<usize>,
    ) -> Result<Vec<GroupGradient>, TrainError> {
        let wrong = |problem: String| TrainError::Elsewhere { problem };
        if weights.len() != self.params.num_scalars() {
            let (found, own) = (weights.len(), self.params.num_scalars());
            return Err(wrong(format!("{found} weights for a model of {own}")));
        }
        let training = self.training;
        let per_epoch = steps_per_epoch(self.task.train().len(), &training);
        let number = step / per_epoch + 1;
        if self.epoch.0 != number {
            self.epoch = (number, shuffled(self.task.train(), &training, number));
        }
        let place = (step % per_epoch) as usize;
        let batch = self.epoch.1.chunks(training.batch).nth(place).unwrap_or_default();
        let step = Step { number: step, total: training.epochs * per_epoch, batch };
        if groups.end > step.groups(&training) {
            let (end, number) = (groups.end, step.groups(&training));
            return Err(wrong(format!("group {end} of a step with {number}")));
        }
        self.params.values_mut().copy_from_slice(weights);
        let (task, model) = (&self.task, self.model.as_ref());
        let gradient = |group: usize| {
            let mut grads = Grads::zeros(&self.params);
            let loss = self.workers.sum_gradients(&self.params, &mut grads, 1, |_, tape| {
                step.loss(group, task, model, &training, tape)
            })?;
            Ok(GroupGradient { loss, values: grads.values().to_vec() })
        };
        groups.map(gradient).collect()
    }
}

/// Adds the groups of a step in order; returns the loss.
pub(crate) fn add_up(
    parts: &[GroupGradient],
    groups: usize,
    params: &Params,
    grads: &mut Grads,
) -> Result<f64, TrainError> {
    let wrong = |problem: String| TrainError::Elsewhere { problem };
    if parts.len() != groups {
        return Err(wrong(format!("{} groups instead of {groups}", parts.len())));
    }
    let mut own = Grads::zeros(params);
    let mut sum = 0.0;
    for (group, GroupGradient { loss, values }) in parts.iter().enumerate() {
        if values.len() != params.num_scalars() {
            let (found, own) = (values.len(), params.num_scalars());
            return Err(wrong(format!("group {group} has {found} numbers instead of {own}")));
        }
        own.values_mut().copy_from_slice(values);
        grads.add(&own);
        sum += loss;
    }
    Ok(sum)
}
