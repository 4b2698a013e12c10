//! `isocount count --patterns ... --graphs ...`: many questions.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use isocount::format::NamedGraph;

use crate::answered::Answered;
use crate::batch::crew::Crew;
use crate::batch::in_order::InOrder;
use crate::batch::pairs;
use crate::batch::plan::{Pair, Plan};
use crate::batch::resume::{self, Earlier};
use crate::batch::sink::{EXISTS_HELP, Sink};
use crate::error::Failure;
use crate::finish::Finish;
use crate::input::{Input, NamedPattern};
use crate::interrupt;
use crate::job::{Batch, Out, Style};
use crate::output::text;
use crate::progress::{Loudness, Progress, Task};

pub(crate) fn run(job: &Batch) -> Result<Finish, Failure> {
    // Reading can take minutes; what is wrong from the start is said at the start.
    if let Out::New(path) = &job.out
        && path.exists()
    {
        return Err(Failure::OutExists { path: path.clone(), help: EXISTS_HELP });
    }
    let mut input = Input::new(&job.setup);
    let patterns = input.patterns(&job.patterns)?;
    let graphs = input.graphs(&job.graphs)?;
    drop(input);
    refuse_same_names(&job.patterns, "pattern", patterns.iter().map(|named| &named.name))?;
    refuse_same_names(&job.graphs, "graph", graphs.iter().map(|named| &named.name))?;
    let questions = Questions { job, patterns: &patterns, graphs: &graphs };
    let plan = questions.plan()?;
    let (sink, earlier) = questions.sink(&plan)?;
    let tally = questions.ask(&plan.without_first(earlier.answers), sink, &earlier);
    if job.setup.loudness != Loudness::Quiet {
        let _ = writeln!(io::stderr(), "{}", tally.summary(&job.out, &earlier));
    }
    Ok(tally.finish)
}

pub(super) fn refuse_same_names<'a>(
    path: &Path,
    kind: &'static str,
    mut names: impl Iterator<Item = &'a String>,
) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    match names.find(|name| !seen.insert(name.as_str())) {
        Some(name) => Err(Failure::SameName { path: path.to_owned(), kind, name: name.clone() }),
        None => Ok(()),
    }
}

/// A batch with its files read.
struct Questions<'a> {
    job: &'a Batch,
    patterns: &'a [NamedPattern],
    graphs: &'a [NamedGraph],
}

impl<'a> Questions<'a> {
    fn plan(&self) -> Result<Plan, Failure> {
        let Some(path) = &self.job.pairs else {
            return Ok(Plan::all(self.patterns.len(), self.graphs.len()));
        };
        let patterns = self.patterns.iter().map(|named| named.name.as_str());
        let graphs = self.graphs.iter().map(|named| named.name.as_str());
        let pairs = pairs::read(path, patterns, graphs)?;
        Ok(Plan::listed(&pairs, self.graphs.len()))
    }

    fn names(&self, pair: Pair) -> (&'a str, &'a str) {
        (&self.patterns[pair.pattern].name, &self.graphs[pair.graph].name)
    }

    /// Where answers go, and those that are there already.
    fn sink(&self, plan: &Plan) -> Result<(Sink, Earlier), Failure> {
        let setup = &self.job.setup;
        let names = plan.pairs().map(|pair| self.names(pair));
        match &self.job.out {
            Out::Stdout => {
                let sink = match setup.style {
                    Style::Json => Sink::JsonStdout,
                    Style::Text => Sink::table(&setup.question, names)?,
                };
                interrupt::advise("a batch with --out FILE can be continued");
                Ok((sink, Earlier::default()))
            }
            Out::Resume(path) if path.exists() => {
                let earlier = resume::read(path, &setup.question, names)?;
                Ok((Sink::append(path, &earlier)?, earlier))
            }
            Out::New(path) | Out::Resume(path) => Ok((Sink::create(path)?, Earlier::default())),
        }
    }

    fn ask(&self, plan: &Plan, mut sink: Sink, earlier: &Earlier) -> Tally {
        let setup = &self.job.setup;
        let num_pairs = plan.num_pairs();
        let workers = setup.question.threads.get().min(num_pairs).max(1);
        let loudness = match &self.job.out {
            Out::Stdout => setup.loudness.beside_results_on_stdout(),
            Out::New(path) | Out::Resume(path) => {
                let command = interrupt::command_line_with("--resume");
                let path = path.display();
                interrupt::advise(format!("{path} is valid; to continue:\n  {command}"));
                setup.loudness
            }
        };
        let already = earlier.answers as u64;
        let pairs = already + num_pairs as u64;
        let progress = Progress::start(loudness, Task::Answering { pairs, already });

        let mut tally = Tally { finish: earlier.finish, ..Tally::default() };
        let in_order = InOrder::new(earlier.answers, |answered| {
            tally.add(&answered);
            if let Err(failure) = sink.write(&setup.question, &answered) {
                // There is no use in answers that cannot be written, and some take for ever.
                std::process::exit(failure.report().into());
            }
        });
        let started = Instant::now();
        // The same for a batch that is resumed: its answers must not depend on where it was stopped.
        let per_graph = (earlier.answers + num_pairs).div_ceil(self.graphs.len().max(1));
        let counter = setup.question.counter(workers, per_graph);
        let (patterns, graphs) = (self.patterns, self.graphs);
        let question = &setup.question;
        let crew = Crew { question, counter: counter.as_ref(), patterns, graphs, workers };
        crew.answer(plan.groups(), &|place, answered| {
            progress.advance();
            in_order.put(place, answered);
        });
        drop(in_order);
        tally.time = started.elapsed();
        tally
    }
}

/// What came out, in numbers.
#[derive(Debug, Default)]
struct Tally {
    answers: usize,
    lower_bounds: usize,
    failed: usize,
    finish: Finish,
    time: Duration,
}

impl Tally {
    fn add(&mut self, answered: &Answered<'_>) {
        let finish = Finish::of(&answered.answer);
        self.answers += 1;
        self.lower_bounds += usize::from(finish == Finish::Partial);
        self.failed += usize::from(finish == Finish::SomeFailed);
        self.finish = self.finish.max(finish);
    }

    fn summary(&self, out: &Out, earlier: &Earlier) -> String {
        let mut parts = vec![format!("{} answers in {}", self.answers, text::time(self.time))];
        if earlier.answers > 0 {
            parts.push(format!("{} were there", earlier.answers));
        }
        if self.lower_bounds > 0 {
            parts.push(format!("{} are lower bounds, a limit was reached", self.lower_bounds));
        }
        if self.failed > 0 {
            parts.push(format!("{} have no answer", self.failed));
        }
        let summary = parts.join("; ");
        match out {
            Out::Stdout => summary,
            Out::New(path) | Out::Resume(path) => format!("{}: {summary}", path.display()),
        }
    }
}
