//! Everything that can go wrong, and how it is shown: the place, what was found, what would help.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap::error::ErrorKind;
use isocount::data::DataError;
use isocount::format::{
    FormatError, Location, MoleculeProblem, Notation, NotationProblem, SyntaxProblem, Within,
    WriteError,
};
use isocount::session::{LineProblem, SessionError};
use isocount::{Cancelled, ConfidenceError, printable};
use isocount_eval::PredictionError;
use isocount_infer::InferError;
use isocount_model::ModelError;
use isocount_reproduce::ReproduceError;
use isocount_serve::ServeError;
use isocount_train::{Leak, TrainError};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use crate::args::Args;
use crate::excerpt::Excerpt;

/// Why a run ended without a result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A graph file is wrong or missing.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A line of the pairs or of earlier answers is wrong.
    #[error("{problem}")]
    Line { at: Location, len: usize, problem: String, help: String },
    /// A session failed.
    #[error(transparent)]
    Session(SessionError),
    /// A single question has no answer.
    #[error("{} in {}: {}", printable(.pattern), printable(.graph), printable(.reason))]
    Count { pattern: String, graph: String, reason: String },
    /// The count of a single question is zero for a visible reason, and that is treated as an
    /// error.
    #[error("{} in {}: the count is 0 because {reason}", printable(.pattern), printable(.graph))]
    ExplainedZero { pattern: String, graph: String, reason: String, help: Option<String> },
    /// The user pressed Ctrl-C.
    #[error("interrupted")]
    Cancelled,
    #[error("{} exists", .path.display())]
    OutExists { path: PathBuf, help: &'static str },
    #[error("{} is not {wanted}, and is not replaced", .path.display())]
    NotReplaced { path: PathBuf, wanted: &'static str },
    #[error("{}: the name does not say which format the file has", .path.display())]
    UnknownFormat { path: PathBuf, flag: &'static str },
    #[error("cannot read {}", .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot write {}: {problem}", .path.display())]
    Convert { path: PathBuf, problem: WriteError },
    /// The command line asks for something that makes no sense.
    #[error("{0}")]
    Usage(Cow<'static, str>),
    /// A data set cannot be read or made.
    #[error(transparent)]
    Data(DataError),
    /// A model cannot be trained or used.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// An experiment cannot be planned or carried out.
    #[error(transparent)]
    Reproduce(#[from] ReproduceError),
    /// The service cannot run.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// A model or an index cannot be used.
    #[error("{}: {problem}", .path.display())]
    Infer { path: PathBuf, problem: InferError },
    /// The model was trained to count something else than the data set contains.
    #[error("{}: this model counts {trained}, but {asked} was requested", .run.display())]
    OtherMeaning { run: PathBuf, trained: String, asked: String },
    /// The test part has triples that the model was trained on.
    #[error("{}: {leak}", .run.display())]
    Leak { run: PathBuf, leak: Leak },
    /// The model was trained on other labels.
    #[error("{}: this model knows other labels than the data set", .run.display())]
    OtherLabels { run: PathBuf },
    /// Predictions cannot be judged.
    #[error(transparent)]
    Predictions(PredictionError),
    /// A data set has no pattern or graph of this number or name.
    #[error("{}: there is no {kind} `{wanted}`", .dataset.display())]
    NoSuchMember { dataset: PathBuf, kind: &'static str, wanted: String, help: String },
    /// A picture cannot be drawn.
    #[error("cannot draw {}: {problem}", .path.display())]
    Draw { path: PathBuf, problem: String, help: &'static str },
    /// A census cannot be made, or cannot be written in this format.
    #[error("{}: {problem}", .path.display())]
    Census { path: PathBuf, problem: String, help: &'static str },
    /// The reader of the output has closed it. It has what it wanted, so this counts as success.
    #[error("the output was closed")]
    BrokenPipe,
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Self::Train(error.into())
    }
}

impl From<ConfidenceError> for Failure {
    fn from(error: ConfidenceError) -> Self {
        SessionError::from(error).into()
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Format(error) => Self::Format(error),
            SessionError::Line(problem) => {
                let LineProblem { at, len, problem, help, .. } = *problem;
                Self::Line { at, len, problem, help }
            }
            SessionError::Read { path, source } => Self::Read { path, source },
            SessionError::Write { path, source } => Self::write(&path, source),
            SessionError::Exists { path } => {
                Self::OutExists { path, help: crate::job::ANSWERS_EXIST }
            }
            SessionError::Infer { path, problem } => Self::infer(&path, problem),
            SessionError::Train(error) => Self::Train(error),
            SessionError::Model(error) => error.into(),
            SessionError::OptionMissing { .. } => {
                let tip = "give the folder of a trained run: --model RUN";
                Self::Usage(with_tip(&error.to_string(), tip).into())
            }
            error if error.is_about_the_question() => {
                let message = error.to_string();
                let tip = error.help().map(|help| with_tip(&message, &help));
                Self::Usage(tip.unwrap_or(message).into())
            }
            SessionError::Unwritable { path, problem } => Self::Convert { path, problem },
            SessionError::Cancelled(_) => Self::Cancelled,
            error => Self::Session(error),
        }
    }
}

impl From<PredictionError> for Failure {
    fn from(error: PredictionError) -> Self {
        match error {
            PredictionError::Read { path, source } => Self::Read { path, source },
            PredictionError::Line { path, line, problem, help } => {
                let at = Location::line(&path, line as u32);
                Self::Line { at, len: 1, problem, help }
            }
            PredictionError::Cancelled(_) => Self::Cancelled,
            error => Self::Predictions(error),
        }
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Format(error) => Self::Format(*error),
            DataError::Table { path, line, problem, help } => {
                let at = Location::line(&path, line as u32);
                Self::Line { at, len: 1, problem, help }
            }
            error => Self::Data(error),
        }
    }
}

impl Failure {
    pub(crate) fn usage(message: &'static str) -> Self {
        Self::Usage(message.into())
    }

    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Write { path: path.to_owned(), source },
        }
    }

    /// Graphs that were not written to a file.
    pub(crate) fn unwritten(path: &Path, problem: WriteError) -> Self {
        match problem {
            WriteError::Io(source) => Self::write(path, source),
            WriteError::Cancelled => Self::Cancelled,
            problem => Self::Convert { path: path.to_owned(), problem },
        }
    }

    /// Some of these errors name their file themselves.
    pub(crate) fn infer(path: &Path, problem: InferError) -> Self {
        match problem {
            InferError::Io { path, source } => Self::Read { path, source },
            InferError::Exists { path } => Self::OutExists { path, help: crate::existing::REPLACE },
            problem => Self::Infer { path: path.to_owned(), problem },
        }
    }

    pub(crate) fn stdout(source: io::Error) -> Self {
        Self::write(Path::new("the standard output"), source)
    }

    /// Whether the user pressed Ctrl-C.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(
            self,
            Self::Cancelled
                | Self::Format(FormatError::Cancelled)
                | Self::Data(DataError::Cancelled(_))
                | Self::Train(TrainError::Cancelled(_))
                | Self::Reproduce(
                    ReproduceError::Cancelled(_)
                        | ReproduceError::Data(DataError::Cancelled(_))
                        | ReproduceError::Train(TrainError::Cancelled(_)),
                )
        )
    }

    /// Reports what is wrong with a file when the work goes on without it.
    pub(crate) fn show_format_error(error: FormatError) {
        let _ = io::stderr().write_all(render(&Shown::new(Self::Format(error))).as_bytes());
    }

    /// Reports the failure on stderr. The exit code is 1 for invalid input and 2 for invalid usage.
    pub(crate) fn report(self) -> u8 {
        match self {
            Self::BrokenPipe => 0,
            Self::Usage(message) => {
                typed_command().error(ErrorKind::ArgumentConflict, message).exit()
            }
            failure => {
                // If stderr is closed, nobody can be told.
                let _ = io::stderr().write_all(render(&Shown::new(failure)).as_bytes());
                1
            }
        }
    }

    fn help(&self) -> Option<String> {
        Some(match self {
            Self::Format(error) => return format_help(error),
            Self::Line { help, .. } | Self::NoSuchMember { help, .. } => help.clone(),
            Self::Data(DataError::Exists { .. }) => crate::existing::REPLACE.to_owned(),
            Self::ExplainedZero { help, .. } => return help.clone(),
            Self::Data(error) | Self::Reproduce(ReproduceError::Data(error)) => {
                return error.help();
            }
            Self::Predictions(error) => return error.help(),
            Self::Train(error) | Self::Reproduce(ReproduceError::Train(error)) => {
                return train_help(error);
            }
            Self::Infer { problem: InferError::Unsupported(_), .. } => {
                "Count-GNN and its ablations have them, with means or sums and reverse = \"include\"; \
                 others answer `count --method learned` with --readout plain"
                    .to_owned()
            }
            Self::Leak { .. } => {
                "evaluate it on the split that it was trained with: --split, --split-seed".to_owned()
            }
            Self::OtherMeaning { .. } | Self::Session(SessionError::OtherMeaning { .. }) => {
                "ask for the same with --semantics, --unit and --ignore-…, or train another model"
                    .to_owned()
            }
            Self::Session(SessionError::Busy { .. }) => {
                "wait for it, or choose another --out".to_owned()
            }
            Self::OtherLabels { .. } => {
                "judge it by the kind of data that it learned from".to_owned()
            }
            Self::Draw { help, .. } | Self::Census { help, .. } | Self::OutExists { help, .. } => (*help).to_owned(),
            Self::Session(SessionError::TooManyGraphs { .. }) => {
                "name a .jsonl file, or a folder with --to".to_owned()
            }
            Self::Session(SessionError::NotAFileName { .. }) => {
                "write the graphs to a .jsonl file, which keeps every name".to_owned()
            }
            Self::Session(SessionError::PackingOnlyRead { .. }) => {
                "choose a name that ends in .gz, or in neither".to_owned()
            }
            Self::NotReplaced { .. } => "choose another name".to_owned(),
            Self::Serve(ServeError::NoToken { .. } | ServeError::ShortToken) => {
                "write a long random text into a file and name it with --token-file".to_owned()
            }
            Self::Session(SessionError::SameName { .. }) => {
                "answers are told apart by these names; give every one its own".to_owned()
            }
            Self::Read { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                "check the spelling, and the folder that the path starts from".to_owned()
            }
            Self::Write { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                "the folder must exist".to_owned()
            }
            Self::UnknownFormat { flag, .. } => format!("set it with {flag}; {FORMATS_HELP}"),
            Self::Convert { problem: WriteError::ReadOnly { .. }, .. } => FORMATS_HELP.to_owned(),
            Self::Convert {
                problem: WriteError::Sets { .. } | WriteError::Absent { .. }, ..
            } => {
                "write it as text, with --to text or to a .pattern file".to_owned()
            }
            Self::Convert { .. } => {
                "choose another format with --to; json and gml can hold every graph".to_owned()
            }
            _ => return None,
        })
    }

    /// The place in a file, and the number of characters at fault.
    fn place(&self) -> Option<(&Location, usize)> {
        match self {
            Self::Format(error) => Some((error.location()?, error.span_len())),
            Self::Line { at, len, .. } => Some((at, *len)),
            _ => None,
        }
    }
}

