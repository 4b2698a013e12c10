//! Training.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use isocount::Control;
use isocount::data::{Existing, TrainingSet};
use isocount_model::{DEFAULT_CONFIDENCE, MODELS};
use isocount_train::{
    Elsewhere, Epoch, GroupGradient, Run, TrainConfig, TrainError, fit_with, largest,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::dataset::Dataset;
use super::model::Model;
use crate::ask::threads;
use crate::error::{OrRaise, Raise, input};
use crate::interrupt::interruptible;
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// The examples and the settings of a training run.
fn configure(
    py: Python<'_>,
    model: &str,
    dataset: &Dataset,
    split: &str,
    width: Option<usize>,
    settings: &[String],
    seed: Option<u64>,
) -> PyResult<(TrainingSet, TrainConfig)> {
    let split = dataset.split(py, split)?;
    let data = &dataset.dataset;
    let training = interruptible(py, |control| TrainingSet::new(data, &split, control))?;
    let training = training.or_raise(py)?;
    let entry = MODELS.iter().find(|entry| entry.name == model).ok_or_else(|| {
        let names: Vec<&str> = MODELS.iter().map(|entry| entry.name).collect();
        let remedy = format!("the models are {}", names.join(", "));
        input(py, &format!("there is no model {model:?}"), &remedy)
    })?;
    let nodes = interruptible(py, |control| largest(&training, control))?.or_raise(py)?.nodes();
    let mut config = TrainConfig::preset(entry, data.about().paper.as_deref(), nodes);
    if let Some(width) = width {
        config.model = (entry.with_width)(width);
        config.model.set_max_nodes(nodes);
    }
    for assignment in settings {
        config.set(assignment).or_raise(py)?;
    }
    if let Some(seed) = seed {
        config.training.seed = seed;
    }
    config.check().or_raise(py)?;
    Ok((training, config))
}

/// Trains a model on a data set, in the folder of a run; returns the model and its log. A run that
/// was stopped continues. `elsewhere` is called with the number of a step, the weights as bytes and
/// a number of groups; it returns the loss and the gradient, as bytes, of each group.
#[pyfunction]
#[pyo3(signature = (model, dataset, out, split, width, settings, seed, num_threads, replace, callback, elsewhere, work))]
#[expect(clippy::too_many_arguments, reason = "one caller, isocount/learning.py, which names them")]
pub(crate) fn train(
    py: Python<'_>,
    model: &str,
    dataset: &Dataset,
    out: PathBuf,
    split: &str,
    width: Option<usize>,
    settings: Vec<String>,
    seed: Option<u64>,
    num_threads: Option<usize>,
    replace: bool,
    callback: Option<Py<PyAny>>,
    elsewhere: Option<Py<PyAny>>,
    work: Option<Py<Work>>,
) -> PyResult<(Model, Table)> {
    let (training, config) = configure(py, model, dataset, split, width, &settings, seed)?;
    let existing = if replace { Existing::Replace } else { Existing::Refuse };
    let (run, threads) = (Run::at(&out).with_existing(existing), threads(py, num_threads)?);
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let work = work.as_ref().map(Py::get);
    let finished = interruptible(py, |control| {
        if let Some(work) = work {
            work.follow(control);
        }
        // The epochs of a part: an exception in the callback ends training, like an interrupt.
        let part = control.child();
        let report = |epoch: &Epoch| {
            let Some(callback) = &callback else { return };
            let called =
                Python::attach(|py| callback.call1(py, (as_dict(py, epoch)?,)).map(|_| ()));
            if let Err(error) = called {
                *raised.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error);
                part.cancel();
            }
        };
        let asked = elsewhere.as_ref().map(|call| Asked { call, raised: &raised });
        let asked = asked.as_ref().map(|it| it as &dyn Elsewhere);
        fit_with(&training, &config, &run, threads, asked, &part, &report)
    })?;
    if let Some(error) = raised.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(error);
    }
    let finished = finished.map_err(|error: TrainError| error.raise(py))?;
    Ok((Model::load(py, out, "auto", DEFAULT_CONFIDENCE.get())?, log(&finished.epochs)))
}

/// Gradients that are computed by a Python function.
struct Asked<'a> {
    call: &'a Py<PyAny>,
    raised: &'a Mutex<Option<PyErr>>,
}

