//! `isocount count --patterns ... --graphs ...`: many questions.

use std::collections::HashSet;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use isocount::format::FormatError;
use isocount::record::csv;
use isocount::session::{
    AnswerFile, Answered, Batch, Earlier, JsonLines, LoadedGraph, LoadedPattern, Pair, PairList,
    Session, Subjects, Tally,
};
use isocount::{Control, printable};

use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::job::{self, Manner, Out, Style};
use crate::output::table::Table;
use crate::output::text;
use crate::progress::{Loudness, Progress};
use crate::reading::warn_of_larger;

pub(crate) fn run(job: &job::Batch) -> Result<Finish, Failure> {
    // Reading can take minutes; what is wrong from the start is said at the start.
    if let Out::New(path) = &job.out
        && path.exists()
    {
        return Err(Failure::OutExists { path: path.clone(), help: EXISTS_HELP });
    }
    let control = interrupt::control();
    let progress = Progress::watch(job.manner.loudness, control);
    let read = Read::new(job, control)?;
    drop(progress);
    let Read { patterns, graphs, pairs, problems } = read;
    let finish = report_unread(problems);
    let batch = match pairs {
        None => Batch::all(&job.ask, &patterns, &graphs),
        Some(pairs) => Batch::listed(&job.ask, &patterns, &graphs, &pairs),
    };
    let summary = match &job.out {
        Out::Stdout => to_stdout(&batch, &job.manner, control)?,
        Out::New(_) | Out::Resume(_) => to_file(&batch, job, control)?,
    };
    if job.manner.loudness != Loudness::Quiet {
        let _ = writeln!(io::stderr(), "{}", summary.text(&job.out));
    }
    Ok(finish.max(Finish::of_all(summary.tally)))
}

/// Said about a file that is there.
const EXISTS_HELP: &str = "continue it with --resume, or choose another --out";

/// Says what is wrong with files that could not be read; the others are still asked about.
pub(super) fn report_unread(problems: Vec<FormatError>) -> Finish {
    let finish = if problems.is_empty() { Finish::Complete } else { Finish::SomeFailed };
    problems.into_iter().for_each(Failure::show_format_error);
    finish
}

/// The files of a batch.
struct Read {
    patterns: Vec<LoadedPattern>,
    graphs: Vec<LoadedGraph>,
    pairs: Option<Vec<Pair>>,
    problems: Vec<FormatError>,
}

impl Read {
    fn new(job: &job::Batch, control: &Control) -> Result<Self, Failure> {
        let list = job.pairs.as_deref().map(PairList::read).transpose()?;
        let wanted = |names: fn(&PairList) -> HashSet<String>| list.as_ref().map(names);
        let (files, view) = (&job.manner.files, job.ask.meaning().view);
        let mut session = Session::new();
        let source = files.patterns(&job.patterns);
        let wanted_patterns = wanted(PairList::patterns);
        let patterns = session.read_patterns(source, wanted_patterns.as_ref(), control)?;
        let source = files.graphs(&job.graphs);
        let wanted_graphs = wanted(PairList::graphs);
        let graphs = session.read_graphs(source, wanted_graphs.as_ref(), control)?;
        let unread = patterns.unread.union(&graphs.unread).cloned().collect();
        let mut problems = patterns.problems;
        problems.extend(graphs.problems);
        let patterns: Vec<_> =
            patterns.members.into_iter().map(|pattern| pattern.seen_through(view)).collect();
        let graphs: Vec<_> = graphs
            .members
            .into_iter()
            .map(|graph| graph.seen_through(view, control))
            .collect::<Result<_, _>>()?;
        if let Some(model) = job.ask.method().model() {
            let loudness = job.manner.loudness;
            warn_of_larger("patterns", model.larger_pattern(&patterns), loudness);
            warn_of_larger("graphs", model.larger_graph(&graphs), loudness);
        }
        let pairs = list.map(|list| list.resolve(&patterns, &graphs, &unread)).transpose()?;
        Ok(Self { patterns, graphs, pairs, problems })
    }
}

/// Lines, and how the answers in them ended.
#[derive(Default)]
struct Chunk {
    lines: String,
    tally: Tally,
}

