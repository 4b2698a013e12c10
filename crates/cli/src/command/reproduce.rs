//! `isocount reproduce`: the paper's experiments, and a report.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use isocount::reproduce::{
    Event, Figure, MutagFiles, Plan, Request, Scope, Set, Store, execute, report,
};

use super::data::making;
use crate::args::{FigureArg, ReproduceArgs, SetArg};
use crate::command;
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::table::Table;
use crate::output::text;
use crate::progress::{Loudness, Progress, Task};

pub(crate) fn run(args: &ReproduceArgs) -> Result<Finish, Failure> {
    let plan = Plan::new(request(args)?)?;
    let usual = if args.quick { "reproduced-quick" } else { "reproduced" };
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(usual));
    let store = Store::at(&out);
    warn(&plan);
    if args.dry_run {
        return command::print(&shown(&plan, &store));
    }
    let _lock = store.lock()?;
    if !args.report {
        carry_out(&plan, &store, args)?;
    }
    let words = report(&plan, &store)?;
    let words = words.join("\n\n");
    let path = out.join("report.html");
    command::print(&format!("{words}\n\nThe report: {}\n", path.display()))
}

/// Says what was asked for and will not be there.
fn warn(plan: &Plan) {
    let mut stderr = io::stderr();
    if plan.lacks_mutag() {
        let _ = writeln!(
            stderr,
            "MUTAG is left out: `python3 scripts/mutag.py --files {MUTAG}` fetches its files, --mutag DIR names others"
        );
    }
    for model in plan.without_rows() {
        let _ = writeln!(
            stderr,
            "{model} has no row in what is asked for: Table 4 is for lrp, count-gnn and count-gnn-plus, and lrp is for \
             Table 4"
        );
    }
}

fn carry_out(plan: &Plan, store: &Store, args: &ReproduceArgs) -> Result<(), Failure> {
    let loudness = Loudness::new(args.quiet);
    let left = store.left(plan);
    let seconds: f64 = left.iter().map(|step| step.estimate).sum();
    if loudness != Loudness::Quiet {
        let _ = writeln!(
            io::stderr(),
            "{} steps, {} of them to do, about {} on two cores; they are kept in {}",
            plan.steps.len(),
            left.len(),
            text::span(seconds),
            store.folder().display()
        );
    }
    let command = interrupt::command_line();
    interrupt::advise(format!("what was done is kept; to continue:\n  {command}"));
    let state =
        Mutex::new(State { done: 0, left: plan.estimate(), pace: Pace::default(), step: None });
    let watch = Watch { loudness, total: plan.steps.len(), state };
    let threads = making::threads(args.threads);
    Ok(execute(plan, store, threads, &|event| watch.see(event))?)
}

fn request(args: &ReproduceArgs) -> Result<Request, Failure> {
    let of = |set: &SetArg| match set {
        SetArg::Small => vec![Set::Small],
        SetArg::Large => vec![Set::Large],
        SetArg::Mutag => vec![Set::Mutag, Set::MutagEdgeBlind],
        SetArg::Ppa => vec![Set::PpaStandIn],
        // What is quick is a slice of SMALL.
        SetArg::All if args.quick => vec![Set::Small],
        SetArg::All => Set::ALL.to_vec(),
    };
    let mut figures: Vec<Figure> = args
        .figures
        .iter()
        .map(|figure| match figure {
            FigureArg::Layers => Figure::Layers,
            FigureArg::Lambda => Figure::Lambda,
            FigureArg::TrainingSize => Figure::TrainingSize,
            FigureArg::Scalability => Figure::Scalability,
        })
        .collect();
    if figures.is_empty() && !args.quick && args.tables.is_empty() {
        figures = Figure::ALL.to_vec();
    }
    let tables = match (args.tables.is_empty(), args.figures.is_empty()) {
        (true, true) if args.quick => vec![1, 2, 3, 5],
        (true, true) => (1..=5).collect(),
        _ => args.tables.clone(),
    };
    Ok(Request {
        sets: args.sets.iter().flat_map(of).collect(),
        tables,
        figures,
        models: (!args.models.is_empty()).then(|| args.models.clone()),
        seeds: args.seeds,
        scope: if args.quick { Scope::QUICK } else { Scope::FULL },
        mutag: mutag(args)?,
    })
}

