//! One file of a collection: what is known before it is read, and how it is read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use isocount_core::Control;

use super::MemoryFile;
use super::found_file::{for_random_access, open_regular};
use crate::names::{FileLabels, GraphNames};
use crate::read::entry::all_sound;
use crate::read::packing::{at_most, unpacked};
use crate::read::reader::{as_patterns, read_pattern_source, read_source};
use crate::read::source::{STDIN, Source, stem};
use crate::read::typed::{read_typed, read_typed_pattern};
use crate::text_formats::tu;
use crate::{
    Entry, Format, FormatError, LabelNames, NamedGraph, NamedPattern, Notation, Packing,
    ReadOptions,
};

/// One file of a collection, or all files of a TU dataset. It is read lazily.
#[derive(Clone, Debug)]
pub struct Member {
    path: PathBuf,
    format: Option<Format>,
    place: Place,
}

/// The source of the bytes of a member.
#[derive(Clone, Debug)]
enum Place {
    /// A file that the user named. It may be a pipe, which is waited for.
    NamedFile,
    /// The standard input.
    Stdin,
    /// A file found in a folder. Anything but a regular file is refused.
    FoundFile,
    /// The files of a TU dataset, next to the file of its arcs.
    TuFiles { arcs: PathBuf },
    /// A file in memory.
    Memory { file: MemoryFile },
    /// The files of a TU dataset in memory.
    TuMemory { arcs: PathBuf, files: Arc<[MemoryFile]> },
    /// The graph itself as text.
    Typed { notation: Notation, text: Arc<str> },
}

/// Whether a member contains a graph of some name, as far as this is known without reading it.
///
/// To read only what is needed, read the likely members for every name first. If a name is not
/// among their graphs, read the members that may contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// It does not contain the graph.
    No,
    /// The file has another name, but may contain a graph with this name.
    Perhaps,
    /// The file has this name.
    Likely,
}

impl Member {
    /// Creates a member for the file at a path, or for the TU dataset in a folder.
    ///
    /// # Errors
    /// If the path is another kind of folder.
    pub fn at(path: &Path, options: &ReadOptions) -> Result<Self, FormatError> {
        let (path, format) = (path.to_owned(), options.format);
        if path == Path::new(STDIN) {
            return Ok(Self { path, format, place: Place::Stdin });
        }
        if path.is_dir() {
            let place = match tu::arcs_file(&path) {
                Ok(arcs) => Place::TuFiles { arcs },
                Err(error) if format == Some(Format::Tu) => return Err(error),
                Err(_) => return Err(FormatError::Folder { path }),
            };
            return Ok(Self { path, format: Some(Format::Tu), place });
        }
        let format = format.or_else(|| Format::from_path(&path));
        let place = match format {
            Some(Format::Tu) => Place::TuFiles { arcs: path.clone() },
            _ => Place::NamedFile,
        };
        Ok(Self { path, format, place })
    }

    /// A file found in a folder.
    pub(super) fn found(path: PathBuf, options: &ReadOptions) -> Self {
        let format = options.format.or_else(|| Format::from_path(&path));
        Self { path, format, place: Place::FoundFile }
    }

    /// A TU dataset whose files are in memory.
    pub(super) fn tu_in_memory(arcs: PathBuf, files: Vec<MemoryFile>) -> Self {
        let place = Place::TuMemory { arcs: arcs.clone(), files: files.into() };
        Self { path: arcs, format: Some(Format::Tu), place }
    }

    /// A file in memory.
    #[must_use]
    pub fn in_memory(file: MemoryFile, options: &ReadOptions) -> Self {
        let format = options.format.or_else(|| Format::from_path(&file.path));
        Self { path: file.path.clone(), format, place: Place::Memory { file } }
    }

    /// A graph as text. Its name is the text.
    #[must_use]
    pub fn typed(notation: Notation, text: &str) -> Self {
        Self::typed_as(notation.argument(text).into(), notation, text)
    }

