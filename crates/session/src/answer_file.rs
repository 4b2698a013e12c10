//! The answer file of a batch: records as JSON lines or CSV. It is valid after every write, and can
//! be continued after any interruption.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use isocount_format::Location;
use isocount_platform::{Existing, FileLock, LockError, Occupied, whole_file};
use isocount_record::{Question, Record, Subject, SubjectKeys};

use crate::answer_format::Whole;
use crate::batch::{Batch, Subjects, Tally};
use crate::error::LineProblem;
use crate::{AnswerFormat, SessionError};

/// The answers from an earlier run.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Earlier {
    /// How many of each kind there are.
    pub tally: Tally,
    /// The length of their lines in bytes; what follows is an unfinished line.
    bytes: u64,
}

/// A file to which answers are appended. It is locked: a second process is refused.
///
/// ```
/// # use isocount_core::{Control, Meaning, Semantics, Unit};
/// # use isocount_format::Notation;
/// # use isocount_session::{Ask, Batch, JsonLines, Method, Session, Source, Subjects};
/// use isocount_session::{AnswerFile, AnswerFormat, Existing};
/// # let (mut session, control) = (Session::new(), Control::NONE);
/// # let mut read = |text| session.read_pattern(Source::text(Notation::Text, text), &control);
/// # let patterns = [read("a-b")?, read("a-b-c-a")?];
/// # let graphs = [session.read_graph(Source::argument("example:karate".as_ref()), &control)?];
/// # let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
/// # let ask = Ask::new(meaning, Method::exact());
/// # let batch = Batch::all(&ask, &patterns, &graphs);
/// # let subjects = Subjects::with_hashes(&batch, &control)?;
/// # let lines = JsonLines::new(&ask.question(), &subjects);
/// # let folder = tempfile::tempdir()?;
/// # let (path, format) = (folder.path().join("counts.jsonl"), AnswerFormat::JsonLines);
///
/// // Two answers, appended as they come.
/// let mut file = AnswerFile::create(&path, format, Existing::Refuse)?;
/// let put = |text: &mut String, answered| lines.write(text, &answered);
/// batch.run(0, &control, put, |text| file.append(&text))?;
/// drop(file);
///
/// // Another day: how far had the program come when it was stopped?
/// let (mut file, earlier) = AnswerFile::resume(&path, format, &batch, &subjects)?;
/// assert_eq!(earlier.tally.answers, 2);
/// batch.run(earlier.tally.answers, &control, put, |text| file.append(&text))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AnswerFile {
    path: PathBuf,
    lock: FileLock,
    /// Length of the complete lines in bytes.
    bytes: u64,
}

const RESUME_HELP: &str = "the file must be the beginning of this batch, without a gap: repeat the \
                           command that made it, or choose another file";

impl AnswerFile {
    /// Creates a file. An existing one is refused, or atomically replaced by an empty one.
    ///
    /// # Errors
    /// If something exists that may not be replaced, another process is writing it, or it cannot be
    /// created.
    pub fn create(
        path: &Path,
        format: AnswerFormat,
        existing: Existing,
    ) -> Result<Self, SessionError> {
        Self::begin(path, &format.heading(), existing)
    }

