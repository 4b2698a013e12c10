//! Where answers are written: a file of JSON lines, or the standard output.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::answered::Answered;
use crate::batch::resume::Earlier;
use crate::error::Failure;
use crate::interrupt;
use crate::output::table::Table;
use crate::output::{json, text};
use crate::question::Question;

/// Writes each answer as one whole line.
pub(crate) enum Sink {
    JsonFile { file: File, path: PathBuf, whole_bytes: u64 },
    JsonStdout,
    TableStdout(Table<3>),
}

pub(crate) const EXISTS_HELP: &str =
    "add the missing answers to it with --resume, or choose another name; nothing was changed";

impl Sink {
    /// A file that must not be there yet.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => {
                Failure::OutExists { path: path.to_owned(), help: EXISTS_HELP }
            }
            _ => Failure::write(path, source),
        })?;
        Ok(Self::JsonFile { file, path: path.to_owned(), whole_bytes: 0 })
    }

    /// The file of an earlier run; a line that was not finished is cut off.
    pub(crate) fn append(path: &Path, earlier: &Earlier) -> Result<Self, Failure> {
        let open = || {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.set_len(earlier.bytes)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(|source| Failure::write(path, source))?;
        Ok(Self::JsonFile { file, path: path.to_owned(), whole_bytes: earlier.bytes })
    }

    /// A table; its heading says what is counted.
    pub(crate) fn table<'a>(
        question: &Question,
        names: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Failure> {
        let counted = format!("{} ({})", question.semantics.unit(), question.convention());
        let heading = ["pattern", "graph", &counted];
        let rows = names.map(|(pattern, graph)| [pattern, graph, ""]);
        let table = Table::for_rows(rows.chain([heading]));
        print(&table.row(heading))?;
        Ok(Self::TableStdout(table))
    }

    pub(crate) fn write(
        &mut self,
        question: &Question,
        answered: &Answered<'_>,
    ) -> Result<(), Failure> {
        match self {
            Self::JsonFile { file, path, whole_bytes } => {
                let line = json::line(question, answered);
                let written = interrupt::whole(|| file.write_all(line.as_bytes()));
                if let Err(source) = written {
                    // A full disk may have taken half of the line; give it back if possible.
                    let _ = file.set_len(*whole_bytes);
                    return Err(Failure::write(path, source));
                }
                *whole_bytes += line.len() as u64;
                Ok(())
            }
            Self::JsonStdout => print(&json::line(question, answered)),
            Self::TableStdout(table) => {
                let number = number(answered);
                print(&table.row([answered.pattern, answered.graph, &number]))
            }
        }
    }
}

fn number(answered: &Answered<'_>) -> String {
    match &answered.answer {
        Ok(answer) => text::number(*answer),
        Err(error) => format!("no answer: {error}"),
    }
}

fn print(line: &str) -> Result<(), Failure> {
    interrupt::whole(|| io::stdout().lock().write_all(line.as_bytes())).map_err(Failure::stdout)
}
