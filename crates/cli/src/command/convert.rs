//! `isocount convert IN OUT`: the same graph in another format.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use isocount::format::{
    self, Format, FormatError, LabelNames, NamedGraph, ReadOptions, WriteError,
};

use crate::args::ConvertArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::input;
use crate::progress::{Loudness, Progress};

pub(crate) fn run(args: &ConvertArgs) -> Result<Finish, Failure> {
    let to_stdout = args.output == Path::new("-");
    let format = args.to.or_else(|| Format::from_path(&args.output));
    let unknown = |path: &Path, flag| Failure::UnknownFormat { path: path.to_owned(), flag };
    let format = format.ok_or_else(|| unknown(&args.output, "--to"))?;
    if !to_stdout && !args.force && args.output.exists() {
        let help = "choose another name, or replace it with --force";
        return Err(Failure::OutExists { path: args.output.clone(), help });
    }
    let mut names = LabelNames::new();
    let NamedGraph { graph, .. } = read(args, &mut names).map_err(|error| match error {
        FormatError::UnknownFormat { path } => unknown(&path, "--from"),
        error => error.into(),
    })?;
    let mut write_to = |out: &mut dyn Write| format::write(&graph, &names, format, out);
    if to_stdout {
        let mut stdout = BufWriter::new(io::stdout().lock());
        write_to(&mut stdout)
            .and_then(|()| Ok(stdout.flush()?))
            .map_err(|problem| failure(&args.output, problem))?;
        return Ok(Finish::Complete);
    }
    write_file(&args.output, &mut write_to)?;
    Ok(Finish::Complete)
}

fn read(args: &ConvertArgs, names: &mut LabelNames) -> Result<NamedGraph, FormatError> {
    let progress = Progress::start(Loudness::new(false), input::reading(&args.input));
    let options = ReadOptions {
        format: args.from,
        node_label_key: args.node_label_key.as_deref(),
        edge_label_key: args.edge_label_key.as_deref(),
        progress: Some(&|bytes| progress.set(bytes)),
    };
    format::read_one(&args.input, &options, names)
}

/// Writes beside the file and renames, so that the file is there as a whole or not at all.
pub(crate) fn write_file(
    path: &Path,
    write_to: &mut dyn FnMut(&mut dyn Write) -> Result<(), WriteError>,
) -> Result<(), Failure> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let mut written = || {
        let file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
        let mut out = BufWriter::new(file);
        write_to(&mut out)?;
        out.flush()?;
        Ok(fs::rename(&beside, path)?)
    };
    written().map_err(|problem| {
        // What could not be finished is of no use; if it cannot be removed, it is named `.part`.
        let _ = fs::remove_file(&beside);
        failure(path, problem)
    })
}

fn failure(path: &Path, problem: WriteError) -> Failure {
    match problem {
        WriteError::Io(source) => Failure::write(path, source),
        problem => Failure::Convert { path: path.to_owned(), problem },
    }
}