/// A usage error in the style of clap.
fn with_tip(message: &str, tip: &str) -> String {
    format!("{message}\n\n  tip: {tip}")
}

const REPEATED: &str = "delete one of the two, or keep one with --merge-duplicates";

const TAKEN_AS_TEXT: &str =
    "there is no file of this name, so it was read as text in the notation of docs/notation.md";

/// Whether the place is in a text that was not marked as one.
fn is_taken_as_text(at: &Location) -> bool {
    at.within == Within::Typed && at.path.to_str().is_some_and(|it| Notation::split(it).is_none())
}

const FORMATS_HELP: &str = "`isocount formats` lists the formats and their file names";

/// The command that was typed, such as `isocount data label`, for its usage line.
fn typed_command() -> clap::Command {
    let mut command = Args::command();
    let mut name = command.get_name().to_owned();
    for word in std::env::args().skip(1) {
        let Some(next) = command.find_subcommand(&word).cloned() else { break };
        name = format!("{name} {word}");
        command = next;
    }
    command.bin_name(name)
}

/// Help for errors of runs.
fn train_help(error: &TrainError) -> Option<String> {
    Some(
        match error {
            TrainError::Model(ModelError::NotARun { .. }) => "`isocount train` makes runs",
            TrainError::Model(ModelError::Damaged { .. }) => {
                "restore the file from a backup, or train again in another folder"
            }
            TrainError::Model(ModelError::Newer { .. }) => "use the version that made it, or newer",
            TrainError::Exists { .. } => {
                "choose another name, continue it with --resume, or replace it with --force"
            }
            TrainError::NotReplaced { .. } => "choose another name",
            TrainError::Foreign { .. } => {
                "move it elsewhere, remove the folder, or choose another name"
            }
            TrainError::InUse { .. } => "wait for it, or choose another --out",
            TrainError::OtherRun { .. } => {
                "give the settings and the data set that it began with, or start another run"
            }
            TrainError::Empty { .. } => "use a larger data set or another split",
            TrainError::Diverged { .. } => {
                "the best weights so far are kept; try a lower training.rate or training.clip"
            }
            _ => return None,
        }
        .to_owned(),
    )
}