    /// Creates a file of other lines, such as matches, with this header.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn begin(path: &Path, heading: &str, existing: Existing) -> Result<Self, SessionError> {
        existing.check_file(path).map_err(|occupied| match occupied {
            Occupied::Exists => SessionError::Exists { path: path.to_owned() },
            other => write_error(path, other.into()),
        })?;
        let mut answers = if existing == Existing::Replace && path.exists() {
            Self::replacing(path)?
        } else {
            let file = File::options().write(true).create_new(true).open(path);
            let file = file.map_err(|source| match source.kind() {
                io::ErrorKind::AlreadyExists => SessionError::Exists { path: path.to_owned() },
                _ => write_error(path, source),
            })?;
            Self::locked(path, file)?
        };
        answers.append(heading)?;
        Ok(answers)
    }

    /// An empty file that replaces an existing one, unless another process is writing that.
    fn replacing(path: &Path) -> Result<Self, SessionError> {
        let failed = |source| write_error(path, source);
        let old = Self::locked(path, File::options().append(true).open(path).map_err(failed)?)?;
        let beside = whole_file::beside(path);
        if beside.symlink_metadata().is_ok() {
            fs::remove_file(&beside).map_err(failed)?;
        }
        let file = File::options().write(true).create_new(true).open(&beside).map_err(failed)?;
        let new = Self::locked(path, file)?;
        fs::rename(&beside, path).map_err(failed)?;
        drop(old);
        Ok(new)
    }

    /// Continues the file of an earlier run of the same batch, or creates one.
    ///
    /// # Errors
    /// If another process is writing it, or its lines are not the first answers of this batch: the
    /// question, the patterns or the graphs differ, or their contents have changed.
    pub fn resume(
        path: &Path,
        format: AnswerFormat,
        batch: &Batch<'_>,
        subjects: &Subjects,
    ) -> Result<(Self, Earlier), SessionError> {
        let file = match File::options().read(true).write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((Self::create(path, format, Existing::Refuse)?, Earlier::default()));
            }
            file => file.map_err(|source| write_error(path, source))?,
        };
        let mut answers = Self::locked(path, file)?;
        let expected = Expected { path, format, batch, subjects };
        let earlier = expected.check(answers.lock.file())?;
        let file = answers.lock.file();
        file.set_len(earlier.bytes)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|source| write_error(path, source))?;
        answers.bytes = earlier.bytes;
        if earlier.bytes == 0 {
            answers.append(&format.heading())?;
        }
        Ok((answers, earlier))
    }

    fn locked(path: &Path, file: File) -> Result<Self, SessionError> {
        match FileLock::of(file) {
            Ok(lock) => Ok(Self { path: path.to_owned(), lock, bytes: 0 }),
            Err(LockError::Busy) => Err(SessionError::Busy { path: path.to_owned() }),
            Err(LockError::Io(source)) => Err(write_error(path, source)),
        }
    }

    /// Appends complete lines.
    ///
    /// # Errors
    /// If the system reports an error; the file then ends with the last complete line.
    pub fn append(&mut self, lines: &str) -> Result<(), SessionError> {
        let file = self.lock.file();
        if let Err(source) = file.write_all(lines.as_bytes()) {
            // A full disk may have taken half of a line; remove it if possible.
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

/// What a file must contain to be continued.
struct Expected<'a> {
    path: &'a Path,
    format: AnswerFormat,
    batch: &'a Batch<'a>,
    subjects: &'a Subjects,
}

impl Expected<'_> {
    /// Checks that the lines of a file are the first answers of this batch.
    fn check(&self, file: &mut File) -> Result<Earlier, SessionError> {
        let mut file = BufReader::new(file);
        let mut earlier = Earlier::default();
        let (question, mut expected) = (self.batch.ask().question(), self.batch.pairs());
        let (mut text, mut line) = (Vec::new(), 1);
        let heading = self.format.heading();
        let not_ours = |text: &[u8]| {
            let problem = "this is not the beginning of a file of answers of this version";
            self.error(1, text, problem.to_owned())
        };
        if !heading.is_empty() {
            if self.read_whole(&mut file, &mut text)? == Whole::No {
                let is_ours = self.format.may_begin(&text);
                return if is_ours { Ok(earlier) } else { Err(not_ours(&text)) };
            }
            if text != heading.as_bytes() {
                return Err(not_ours(&text));
            }
            earlier.bytes = text.len() as u64;
            line += 1;
        }
        loop {
            if self.read_whole(&mut file, &mut text)? == Whole::No {
                let is_ours = earlier.bytes > 0 || self.format.may_begin(&text);
                return if is_ours { Ok(earlier) } else { Err(not_ours(&text)) };
            }
            let asked = expected.next().map(|pair| self.subjects.of(pair));
            let record = agreeing(self.format, &text, &question, asked)
                .map_err(|problem| self.error(line, &text, problem))?;
            earlier.tally.add_record(&record);
            earlier.bytes += text.len() as u64;
            line += text.split(|byte| *byte == b'\n').count() - 1;
        }
    }

    fn read_whole(
        &self,
        file: &mut dyn BufRead,
        text: &mut Vec<u8>,
    ) -> Result<Whole, SessionError> {
        let read = self.format.read_whole(file, text);
        read.map_err(|source| SessionError::Read { path: self.path.to_owned(), source })
    }

    fn error(&self, line: usize, text: &[u8], problem: String) -> SessionError {
        let at = Location::line(self.path, u32::try_from(line).unwrap_or(u32::MAX));
        let text = String::from_utf8_lossy(text);
        let len = text.lines().next().unwrap_or_default().chars().count();
        let help = RESUME_HELP.to_owned();
        SessionError::Line(Box::new(LineProblem { at, len, problem, help }))
    }
}

/// Parses a line, and checks that it answers the expected question.
fn agreeing(
    format: AnswerFormat,
    line: &[u8],
    question: &Question,
    asked: Option<[&Subject; 2]>,
) -> Result<Record, String> {
    let record = format.parse(line)?;
    let Some([pattern, graph]) = asked else {
        return Err("the file contains more answers than this batch has questions".to_owned());
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
