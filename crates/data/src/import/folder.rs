//! A folder with graphs, patterns and optionally counts, in any supported format.
//!
//! ```text
//! graphs/ or graphs.jsonl, graphs.gml, …
//! patterns/ or patterns.jsonl, …             optional
//! counts.tsv, counts.csv or triples.jsonl    optional; either name with any of these endings
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use crate::DataError;
use crate::error::shown;

/// The locations of the parts of a folder.
///
/// ```
/// use isocount_data::ImportFolder;
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
///
/// // What somebody sent: graphs in one file, counts in another one.
/// std::fs::write(folder.join("graphs.jsonl"), "")?;
/// std::fs::write(folder.join("counts.csv"), "")?;
/// let found = ImportFolder::find(folder)?.expect("there are graphs");
/// assert_eq!(found.graphs, folder.join("graphs.jsonl"));
/// assert_eq!((found.patterns, found.counts), (None, Some(folder.join("counts.csv"))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFolder {
    /// A file or folder with the graphs.
    pub graphs: PathBuf,
    /// A file or folder with the patterns.
    pub patterns: Option<PathBuf>,
    /// A table of counts.
    pub counts: Option<PathBuf>,
}

impl ImportFolder {
    /// Finds the parts; `None` if there is no part called `graphs`, since the folder then contains
    /// the graphs itself.
    ///
    /// # Errors
    /// If the folder cannot be read, or contains a part twice.
    pub fn find(folder: &Path) -> Result<Option<Self>, DataError> {
        let failed = |source| DataError::read(folder, source);
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            // Opening a pipe would wait for its writer.
            if path.is_file() || path.is_dir() {
                paths.push(path);
            }
        }
        paths.sort();
        let part = |wanted: &str, other: &str| {
            let is_wanted = |path: &&PathBuf| {
                path.file_stem().is_some_and(|stem| stem == wanted || stem == other)
            };
            let mut found = paths.iter().filter(is_wanted);
            match (found.next(), found.next()) {
                (Some(first), Some(second)) => Err(DataError::impossible(
                    format!("found both {} and {}", shown(first), shown(second)),
                    format!("keep one of them, or specify which file has the {wanted}"),
                )),
                (first, _) => Ok(first.cloned()),
            }
        };
        let Some(graphs) = part("graphs", "graphs")? else { return Ok(None) };
        let (patterns, counts) = (part("patterns", "patterns")?, part("counts", "triples")?);
        Ok(Some(Self { graphs, patterns, counts }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        assert_eq!(ImportFolder::find(path).unwrap(), None);
        fs::create_dir(path.join("graphs")).unwrap();
        fs::write(path.join("counts.tsv"), "").unwrap();
        fs::write(path.join("notes.txt"), "").unwrap();
        let found = ImportFolder::find(path).unwrap().unwrap();
        assert_eq!(found.graphs, path.join("graphs"));
        assert_eq!(found.patterns, None);
        assert_eq!(found.counts, Some(path.join("counts.tsv")));
        fs::write(path.join("triples.jsonl"), "").unwrap();
        assert!(ImportFolder::find(path).unwrap_err().to_string().contains("found both"));
        fs::remove_file(path.join("counts.tsv")).unwrap();
        let found = ImportFolder::find(path).unwrap().unwrap();
        assert_eq!(found.counts, Some(path.join("triples.jsonl")));
        fs::write(path.join("graphs.jsonl"), "").unwrap();
        assert!(ImportFolder::find(path).unwrap_err().to_string().contains("found both"));
    }
}
