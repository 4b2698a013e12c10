//! Why a file could not be read as a graph.

use std::path::{Path, PathBuf};

use isocount_core::{Cancelled, GraphError, printable};

use super::keys_there::MOST_LISTED;
use super::location::shown;
use super::syntax_problem::SyntaxProblem;
use crate::columnar::TableProblem;
use crate::read::packing::PackingProblem;
use crate::{Format, Location, Within};

/// Why a file could not be read. The message states what was found and what was expected;
/// [`help`](Self::help) returns a remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file cannot be opened or read.
    #[error("cannot read {}", shown(.path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The text is malformed.
    #[error("{at}: {problem}")]
    Syntax {
        /// The location.
        at: Location,
        /// The number of characters to mark, from there on.
        len: usize,
        /// The problem.
        problem: SyntaxProblem,
    },
    /// A pattern has no nodes.
    #[error(
        "{}: the pattern `{}` has no nodes; a pattern needs at least one",
        shown(.path), printable(.name)
    )]
    EmptyPattern {
        /// The location of the pattern.
        path: PathBuf,
        /// The name of the pattern.
        name: String,
    },
    /// The text is well-formed, but does not describe a graph.
    #[error("{at}: {problem}")]
    Graph {
        /// The location.
        at: Location,
        /// The number of characters to mark, from there on.
        len: usize,
        /// The problem.
        problem: GraphError,
    },
    /// The file name does not determine a format.
    #[error("{}: the name does not say which format the file has", shown(.path))]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// A folder was given where a file is expected.
    #[error("{}: found a folder, expected a file with a graph", shown(.path))]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The path is not the folder of a TU dataset.
    #[error("{}: found no TU dataset, expected a folder with one file NAME_A.txt", shown(.path))]
    NotTu {
        /// The path.
        path: PathBuf,
    },
    /// The file is empty.
    #[error("{}: the file is empty, expected a graph in the format {format}", shown(.path))]
    Empty {
        /// The file.
        path: PathBuf,
        /// The expected format.
        format: Format,
    },
    /// The file contains several graphs, or none, where one is expected.
    #[error("{}: found {found} graphs, expected one", shown(.path))]
    NotOneGraph {
        /// The file.
        path: PathBuf,
        /// The number of graphs.
        found: usize,
    },
    /// The format can only be written.
    #[error("{}: the format {format} is only written, not read", shown(.path))]
    WriteOnly {
        /// The file.
        path: PathBuf,
        /// The format.
        format: Format,
    },
    /// The format is not included in this build.
    #[error("{}: this build of isocount does not read the format {format}", shown(.path))]
    NotBuilt {
        /// The file.
        path: PathBuf,
        /// The format.
        format: Format,
    },
    /// The table cannot be read.
    #[error("{}: {problem}", shown(.path))]
    Table {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: TableProblem,
    },
    /// The folder contains no graphs.
    #[error("{}: found no graph in this folder", shown(.path))]
    EmptyCollection {
        /// The folder.
        path: PathBuf,
    },
    /// A requested attribute or column for labels does not exist.
    #[error(
        "{}: no {owner} has `{}`, which was requested as its label{}",
        shown(.path), printable(.key), keys_there(owner, .there)
    )]
    NoSuchKey {
        /// The file.
        path: PathBuf,
        /// Nodes or edges.
        owner: &'static str,
        /// The requested attribute or column.
        key: String,
        /// The existing attributes or columns, or some of them; empty if they are not known.
        there: Vec<String>,
    },
    /// The folder contains something other than a file: a pipe, a socket or a device. It is never
    /// opened, since that could block.
    #[error("{}: found {what}, expected a file with a graph", shown(.path))]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// Reading was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The file is too large for a format that is read as a whole.
    #[error("{}: the file is larger than 4 GiB, too large for its format", shown(.path))]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
}

