//! `isocount info FILE...`: describes what was read, and points out what looks wrong.

mod block;
mod drawing;
mod object;
mod overview;

use std::path::Path;

use isocount::format::{FaultyEntry, Format, FormatError};
use isocount::session::{FoundGraph, GraphFacts, Session, Source};

use self::block::block;
use self::drawing::Drawing;
use self::overview::Overview;
use crate::args::{InfoArgs, OnErrorArg};
use crate::command;
use crate::error::Failure;
use crate::existing::existing;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::json;
use crate::picture_file::PictureFile;
use crate::progress::{Loudness, Progress};
use crate::reading::print_text_note;
use crate::unread::show_first;

/// How many labels are listed by default.
const LABELS: usize = 8;

/// A graph and its facts.
struct Described {
    name: String,
    file: String,
    format: Option<Format>,
    facts: GraphFacts,
}

pub(crate) fn run(args: &InfoArgs) -> Result<Finish, Failure> {
    let picture = args
        .draw
        .as_deref()
        .map(|path| PictureFile::new(path, existing(args.force)))
        .transpose()?;
    let mut drawing = picture.as_ref().map(|_| Drawing::default());
    let mut session = Session::new();
    let mut finish = Finish::Complete;
    let mut is_first = true;
    for path in &args.files {
        let text = match describe(path, args, &mut session, drawing.as_mut()) {
            Ok(Report { text, finish: ended }) => {
                finish = finish.max(ended);
                text
            }
            Err(failure) if failure.is_cancelled() => return Err(failure),
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
            Err(failure) => {
                failure.report();
                finish = Finish::SomeFailed;
                continue;
            }
        };
        if !(is_first || args.json || text.is_empty()) {
            command::print("\n")?;
        }
        is_first &= text.is_empty();
        command::print(&text)?;
    }
    if let (Some(picture), Some(drawing)) = (picture, drawing) {
        drawing.write(&picture, &session.labels())?;
    }
    Ok(finish)
}

/// The text to print about one file, and whether all of the file could be read.
struct Report {
    text: String,
    finish: Finish,
}

fn describe(
    path: &Path,
    args: &InfoArgs,
    session: &mut Session,
    mut drawing: Option<&mut Drawing>,
) -> Result<Report, Failure> {
    let control = interrupt::control();
    let loudness = Loudness::new(args.quiet);
    let progress = Progress::watch(loudness.beside_results_on_stdout(), control);
    let mut options = args.reading.options(args.format);
    options.faults = args.on_error.faults();
    let source = Source::argument(path).with_options(options);
    let typed = source.in_place_of_a_file();
    let (mut finish, mut problems) = (Finish::Complete, Vec::new());
    let (mut objects, mut overview, mut only) = (String::new(), Overview::default(), None);
    for found in session.each_graph(source, control)? {
        let FoundGraph { path, format, graph, .. } = match found {
            Ok(found) => found,
            Err(FaultyEntry { name, problem, .. }) => {
                if matches!(*problem, FormatError::Cancelled) {
                    return Err(Failure::Cancelled);
                }
                finish = Finish::SomeFailed;
                if args.json && args.on_error == OnErrorArg::Record {
                    let unread = object::Unread { graph: &name, problem: &problem.to_text() };
                    objects += &json::object(&unread);
                }
                problems.push(*problem);
                continue;
            }
        };
        print_text_note(typed, graph.graph(), loudness);
        let facts = graph.facts(control)?;
        let file = path.to_string_lossy().into_owned();
        let described = Described { name: graph.name().to_owned(), file, format, facts };
        if let Some(drawing) = &mut drawing {
            drawing.add(&graph, &described.facts);
        }
        if args.json {
            objects += &json::object(&object::object(&described, args.labels));
        } else {
            overview.add(&described);
            only = if overview.graphs() == 1 { Some(described) } else { None };
        }
    }
    drop(progress);
    show_first(problems, show);
    let labels = args.labels.unwrap_or(LABELS);
    let text = match only {
        _ if args.json => objects,
        Some(described) => block(&described, labels),
        None if overview.graphs() == 0 => String::new(),
        None => overview.text(&path.to_string_lossy(), labels),
    };
    Ok(Report { text, finish })
}

/// Reports a file that cannot be read; the others are still described.
fn show(problem: FormatError) {
    match problem {
        FormatError::UnknownFormat { path } => {
            Failure::UnknownFormat { path, flag: "--format" }.report();
        }
        problem => Failure::show_format_error(problem),
    }
}