fn to_file(batch: &Batch<'_>, job: &job::Batch, control: &Control) -> Result<Summary, Failure> {
    let subjects = Subjects::with_hashes(batch, control)?;
    let (mut file, earlier) = match &job.out {
        Out::Resume(path) => AnswerFile::resume(path, batch, &subjects)?,
        Out::New(path) => (AnswerFile::create(path)?, Earlier::default()),
        Out::Stdout => unreachable!("there is a file"),
    };
    if let Out::New(path) | Out::Resume(path) = &job.out {
        let command = interrupt::command_line_with("--resume");
        let path = printable(&path.to_string_lossy()).into_owned();
        interrupt::advise(format!("{path} is valid; to continue:\n  {command}"));
    }
    let lines = JsonLines::new(&batch.ask().question(), &subjects);
    let progress = Progress::watch(job.manner.loudness, control);
    let started = Instant::now();
    let mut tally = earlier.tally;
    batch.run(
        earlier.tally.answers,
        control,
        |chunk: &mut Chunk, answered| {
            chunk.tally.add(&answered.said);
            lines.write(&mut chunk.lines, &answered);
        },
        |chunk| {
            tally += chunk.tally;
            file.append(&chunk.lines).map_err(Failure::from)
        },
    )?;
    drop(progress);
    Ok(Summary { tally, earlier: earlier.tally.answers, time: started.elapsed() })
}

fn to_stdout(batch: &Batch<'_>, manner: &Manner, control: &Control) -> Result<Summary, Failure> {
    interrupt::advise("a batch with --out FILE can be continued");
    let printer = Printer::new(batch, manner.style)?;
    let progress = Progress::watch(manner.loudness.beside_results_on_stdout(), control);
    let started = Instant::now();
    let mut tally = Tally::default();
    batch.run(
        0,
        control,
        |chunk: &mut Chunk, answered| {
            chunk.tally.add(&answered.said);
            printer.write(&mut chunk.lines, batch, answered);
        },
        |chunk| {
            tally += chunk.tally;
            super::print(&chunk.lines).map(|_| ())
        },
    )?;
    drop(progress);
    Ok(Summary { tally, earlier: 0, time: started.elapsed() })
}

/// How answers look on the standard output.
enum Printer {
    Json(JsonLines),
    Csv,
    Table(Table<3>),
}

impl Printer {
    /// Prints the heading, if there is one.
    fn new(batch: &Batch<'_>, style: Style) -> Result<Self, Failure> {
        Ok(match style {
            Style::Json => {
                Self::Json(JsonLines::new(&batch.ask().question(), &Subjects::named(batch)))
            }
            Style::Csv => {
                super::print(&csv::heading())?;
                Self::Csv
            }
            Style::Text => {
                let counted = batch.ask().meaning().to_string();
                let heading = ["pattern", "graph", &counted];
                let names = batch.pairs().map(|pair| {
                    let (pattern, graph) = (batch.pattern(pair).name(), batch.graph(pair).name());
                    [printable(pattern), printable(graph)]
                });
                let mut table = Table::for_rows([heading]);
                for [pattern, graph] in names {
                    table.widen([&pattern, &graph, ""]);
                }
                super::print(&table.row(heading))?;
                Self::Table(table)
            }
        })
    }

    fn write(&self, out: &mut String, batch: &Batch<'_>, answered: Answered) {
        match self {
            Self::Json(lines) => lines.write(out, &answered),
            Self::Csv => *out += &csv::row(&batch.record(answered)),
            Self::Table(table) => {
                let pair = answered.pair;
                let (pattern, graph) = (batch.pattern(pair).name(), batch.graph(pair).name());
                let number = isocount::record::text::short(&answered.said);
                *out += &table.row([&printable(pattern), &printable(graph), &number]);
            }
        }
    }
}

/// What came out, in numbers.
struct Summary {
    tally: Tally,
    /// Answers of earlier runs.
    earlier: usize,
    time: Duration,
}

impl Summary {
    fn text(&self, out: &Out) -> String {
        let Self { tally, earlier, time } = self;
        let mut parts =
            vec![format!("{} answers in {}", tally.answers - earlier, text::time(*time))];
        if *earlier > 0 {
            parts.push(format!("{earlier} were there"));
        }
        if tally.lower_bounds > 0 {
            parts.push(format!("{} are lower bounds, a limit was reached", tally.lower_bounds));
        }
        if tally.none > 0 {
            parts.push(format!("{} have no answer", tally.none));
        }
        let summary = parts.join("; ");
        match out {
            Out::Stdout => summary,
            Out::New(path) | Out::Resume(path) => {
                format!("{}: {summary}", printable(&path.to_string_lossy()))
            }
        }
    }
}
