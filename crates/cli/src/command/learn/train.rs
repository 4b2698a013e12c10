//! `isocount train MODEL`: a run.

use std::cell::Cell;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use isocount::data::{Dataset, TrainingSet};
use isocount::train::{Epoch, MODELS, Run, TrainConfig, TrainError, TrainingConfig, fit};

use super::split;
use crate::args::TrainArgs;
use crate::command::data::making;
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::text;
use crate::progress::{Loudness, Progress, Task};

/// The width of all layers in the paper, and the one for MUTAG.
const WIDTH: usize = 24;
const WIDTH_MUTAG: usize = 12;

pub(crate) fn run(args: &TrainArgs) -> Result<Finish, Failure> {
    let run = Run::at(&args.out);
    if run.exists() && !args.resume {
        return Err(TrainError::Exists { path: args.out.clone() }.into());
    }
    let dataset = Dataset::read(&args.data)?;
    let split = split::find(&dataset, &args.split)?;
    let training = TrainingSet::new(&dataset, &split)?;
    let config = config(args, &dataset)?;
    let loudness = Loudness::new(args.quiet);
    let command = interrupt::command_line_with("--resume");
    interrupt::advise(format!("finished epochs are kept; to continue:\n  {command}"));

    let started = Instant::now();
    let progress = Progress::start(loudness, Task::Training { epochs: config.training.epochs });
    let said = Cell::new(Instant::now());
    let report = |epoch: &Epoch| {
        progress.set(epoch.epoch);
        // Now and then is often enough for whoever reads a log.
        let is_due = said.get().elapsed().as_secs() >= 5 || epoch.epoch == 1;
        if loudness == Loudness::Lines && is_due {
            said.set(Instant::now());
            let _ = writeln!(io::stderr(), "{}", line(epoch));
        }
    };
    let about = (dataset.about().name.as_str(), split.name());
    let threads = making::threads(args.threads);
    let finished = fit(&training, (about.0, &about.1), &config, &run, threads, &report)?;
    drop(progress);
    if let (Some(last), true) = (finished.epochs.last(), loudness != Loudness::Quiet) {
        let _ = writeln!(
            io::stderr(),
            "{}: {} epochs in {}, {} each; least validation error {:.3} at epoch {}",
            args.out.display(),
            last.epoch,
            text::time(started.elapsed()),
            text::time(std::time::Duration::from_secs_f64(finished.seconds_per_epoch)),
            last.best_mae,
            last.best_epoch
        );
    }
    Ok(Finish::Complete)
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

/// The settings: those of a file or the defaults, changed by flags.
fn config(args: &TrainArgs, dataset: &Dataset) -> Result<TrainConfig, Failure> {
    let entry = MODELS.iter().find(|model| model.name == args.model);
    let entry = entry.expect("the parser accepts names of models only");
    let is_mutag = dataset.about().paper.as_deref() == Some("MUTAG");
    let usual = if is_mutag { WIDTH_MUTAG } else { WIDTH };
    let width = args.width.map_or(usual, std::num::NonZeroUsize::get);
    let model = (entry.with_width)(width);
    let mut config = match &args.config {
        None => TrainConfig { model, training: TrainingConfig::default() },
        Some(path) => {
            let text = fs::read_to_string(path)
                .map_err(|source| Failure::Read { path: path.clone(), source })?;
            TrainConfig::from_toml(&text)?
        }
    };
    for assignment in &args.set {
        config.set(assignment)?;
    }
    if let Some(seed) = args.seed {
        config.training.seed = seed;
    }
    Ok(config)
}
