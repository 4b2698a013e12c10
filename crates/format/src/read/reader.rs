//! How the files of a format are read: each format provides a function, and the kind of function
//! determines what a file contains.

use std::path::Path;

use super::entry::Entry;
use super::named::{NamedGraph, NamedPattern};
use super::source::Source;
use crate::molecules::smarts;
use crate::names::FileLabels;
use crate::{Faults, FormatError, LabelNames};

type Read<T> = fn(Source<'_>, FileLabels<'_>) -> Result<Vec<T>, FormatError>;

/// How the files of a format are read as graphs.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    /// As graphs; a faulty one is an error for the whole file.
    Graphs(Read<NamedGraph>),
    /// As entries, some of which may be faulty.
    Entries(Read<Entry<NamedGraph>>),
    /// As graphs, from a file with random access.
    #[cfg_attr(not(feature = "columnar"), expect(dead_code, reason = "no such format"))]
    RandomAccess(Read<NamedGraph>),
    /// One of several files in a folder, which [`Member`](crate::collection::Member) opens.
    Folder,
    /// As patterns only: SMARTS.
    PatternsOnly,
    /// Not at all; the format is only written.
    None,
    /// Only by builds with the feature `columnar`.
    #[cfg_attr(feature = "columnar", expect(dead_code, reason = "all formats are there"))]
    NotBuilt,
}

/// How the files of a format are read as patterns, with sets of labels.
pub(crate) type PatternReader =
    fn(Source<'_>, &mut LabelNames) -> Result<Vec<Entry<NamedPattern>>, FormatError>;

impl Reader {
    /// Whether files are read.
    pub(crate) fn can_read(self) -> bool {
        !matches!(self, Self::None | Self::NotBuilt)
    }

    /// Whether a file needs random access.
    pub(crate) fn is_random_access(self) -> bool {
        matches!(self, Self::RandomAccess(_))
    }
}

/// The graphs of a file.
pub(crate) fn read_source(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    let labels = FileLabels::new(names, source.options);
    match source.format.row().reader {
        Reader::Graphs(read) | Reader::RandomAccess(read) => {
            Ok(read(source, labels)?.into_iter().map(Ok).collect())
        }
        Reader::Entries(read) => read(source, labels),
        Reader::Folder => Err(FormatError::NotTu { path: source.path.to_owned() }),
        Reader::PatternsOnly => Err(smarts::not_a_graph(source.path, 1)),
        Reader::None => {
            Err(FormatError::WriteOnly { path: source.path.to_owned(), format: source.format })
        }
        Reader::NotBuilt => {
            Err(FormatError::NotBuilt { path: source.path.to_owned(), format: source.format })
        }
    }
}

/// The patterns of a file. In formats that support sets of labels, patterns may have them.
pub(crate) fn read_pattern_source(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    if let Some(read) = source.format.row().pattern_reader {
        return read(source, names);
    }
    let (path, faults) = (source.path, source.options.faults);
    as_patterns(read_source(source, names)?, path, faults)
}

/// Converts graphs to patterns; one without nodes is a fault.
pub(crate) fn as_patterns(
    graphs: Vec<Entry<NamedGraph>>,
    path: &Path,
    faults: Faults,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    let as_pattern = |graph: Entry<NamedGraph>| {
        Ok(match graph {
            Err(unread) => Err(unread),
            Ok(named) => {
                let name = named.name.clone();
                match named.into_pattern(path) {
                    Ok(pattern) => Ok(pattern),
                    Err(problem) => Err(faults.entry(|| name, problem)?),
                }
            }
        })
    };
    graphs.into_iter().map(as_pattern).collect()
}