impl Elsewhere for Asked<'_> {
    fn gradients(
        &self,
        step: u64,
        weights: &[f32],
        groups: usize,
    ) -> Result<Vec<GroupGradient>, TrainError> {
        let got = Python::attach(|py| {
            let sent = PyBytes::new(py, &bytes_of(weights));
            let got = self.call.call1(py, (step, sent, groups))?;
            let got: Vec<(f64, Vec<u8>)> = got.extract(py)?;
            Ok::<_, PyErr>(got)
        });
        let got = got.map_err(|error| {
            let problem = error.to_string();
            *self.raised.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error);
            TrainError::Elsewhere { problem }
        })?;
        let gradient =
            |(loss, bytes): (f64, Vec<u8>)| GroupGradient { loss, values: floats(&bytes) };
        Ok(got.into_iter().map(gradient).collect())
    }
}

/// Numbers as they are sent: four bytes each, in little-endian order.
fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Reads the output of [`bytes_of`].
fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|&four| f32::from_le_bytes(four)).collect()
}

/// Computes gradients of groups for a training run in another process.
#[pyclass(module = "isocount._native")]
pub(crate) struct GroupWorker {
    worker: Mutex<isocount_train::GroupWorker>,
}

#[pymethods]
impl GroupWorker {
    #[new]
    fn new(
        py: Python<'_>,
        model: &str,
        dataset: &Dataset,
        split: &str,
        width: Option<usize>,
        settings: Vec<String>,
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let (training, config) = configure(py, model, dataset, split, width, &settings, seed)?;
        let training = Arc::new(training);
        // It outlives this call and any interrupt of it, so nothing cancels it.
        let worker =
            py.detach(|| isocount_train::GroupWorker::new(training, &config, &Control::NONE));
        Ok(Self { worker: Mutex::new(worker.or_raise(py)?) })
    }

    /// The loss and the gradient, as bytes, of groups `start..end` of a step with these weights.
    fn gradients<'py>(
        &self,
        py: Python<'py>,
        step: u64,
        weights: &[u8],
        start: usize,
        end: usize,
    ) -> PyResult<Vec<(f64, Bound<'py, PyBytes>)>> {
        let weights = floats(weights);
        let found = py.detach(|| {
            let mut worker = self.worker.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            worker.gradients(step, &weights, start..end)
        });
        let sent = |part: GroupGradient| (part.loss, PyBytes::new(py, &bytes_of(&part.values)));
        Ok(found.or_raise(py)?.into_iter().map(sent).collect())
    }
}

/// Whether products are fused with sums on this processor. Processes that share a training run must
/// agree on this.
#[pyfunction]
pub(crate) fn arithmetic() -> &'static str {
    if isocount_train::is_fused() { "fused" } else { "plain" }
}

fn as_dict<'py>(py: Python<'py>, epoch: &Epoch) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("epoch", epoch.epoch)?;
    dict.set_item("loss", epoch.loss)?;
    dict.set_item("valid_mae", epoch.valid_mae)?;
    dict.set_item("valid_q_error", epoch.valid_q_error)?;
    dict.set_item("best_mae", epoch.best_mae)?;
    dict.set_item("best_epoch", epoch.best_epoch)?;
    Ok(dict)
}

fn log(epochs: &[Epoch]) -> Table {
    let integers = |of: fn(&Epoch) -> u64| Values::Integers {
        values: epochs.iter().map(|epoch| of(epoch).cast_signed()).collect(),
        validity: None,
    };
    let floats = |of: fn(&Epoch) -> f64| Values::Floats {
        values: epochs.iter().map(of).collect(),
        validity: None,
    };
    let column = |name, values| Column { name, values };
    Table::new(vec![
        column("epoch", integers(|it| it.epoch)),
        column("loss", floats(|it| it.loss)),
        column("valid_mae", floats(|it| it.valid_mae)),
        column("valid_q_error", floats(|it| it.valid_q_error)),
        column("best_mae", floats(|it| it.best_mae)),
        column("best_epoch", integers(|it| it.best_epoch)),
    ])
}

/// All models: name and description.
#[pyfunction]
pub(crate) fn model_list() -> Vec<(&'static str, &'static str)> {
    MODELS.iter().map(|entry| (entry.name, entry.description)).collect()
}
