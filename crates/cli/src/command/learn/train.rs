//! `isocount train MODEL`: trains a model.

use std::cell::{Cell, RefCell};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use isocount::data::{Dataset, TrainingSet};
use isocount::printable;
use isocount_model::MODELS;
use isocount_train::{Epoch, EventFile, Learned, Run, TrainConfig, TrainError, fit, largest};
use serde::Serialize;

use super::split;
use crate::args::TrainArgs;
use crate::ask;
use crate::command;
use crate::error::Failure;
use crate::existing::existing;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::{json, text};
use crate::progress::{Loudness, Progress};

pub(crate) fn run(args: &TrainArgs) -> Result<Finish, Failure> {
    let run = Run::at(&args.out).with_existing(existing(args.force));
    let is_there = run.exists();
    if is_there && !args.resume && !args.force {
        return Err(TrainError::Exists { path: args.out.clone() }.into());
    }
    let loudness = Loudness::new(args.quiet);
    let control = interrupt::control();
    let progress = Progress::watch(loudness, control);
    let dataset = Dataset::read(&args.data, control)?;
    let split = split::find(&dataset, &args.split)?;
    let training = TrainingSet::new(&dataset, &split, control)?;
    let config = config(args, &dataset, &training)?;
    let num_patterns = training.patterns().len();
    if config.model.is_blind() && num_patterns > 1 && loudness != Loudness::Quiet {
        let _ = writeln!(
            io::stderr(),
            "warning: {} never sees the pattern, and there are {num_patterns}: it learns one answer for all. \
             For one of them: --split secondary --pattern N",
            args.model
        );
    }
    if is_there && args.force && loudness != Loudness::Quiet {
        let out = printable(&args.out.to_string_lossy()).into_owned();
        let _ = writeln!(io::stderr(), "{out}: the existing run is replaced");
    }
    let command = interrupt::command_line_with("--resume");
    interrupt::advise(format!("finished epochs are kept; to continue:\n  {command}"));

    let started = Instant::now();
    let said = Cell::new(Instant::now());
    let board = RefCell::new(Ok(None));
    let report = |epoch: &Epoch| {
        if args.tensorboard {
            show(&mut board.borrow_mut(), &args.out.join("tensorboard"), epoch);
        }
        // A log does not need every epoch.
        let is_due = said.get().elapsed().as_secs() >= 5 || epoch.epoch == 1;
        if loudness == Loudness::Lines && is_due {
            said.set(Instant::now());
            let _ = writeln!(io::stderr(), "{}", line(epoch));
        }
    };
    let threads = ask::threads(args.threads);
    let finished = fit(&training, &config, &run, threads, control, &report)?;
    drop(progress);
    board.into_inner()?;
    if let (Some(last), true) = (finished.epochs.last(), loudness != Loudness::Quiet) {
        let _ = writeln!(
            io::stderr(),
            "{}: {} in {}, {} each; least validation error {:.3} at epoch {}",
            args.out.display(),
            epochs(last.epoch, config.training.epochs, config.training.patience),
            text::time(started.elapsed()),
            text::time(std::time::Duration::from_secs_f64(finished.seconds_per_epoch)),
            last.best_mae,
            last.best_epoch
        );
    }
    let (Some(last), true) = (finished.epochs.last(), args.json) else {
        return Ok(Finish::Complete);
    };
    command::print(&json::object(&Summary {
        run: &args.out,
        model: config.model.name(),
        parameters: Learned::load(&run)?.num_parameters(),
        epochs: last.epoch,
        seconds_per_epoch: finished.seconds_per_epoch,
        best_mae: last.best_mae,
        best_epoch: last.best_epoch,
    }))
}

/// The number of epochs, and why there are no more.
fn epochs(done: u64, planned: u64, patience: u64) -> String {
    let number = text::number_of(done, "epoch");
    if done >= planned {
        return number;
    }
    let patience = text::number_of(patience, "epoch");
    format!("{number} of {planned} (stopped early, after {patience} without a better one)")
}

/// The result of a run. `seconds` covers this call only; absent if there was nothing left to do.
#[derive(Serialize)]
struct Summary<'a> {
    run: &'a Path,
    model: &'a str,
    parameters: usize,
    epochs: u64,
    seconds_per_epoch: f64,
    best_mae: f64,
    best_epoch: u64,
}

/// Adds an epoch to the event file, creating it if needed. If that fails, training goes on and the
/// first failure is kept.
fn show(board: &mut Result<Option<EventFile>, TrainError>, folder: &Path, epoch: &Epoch) {
    let added = match board {
        Err(_) => return,
        Ok(Some(file)) => file.add(epoch),
        Ok(none) => EventFile::create(folder).and_then(|file| none.insert(file).add(epoch)),
    };
    if let Err(problem) = added {
        *board = Err(problem);
    }
}

fn line(epoch: &Epoch) -> String {
    format!(
        "epoch {}: loss {:.4}, validation MAE {:.4}, Q-error {:.4}, best {:.4} at epoch {}",
        epoch.epoch,
        epoch.loss,
        epoch.valid_mae,
        epoch.valid_q_error,
        epoch.best_mae,
        epoch.best_epoch
    )
}

/// The settings of a file or the defaults, changed by flags.
fn config(
    args: &TrainArgs,
    dataset: &Dataset,
    training: &TrainingSet,
) -> Result<TrainConfig, Failure> {
    let entry = MODELS.iter().find(|model| model.name == args.model);
    let entry = entry.expect("the parser accepts names of models only");
    let largest = largest(training, interrupt::control())?.nodes();
    let mut config = match &args.config {
        None => {
            let mut preset = TrainConfig::preset(entry, dataset.about().paper.as_deref(), largest);
            if let Some(width) = args.width {
                preset.model = (entry.with_width)(width.get());
                preset.model.set_max_nodes(largest);
            }
            preset
        }
        Some(path) => {
            let text = fs::read_to_string(path)
                .map_err(|source| Failure::Read { path: path.clone(), source })?;
            let mut config = TrainConfig::from_toml(&text)?;
            if config.model.name() != entry.name {
                return Err(Failure::usage("MODEL and the model of --config differ"));
            }
            if !text.contains("max_nodes") {
                config.model.set_max_nodes(largest);
            }
            config
        }
    };
    for assignment in &args.set {
        config.set(assignment)?;
    }
    if let Some(seed) = args.seed {
        config.training.seed = seed;
    }
    config.check()?;
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_stops_early_says_why() {
        assert_eq!(epochs(60, 60, 20), "60 epochs");
        let early = "56 epochs of 60 (stopped early, after 20 epochs without a better one)";
        assert_eq!(epochs(56, 60, 20), early);
    }
}
