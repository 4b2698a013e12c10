//! The registry of formats: the list for `isocount formats`, and the choice of a format by file
//! name.
//!
//! Each format is described in its own file, by a [`FormatRow`]. A new format needs such a file and
//! a line in the list here. (The `mod.rs` of its folder must also declare the file.)

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use isocount_core::printable;

use crate::names::GraphNames;
use crate::read::packing::without_packing;
use crate::read::{PatternReader, Reader};
use crate::text_formats::tu;
use crate::write::Writer;
use crate::{columnar, molecules, notation, tables, text_formats};

/// The description of a format.
pub(crate) struct FormatRow {
    /// The name used on the command line.
    pub(crate) name: &'static str,
    /// The file extensions of this format, without the dot.
    pub(crate) extensions: &'static [&'static str],
    /// One line for a list of formats.
    pub(crate) description: &'static str,
    /// How the graphs of a file are named.
    pub(crate) graph_names: GraphNames,
    /// How its files are read.
    pub(crate) reader: Reader,
    /// How patterns are read, if that differs because the format has sets of labels.
    pub(crate) pattern_reader: Option<PatternReader>,
    /// How it is written.
    pub(crate) writer: Writer,
}

macro_rules! formats {
    ($($(#[$doc:meta])+ $variant:ident = $row:path,)+) => {
        /// A graph format.
        ///
        /// ```
        /// use std::path::Path;
        /// use isocount_format::Format;
        ///
        /// // By the ending of a file, or by the name that a user gives.
        /// assert_eq!(Format::from_path(Path::new("karate.graphml")), Some(Format::GraphMl));
        /// assert_eq!("gml".parse(), Ok(Format::Gml));
        ///
        /// // In what can a result be saved?
        /// let writable = Format::ALL.iter().filter(|format| format.can_write());
        /// assert!(writable.clone().any(|format| *format == Format::Json));
        /// assert!(writable.count() < Format::ALL.len());
        /// # Ok::<(), isocount_format::ParseFormatError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$doc])+ $variant,)+
        }

        impl Format {
            /// All formats.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The description of the format.
            pub(crate) fn row(self) -> &'static FormatRow {
                match self {
                    $(Self::$variant => &$row,)+
                }
            }
        }
    };
}

formats! {
    /// Graph Modelling Language, as igraph and networkx write it.
    Gml = text_formats::gml::FORMAT,
    /// `GraphML`, an XML format.
    GraphMl = text_formats::graphml::FORMAT,
    /// `t n m`, `v id label degree`, `e tail head [label]`; undirected.
    Graph = text_formats::graph::FORMAT,
    /// Neighbour lists, without labels.
    Lad = text_formats::lad::FORMAT,
    /// Neighbour lists, with labels.
    LabeledLad = text_formats::labeled_lad::FORMAT,
    /// A folder of text files with many graphs.
    Tu = text_formats::tu::FORMAT,
    /// One arc per line.
    EdgeList = tables::edge_list::FORMAT,
    /// One object with nodes and edges.
    Json = text_formats::json::FORMAT,
    /// One such object per line.
    JsonLines = text_formats::json::lines::FORMAT,
    /// A node per line, and the nodes its arcs lead to.
    AdjacencyList = tables::adjacency_list::FORMAT,
    /// Pajek networks.
    Pajek = text_formats::pajek::FORMAT,
    /// The XML format of Gephi.
    Gexf = text_formats::gexf::FORMAT,
    /// The entries of a sparse matrix.
    MatrixMarket = tables::matrix_market::FORMAT,
    /// graph6, sparse6 and digraph6.
    Graph6 = text_formats::graph6::FORMAT,
    /// A table of arcs in a Parquet file.
    Parquet = columnar::PARQUET,
    /// A table of arcs in an Arrow file or stream, also called Feather.
    Arrow = columnar::ARROW,
    /// The notation for patterns that are typed.
    Text = notation::FORMAT,
    /// The language of Graphviz; only written.
    Dot = text_formats::dot::FORMAT,
    /// Molecules as SMILES, one per line.
    Smiles = molecules::smiles::FORMAT,
    /// Molecules as tables of atoms and bonds.
    Sdf = molecules::sdf::FORMAT,
    /// Patterns for molecules as SMARTS, one per line.
    Smarts = molecules::smarts::FORMAT,
}

impl Format {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The file extensions of this format, without the dot. A TU dataset is a folder.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        self.row().extensions
    }

    /// One line for a list of formats.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.row().description
    }

    /// Whether files of this format can be read. Tables in Parquet and Arrow files require the
    /// feature `columnar`.
    #[must_use]
    pub fn can_read(self) -> bool {
        self.row().reader.can_read()
    }

    /// Whether graphs can be written in this format: a TU dataset by [`write_tu`](crate::write_tu),
    /// all others by [`write`](crate::write()).
    #[must_use]
    pub fn can_write(self) -> bool {
        !matches!(self.row().writer, Writer::None)
    }

    /// The format for the name of a file. `NAME_A.txt` is part of a TU dataset.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let name = without_packing(path).file_name()?;
        if name.to_str().is_some_and(|name| name.ends_with(tu::ARCS)) {
            return Some(Self::Tu);
        }
        let extension = without_packing(path).extension()?.to_str()?.to_ascii_lowercase();
        let known = |format: &Self| format.extensions().contains(&extension.as_str());
        Self::ALL.iter().copied().find(known)
    }

    /// The names of all formats, for a message.
    pub(crate) fn names() -> String {
        Self::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not the name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a format; one of {}", printable(.0), Format::names())]
pub struct ParseFormatError(String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, ParseFormatError> {
        let found = Self::ALL.iter().copied().find(|format| format.name() == text);
        found.ok_or_else(|| ParseFormatError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for &format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        let error = "gdf".parse::<Format>().unwrap_err().to_string();
        assert!(error.starts_with("`gdf` is not a format; one of gml, graphml,"), "{error}");
    }

    #[test]
    fn file_names_pick_a_format() {
        let of = |name: &str| Format::from_path(Path::new(name));
        assert_eq!(of("a/b/Mutag.GML"), Some(Format::Gml));
        assert_eq!(of("MUTAG_A.txt"), Some(Format::Tu));
        assert_eq!(of("edges.txt"), Some(Format::EdgeList));
        assert_eq!(of("karate.csv.gz"), Some(Format::EdgeList));
        assert_eq!(of("MUTAG_A.txt.zst"), Some(Format::Tu));
        assert_eq!(of("karate.Feather"), Some(Format::Arrow));
        assert_eq!(of("graph.gz"), None);
        assert_eq!(of("graph"), None);
        assert_eq!(of("notes.pdf"), None);
    }
}
