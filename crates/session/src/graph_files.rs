//! Writing graphs: to one file, to a folder of files, or as a TU dataset.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use flate2::Compression;
use flate2::write::GzEncoder;
use isocount_core::{Cancelled, Control};
use isocount_format::{
    self as format, Format, GraphRef, LabelNames, Packing, WriteError, write_json_lines, write_tu,
};
use isocount_platform::{Durability, Existing, Occupied, WholeFile};

use crate::{LoadedGraph, LoadedPattern, SessionError};

/// The destination of graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphTarget {
    /// One file: with one graph, or with many if the format is [`Format::JsonLines`]. It is
    /// compressed if its name ends in `.gz`.
    File {
        /// The file.
        path: PathBuf,
        /// The format.
        format: Format,
    },
    /// A folder with one file per graph, named after the graph; or with a TU dataset, named after
    /// the folder.
    Folder {
        /// The folder; it is created if necessary.
        path: PathBuf,
        /// The format of the files.
        format: Format,
    },
}

impl GraphTarget {
    /// Whether the target can contain more than one graph.
    #[must_use]
    pub fn takes_many(&self) -> bool {
        match self {
            Self::File { format, .. } => *format == Format::JsonLines,
            Self::Folder { .. } => true,
        }
    }

    /// Writes patterns of one session, with their sets of labels, like [`write`](Self::write). In
    /// the notation, nodes keep their names.
    ///
    /// # Errors
    /// As [`write`](Self::write), and if a pattern has sets of labels that the format cannot
    /// express.
    pub fn write_patterns(
        &self,
        patterns: &[LoadedPattern],
        existing: Existing,
        control: &Control,
    ) -> Result<(), SessionError> {
        patterns.iter().try_for_each(LoadedPattern::check_read)?;
        let Some(first) = patterns.first() else { return Ok(()) };
        let names = first.names().read().unwrap_or_else(PoisonError::into_inner);
        let writing = Writing { names: &names, existing, control };
        match self {
            Self::File { path, format } => {
                if patterns.len() > 1 {
                    let (path, found) = (path.clone(), patterns.len());
                    return Err(SessionError::TooManyGraphs { path, found });
                }
                writing.check_new(path)?;
                Writing::file(path, |out| first.write_named(*format, path, out, control))
            }
            Self::Folder { path, format } => {
                let names = patterns.iter().map(LoadedPattern::name);
                let paths = writing.new_files(path, *format, names)?;
                for (path, pattern) in paths.iter().zip(patterns) {
                    Writing::file(path, |out| pattern.write_named(*format, path, out, control))?;
                }
                Ok(())
            }
        }
    }

    /// Writes graphs of one session. Every file is written atomically.
    ///
    /// # Errors
    /// If the target takes one graph and there are several, a file already exists, a format cannot
    /// represent a graph, the name of a graph cannot be the name of a file, writing fails, or the
    /// work was cancelled.
    pub fn write(
        &self,
        graphs: &[LoadedGraph],
        existing: Existing,
        control: &Control,
    ) -> Result<(), SessionError> {
        graphs.iter().try_for_each(LoadedGraph::check_read)?;
        let Some(first) = graphs.first() else { return Ok(()) };
        let names = first.names().read().unwrap_or_else(PoisonError::into_inner);
        let graphs: Vec<GraphRef<'_>> = graphs
            .iter()
            .map(|graph| GraphRef { name: graph.name(), graph: graph.graph() })
            .collect();
        let writing = Writing { names: &names, existing, control };
        match self {
            Self::File { path, format } => {
                if graphs.len() > 1 && !self.takes_many() {
                    let (path, found) = (path.clone(), graphs.len());
                    return Err(SessionError::TooManyGraphs { path, found });
                }
                writing.check_new(path)?;
                Writing::file(path, |out| writing.contents(out, *format, path, &graphs))
            }
            Self::Folder { path, format: Format::Tu } => writing.tu(path, &graphs),
            Self::Folder { path, format } => writing.folder(path, *format, &graphs),
        }
    }
}

struct Writing<'a> {
    names: &'a LabelNames,
    existing: Existing,
    control: &'a Control,
}

