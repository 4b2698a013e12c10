//! The registry of formats: what `isocount formats` prints, and how a file name picks one.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use isocount_core::printable;

/// A graph format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Graph Modelling Language, as igraph and networkx write it.
    Gml,
    /// `GraphML`, an XML format.
    GraphMl,
    /// `t n m`, `v id label degree`, `e tail head [label]`; undirected.
    Graph,
    /// Neighbour lists, without labels.
    Lad,
    /// Neighbour lists, with labels.
    LabeledLad,
    /// A folder of text files with many graphs.
    Tu,
    /// One arc per line.
    EdgeList,
    /// One object with nodes and edges.
    Json,
    /// One such object per line.
    JsonLines,
}

impl Format {
    /// Every format there is.
    pub const ALL: &[Self] = &[
        Self::Gml,
        Self::GraphMl,
        Self::Graph,
        Self::Lad,
        Self::LabeledLad,
        Self::Tu,
        Self::EdgeList,
        Self::Json,
        Self::JsonLines,
    ];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gml => "gml",
            Self::GraphMl => "graphml",
            Self::Graph => "graph",
            Self::Lad => "lad",
            Self::LabeledLad => "labeled-lad",
            Self::Tu => "tu",
            Self::EdgeList => "edge-list",
            Self::Json => "json",
            Self::JsonLines => "json-lines",
        }
    }

    /// The file name endings that mean this format, without the dot. A TU dataset is a folder.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Gml => &["gml"],
            Self::GraphMl => &["graphml"],
            Self::Graph => &["graph"],
            Self::Lad => &["lad"],
            Self::LabeledLad => &["llad"],
            Self::Tu => &[],
            Self::EdgeList => &["csv", "tsv", "txt", "edges"],
            Self::Json => &["json"],
            Self::JsonLines => &["jsonl", "ndjson"],
        }
    }

    /// One line for a list of formats.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Gml => "Graph Modelling Language, as igraph and networkx write it",
            Self::GraphMl => "GraphML (XML), as igraph, networkx, yEd and Gephi write it",
            Self::Graph => "lines `t n m`, `v id label degree`, `e u v [label]`; undirected",
            Self::Lad => "neighbour lists without labels, as the LAD solver reads them",
            Self::LabeledLad => "neighbour lists with node and edge labels",
            Self::Tu => "folder of a TU dataset (NAME_A.txt and its companions); many graphs",
            Self::EdgeList => {
                "one arc per line: tail, head and optional labels; CSV, TSV or spaces"
            }
            Self::Json => {
                "one object: {\"nodes\": [label...], \"edges\": [[tail, head, label]...]}"
            }
            Self::JsonLines => "one such JSON object per line; many graphs",
        }
    }

    /// Whether [`write`](crate::write()) knows this format.
    #[must_use]
    pub fn can_write(self) -> bool {
        self != Self::Tu
    }

    /// The format that the name of a file stands for. `NAME_A.txt` is part of a TU dataset.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        if path.file_name()?.to_str().is_some_and(|name| name.ends_with("_A.txt")) {
            return Some(Self::Tu);
        }
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let known = |format: &Self| format.extensions().contains(&extension.as_str());
        Self::ALL.iter().copied().find(known)
    }

    /// All names, for a message.
    pub(crate) fn names() -> String {
        Self::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no format.
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
        let error = "pajek".parse::<Format>().unwrap_err().to_string();
        assert!(error.starts_with("`pajek` is not a format; one of gml, graphml,"), "{error}");
    }

    #[test]
    fn file_names_pick_a_format() {
        let of = |name: &str| Format::from_path(Path::new(name));
        assert_eq!(of("a/b/Mutag.GML"), Some(Format::Gml));
        assert_eq!(of("MUTAG_A.txt"), Some(Format::Tu));
        assert_eq!(of("edges.txt"), Some(Format::EdgeList));
        assert_eq!(of("graph"), None);
        assert_eq!(of("notes.pdf"), None);
    }
}