/// The advice of the library, in terms of flags where there is a flag.
fn format_help(error: &FormatError) -> Option<String> {
    Some(match error {
        FormatError::UnknownFormat { .. } => {
            format!("set it with --format (graphs) or --pattern-format (patterns); {FORMATS_HELP}")
        }
        FormatError::Syntax {
            problem: SyntaxProblem::Notation(NotationProblem::UnknownName { .. }),
            ..
        } => {
            let help = error.help()?;
            let stop = if help.ends_with('?') { "" } else { ";" };
            format!("{help}{stop} `isocount patterns` lists the names of patterns")
        }
        FormatError::Syntax { at, problem, .. } if is_taken_as_text(at) => {
            let repeated = matches!(problem, SyntaxProblem::RepeatedArc { .. });
            let help = if repeated { Some(REPEATED.to_owned()) } else { error.help() };
            let help = help.map_or_else(String::new, |help| help + "; ");
            format!("{help}{TAKEN_AS_TEXT}")
        }
        FormatError::Syntax { problem: SyntaxProblem::Molecule(problem), .. } => {
            let flag = match problem {
                MoleculeProblem::AromaticOutsideRing { .. }
                | MoleculeProblem::NoAlternatingBonds { .. }
                | MoleculeProblem::TooManyRings { .. } => "--aromaticity as-written",
                MoleculeProblem::HydrogenInPattern => "--hydrogens explicit",
                _ => return error.help(),
            };
            format!("{} ({flag})", error.help()?)
        }
        FormatError::Folder { .. } | FormatError::NotOneGraph { found: 2.., .. } => {
            "to ask about many, use --patterns and --graphs".to_owned()
        }
        FormatError::Syntax { problem: SyntaxProblem::RepeatedArc { .. }, .. } => {
            format!("{REPEATED}; in an undirected file each edge is written once, not once per direction")
        }
        FormatError::Syntax { problem: SyntaxProblem::MissingLabel { .. }, .. } => {
            "label all of them or none, or leave the labels out with --no-node-labels or --no-edge-labels"
                .to_owned()
        }
        FormatError::NoSuchKey { .. } => {
            "check the spelling in --node-label-key and --edge-label-key".to_owned()
        }
        _ => return error.help(),
    })
}

/// A failure in the form that miette needs.
#[derive(Debug)]
struct Shown {
    failure: Failure,
    message: String,
    excerpt: Option<Excerpt>,
}

impl Shown {
    fn new(failure: Failure) -> Self {
        let mut message = failure.to_string();
        let excerpt = failure.place().and_then(|(at, len)| Excerpt::read(at, len));
        if let Some((at, _)) = failure.place() {
            // The place is printed above the excerpt; without an excerpt it becomes part of the
            // message.
            let bare = message.strip_prefix(&format!("{at}: ")).unwrap_or(&message).to_owned();
            message = if excerpt.is_some() { bare } else { format!("{at}: {bare}") };
        }
        Self { failure, message, excerpt }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Shown {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.failure.source()
    }
}

impl Diagnostic for Shown {
    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new(self.failure.help()?))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.excerpt.as_ref()?.span();
        Some(Box::new(std::iter::once(LabeledSpan::new_primary_with_span(None, span))))
    }
}

fn render(shown: &Shown) -> String {
    let colours = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let theme = if colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let mut text = String::new();
    GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        .with_links(false)
        .render_report(&mut text, shown)
        .expect("a string takes everything");
    text
}
