//! `isocount convert IN OUT`: the same graphs in another format.

use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::Path;

use isocount::format::{
    self, Format, FormatError, GraphRef, Notation, WriteError, write_json_lines,
};
use isocount::session::{
    Collection, Existing, GraphTarget, LoadedGraph, LoadedPattern, Session, SessionError, Source,
};

use crate::args::{ConvertArgs, OnErrorArg};
use crate::error::Failure;
use crate::existing::{self, existing};
use crate::finish::Finish;
use crate::interrupt;
use crate::output::text::thousands;
use crate::progress::{Loudness, Progress};
use crate::reading::print_text_note;
use crate::unread::report_unread;

pub(crate) fn run(args: &ConvertArgs) -> Result<Finish, Failure> {
    let unknown = |path: &Path, flag| Failure::UnknownFormat { path: path.to_owned(), flag };
    let format = args.to.or_else(|| Format::from_path(&args.output));
    let format = format.ok_or_else(|| unknown(&args.output, "--to"))?;
    if !format.can_write() {
        let (path, problem) = (args.output.clone(), WriteError::ReadOnly { format });
        return Err(Failure::Convert { path, problem });
    }
    let to_stdout = args.output == Path::new("-");
    let target = target(args, format);
    let existing = existing(args.force);
    // Reading can take minutes, so mistakes that are visible from the start are reported first.
    if let (GraphTarget::File { path, .. }, false) = (&target, to_stdout) {
        existing::check_file(path, existing)?;
    }
    let mut session = Session::new();
    if is_notation(args) {
        match convert_notation(args, format, &target, existing, &mut session) {
            // A graph may have no nodes.
            Err(Failure::Format(FormatError::EmptyPattern { .. })) => {}
            done => return done,
        }
    }
    let Collection { members: mut graphs, mut problems, .. } = read(args, &mut session)?;
    if !problems.is_empty()
        && let Some(patterns) = patterns_with_sets(args)
    {
        return write_patterns(&patterns, args, format, &target, existing);
    }
    graphs.retain(|graph| graph.problem().is_none());
    let left_out = problems.len();
    if args.on_error == OnErrorArg::Record && !graphs.is_empty() {
        report_unread(mem::take(&mut problems));
    }
    // Without --on-error record, a part of the graphs would be taken for all of them.
    match problems.pop() {
        None => {}
        Some(FormatError::UnknownFormat { path }) => return Err(unknown(&path, "--from")),
        Some(last) => {
            report_unread(problems);
            return Err(last.into());
        }
    }
    if to_stdout {
        print(&graphs, &session, format)?;
    } else {
        target.write(&graphs, existing, interrupt::control()).map_err(not_written)?;
    }
    if left_out == 0 {
        return Ok(Finish::Complete);
    }
    let (left_out, were) = match left_out {
        1 => ("1 entry".to_owned(), "was"),
        more => (format!("{} entries", thousands(more as u64)), "were"),
    };
    let _ = writeln!(io::stderr(), "error: {left_out} could not be read and {were} left out");
    Ok(Finish::SomeFailed)
}

fn not_written(error: SessionError) -> Failure {
    match error.into() {
        Failure::OutExists { path, .. } => Failure::OutExists { path, help: existing::REPLACE },
        error => error,
    }
}

/// Whether IN is in the notation, which allows names of nodes and sets of labels.
fn is_notation(args: &ConvertArgs) -> bool {
    match Source::argument(&args.input).notation() {
        Some(notation) => notation == Notation::Text,
        None => args.from.or_else(|| Format::from_path(&args.input)) == Some(Format::Text),
    }
}

/// Converts patterns, keeping what a graph cannot express.
fn convert_notation(
    args: &ConvertArgs,
    format: Format,
    target: &GraphTarget,
    existing: Existing,
    session: &mut Session,
) -> Result<Finish, Failure> {
    let source = Source::argument(&args.input).with_options(args.reading.options(args.from));
    let typed = source.in_place_of_a_file();
    let pattern = session.read_pattern(source, interrupt::control())?;
    print_text_note(typed, pattern.pattern().graph(), Loudness::new(false));
    write_patterns(&[pattern], args, format, target, existing)
}

/// The patterns of a JSON file that are not graphs because they have sets of labels, absent arcs or
/// conditions.
fn patterns_with_sets(args: &ConvertArgs) -> Option<Vec<LoadedPattern>> {
    let source = Source::argument(&args.input).with_options(args.reading.options(args.from));
    let read = Session::new().read_patterns(source, None, interrupt::control()).ok()?;
    let is_more = |it: &LoadedPattern| it.pattern().plain().is_none() || it.conditions().is_some();
    let has_more = read.members.iter().any(|it| is_more(it) && !it.is_smarts());
    (has_more && read.problems.is_empty()).then_some(read.members)
}

fn write_patterns(
    patterns: &[LoadedPattern],
    args: &ConvertArgs,
    format: Format,
    target: &GraphTarget,
    existing: Existing,
) -> Result<Finish, Failure> {
    let control = interrupt::control();
    if args.output != Path::new("-") {
        target.write_patterns(patterns, existing, control).map_err(not_written)?;
        return Ok(Finish::Complete);
    }
    let mut stdout = BufWriter::new(io::stdout().lock());
    let [pattern] = patterns else {
        let path = Path::new("the standard output").to_owned();
        return Err(SessionError::TooManyGraphs { path, found: patterns.len() }.into());
    };
    let written = pattern.write(format, &mut stdout, control);
    let out = Path::new("the standard output");
    let written = written.and_then(|()| Ok(stdout.flush()?));
    written.map_err(|problem| Failure::unwritten(out, problem))?;
    Ok(Finish::Complete)
}

/// A folder if OUT is one, ends in a slash, or has no extension that determines its format.
fn target(args: &ConvertArgs, format: Format) -> GraphTarget {
    let path = args.output.clone();
    let ends_in_slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    let is_file =
        format != Format::Tu && !path.is_dir() && !ends_in_slash && path.extension().is_some();
    if is_file { GraphTarget::File { path, format } } else { GraphTarget::Folder { path, format } }
}

fn read(args: &ConvertArgs, session: &mut Session) -> Result<Collection<LoadedGraph>, Failure> {
    let control = interrupt::control();
    let _progress = Progress::watch(Loudness::new(false), control);
    let mut options = args.reading.options(args.from);
    options.faults = args.on_error.faults();
    let source = Source::argument(&args.input).with_options(options);
    Ok(session.read_graphs(source, None, control)?)
}

/// Writes to the standard output.
fn print(graphs: &[LoadedGraph], session: &Session, format: Format) -> Result<(), Failure> {
    let (names, control) = (session.labels(), interrupt::control());
    let mut stdout = BufWriter::new(io::stdout().lock());
    let written = match (format, graphs) {
        (Format::JsonLines, graphs) => {
            let graphs = graphs.iter();
            let graphs = graphs.map(|it| GraphRef { name: it.name(), graph: it.graph() });
            write_json_lines(graphs, &names, &mut stdout, control)
        }
        (_, [one]) => format::write(one.graph(), &names, format, &mut stdout, control),
        (_, many) => {
            let path = Path::new("-").to_owned();
            return Err(FormatError::NotOneGraph { path, found: many.len() }.into());
        }
    };
    let out = Path::new("the standard output");
    written.and_then(|()| Ok(stdout.flush()?)).map_err(|problem| Failure::unwritten(out, problem))
}
