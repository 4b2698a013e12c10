//! `isocount reproduce`: the paper's experiments, and a report.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use isocount::printable;
use isocount_reproduce::{
    Event, Extra, Figure, MutagFiles, Plan, Request, Scope, Set, Store, execute, report,
};

use crate::args::{FigureArg, ReproduceArgs, SetArg, TableArg};
use crate::ask;
use crate::command;
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::table::Table;
use crate::output::text;
use crate::progress::{Loudness, Progress};

pub(crate) fn run(args: &ReproduceArgs) -> Result<Finish, Failure> {
    let usual = if args.quick { "reproduced-quick" } else { "reproduced" };
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(usual));
    let mut store = Store::open(&out)?;
    let plan = Plan::new(request(args, &store)?)?;
    warn(&plan);
    if args.dry_run {
        return command::print(&shown(&plan, &store));
    }
    let _lock = store.lock()?;
    if !args.report {
        carry_out(&plan, &store, args)?;
    }
    let findings = report(&plan, &mut store)?.join("\n\n");
    let path = out.join("report.html");
    let path = path.to_string_lossy();
    command::print(&format!("{}\n\nThe report: {}\n", lines(&findings), printable(&path)))
}

/// Text of several lines, safe to print on a terminal.
fn lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join("\n")
}

/// Warns about what was requested and will be missing.
fn warn(plan: &Plan) {
    let mut stderr = io::stderr();
    if plan.lacks_mutag() {
        let _ = writeln!(
            stderr,
            "MUTAG is left out: `python3 scripts/mutag.py --files {MUTAG}` fetches its files; --mutag DIR names another folder"
        );
    }
    for model in plan.without_rows() {
        let _ = writeln!(
            stderr,
            "{model} has no row in the requested tables: Table 4 has only lrp, count-gnn and count-gnn-plus, and lrp is \
             only in Table 4"
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
            "{} steps, {} of them to do, about {} on two cores; results are kept in {}",
            plan.steps.len(),
            left.len(),
            text::span(seconds),
            printable(&store.folder().to_string_lossy())
        );
    }
    let command = interrupt::command_line();
    interrupt::advise(format!("finished steps are kept; to continue:\n  {command}"));
    let control = interrupt::control();
    let mut shown = Shown {
        loudness,
        total: plan.steps.len(),
        done: 0,
        left: plan.estimate(),
        pace: Pace::default(),
        step: None,
    };
    let threads = ask::threads(args.threads);
    Ok(execute(plan, store, threads, control, &mut |event| shown.see(event))?)
}

fn request(args: &ReproduceArgs, store: &Store) -> Result<Request, Failure> {
    let of = |set: &SetArg| match set {
        SetArg::Small => vec![Set::Small],
        SetArg::Large => vec![Set::Large],
        SetArg::Mutag => vec![Set::Mutag, Set::MutagEdgeBlind],
        SetArg::Ppa => vec![Set::PpaStandIn],
        // A quick run uses a part of SMALL.
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
        _ => {
            let numbers = args.tables.iter().filter_map(|table| match table {
                TableArg::Paper(number) => Some(*number),
                TableArg::Extra(_) => None,
            });
            numbers.collect()
        }
    };
    let extras = match (args.tables.is_empty(), args.figures.is_empty()) {
        (true, true) if args.quick => Vec::new(),
        (true, true) => Extra::ALL.to_vec(),
        _ => {
            let extras = args.tables.iter().filter_map(|table| match table {
                TableArg::Extra(extra) => Some(*extra),
                TableArg::Paper(_) => None,
            });
            extras.collect()
        }
    };
    Ok(Request {
        sets: args.sets.iter().flat_map(of).collect(),
        tables,
        extras,
        figures,
        models: (!args.models.is_empty()).then(|| args.models.clone()),
        seeds: args.seeds,
        scope: if args.quick { Scope::QUICK } else { Scope::FULL },
        mutag: mutag(args, store)?,
    })
}

/// Where the script puts the files of MUTAG.
const MUTAG: &str = "data/MUTAG";

/// The files of MUTAG: the ones named on the command line, or the ones that the script fetched. A
/// report only needs to know which files its records refer to.
fn mutag(args: &ReproduceArgs, store: &Store) -> Result<Option<MutagFiles>, Failure> {
    let fetched = Path::new(MUTAG);
    let folder = match &args.mutag {
        Some(folder) => folder,
        None if fetched.is_dir() => fetched,
        None if args.report => return Ok(store.mutag()?),
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

/// The progress of the plan, as it is shown.
struct Shown {
    loudness: Loudness,
    total: usize,
    done: usize,
    /// Seconds that the remaining steps were estimated to take.
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
    /// Seconds that a step estimated at `estimated` seconds will take; the estimate itself until
    /// there is enough experience.
    fn seconds(&self, estimated: f64) -> f64 {
        const LITTLE: f64 = 5.0;
        estimated * (self.took + LITTLE) / (self.estimated + LITTLE)
    }
}

impl Shown {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Begins(_) => {
                let left = text::span(self.pace.seconds(self.left.max(0.0)));
                let (next, total) = (self.done + 1, self.total);
                let progress = Progress::watch(self.loudness, interrupt::control());
                progress.set_prefix(format!("{next}/{total}, about {left} left: "));
                self.step = Some((progress, Instant::now()));
            }
            Event::Ends(ended) => {
                self.done += 1;
                self.left -= ended.estimate;
                let Some((progress, started)) = self.step.take() else { return };
                self.pace.took += started.elapsed().as_secs_f64();
                self.pace.estimated += ended.estimate;
                drop(progress);
                if self.loudness != Loudness::Quiet {
                    let time = text::time(started.elapsed());
                    let (done, total, title) = (self.done, self.total, printable(&ended.title));
                    let _ = writeln!(io::stderr(), "{done}/{total} {title}: {time}");
                }
            }
            Event::Cached(cached) => {
                self.done += 1;
                self.left -= cached.estimate;
            }
            _ => {}
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
