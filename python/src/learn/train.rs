//! Training.

use std::path::PathBuf;
use std::sync::Mutex;

use isocount::data::{Existing, TrainingSet};
use isocount::model::{DEFAULT_CONFIDENCE, MODELS};
use isocount::train::{Epoch, Run, TrainConfig, TrainError, fit, largest};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::dataset::Dataset;
use super::model::Model;
use crate::ask::threads;
use crate::error::{OrRaise, Raise, input};
use crate::interrupt::interruptible;
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// Trains a model on a data set, in the folder of a run; gives the model and its log. A run that was stopped continues.
#[pyfunction]
#[pyo3(signature = (model, dataset, out, split, width, settings, seed, num_threads, replace, callback, work))]
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
    work: Option<Py<Work>>,
) -> PyResult<(Model, Table)> {
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
    for assignment in &settings {
        config.set(assignment).or_raise(py)?;
    }
    if let Some(seed) = seed {
        config.training.seed = seed;
    }
    config.check().or_raise(py)?;

    let existing = if replace { Existing::Replace } else { Existing::Refuse };
    let (run, threads) = (Run::at(&out).with_existing(existing), threads(py, num_threads)?);
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let work = work.as_ref().map(Py::get);
    let finished = interruptible(py, |control| {
        if let Some(work) = work {
            work.follow(control);
        }
        // The epochs of a part: an exception in the callback ends training, as an interrupt would.
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
        fit(&training, &config, &run, threads, &part, &report)
    })?;
    if let Some(error) = raised.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(error);
    }
    let finished = finished.map_err(|error: TrainError| error.raise(py))?;
    Ok((Model::load(py, out, "auto", DEFAULT_CONFIDENCE)?, log(&finished.epochs)))
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