impl Writing<'_> {
    fn check_new(&self, path: &Path) -> Result<(), SessionError> {
        match self.existing.check_file(path) {
            Ok(()) => Ok(()),
            Err(Occupied::Exists) => Err(SessionError::Exists { path: path.to_owned() }),
            Err(other) => Err(failure(path, io::Error::from(other).into())),
        }
    }

    fn file(
        path: &Path,
        contents: impl Fn(&mut dyn Write) -> Result<(), WriteError>,
    ) -> Result<(), SessionError> {
        let failed = |problem| failure(path, problem);
        let mut file = WholeFile::create(path).map_err(|e| failed(e.into()))?;
        match Packing::from_path(path) {
            None => contents(&mut file).map_err(failed)?,
            Some(Packing::Gzip) => {
                let mut gzip = GzEncoder::new(&mut file, Compression::default());
                contents(&mut gzip).map_err(failed)?;
                gzip.finish().map_err(|e| failed(e.into()))?;
            }
            Some(packing) => {
                return Err(SessionError::PackingOnlyRead { path: path.to_owned(), packing });
            }
        }
        file.commit(Durability::PowerCut).map_err(|e| failed(e.into()))
    }

    fn contents(
        &self,
        out: &mut dyn Write,
        format: Format,
        path: &Path,
        graphs: &[GraphRef<'_>],
    ) -> Result<(), WriteError> {
        match (format, graphs) {
            (Format::JsonLines, graphs) => {
                write_json_lines(graphs.iter().copied(), self.names, out, self.control)
            }
            (_, [one, ..]) => {
                let Self { names, control, .. } = self;
                format::write_named(one.graph, names, format, path, out, control)
            }
            (_, []) => Ok(()),
        }
    }

    fn folder(
        &self,
        folder: &Path,
        format: Format,
        graphs: &[GraphRef<'_>],
    ) -> Result<(), SessionError> {
        let paths = self.new_files(folder, format, graphs.iter().map(|graph| graph.name))?;
        for (path, graph) in paths.iter().zip(graphs) {
            Self::file(path, |out| self.contents(out, format, path, std::slice::from_ref(graph)))?;
        }
        Ok(())
    }

    /// The file for each name, in a folder that now exists.
    fn new_files<'a>(
        &self,
        folder: &Path,
        format: Format,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<PathBuf>, SessionError> {
        let ending = format.extensions().first().copied().unwrap_or_default();
        let mut paths = Vec::new();
        for name in names {
            if !is_file_name(name) {
                return Err(SessionError::NotAFileName { name: name.to_owned() });
            }
            let path = folder.join(format!("{name}.{ending}"));
            self.check_new(&path)?;
            paths.push(path);
        }
        fs::create_dir_all(folder).map_err(|e| failure(folder, e.into()))?;
        Ok(paths)
    }

    fn tu(&self, folder: &Path, graphs: &[GraphRef<'_>]) -> Result<(), SessionError> {
        let dataset = folder.file_name().unwrap_or_default().to_string_lossy();
        if !is_file_name(&dataset) {
            return Err(SessionError::NotAFileName { name: dataset.into_owned() });
        }
        self.check_new(&folder.join(format!("{dataset}_A.txt")))?;
        let failed = |problem| failure(folder, problem);
        fs::create_dir_all(folder).map_err(|e| failed(e.into()))?;
        let create = |name: &str| WholeFile::create(&folder.join(name));
        let graphs = graphs.iter().copied();
        let files = write_tu(graphs, &dataset, self.names, create, self.control).map_err(failed)?;
        // The file of arcs, which makes it a dataset, comes first; therefore it is renamed last.
        for file in files.into_iter().rev() {
            file.commit(Durability::PowerCut).map_err(|e| failed(e.into()))?;
        }
        Ok(())
    }
}

/// Whether a name is a valid file name on every system and stays in the intended folder.
fn is_file_name(name: &str) -> bool {
    let is_plain = |c: char| !c.is_control() && !r#"/\:*?"<>|"#.contains(c);
    !name.is_empty() && !name.starts_with('.') && name.len() <= 200 && name.chars().all(is_plain)
}

fn failure(path: &Path, problem: WriteError) -> SessionError {
    let path = path.to_owned();
    match problem {
        WriteError::Io(source) => SessionError::Write { path, source },
        WriteError::Cancelled => SessionError::Cancelled(Cancelled),
        problem => SessionError::Unwritable { path, problem },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_not_file_names() {
        for name in ["a", "ring#3", "naïve plan", "a.b"] {
            assert!(is_file_name(name), "{name}");
        }
        for name in ["", ".", "..", ".hidden", "a/b", "a\\b", "c:", "a\nb", &"x".repeat(201)] {
            assert!(!is_file_name(name), "{name}");
        }
    }
}
