//! The registry of formats: what `isocount formats` prints, and how a file name picks one.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use isocount_core::printable;

use crate::read::packing::without_packing;

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
    /// A node per line, and the nodes its arcs lead to.
    AdjacencyList,
    /// Pajek networks.
    Pajek,
    /// The XML format of Gephi.
    Gexf,
    /// The entries of a sparse matrix.
    MatrixMarket,
    /// graph6, sparse6 and digraph6.
    Graph6,
    /// A table of arcs in a Parquet file.
    Parquet,
    /// A table of arcs in an Arrow file or stream, also called Feather.
    Arrow,
    /// The notation for patterns that are typed.
    Text,
    /// The language of Graphviz; only written.
    Dot,
    /// Molecules as SMILES, one per line.
    Smiles,
    /// Molecules as tables of atoms and bonds.
    Sdf,
    /// Patterns for molecules as SMARTS, one per line.
    Smarts,
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
        Self::AdjacencyList,
        Self::Pajek,
        Self::Gexf,
        Self::MatrixMarket,
        Self::Graph6,
        Self::Parquet,
        Self::Arrow,
        Self::Text,
        Self::Dot,
        Self::Smiles,
        Self::Sdf,
        Self::Smarts,
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
            Self::AdjacencyList => "adjacency-list",
            Self::Pajek => "pajek",
            Self::Gexf => "gexf",
            Self::MatrixMarket => "matrix-market",
            Self::Graph6 => "graph6",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Text => "text",
            Self::Dot => "dot",
            Self::Smiles => "smiles",
            Self::Sdf => "sdf",
            Self::Smarts => "smarts",
        }
    }

    /// The file name endings that mean this format, without the dot. A TU dataset is a folder.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Gml => &["gml"],
            // igraph calls a gzipped file so.
            Self::GraphMl => &["graphml", "graphmlz"],
            Self::Graph => &["graph"],
            Self::Lad => &["lad"],
            Self::LabeledLad => &["llad"],
            Self::Tu => &[],
            Self::EdgeList => &["csv", "tsv", "txt", "edges", "edgelist", "ncol"],
            Self::Json => &["json"],
            Self::JsonLines => &["jsonl", "ndjson"],
            Self::AdjacencyList => &["adjlist", "adj"],
            Self::Pajek => &["net", "paj"],
            Self::Gexf => &["gexf"],
            Self::MatrixMarket => &["mtx"],
            Self::Graph6 => &["g6", "s6", "d6"],
            Self::Parquet => &["parquet", "pq"],
            Self::Arrow => &["arrow", "feather", "ipc"],
            Self::Text => &["pattern"],
            Self::Dot => &["dot", "gv"],
            Self::Smiles => &["smi", "smiles", "ism"],
            Self::Sdf => &["sdf", "sd", "mol"],
            Self::Smarts => &["sma", "smarts"],
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
                "one object: {\"nodes\": [label...], \"edges\": [[tail, head, label]...]}, or node-link data"
            }
            Self::JsonLines => "one such JSON object per line; many graphs",
            Self::AdjacencyList => {
                "one node per line and the nodes its arcs lead to, as networkx writes it"
            }
            Self::Pajek => "Pajek network: *Vertices, *Arcs, *Edges",
            Self::Gexf => "GEXF (XML), as Gephi and networkx write it",
            Self::MatrixMarket => "Matrix Market: the entries of a sparse square matrix are arcs",
            Self::Graph6 => "graph6, sparse6 or digraph6, one graph per line; many graphs",
            Self::Parquet => "table of arcs in a Parquet file; columns as in an edge list",
            Self::Arrow => "the same in an Arrow file or stream, or a Feather file",
            Self::Text => "the notation of docs/notation.md: a:C-b:O, a-[2]->b",
            Self::Dot => "DOT, for Graphviz",
            Self::Smiles => "molecules as SMILES, one per line with its name; many graphs",
            Self::Sdf => "molecules as SDF or MOL, V2000 or V3000; many graphs",
            Self::Smarts => "patterns for molecules as SMARTS, one per line with its name",
        }
    }

    /// Whether files of this format are read. Tables in Parquet and Arrow files are only with the
    /// feature `columnar`.
    #[must_use]
    pub fn can_read(self) -> bool {
        let is_table = matches!(self, Self::Parquet | Self::Arrow);
        self != Self::Dot && (cfg!(feature = "columnar") || !is_table)
    }

    /// Whether graphs can be written in this format, a TU dataset by [`write_tu`](crate::write_tu),
    /// all others by [`write`](crate::write()).
    #[must_use]
    pub fn can_write(self) -> bool {
        !matches!(
            self,
            Self::Pajek
                | Self::Gexf
                | Self::Smiles
                | Self::Sdf
                | Self::Smarts
                | Self::Parquet
                | Self::Arrow
        )
    }

    /// The format that the name of a file stands for. `NAME_A.txt` is part of a TU dataset.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let name = without_packing(path).file_name()?;
        if name.to_str().is_some_and(|name| name.ends_with("_A.txt")) {
            return Some(Self::Tu);
        }
        let extension = without_packing(path).extension()?.to_str()?.to_ascii_lowercase();
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
