//! The file of a batch: records as JSON lines, valid after every write, continued after any stop.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use isocount_format::Location;
use isocount_platform::{FileLock, LockError};
use isocount_record::{Question, Record, Subject, SubjectKeys};

use crate::SessionError;
use crate::batch::{Batch, Subjects, Tally};
use crate::error::LineProblem;

/// The answers of an earlier run.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Earlier {
    /// How they ended.
    pub tally: Tally,
    /// How many bytes their lines have; what follows is a line that was never finished.
    bytes: u64,
}

/// A file that answers are appended to. It is locked: a second process is refused.
#[derive(Debug)]
pub struct AnswerFile {
    path: PathBuf,
    lock: FileLock,
    /// Bytes of whole lines.
    bytes: u64,
}

const RESUME_HELP: &str = "the file must be the beginning of this batch, without a gap: repeat the \
                           command that made it, or choose another file";

impl AnswerFile {
    /// Begins a file that must not exist yet.
    ///
    /// # Errors
    /// If it exists or cannot be made.
    pub fn create(path: &Path) -> Result<Self, SessionError> {
        let file = File::options().write(true).create_new(true).open(path);
        let file = file.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => SessionError::Exists { path: path.to_owned() },
            _ => write_error(path, source),
        })?;
        Self::locked(path, file)
    }

    /// Continues the file of an earlier run of the same batch, or begins one.
    ///
    /// # Errors
    /// If another process is writing it, or its lines are not the first answers of this batch:
    /// another question, other patterns or graphs, or the same ones with other contents.
    pub fn resume(
        path: &Path,
        batch: &Batch<'_>,
        subjects: &Subjects,
    ) -> Result<(Self, Earlier), SessionError> {
        let file = match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((Self::create(path)?, Earlier::default()));
            }
            file => file.map_err(|source| write_error(path, source))?,
        };
        let mut answers = Self::locked(path, file)?;
        let earlier = check(path, answers.lock.file(), batch, subjects)?;
        let file = answers.lock.file();
        file.set_len(earlier.bytes)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|source| write_error(path, source))?;
        answers.bytes = earlier.bytes;
        Ok((answers, earlier))
    }

    fn locked(path: &Path, file: File) -> Result<Self, SessionError> {
        match FileLock::of(file) {
            Ok(lock) => Ok(Self { path: path.to_owned(), lock, bytes: 0 }),
            Err(LockError::Busy) => Err(SessionError::Busy { path: path.to_owned() }),
            Err(LockError::Io(source)) => Err(write_error(path, source)),
        }
    }

    /// Appends whole lines.
    ///
    /// # Errors
    /// If the system refuses; the file then ends with the last whole line.
    pub fn append(&mut self, lines: &str) -> Result<(), SessionError> {
        let file = self.lock.file();
        if let Err(source) = file.write_all(lines.as_bytes()) {
            // A full disk may have taken half of a line; give it back if possible.
            let _ = file.set_len(self.bytes);
            return Err(write_error(&self.path, source));
        }
        self.bytes += lines.len() as u64;
        Ok(())
    }
}

fn write_error(path: &Path, source: io::Error) -> SessionError {
    SessionError::Write { path: path.to_owned(), source }
}

/// Checks that the lines of a file are the first answers of this batch.
fn check(
    path: &Path,
    file: &mut File,
    batch: &Batch<'_>,
    subjects: &Subjects,
) -> Result<Earlier, SessionError> {
    let failed = |source| SessionError::Read { path: path.to_owned(), source };
    let mut file = BufReader::new(file);
    let mut earlier = Earlier::default();
    let (question, mut expected) = (batch.ask().question(), batch.pairs());
    let mut text = Vec::new();
    loop {
        text.clear();
        let len = file.read_until(b'\n', &mut text).map_err(failed)?;
        if text.last() != Some(&b'\n') {
            return Ok(earlier);
        }
        let asked = expected.next().map(|pair| subjects.of(pair));
        let record = agreeing(&text, &question, asked).map_err(|problem| {
            let line = u32::try_from(earlier.tally.answers + 1).unwrap_or(u32::MAX);
            let at = Location::line(path, line);
            let len = String::from_utf8_lossy(&text).trim_end().chars().count();
            let help = RESUME_HELP.to_owned();
            SessionError::Line(Box::new(LineProblem { at, len, problem, help }))
        })?;
        earlier.tally.add(&record.said);
        earlier.bytes += len as u64;
    }
}

/// The record of a line, if it answers what is asked.
fn agreeing(
    line: &[u8],
    question: &Question,
    asked: Option<[&Subject; 2]>,
) -> Result<Record, String> {
    let record: Record = serde_json::from_slice(line)
        .map_err(|problem| format!("this line is not an answer of this version: {problem}"))?;
    let Some([pattern, graph]) = asked else {
        return Err("there are more answers than this batch has questions".to_owned());
    };
    let difference = record
        .question
        .difference(question)
        .or_else(|| record.pattern.difference(pattern, SubjectKeys::PATTERN))
        .or_else(|| record.graph.difference(graph, SubjectKeys::GRAPH));
    match difference {
        None => Ok(record),
        Some(difference) => Err(difference.to_string()),
    }
}
