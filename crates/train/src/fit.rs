//! The training loop.

use std::num::NonZeroUsize;
use std::time::Instant;

use isocount_core::{Cancelled, Control};
use isocount_data::{Example, TrainingSet};
use isocount_eval::{Metrics, Outcome};
use isocount_grad::{Adam, Grads, Params, Tape, Workers};
use isocount_model::{Calibration, DataConfig, ModelError, Output, RunConfig, TrainConfig};
use isocount_nn::{Model, Space, build};
use serde::{Deserialize, Serialize};

use crate::group::{Elsewhere, Step, add_up, steps_per_epoch};
use crate::objective::Rectifier;
use crate::only_pattern::only_pattern;
use crate::state::{Measured, State};
use crate::task::{Task, shuffled};
use crate::{Run, TrainError, largest, optimiser};

/// The results of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Epoch {
    /// Its number, from 1.
    pub epoch: u64,
    /// The mean loss over its steps.
    pub loss: f64,
    /// Mean absolute error on the validation part.
    pub valid_mae: f64,
    /// Q-error on the validation part.
    pub valid_q_error: f64,
    /// The least validation error so far, this epoch included.
    pub best_mae: f64,
    /// The epoch with that error.
    pub best_epoch: u64,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finished {
    /// Every epoch.
    pub epochs: Vec<Epoch>,
    /// The training time per epoch in seconds: the median over the epochs of this call, 0 if there
    /// are none.
    pub seconds_per_epoch: f64,
}

/// Trains a model, or continues a run that was stopped. The final weights are the same, bit for
/// bit, and do not depend on the number of threads. Each epoch is reported as it ends. Once
/// `control` is cancelled, training ends within a few milliseconds; finished epochs are kept.
///
/// # Errors
/// If there is nothing to learn from, the run has other settings or other data, another process is
/// training it, a file cannot be read or written, the work was cancelled, or the loss is no longer
/// a number; in the last case, the best weights so far are kept.
pub fn fit(
    training: &TrainingSet,
    config: &TrainConfig,
    run: &Run,
    threads: NonZeroUsize,
    control: &Control,
    report: &dyn Fn(&Epoch),
) -> Result<Finished, TrainError> {
    fit_with(training, config, run, threads, None, control, report)
}

/// Like [`fit`], with the same bits, but with gradients that `elsewhere` computes, if given.
/// Validation and the steps of the optimiser are computed here.
///
/// # Errors
/// As [`fit`], and if the gradients cannot be computed.
pub fn fit_with(
    training: &TrainingSet,
    config: &TrainConfig,
    run: &Run,
    threads: NonZeroUsize,
    elsewhere: Option<&dyn Elsewhere>,
    control: &Control,
    report: &dyn Fn(&Epoch),
) -> Result<Finished, TrainError> {
    for (part, examples) in [("training", training.train()), ("validation", training.valid())] {
        if examples.is_empty() {
            return Err(TrainError::Empty { part });
        }
    }
    config.check()?;
    let mut task = Task::new(training, control)?;
    let (_, model) = build(&config.model, task.vocabulary, config.training.seed);
    let nodes = largest::largest(training, control)?.nodes();
    if let Some(most) = model.most_nodes().filter(|&most| most < nodes) {
        let problem = format!(
            "the model numbers at most {most} nodes, but the largest graph has {nodes}; \
             set model.encoder.max_nodes={nodes}"
        );
        return Err(ModelError::Settings(problem).into());
    }
    let about = about(training, config, control)?;
    run.remove_replaced()?;
    let _lock = run.lock()?;
    let about = if run.exists() {
        let begun = run.about()?;
        if let Some(difference) = begun.difference(&about) {
            return Err(TrainError::OtherRun { path: run.folder().to_owned(), difference });
        }
        begun
    } else {
        run.begin(&about)?;
        about
    };
    if let Some(needs) = model.needs() {
        task = task.for_needs(needs, control)?;
    }
    let mut fitting = Loop::new(&task, config, run, &about, Workers::new(threads.get(), control))?;
    fitting.elsewhere = elsewhere;
    let (total, already) = (config.training.epochs, fitting.state.epochs.len() as u64);
    let what = run.folder().display().to_string();
    control.begin_at(isocount_core::Task::Training, &what, Some(total), already);
    let finished = fitting.finish(&|epoch: &Epoch| {
        control.set(epoch.epoch);
        report(epoch);
    });
    control.end();
    finished?;
    fitting.calibrate(&about)?;
    Ok(Finished { seconds_per_epoch: fitting.seconds_per_epoch(), epochs: fitting.state.epochs })
}

/// The description of a run with these settings and examples.
fn about(
    training: &TrainingSet,
    config: &TrainConfig,
    control: &Control,
) -> Result<RunConfig, Cancelled> {
    let origin = training.origin();
    let data = DataConfig {
        name: origin.dataset.clone(),
        split: origin.split.clone(),
        train: training.train().len(),
        valid: training.valid().len(),
        checksums: Some(origin.checksums.clone()),
        largest: Some(largest::of_training(training, control)?),
        only_pattern: config.model.is_blind().then(|| only_pattern(training)).flatten(),
    };
    Ok(RunConfig::new(config, data, training.meaning(), training.labels().clone()))
}

/// A run in progress.
struct Loop<'a> {
    task: &'a Task<&'a TrainingSet>,
    config: &'a TrainConfig,
    run: &'a Run,
    /// The source of gradients, in place of the workers.
    elsewhere: Option<&'a dyn Elsewhere>,
    model: Box<dyn Model>,
    params: Params,
    adam: Adam,
    workers: Workers,
    state: State,
    steps_per_epoch: u64,
    /// The training time of each epoch, in seconds.
    trained: Vec<f64>,
}

