//! `isocount eval`: counters on a test part, beside the trivial rows.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use isocount::data::{Dataset, TestSet, TrainingSet};
use isocount::eval::{Metrics, Outcome, Row, Table, Trivial, run as ask};
use isocount::{Budget, Counter, Method};
use serde::Serialize;

use super::split;
use crate::args::{EvalArgs, ReadoutArg, TableFormat};
use crate::command;
use crate::error::Failure;
use crate::finish::Finish;
use crate::learned::LearnedModel;
use crate::output::json;
use crate::progress::{Loudness, Progress, Task};

/// One line of the kept outcomes.
#[derive(Serialize)]
struct Line<'a> {
    counter: &'a str,
    #[serde(flatten)]
    outcome: &'a Outcome,
}

pub(crate) fn run(args: &EvalArgs) -> Result<Finish, Failure> {
    let is_learned = |name: &String| Method::find(name).is_none();
    if args.readout != ReadoutArg::Auto && !args.counters.iter().any(is_learned) {
        return Err(Failure::usage("--readout goes with the folder of a run"));
    }
    let dataset = Dataset::read(&args.data)?;
    let split = split::find(&dataset, &args.split)?;
    let training = TrainingSet::new(&dataset, &split)?;
    let test = TestSet::new(&dataset, &split)?;
    let test = test.even_sample(args.limit.map(std::num::NonZeroUsize::get));
    let mut counters: Vec<(String, Box<dyn Counter>)> = Vec::new();
    for name in &args.counters {
        counters.push((name.clone(), counter(name, args.readout, &dataset)?));
    }
    for trivial in Trivial::rows(&training) {
        counters.push((trivial.name().to_owned(), Box::new(trivial)));
    }
    let mut kept = args.outcomes.as_deref().map(Kept::create).transpose()?;
    let asked = (counters.len() * test.len()) as u64;
    let loudness = Loudness::new(args.quiet).beside_results_on_stdout();
    let progress = Progress::start(loudness, Task::Answering { pairs: asked, already: 0 });
    let mut rows = Vec::new();
    for (name, counter) in &counters {
        let done = |more| progress.advance_by(more);
        let said = ask(counter.as_ref(), &test, &Budget::UNLIMITED, &done);
        if let Some(kept) = &mut kept {
            kept.write(name, &said.outcomes)?;
        }
        rows.push(Row { counter: name.clone(), metrics: Metrics::of(&said.outcomes) });
    }
    drop(progress);
    if let Some(kept) = kept {
        kept.finish()?;
    }
    let table = Table {
        dataset: dataset.about().name.clone(),
        split: split.name(),
        meaning: format!("{} test triples, {}", test.len(), dataset.about().meaning),
        rows,
    };
    command::print(&match args.table {
        _ if args.json => json::object(&table),
        TableFormat::Markdown => table.to_markdown(),
        TableFormat::Csv => table.to_csv(),
        TableFormat::Text => table.to_text(),
    })
}

/// A method by its name, or a run by its folder.
fn counter(
    name: &str,
    readout: ReadoutArg,
    dataset: &Dataset,
) -> Result<Box<dyn Counter>, Failure> {
    if let Some(method) = Method::find(name) {
        // Times are compared on one thread.
        return Ok((method.make)(1));
    }
    let learned = LearnedModel::of_run(Path::new(name), readout)?;
    let (run, about) = (PathBuf::from(name), dataset.about());
    if *learned.meaning() != about.meaning {
        let (trained, asked) = (learned.meaning().to_string(), about.meaning.to_string());
        return Err(Failure::OtherMeaning { run, trained, asked });
    }
    if *learned.labels() != about.labels {
        return Err(Failure::OtherLabels { run });
    }
    // In the data sets of the paper most graphs meet one pattern.
    Ok(learned.counter(1, 1))
}

/// A file of outcomes.
struct Kept<'a> {
    path: &'a Path,
    file: BufWriter<File>,
}

impl<'a> Kept<'a> {
    fn create(path: &'a Path) -> Result<Self, Failure> {
        if path.exists() {
            let help = "choose another name, or remove it first";
            return Err(Failure::OutExists { path: path.to_owned(), help });
        }
        let file = File::create(path).map_err(|source| Failure::write(path, source))?;
        Ok(Self { path, file: BufWriter::new(file) })
    }

    fn write(&mut self, counter: &str, outcomes: &[Outcome]) -> Result<(), Failure> {
        for outcome in outcomes {
            let line = json::object(&Line { counter, outcome });
            self.file
                .write_all(line.as_bytes())
                .map_err(|source| Failure::write(self.path, source))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.file.flush().map_err(|source| Failure::write(self.path, source))
    }
}