impl FormatError {
    /// The location of the problem, if it is at a single place of a file.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::Syntax { at, .. } | Self::Graph { at, .. } => Some(at),
            _ => None,
        }
    }

    /// The complete message in one line, including the error of the system.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Io { source, .. } => format!("{self}: {source}"),
            _ => self.to_string(),
        }
    }

    /// The number of characters to mark from [`location`](Self::location) on; at least 1.
    #[must_use]
    pub fn span_len(&self) -> usize {
        match self {
            Self::Syntax { len, .. } | Self::Graph { len, .. } => (*len).max(1),
            _ => 1,
        }
    }

    /// The file or folder with the problem; `None` if reading was cancelled.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        Some(match self {
            Self::Cancelled => return None,
            Self::Syntax { at, .. } | Self::Graph { at, .. } => &at.path,
            Self::Io { path, .. }
            | Self::UnknownFormat { path }
            | Self::Folder { path }
            | Self::NotTu { path }
            | Self::Empty { path, .. }
            | Self::EmptyPattern { path, .. }
            | Self::NotOneGraph { path, .. }
            | Self::WriteOnly { path, .. }
            | Self::NotBuilt { path, .. }
            | Self::Table { path, .. }
            | Self::EmptyCollection { path }
            | Self::NoSuchKey { path, .. }
            | Self::NotAFile { path, .. }
            | Self::TooLarge { path } => path,
        })
    }

    /// A remedy, if it is not obvious.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Syntax { at, problem: SyntaxProblem::NotUtf8, .. }
                if at.within != Within::Text =>
            {
                "write the column as text".to_owned()
            }
            Self::Syntax { at, problem: SyntaxProblem::UnknownColumns { found }, .. }
                if at.within == Within::Text
                    && found.iter().any(|name| name.to_ascii_lowercase().contains("smiles")) =>
            {
                "a table of molecules is read in the format smiles; in one of edges, call the ends tail and head"
                    .to_owned()
            }
            Self::Syntax { problem, .. } => return problem.help(),
            Self::Table { problem, .. } => problem.help().to_owned(),
            Self::NotBuilt { .. } => {
                "build it with the feature `columnar`, or write the table as CSV".to_owned()
            }
            Self::Graph { problem: GraphError::DanglingEnd { .. }, .. } => {
                "define the node, or correct the edge; nodes are numbered from 0".to_owned()
            }
            Self::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
                "check the spelling, and the folder that the path starts from".to_owned()
            }
            Self::UnknownFormat { .. } => {
                let names = Format::names();
                format!("state the format ({names}), or rename the file: {}", endings())
            }
            Self::Folder { .. } => {
                "name one file in it, or ask for the folder as a collection of graphs".to_owned()
            }
            Self::NotTu { .. } => {
                "give the folder that holds NAME_A.txt and NAME_graph_indicator.txt".to_owned()
            }
            Self::Empty { format, .. } => format!("{format} is: {}", format.description()),
            Self::Io { source, .. } => {
                let problem = source.get_ref()?.downcast_ref::<PackingProblem>()?;
                problem.help().to_owned()
            }
            Self::Graph { .. }
            | Self::NotOneGraph { found: 0, .. }
            | Self::EmptyPattern { .. }
            | Self::Cancelled => return None,
            Self::WriteOnly { .. } => {
                "export the graph in another format, such as GML or GraphML".to_owned()
            }
            Self::NotAFile { .. } => "move it out of the folder".to_owned(),
            Self::NotOneGraph { .. } => {
                "ask for the file as a collection of graphs, or split it".to_owned()
            }
            Self::EmptyCollection { .. } => format!("graph files end in {}", endings()),
            Self::NoSuchKey { .. } => "check the spelling, or ask for one that is there".to_owned(),
            Self::TooLarge { .. } => {
                format!("convert it to the format {}, which is read in pieces", Format::EdgeList)
            }
        })
    }

    /// Converts to an error about a text that a user typed, instead of a file.
    pub(crate) fn typed(mut self) -> Self {
        if let Self::Syntax { at, .. } | Self::Graph { at, .. } = &mut self {
            at.within = Within::Typed;
        }
        self
    }

    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }
}

impl From<Cancelled> for FormatError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// `; the nodes have: age, club`
fn keys_there(owner: &str, there: &[String]) -> String {
    if there.is_empty() {
        return String::new();
    }
    let listed: Vec<_> = there.iter().take(MOST_LISTED).map(|key| printable(key)).collect();
    let others = if there.len() > MOST_LISTED { ", and others" } else { "" };
    format!("; the {owner}s have: {}{others}", listed.join(", "))
}

/// All file extensions, with dots.
fn endings() -> String {
    let read = Format::ALL.iter().filter(|format| format.can_read());
    let all = read.flat_map(|format| format.extensions());
    all.map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" ")
}
