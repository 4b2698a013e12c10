//! `isocount count --patterns ... --graphs ...`: many questions.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use isocount::format::FormatError;
use isocount::record::csv;
use isocount::session::{
    AnswerFile, AnswerFormat, AnswerLines, Answered, Ask, Batch, Earlier, JsonLines, LoadedGraph,
    LoadedPattern, Pair, PairList, Session, Subjects, Tally,
};
use isocount::{Control, printable};

use super::matrix;
use crate::error::Failure;
use crate::existing;
use crate::finish::Finish;
use crate::interrupt;
use crate::job::{self, ANSWERS_EXIST, Begin, Manner, Out, Style};
use crate::output::table::Table;
use crate::output::text;
use crate::progress::{Loudness, Progress};
use crate::reading::{print_model_notes, print_notation_note};
use crate::unread::{report_number_unread, report_unread};
use crate::zero_notes::{ZeroTally, Zeros};

pub(crate) fn run(job: &job::Batch) -> Result<Finish, Failure> {
    // Reading can take minutes, so mistakes that are visible from the start are reported first.
    match &job.out {
        Out::Lines { path, begin: Begin::Anew(may), .. } => existing::check_file(path, *may)
            .map_err(|failure| match failure {
                Failure::OutExists { path, .. } => Failure::OutExists { path, help: ANSWERS_EXIST },
                failure => failure,
            })?,
        Out::Matrix { path, existing: may } => existing::check_file(path, *may)?,
        Out::Lines { begin: Begin::Resume, .. } | Out::Stdout => {}
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
    let loudness = job.manner.loudness;
    let mut summary = match &job.out {
        Out::Stdout if job.manner.style == Style::Matrix => {
            matrix::to_stdout(&batch, loudness, control)?
        }
        Out::Stdout => to_stdout(&batch, &job.manner, control)?,
        Out::Lines { path, format, begin } => {
            let file = File { path, format: *format, begin: *begin };
            file.answer(&batch, loudness, control)?
        }
        Out::Matrix { path, .. } => matrix::to_file(&batch, path, loudness, control)?,
    };
    let finish = finish.max(summary.report(&job.out, &job.manner));
    report_number_unread(&patterns, &graphs);
    Ok(finish)
}

/// Asks about every pair when a file that was named as one pattern or one graph contains several.
pub(super) fn ask_all(
    ask: &Ask,
    patterns: &[LoadedPattern],
    graphs: Vec<LoadedGraph>,
    manner: &Manner,
) -> Result<Finish, Failure> {
    let (control, view) = (interrupt::control(), ask.meaning().view);
    let patterns: Vec<_> =
        patterns.iter().map(|pattern| pattern.clone().seen_through(view)).collect();
    let graphs: Vec<_> = graphs
        .into_iter()
        .map(|graph| graph.seen_through(view, control))
        .collect::<Result<_, _>>()?;
    if let Some(model) = ask.method().model() {
        let warnings = model.warnings(&patterns, &graphs);
        print_model_notes(&warnings, model.why_no_interval(), manner.loudness);
    }
    let batch = Batch::all(ask, &patterns, &graphs);
    let mut summary = match manner.style {
        Style::Matrix => matrix::to_stdout(&batch, manner.loudness, control)?,
        _ => to_stdout(&batch, manner, control)?,
    };
    let finish = summary.report(&Out::Stdout, manner);
    report_number_unread(&patterns, &graphs);
    Ok(finish)
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
        let (manner, view) = (&job.manner, job.ask.meaning().view);
        let (patterns, graphs) = (manner.patterns(&job.patterns), manner.graphs(&job.graphs));
        let read = Session::new().read_question(patterns, graphs, list.as_ref(), control)?;
        print_notation_note(&read, manner.loudness);
        let read = read.seen_through(view, control)?;
        let mut problems = read.patterns.problems;
        problems.extend(read.graphs.problems);
        let (patterns, graphs) = (read.patterns.members, read.graphs.members);
        if let Some(model) = job.ask.method().model() {
            let warnings = model.warnings(&patterns, &graphs);
            print_model_notes(&warnings, model.why_no_interval(), manner.loudness);
        }
        Ok(Self { patterns, graphs, pairs: read.pairs, problems })
    }
}

/// Lines, and how the answers in them ended.
#[derive(Default)]
pub(super) struct Chunk {
    lines: String,
    pub(super) tally: Tally,
    pub(super) zeros: ZeroTally,
}

impl Chunk {
    pub(super) fn add(&mut self, batch: &Batch<'_>, answered: &Answered) {
        self.tally.add(answered);
        self.zeros.add(answered.zero_reason.as_ref(), || {
            let pair = answered.pair;
            [batch.pattern(pair).name().to_owned(), batch.graph(pair).name().to_owned()]
        });
    }
}

