//! `isocount eval`: counters on a test part, beside the trivial rows.

use std::io::Write;
use std::path::{Path, PathBuf};

use isocount::data::{Dataset, Split, TestSet, TrainingSet};
use isocount::eval::{Metrics, Row, Table, TestRun, Trivial, budget_for, run as ask};
use isocount::session::{Method, MethodOptions, TrainedModel, methods};
use isocount::train::check_split;
use isocount::{Counter, View};
use isocount_platform::{Durability, WholeFile};

use super::split;
use crate::args::{EvalArgs, ReadoutArg, TableFormat};
use crate::ask::readout;
use crate::command;
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::json;
use crate::progress::{Loudness, Progress};

pub(crate) fn run(args: &EvalArgs) -> Result<Finish, Failure> {
    if args.readout != ReadoutArg::Auto && args.counters.iter().all(|name| is_search(name)) {
        return Err(Failure::usage("--readout goes with the folder of a run"));
    }
    let control = interrupt::control();
    let loudness = Loudness::new(args.quiet).beside_results_on_stdout();
    let progress = Progress::watch(loudness, control);
    let dataset = Dataset::read(&args.data, control)?;
    let split = split::find(&dataset, &args.split)?;
    let training = TrainingSet::new(&dataset, &split, control)?;
    let test = TestSet::new(&dataset, &split)?;
    let test = test.even_sample(args.limit.map(std::num::NonZeroUsize::get));
    let mut counters: Vec<(String, Box<dyn Counter>, View)> = Vec::new();
    for name in &args.counters {
        let (counter, view) = counter(name, args.readout, &dataset, &split)?;
        counters.push((name.clone(), counter, view));
    }
    for trivial in Trivial::rows(&training, control)? {
        counters.push((trivial.name().to_owned(), Box::new(trivial), View::PLAIN));
    }
    let mut kept = args.outcomes.as_deref().map(Kept::create).transpose()?;
    let mut rows = Vec::new();
    for (name, counter, view) in &counters {
        progress.set_prefix(format!("{name}: "));
        let test = test.clone().under(*view, control)?;
        let mut said = ask(counter.as_ref(), &test, &budget_for(&test), control)?;
        said.counter.clone_from(name);
        if let Some(kept) = &mut kept {
            kept.write(&said, &test)?;
        }
        rows.push(Row {
            counter: name.clone(),
            metrics: Metrics::of(&said.outcomes),
            ignored: test.further_view().ignored().collect(),
        });
    }
    drop(progress);
    if let Some(kept) = kept {
        kept.finish()?;
    }
    let table = Table {
        dataset: dataset.about().name.clone(),
        split: split.name(),
        meaning: format!("{} test triples, {}", test.len(), dataset.meaning()),
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

/// A method by its name, or a run by its folder, and the view that it needs. Times are compared on one
/// thread.
fn counter(
    name: &str,
    readout_arg: ReadoutArg,
    dataset: &Dataset,
    split: &Split,
) -> Result<(Box<dyn Counter>, View), Failure> {
    if is_search(name) {
        let method = Method::by_name(name, &MethodOptions::default())?;
        return Ok((method.counter(1, 1), method.view()));
    }
    let model = TrainedModel::load(Path::new(name), readout(readout_arg))?;
    let run = PathBuf::from(name);
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
    // In the data sets of the paper most graphs meet one pattern.
    Ok((model.counter(1, 1), View::PLAIN))
}

/// A file of outcomes, there once all of them are in it.
struct Kept<'a> {
    path: &'a Path,
    file: WholeFile,
}

impl<'a> Kept<'a> {
    fn create(path: &'a Path) -> Result<Self, Failure> {
        if path.exists() {
            let help = "choose another name, or remove it first";
            return Err(Failure::OutExists { path: path.to_owned(), help });
        }
        let file = WholeFile::create(path).map_err(|source| Failure::write(path, source))?;
        Ok(Self { path, file })
    }

    fn write(&mut self, said: &TestRun, test: &TestSet<'_>) -> Result<(), Failure> {
        for line in said.lines(test) {
            writeln!(self.file, "{}", line.to_json())
                .map_err(|source| Failure::write(self.path, source))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Failure> {
        let Self { path, file } = self;
        file.commit(Durability::PowerCut).map_err(|source| Failure::write(path, source))
    }
}
