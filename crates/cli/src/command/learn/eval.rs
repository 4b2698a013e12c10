//! `isocount eval`: evaluates counters on a test part, next to trivial baselines.

use std::io::Write;
use std::path::{Path, PathBuf};

use isocount::data::{Dataset, Split, TestSet, TrainingSet};
use isocount::session::{
    AnswerFormat, Existing, Method, MethodInfo, MethodOption, MethodOptions, SessionError, methods,
};
use isocount::{Counter, View};
use isocount_eval::{
    Metrics, OutcomeLine, Predictions, Row, Table, TestRun, Timing, Trivial, budget_for, run as ask,
};
use isocount_platform::{Durability, WholeFile};
use isocount_train::check_split;

use super::split;
use crate::args::{EvalArgs, ReadoutArg, SamplingArgs, TableFormat};
use crate::ask::readout;
use crate::command;
use crate::error::Failure;
use crate::existing::{self, existing};
use crate::finish::Finish;
use crate::interrupt;
use crate::output::json;
use crate::progress::{Loudness, Progress};

pub(crate) fn run(args: &EvalArgs) -> Result<Finish, Failure> {
    if args.readout != ReadoutArg::Auto && args.counters.iter().all(|name| is_search(name)) {
        return Err(Failure::usage("--readout goes with the folder of a run"));
    }
    let is_taken = |option| args.counters.iter().any(|name| options_of(name).contains(&option));
    if let Some(option) = given(&args.sampling).find(|&option| !is_taken(option)) {
        let method = args.counters.first().map_or("exact", |name| method_of(name).name);
        return Err(SessionError::OptionNotTaken { method, option }.into());
    }
    let kept = args.outcomes.as_deref().map(|path| Kept::create(path, existing(args.force)));
    let kept = kept.transpose()?;
    // Predictions from files are shown next to the exact row.
    let mut names = args.counters.clone();
    if !args.predictions.is_empty() && names.iter().all(|name| name != "exact") {
        names.insert(0, "exact".to_owned());
    }
    let control = interrupt::control();
    let loudness = Loudness::new(args.quiet).beside_results_on_stdout();
    let progress = Progress::watch(loudness, control);
    let dataset = Dataset::read(&args.data, control)?;
    let split = split::find(&dataset, &args.split)?;
    let training = TrainingSet::new(&dataset, &split, control)?;
    let whole = TestSet::new(&dataset, &split)?;
    // Mistakes in a file are reported before anything is counted.
    let read = |path: &PathBuf| Predictions::read(path, &whole, control);
    let predictions: Vec<Predictions> =
        args.predictions.iter().map(read).collect::<Result<_, _>>()?;
    let test = whole.clone().even_sample(args.limit.map(std::num::NonZeroUsize::get));
    let mut counters: Vec<(String, Box<dyn Counter>, View)> = Vec::new();
    for name in &names {
        let (counter, view) = counter(name, args, &dataset, &split)?;
        counters.push((name.clone(), counter, view));
    }
    let mut trivial: Vec<(String, Box<dyn Counter>, View)> = Vec::new();
    for row in Trivial::rows(&training, control)? {
        trivial.push((row.name().to_owned(), Box::new(row), View::PLAIN));
    }
    let mut rows = Rows { table: Vec::new(), kept };
    for (name, counter, view) in &counters {
        rows.ask(name, counter.as_ref(), &test.clone().under(*view, control)?, &progress)?;
    }
    for (path, predictions) in args.predictions.iter().zip(&predictions) {
        let said = predictions.on(&path.to_string_lossy(), &test);
        rows.add(&said, &test, Timing::Unknown)?;
    }
    for (name, counter, _) in &trivial {
        rows.ask(name, counter.as_ref(), &test, &progress)?;
    }
    let Rows { table: rows, kept } = rows;
    drop(progress);
    if let Some(kept) = kept {
        kept.finish()?;
    }
    let table = Table {
        dataset: dataset.about().name.clone(),
        split: split.name(),
        meaning: match test.num_estimates() {
            0 => format!("{} test triples, {}", test.len(), dataset.meaning()),
            estimates => format!(
                "{} test triples, {estimates} of their counts are estimates, {}",
                test.len(),
                dataset.meaning()
            ),
        },
        rows,
    };
    command::print(&match args.table {
        _ if args.json => json::object(&table),
        TableFormat::Markdown => table.to_markdown(),
        TableFormat::Csv => table.to_csv(),
        TableFormat::Text => table.to_text(),
    })
}

/// Whether this is the name of a method that needs no model.
fn is_search(name: &str) -> bool {
    name != "learned" && methods().iter().any(|method| method.name == name)
}

/// The options of a method, or of a run.
fn options_of(name: &str) -> &'static [MethodOption] {
    method_of(name).options
}