/// A file that answers go to.
struct File<'a> {
    path: &'a Path,
    format: AnswerFormat,
    begin: Begin,
}

impl File<'_> {
    fn answer(
        &self,
        batch: &Batch<'_>,
        loudness: Loudness,
        control: &Control,
    ) -> Result<Summary, Failure> {
        let Self { path, format, begin } = *self;
        let subjects = Subjects::with_hashes(batch, control)?;
        let (mut file, earlier) = match begin {
            Begin::Resume => AnswerFile::resume(path, format, batch, &subjects)?,
            Begin::Anew(existing) => {
                (AnswerFile::create(path, format, existing)?, Earlier::default())
            }
        };
        let command = interrupt::command_line_with("--resume");
        let shown = printable(&path.to_string_lossy()).into_owned();
        interrupt::advise(format!("{shown} is valid; to continue:\n  {command}"));
        let lines = AnswerLines::new(format, &batch.ask().question(), &subjects);
        let progress = Progress::watch(loudness, control);
        let started = Instant::now();
        let (mut tally, mut zeros) = (earlier.tally, ZeroTally::default());
        batch.run(
            earlier.tally.answers,
            control,
            |chunk: &mut Chunk, answered| {
                chunk.add(batch, &answered);
                lines.write(&mut chunk.lines, &answered);
            },
            |chunk| {
                tally += chunk.tally;
                zeros.append(chunk.zeros);
                file.append(&chunk.lines).map_err(Failure::from)
            },
        )?;
        drop(progress);
        Ok(Summary { tally, zeros, earlier: earlier.tally.answers, time: started.elapsed() })
    }
}

fn to_stdout(batch: &Batch<'_>, manner: &Manner, control: &Control) -> Result<Summary, Failure> {
    interrupt::advise("a batch with --out FILE can be continued");
    let printer = Printer::new(batch, manner.style)?;
    let progress = Progress::watch(manner.loudness.beside_results_on_stdout(), control);
    let started = Instant::now();
    let (mut tally, mut zeros) = (Tally::default(), ZeroTally::default());
    batch.run(
        0,
        control,
        |chunk: &mut Chunk, answered| {
            chunk.add(batch, &answered);
            printer.write(&mut chunk.lines, batch, answered);
        },
        |chunk| {
            tally += chunk.tally;
            zeros.append(chunk.zeros);
            super::print(&chunk.lines).map(|_| ())
        },
    )?;
    drop(progress);
    Ok(Summary { tally, zeros, earlier: 0, time: started.elapsed() })
}

/// The format of answers on the standard output.
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
            // A matrix has its own printer.
            Style::Text | Style::Matrix => {
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

/// The results of a batch, in numbers.
pub(super) struct Summary {
    pub(super) tally: Tally,
    /// Those of this run.
    pub(super) zeros: ZeroTally,
    /// Answers of earlier runs.
    pub(super) earlier: usize,
    pub(super) time: Duration,
}

impl Summary {
    /// Reports the results on stderr, and returns what they mean for the exit code.
    fn report(&mut self, out: &Out, manner: &Manner) -> Finish {
        if manner.loudness != Loudness::Quiet {
            let _ = writeln!(io::stderr(), "{}", self.text(out));
            self.zeros.print(self.tally.answers - self.earlier);
            if manner.zeros == Zeros::Refused && self.tally.explained_zeros > 0 {
                let zeros = text::number_of(self.tally.explained_zeros as u64, "zero");
                let _ = writeln!(io::stderr(), "error: {zeros} with a visible reason (--strict)");
            }
        }
        Finish::of_all(self.tally, manner.zeros)
    }

    fn text(&self, out: &Out) -> String {
        let Self { tally, earlier, time, .. } = self;
        let mut parts =
            vec![format!("{} answers in {}", tally.answers - earlier, text::time(*time))];
        if *earlier > 0 {
            parts.push(format!("{earlier} were already there"));
        }
        if tally.lower_bounds > 0 {
            parts.push(format!("{} are lower bounds, a limit was reached", tally.lower_bounds));
        }
        if tally.imprecise > 0 {
            parts.push(format!("{} are not precise enough", tally.imprecise));
        }
        if tally.none > 0 {
            parts.push(format!("{} have no answer", tally.none));
        }
        let summary = parts.join("; ");
        match out {
            Out::Stdout => summary,
            Out::Lines { path, .. } | Out::Matrix { path, .. } => {
                format!("{}: {summary}", printable(&path.to_string_lossy()))
            }
        }
    }
}
