//! `isocount convert IN OUT`: the same graph in another format.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use isocount::format::{self, Format, FormatError, LabelNames, NamedGraph, WriteError};
use isocount_platform::{Durability, WholeFile};

use crate::args::ConvertArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::progress::{Loudness, Progress};
use crate::reading::read_options;

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
    let mut write_to =
        |out: &mut dyn Write| format::write(&graph, &names, format, out, interrupt::control());
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
    let control = interrupt::control();
    let _progress = Progress::watch(Loudness::new(false), control);
    let (node, edge) = (args.node_label_key.as_deref(), args.edge_label_key.as_deref());
    format::read_one(&args.input, &read_options(args.from, node, edge), names, control)
}

/// Writes beside the file and renames, so that the file is there as a whole or not at all.
pub(crate) fn write_file(
    path: &Path,
    write_to: &mut dyn FnMut(&mut dyn Write) -> Result<(), WriteError>,
) -> Result<(), Failure> {
    let written = WholeFile::create(path).map_err(WriteError::Io).and_then(|mut file| {
        write_to(&mut file)?;
        Ok(file.commit(Durability::PowerCut)?)
    });
    written.map_err(|problem| failure(path, problem))
}

fn failure(path: &Path, problem: WriteError) -> Failure {
    match problem {
        WriteError::Io(source) => Failure::write(path, source),
        WriteError::Cancelled => Failure::Cancelled,
        problem => Failure::Convert { path: path.to_owned(), problem },
    }
}