/// Where the script leaves the files of MUTAG.
const MUTAG: &str = "data/MUTAG";

/// The files of MUTAG: those that were named, or those that the script fetched.
fn mutag(args: &ReproduceArgs) -> Result<Option<MutagFiles>, Failure> {
    let fetched = Path::new(MUTAG);
    let folder = match &args.mutag {
        Some(folder) => folder,
        None if fetched.is_dir() => fetched,
        None => return Ok(None),
    };
    Ok(Some(MutagFiles::find(folder)?))
}

/// The plan as a table.
fn shown(plan: &Plan, store: &Store) -> String {
    let left = store.left(plan);
    let rows: Vec<[String; 4]> = plan
        .steps
        .iter()
        .map(|step| {
            let state = if left.contains(&step) { "to do" } else { "done" };
            let time = text::span(step.estimate);
            [state.to_owned(), format!("{time:>8}"), step.key.to_string(), step.title.clone()]
        })
        .collect();
    let mut all = vec![["state", "estimate", "key", "step"]];
    all.extend(rows.iter().map(|row| row.each_ref().map(String::as_str)));
    let table = Table::for_rows(all.iter().copied()).rows(&all);
    let total = text::span(left.iter().map(|step| step.estimate).sum());
    let (steps, to_do) = (plan.steps.len(), left.len());
    format!("{table}\n{steps} steps, {to_do} of them to do, about {total} on two cores\n")
}

/// Shows what happens.
struct Watch {
    loudness: Loudness,
    total: usize,
    state: Mutex<State>,
}

/// How far the plan is.
struct State {
    done: usize,
    /// Seconds that the steps which are not done yet were estimated to take.
    left: f64,
    pace: Pace,
    step: Option<(Progress, Instant)>,
}

/// How long steps took, and how long they were estimated to take.
#[derive(Default)]
struct Pace {
    took: f64,
    estimated: f64,
}

impl Pace {
    /// Seconds for what was estimated to take so many; as estimated while little is known.
    fn seconds(&self, estimated: f64) -> f64 {
        const LITTLE: f64 = 5.0;
        estimated * (self.took + LITTLE) / (self.estimated + LITTLE)
    }
}

impl Watch {
    fn see(&self, event: Event<'_>) {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let State { done, left, pace, step } = &mut *state;
        match event {
            Event::Cached(cached) => {
                *done += 1;
                *left -= cached.estimate;
            }
            Event::Begins(begun, parts) => {
                let left = text::span(pace.seconds(left.max(0.0)));
                let (next, total, title) = (*done + 1, self.total, &begun.title);
                let what = format!("{next}/{total}, about {left} left: {title}");
                let progress = Progress::start(self.loudness, Task::Step { what, parts });
                *step = Some((progress, Instant::now()));
            }
            Event::Advances(more) => {
                if let Some((progress, _)) = step {
                    progress.advance_by(more);
                }
            }
            Event::Epoch(epoch) => {
                if let Some((progress, _)) = step {
                    progress.set(epoch.epoch);
                }
            }
            Event::Ends(ended) => {
                *done += 1;
                *left -= ended.estimate;
                let Some((progress, started)) = step.take() else { return };
                pace.took += started.elapsed().as_secs_f64();
                pace.estimated += ended.estimate;
                drop(progress);
                if self.loudness != Loudness::Quiet {
                    let time = text::time(started.elapsed());
                    let (done, total) = (*done, self.total);
                    let _ = writeln!(io::stderr(), "{done}/{total} {}: {time}", ended.title);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_machine_is_noticed() {
        let mut pace = Pace::default();
        assert!((pace.seconds(60.0) - 60.0).abs() < 1e-9);
        pace = Pace { took: 1_000.0, estimated: 500.0 };
        assert!((pace.seconds(60.0) - 120.0).abs() < 1.0);
    }
}
