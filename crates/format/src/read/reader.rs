//! Which reader reads the files of which format.

use std::path::Path;

use super::entry::Entry;
use super::named::{NamedGraph, NamedPattern};
use super::source::Source;
#[cfg(feature = "columnar")]
use crate::columnar;
use crate::molecules::{sdf, smarts, smiles};
use crate::names::FileLabels;
use crate::tables::{adjacency_list, edge_list, matrix_market};
use crate::text_formats::json::{lines, pattern};
use crate::text_formats::{gexf, gml, graph, graph6, graphml, json, labeled_lad, lad, pajek};
use crate::{Faults, Format, FormatError, LabelNames, Location, SmartsProblem, notation};

/// The patterns of a file: in formats that can say what a pattern accepts, with its sets of labels.
pub(crate) fn read_pattern_source(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    if source.format == Format::Smarts {
        return smarts::read(source, names);
    }
    let (labels, path) = (FileLabels::new(names, source.options), source.path);
    match source.format {
        Format::Text => Ok(vec![Ok(notation::read_pattern(source, labels)?)]),
        Format::Json => Ok(entries(pattern::read(source, labels)?)),
        Format::JsonLines => lines::read_patterns(source, labels),
        _ => {
            let faults = source.options.faults;
            as_patterns(read_source(source, names)?, path, faults)
        }
    }
}

/// Graphs as patterns; one without nodes is a fault.
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

/// What was read, each an entry.
fn entries<T>(all: Vec<T>) -> Vec<Entry<T>> {
    all.into_iter().map(Ok).collect()
}

/// The graphs of a file.
pub(crate) fn read_source(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    let names = FileLabels::new(names, source.options);
    let graphs = match source.format {
        Format::JsonLines => return lines::read(source, names),
        Format::Graph6 => return graph6::read(source, names),
        Format::Smiles => return smiles::read(source, names),
        Format::Sdf => return sdf::read(source, names),
        Format::Gml => gml::read(source, names),
        Format::GraphMl => graphml::read(source, names),
        Format::Graph => graph::read(source, names),
        Format::Lad => lad::read(source, names),
        Format::LabeledLad => labeled_lad::read(source, names),
        Format::EdgeList => edge_list::read(source, names),
        Format::Json => json::read(source, names),
        Format::AdjacencyList => adjacency_list::read(source, names),
        Format::Pajek => pajek::read(source, names),
        Format::Gexf => gexf::read(source, names),
        Format::MatrixMarket => matrix_market::read(source, names),
        Format::Text => notation::read(source, names),
        Format::Smarts => {
            let (at, problem) = (Location::line(source.path, 1), SmartsProblem::NotAGraph);
            Err(FormatError::Syntax { at, len: 1, problem: problem.into() })
        }
        #[cfg(feature = "columnar")]
        Format::Parquet => columnar::read_parquet(source, names),
        #[cfg(feature = "columnar")]
        Format::Arrow => columnar::read_arrow(source, names),
        #[cfg(not(feature = "columnar"))]
        Format::Parquet | Format::Arrow => {
            Err(FormatError::NotBuilt { path: source.path.to_owned(), format: source.format })
        }
        Format::Tu => Err(FormatError::NotTu { path: source.path.to_owned() }),
        Format::Dot => {
            Err(FormatError::WriteOnly { path: source.path.to_owned(), format: source.format })
        }
    };
    graphs.map(entries)
}