impl<'a> Loop<'a> {
    fn new(
        task: &'a Task<&'a TrainingSet>,
        config: &'a TrainConfig,
        run: &'a Run,
        about: &RunConfig,
        workers: Workers,
    ) -> Result<Self, TrainError> {
        let training = &config.training;
        let (mut params, model) = build(&config.model, task.vocabulary, training.seed);
        let adam = optimiser::adam(training);
        let (state, adam) = if let Some(state) = run.state(about)? {
            let adam = run.restore(about, &state, &mut params, adam)?;
            (state, adam)
        } else {
            (State::new(), Adam::new(adam, &params))
        };
        let steps_per_epoch = steps_per_epoch(task.train().len(), training);
        Ok(Self {
            task,
            config,
            run,
            elsewhere: None,
            model,
            params,
            adam,
            workers,
            state,
            steps_per_epoch,
            trained: Vec::new(),
        })
    }

    fn finish(&mut self, report: &dyn Fn(&Epoch)) -> Result<(), TrainError> {
        while !self.state.finished {
            let started = Instant::now();
            let number = self.state.epochs.len() as u64 + 1;
            let loss = self.train_epoch(number)?;
            self.trained.push(started.elapsed().as_secs_f64());
            let epoch = self.judge(number, loss)?;
            report(&epoch);
        }
        Ok(())
    }

    fn seconds_per_epoch(&self) -> f64 {
        let mut seconds = self.trained.clone();
        seconds.sort_by(f64::total_cmp);
        // The median is robust against other load on the machine in some epochs.
        seconds.get(seconds.len() / 2).copied().unwrap_or(0.0)
    }

    /// One pass over the training part; returns the mean loss.
    fn train_epoch(&mut self, number: u64) -> Result<f64, TrainError> {
        let training = self.config.training;
        let total = training.epochs * self.steps_per_epoch;
        let schedule = optimiser::schedule(&training, total);
        let errors = self.state.epochs.iter().map(|epoch| epoch.valid_mae);
        let rate = training.rate * optimiser::share_left(&training, errors);
        let order = shuffled(self.task.train(), &training, number);
        let mut grads = Grads::zeros(&self.params);
        let mut loss = 0.0;
        for batch in order.chunks(training.batch) {
            let step = Step { number: self.adam.num_steps(), total, batch };
            grads.clear();
            let (task, model) = (self.task, self.model.as_ref());
            let groups = step.groups(&training);
            let of_batch = if let Some(elsewhere) = self.elsewhere {
                let parts = elsewhere.gradients(step.number, self.params.values(), groups)?;
                add_up(&parts, groups, &self.params, &mut grads)?
            } else {
                let sizes = step.sizes(task, &training);
                let loss = |group: usize, tape: &mut Tape<'_>| {
                    step.loss(group, task, model, &training, tape)
                };
                self.workers.sum_gradients_of_sizes(&self.params, &mut grads, &sizes, loss)?
            };
            if !of_batch.is_finite() {
                return Err(TrainError::Diverged { epoch: number });
            }
            loss += of_batch * batch.len() as f64;
            grads.clip_norm(training.clip);
            self.adam.step(&mut self.params, &grads, rate * schedule.factor(step.number));
        }
        Ok(loss / order.len() as f64)
    }

    /// Validates the model, keeps the weights if they are the best, and saves the state.
    fn judge(&mut self, number: u64, loss: f64) -> Result<Epoch, TrainError> {
        let training = self.config.training;
        let outcomes = self.predict(self.task.valid())?;
        let metrics = Metrics::of(&outcomes).ok_or(TrainError::Empty { part: "validation" })?;
        if !metrics.mae.is_finite() {
            return Err(TrainError::Diverged { epoch: number });
        }
        let measured = Measured { loss, mae: metrics.mae, q_error: metrics.q_error };
        let epoch = self.state.add(measured, &training);
        // Before the state refers to them: a run that is killed between the two repeats this epoch.
        if epoch.best_epoch == number {
            self.run.keep_best(&self.params)?;
        }
        self.run.keep(&mut self.state, &self.params, &self.adam)?;
        Ok(epoch)
    }

    /// Saves the errors of the best weights on the validation part, unless they exist. The weights
    /// of the run are not needed afterwards.
    fn calibrate(&mut self, about: &RunConfig) -> Result<(), TrainError> {
        let weights = self.run.restore_best(about, &mut self.params)?;
        if self.run.has_calibration(&weights) {
            return Ok(());
        }
        let outcomes = self.predict(self.task.valid())?;
        let pair = |it: &Outcome| (it.prediction(), it.true_value());
        let pairs: Vec<(f64, f64)> = outcomes.iter().map(pair).collect();
        self.run.keep_calibration(&Calibration::new(&pairs, &weights))
    }

    fn predict(&self, examples: &[Example]) -> Result<Vec<Outcome>, Cancelled> {
        let output = self.config.training.output;
        let (task, model) = (self.task, self.model.as_ref());
        let batches: Vec<&[Example]> = examples.chunks(32).collect();
        let raw = self.workers.map_groups(&self.params, batches.len(), |group, tape| {
            let (questions, _) = task.batch(batches[group], model, tape.control());
            let prediction = model.forward(tape, &questions);
            prediction.outputs(tape)
        })?;
        Ok(outcomes(examples, &raw.concat(), (model.space(), output)))
    }
}

fn outcomes(examples: &[Example], raw: &[f32], (space, output): (Space, Output)) -> Vec<Outcome> {
    let outcome = |(triple, (example, &raw)): (usize, (&Example, &f32))| {
        Outcome::estimate(triple, example.count, Rectifier::predict(space, output, raw))
    };
    examples.iter().zip(raw).enumerate().map(outcome).collect()
}