/// The method of this name, or the one that runs a trained model.
fn method_of(name: &str) -> MethodInfo {
    let name = if is_search(name) { name } else { "learned" };
    let found = methods().into_iter().find(|method| method.name == name);
    found.expect("the command line is built with trained models")
}

/// The options that were given.
fn given(sampling: &SamplingArgs) -> impl Iterator<Item = MethodOption> {
    let SamplingArgs { precision, confidence, seed, replicates } = *sampling;
    let given = [
        (MethodOption::Precision, precision.is_some()),
        (MethodOption::Confidence, confidence.is_some()),
        (MethodOption::Seed, seed.is_some()),
        (MethodOption::Replicates, replicates.is_some()),
    ];
    given.into_iter().filter(|&(_, given)| given).map(|(option, _)| option)
}

/// A method by its name, or a run by its folder, with the view that it needs. Times are compared on
/// one thread.
fn counter(
    name: &str,
    args: &EvalArgs,
    dataset: &Dataset,
    split: &Split,
) -> Result<(Box<dyn Counter>, View), Failure> {
    let (sampling, known) = (&args.sampling, options_of(name));
    let takes = |option| known.contains(&option);
    let mut options = MethodOptions::default().with(|it| {
        it.precision = sampling.precision.filter(|_| takes(MethodOption::Precision));
        it.confidence = sampling.confidence.filter(|_| takes(MethodOption::Confidence));
        it.seed = sampling.seed.filter(|_| takes(MethodOption::Seed));
        it.replicates = sampling.replicates.filter(|_| takes(MethodOption::Replicates));
    });
    if is_search(name) {
        let method = Method::by_name(name, &options)?;
        return Ok((method.counter(1, 1), method.view()));
    }
    let run = PathBuf::from(name);
    (options.model, options.readout) = (Some(run.clone()), readout(args.readout));
    let method = Method::by_name("learned", &options)?;
    let Some(model) = method.model() else { unreachable!("a learned method has a model") };
    if model.meaning() != dataset.meaning() {
        let (trained, asked) = (model.meaning().to_string(), dataset.meaning().to_string());
        return Err(Failure::OtherMeaning { run, trained, asked });
    }
    if *model.labels() != dataset.about().labels {
        return Err(Failure::OtherLabels { run });
    }
    if let Err(leak) = check_split(model.config(), dataset, split, interrupt::control())? {
        return Err(Failure::Leak { run, leak });
    }
    // In the data sets of the paper, most graphs belong to one pattern.
    Ok((model.counter(1, 1), View::PLAIN))
}

/// The rows so far.
struct Rows<'a> {
    table: Vec<Row>,
    kept: Option<Kept<'a>>,
}

impl Rows<'_> {
    /// Asks a counter every question of the test.
    fn ask(
        &mut self,
        name: &str,
        counter: &dyn Counter,
        test: &TestSet<'_>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        progress.set_prefix(format!("{name}: "));
        let mut said = ask(counter, test, &budget_for(test), interrupt::control())?;
        name.clone_into(&mut said.counter);
        self.add(&said, test, Timing::Measured)
    }

    fn add(&mut self, said: &TestRun, test: &TestSet<'_>, timing: Timing) -> Result<(), Failure> {
        if let Some(kept) = &mut self.kept {
            kept.write(said, test)?;
        }
        let mut row = Row::new(&said.counter, Metrics::of(&said.outcomes));
        row.ignored = test.further_view().ignored().collect();
        row.timing = timing;
        self.table.push(row);
        Ok(())
    }
}

/// A file of outcomes, which exists only once it is complete.
struct Kept<'a> {
    path: &'a Path,
    format: AnswerFormat,
    file: WholeFile,
}

impl<'a> Kept<'a> {
    fn create(path: &'a Path, existing: Existing) -> Result<Self, Failure> {
        let format = AnswerFormat::from_path(path)
            .ok_or_else(|| Failure::usage("let the name of --outcomes end in .jsonl or .csv"))?;
        existing::check_file(path, existing)?;
        let file = WholeFile::create(path).map_err(|source| Failure::write(path, source))?;
        let mut kept = Self { path, format, file };
        if format == AnswerFormat::Csv {
            kept.put(&OutcomeLine::csv_heading())?;
        }
        Ok(kept)
    }

    fn write(&mut self, said: &TestRun, test: &TestSet<'_>) -> Result<(), Failure> {
        for line in said.lines(test) {
            match self.format {
                AnswerFormat::Csv => self.put(&line.to_csv())?,
                _ => self.put(&(line.to_json() + "\n"))?,
            }
        }
        Ok(())
    }

    fn put(&mut self, text: &str) -> Result<(), Failure> {
        let path = self.path;
        self.file.write_all(text.as_bytes()).map_err(|source| Failure::write(path, source))
    }

    fn finish(self) -> Result<(), Failure> {
        let Self { path, file, .. } = self;
        file.commit(Durability::PowerCut).map_err(|source| Failure::write(path, source))
    }
}