    /// A graph as text; messages contain the argument that the user typed.
    #[must_use]
    pub fn typed_as(typed: PathBuf, notation: Notation, text: &str) -> Self {
        let place = Place::Typed { notation, text: text.into() };
        Self { path: typed, format: None, place }
    }

    /// The file, or the folder of a TU dataset; the text, if it is not a file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the graph if the file contains only one: the name of the file without folder and
    /// extension, or the text.
    #[must_use]
    pub fn stem(&self) -> String {
        if let Place::Typed { text, .. } = &self.place {
            return text.to_string();
        }
        self.arcs().and_then(tu::dataset_name).unwrap_or_else(|| stem(&self.path))
    }

    /// The format, if it was given or the file name determines it.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// The name of the graph, if files of this format always contain one unnamed graph.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        if let Place::Typed { text, .. } = &self.place {
            return Some(text.to_string());
        }
        let names = self.format?.row().graph_names;
        (names == GraphNames::File).then(|| stem(&self.path))
    }

    /// Whether it contains a graph of this name.
    #[must_use]
    pub fn holds(&self, name: &str) -> Holds {
        if let Place::Typed { text, .. } = &self.place {
            return if name == &**text { Holds::Likely } else { Holds::No };
        }
        let names = self.format.map_or(GraphNames::File, |format| format.row().graph_names);
        let stem = match names {
            GraphNames::Dataset => self.arcs().and_then(tu::dataset_name),
            _ => Some(stem(&self.path)),
        };
        stem.map_or(Holds::No, |stem| names.hold(name, &stem))
    }

    fn arcs(&self) -> Option<&Path> {
        match &self.place {
            Place::TuFiles { arcs } | Place::TuMemory { arcs, .. } => Some(arcs),
            Place::Stdin
            | Place::NamedFile
            | Place::FoundFile
            | Place::Memory { .. }
            | Place::Typed { .. } => None,
        }
    }

    /// The number of bytes to read, if it is known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        let on_disk = |path: &Path| {
            fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| file.len())
        };
        match &self.place {
            // The length of compressed bytes is known only at the end.
            Place::NamedFile | Place::FoundFile if Packing::from_path(&self.path).is_some() => None,
            Place::Stdin => None,
            Place::NamedFile | Place::FoundFile => on_disk(&self.path),
            Place::TuFiles { arcs } => {
                let sizes = tu::all_files(arcs).into_iter().filter_map(|path| on_disk(&path));
                Some(sizes.sum())
            }
            Place::Memory { file } => Some(file.bytes.len() as u64),
            Place::TuMemory { arcs, files } => {
                let parts = tu::all_files(arcs);
                let parts = files.iter().filter(|file| parts.contains(&file.path));
                Some(parts.map(|file| file.bytes.len() as u64).sum())
            }
            Place::Typed { text, .. } => Some(text.len() as u64),
        }
    }

    /// Reads its graphs, at least one. The format was determined when the member was created;
    /// `options` determines which attributes contain the labels.
    ///
    /// # Errors
    /// As [`read_entries`](Self::read_entries), and if an entry is faulty, even if the options
    /// [keep faults](ReadOptions::with_faults_kept).
    pub fn read(
        &self,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<Vec<NamedGraph>, FormatError> {
        all_sound(self.read_entries(options, names, control)?)
    }

    /// Reads its graphs like [`read`](Self::read), but continues after a faulty one if the options
    /// [keep faults](ReadOptions::with_faults_kept):
    ///
    /// ```
    /// use isocount_core::Control;
    /// use isocount_format::collection::{Member, MemoryFile};
    /// use isocount_format::{LabelNames, ReadOptions};
    ///
    /// let options = ReadOptions::new().with_faults_kept();
    /// let file = MemoryFile::new("drugs.smi", "CCO ethanol\nCC( broken\nC methane\n");
    /// let member = Member::in_memory(file, &options);
    /// let drugs = member.read_entries(&options, &mut LabelNames::new(), &Control::NONE)?;
    /// let faulty = drugs[1].as_ref().unwrap_err();
    /// assert_eq!(faulty.name, "broken");
    /// assert!(faulty.problem.to_string().starts_with("drugs.smi:2:"));
    /// assert_eq!(drugs[2].as_ref().unwrap().name, "methane");
    /// # Ok::<(), isocount_format::FormatError>(())
    /// ```
    ///
    /// Adds the bytes it reads to the current stage of `control`, and does not begin one, so that a
    /// stage may cover a whole folder.
    ///
    /// # Errors
    /// If the file cannot be read, its format is unknown, its text is not a graph, or the work was
    /// cancelled.
    pub fn read_entries(
        &self,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
        control.check()?;
        match &self.place {
            Place::Typed { notation, text } => {
                control.advance(text.len() as u64);
                let read = read_typed(&self.path, *notation, text, options, names, control)?;
                Ok(vec![Ok(read)])
            }
            Place::TuFiles { arcs } => {
                let labels = FileLabels::new(names, options);
                let open = |path: &Path| unpacked(path, Box::new(open_regular(path)?));
                tu::read(arcs, &open, labels, options, control)
            }
            Place::TuMemory { arcs, files } => {
                let labels = FileLabels::new(names, options);
                let open = |path: &Path| {
                    let file = files.iter().find(|file| file.path == path);
                    let missing = || FormatError::io(path, io::ErrorKind::NotFound.into());
                    unpacked(path, Box::new(&*file.ok_or_else(missing)?.bytes))
                };
                tu::read(arcs, &open, labels, options, control)
            }
            Place::Stdin | Place::NamedFile | Place::FoundFile | Place::Memory { .. } => {
                read_source(self.source(options, control)?, names)
            }
        }
    }

    /// Reads its patterns, like [`read`](Self::read); `options` should have the role of patterns.
    /// In formats that support them, patterns may have sets of labels.
    ///
    /// # Errors
    /// As [`read`](Self::read), and if a pattern has no nodes.
    pub fn read_patterns(
        &self,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<Vec<NamedPattern>, FormatError> {
        all_sound(self.read_pattern_entries(options, names, control)?)
    }

    /// Reads its patterns, like [`read_entries`](Self::read_entries). A pattern without nodes is a
    /// faulty entry.
    ///
    /// # Errors
    /// As [`read_entries`](Self::read_entries).
    pub fn read_pattern_entries(
        &self,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
        control.check()?;
        match &self.place {
            Place::Typed { notation, text } => {
                control.advance(text.len() as u64);
                let read =
                    read_typed_pattern(&self.path, *notation, text, options, names, control)?;
                Ok(vec![Ok(read)])
            }
            Place::TuFiles { .. } | Place::TuMemory { .. } => {
                let graphs = self.read_entries(options, names, control)?;
                as_patterns(graphs, &self.path, options.faults)
            }
            Place::Stdin | Place::NamedFile | Place::FoundFile | Place::Memory { .. } => {
                read_pattern_source(self.source(options, control)?, names)
            }
        }
    }

    /// Opens a file for reading.
    fn source<'a>(
        &'a self,
        options: &'a ReadOptions,
        control: &'a Control,
    ) -> Result<Source<'a>, FormatError> {
        let (path, mut on_disk) = (&*self.path, None);
        let bytes: Box<dyn Read + '_> = match &self.place {
            Place::Stdin => Box::new(io::stdin().lock()),
            Place::Memory { file } => Box::new(&*file.bytes),
            Place::FoundFile => {
                let file = open_regular(path)?;
                on_disk = for_random_access(&file, self.format);
                Box::new(file)
            }
            _ => {
                let file = File::open(path).map_err(|e| FormatError::io(path, e))?;
                on_disk = for_random_access(&file, self.format);
                Box::new(file)
            }
        };
        // A missing file is the more helpful message, so the format is checked after opening.
        let unknown = || FormatError::UnknownFormat { path: path.to_owned() };
        let format = self.format.ok_or_else(unknown)?;
        let bytes = at_most(unpacked(path, bytes)?, options.most.bytes);
        Ok(Source { path, format, options, control, bytes, file: on_disk })
    }
}
