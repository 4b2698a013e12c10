//! OGB-PPA as a data set: twelve patterns, and the graphs that the paper would select.
//!
//! The paper takes 6,000 graphs whose mean count is above 10, without naming them; here they are
//! the first such graphs in the order of the files. It has 57,940 triples and does not say how they
//! were chosen among the 72,000 pairs; here all pairs are triples. Its patterns are not published;
//! the default patterns here are the twelve of `ppa-stand-in`: random trees with additional arcs,
//! as the paper's generator makes them. Patterns cut out of the graphs would occur far more often:
//! on graphs of the stand-in, labelled by degree, the mean count is then 836; with the twelve it is
//! 279, and the paper has 13.83. Nearly every graph is selected either way.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use isocount_core::{Control, Label, LabeledGraph, Meaning, printable};

use super::graphs::OgbGraphs;
use super::labels::NUM_LABELS;
use crate::chunk::{Chunk, ChunkSize};
use crate::error::shown;
use crate::graph_store::PackedGraphs;
use crate::ppa_selection::{SEMANTICS, selected};
use crate::workshop::{Order, Parts, Pieces, Workshop, pack_patterns};
use crate::{
    About, Completion, DataError, Dataset, DatasetPattern, LabelTable, Made, Making, Protocols,
    Triple, checksum, ppa_patterns,
};

/// What to import.
///
/// ```
/// use isocount_data::OgbPpaImport;
///
/// // As the paper does it, but with a tenth of its graphs.
/// let mut import = OgbPpaImport::default();
/// import.graphs /= 10;
/// assert_eq!((import.patterns.len(), import.graphs), (12, 600));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OgbPpaImport {
    /// The patterns. Node labels are below 8, the edge label is 0.
    pub patterns: Vec<DatasetPattern>,
    /// How many graphs to import.
    pub graphs: u64,
}

impl Default for OgbPpaImport {
    /// The patterns of the stand-in; 6,000 graphs, as in the paper.
    fn default() -> Self {
        Self { patterns: ppa_patterns(), graphs: 6_000 }
    }
}

/// The result of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OgbPpaReport {
    /// Whether the data set was made or existed already.
    pub completion: Completion,
    /// Graphs in the data set. Fewer than requested if no more of them pass the selection.
    pub graphs: u64,
    /// Graphs that were read; up to 63 more than were needed.
    pub looked_at: u64,
}

/// Graphs in one piece.
const IN_PIECE: u64 = 64;

/// Makes a data set from the OGB-PPA folder `from`. The bytes depend on that folder and on the
/// options, not on the number of threads.
///
/// # Errors
/// If a table is missing or wrong, no graph passes the selection, a pattern has another label, the
/// counter is not exact, the data set cannot be written, or the work was cancelled.
pub fn import_ogb_ppa(
    from: &Path,
    out: &Path,
    options: &OgbPpaImport,
    making: Making<'_>,
) -> Result<OgbPpaReport, DataError> {
    let (patterns, control) = (&options.patterns, making.control);
    check_patterns(patterns)?;
    let about = about(options);
    let recipe = recipe(&about, patterns, control)?;
    let order = Order { about: &about, recipe, triples: patterns.len() as u64 * options.graphs };
    let mut found = None;
    let workshop = Workshop::open(out, &order, control, |dataset| {
        let own = dataset.raw_patterns() == patterns;
        found = if own { finished(dataset, from, options.graphs, control)? } else { None };
        Ok(found.is_some())
    })?;
    let Some(workshop) = workshop else {
        let read = || Dataset::read(out, control);
        let again = |dataset: Dataset| finished(&dataset, from, options.graphs, control);
        // The leftovers of the run that made it confirmed that this is the data set.
        let found = found.map_or_else(|| read().and_then(again), |found| Ok(Some(found)))?;
        return found.ok_or_else(|| DataError::Exists { path: out.to_owned() });
    };

    let num_read = AtomicU64::new(0);
    let pieces = Pieces { threads: making.threads, enough_graphs: Some(options.graphs) };
    let in_pieces = InPieces { graphs: OgbGraphs::open(from, control)?, num_read: &num_read };
    let key = |piece: &Piece| piece.key(control);
    let made = workshop.make(pieces, in_pieces, key, |piece| select(patterns, piece, making))?;
    let report = report(&made, options.graphs, num_read.into_inner());
    if report.graphs == 0 {
        let problem = format!(
            "{}: none of {} graphs has a mean count above 10",
            shown(from),
            report.looked_at
        );
        return Err(DataError::impossible(problem, "give patterns that occur more often"));
    }
    let enough_graphs = Some(options.graphs);
    workshop.finish(Parts { about, patterns, graphs: None, pieces: &made, enough_graphs })?;
    Ok(report)
}

/// The report of the import that made a data set, if its graphs are those of the folder `from`.
fn finished(
    dataset: &Dataset,
    from: &Path,
    wanted: u64,
    control: &Control,
) -> Result<Option<OgbPpaReport>, DataError> {
    let num_graphs = dataset.num_graphs();
    let (mut next, mut looked_at) = (0, 0);
    for graph in OgbGraphs::open(from, control)? {
        let graph = graph?;
        if next < num_graphs && dataset.graph_name(next) == graph_name(looked_at) {
            if dataset.raw_graphs().graph_with(next, control)? != graph {
                return Ok(None);
            }
            next += 1;
        }
        looked_at += 1;
        if next as u64 >= wanted && looked_at % IN_PIECE == 0 {
            break;
        }
    }
    let graphs = num_graphs as u64;
    let report = OgbPpaReport { completion: Completion::AlreadyThere, graphs, looked_at };
    Ok((next == num_graphs).then_some(report))
}

fn graph_name(number: u64) -> String {
    format!("G_{number}")
}

fn check_patterns(patterns: &[DatasetPattern]) -> Result<(), DataError> {
    let is_wrong = |named: &&DatasetPattern| {
        let pattern = &named.pattern;
        pattern.plain().is_none()
            || pattern.node_labels().iter().any(|label| label.0 as usize >= NUM_LABELS)
            || pattern.arcs().any(|arc| arc.label != Label(0))
    };
    let Some(wrong) = patterns.iter().find(is_wrong) else { return Ok(()) };
    let problem =
        format!("pattern {} has a label that no graph of OGB-PPA has", printable(&wrong.name));
    Err(DataError::impossible(problem, "node labels are 0 to 7, the edge label is 0"))
}

fn about(options: &OgbPpaImport) -> About {
    let OgbPpaImport { patterns, graphs } = options;
    let own = *patterns == ppa_patterns();
    About {
        name: "ogb-ppa".to_owned(),
        note: "Graphs of OGB-PPA (Hu et al., NeurIPS 2020): the first whose mean count is above \
               10. The label of a node is the octile of its degree in its graph; edge features \
               are left out. Patterns and labels are not those of the Count-GNN paper, which \
               does not publish them."
            .to_owned(),
        licence: "CC0-1.0, as OGB-PPA.".to_owned(),
        paper: Some("OGB-PPA".to_owned()),
        truth: "counted exactly".to_owned(),
        meaning: Meaning::plain(SEMANTICS),
        made: Made::by("import ogb-ppa")
            .with_parameter("graphs", graphs.to_string())
            .with_parameter("patterns", if own { "those of ppa-stand-in" } else { "given" }),
        protocols: Protocols::PROPORTIONAL,
        labels: LabelTable::numbers(NUM_LABELS, 1),
        ..About::default()
    }
}

/// What a run must have in common with an earlier one to continue it. The graphs are compared piece
/// by piece.
fn recipe(
    about: &About,
    patterns: &[DatasetPattern],
    control: &Control,
) -> Result<String, DataError> {
    let patterns = checksum::of(pack_patterns(patterns).file(), control)?;
    Ok(format!("{}\n# patterns {patterns}\n", about.to_toml()))
}

/// Some consecutive graphs, and the number of the first.
struct Piece {
    first: u64,
    graphs: Vec<LabeledGraph>,
}

impl Piece {
    /// The checksum of its graphs.
    fn key(&self, control: &Control) -> Result<String, DataError> {
        let mut packed = PackedGraphs::default();
        for graph in &self.graphs {
            packed.push_with("", graph, control)?;
        }
        Ok(checksum::of(&packed.to_file(), control)?)
    }
}

struct InPieces<'a> {
    graphs: OgbGraphs,
    num_read: &'a AtomicU64,
}

impl Iterator for InPieces<'_> {
    type Item = Result<Piece, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let graphs = self.graphs.by_ref().take(IN_PIECE as usize).collect::<Result<Vec<_>, _>>();
        let graphs = match graphs {
            Ok(graphs) if graphs.is_empty() => return None,
            Ok(graphs) => graphs,
            Err(error) => return Some(Err(error)),
        };
        let first = self.num_read.fetch_add(graphs.len() as u64, Ordering::Relaxed);
        Some(Ok(Piece { first, graphs }))
    }
}

/// The graphs of a piece that are selected, with all their pairs.
fn select(
    patterns: &[DatasetPattern],
    piece: Piece,
    making: Making<'_>,
) -> Result<Chunk, DataError> {
    let mut chunk = Chunk::default();
    for (number, graph) in (piece.first..).zip(piece.graphs) {
        let Some(truths) = selected(patterns, &graph, making)? else { continue };
        let graph_number = chunk.graphs.number;
        chunk.graphs.push_with(&graph_name(number), &graph, making.control)?;
        chunk.triples.extend((0..).zip(truths).map(|(pattern, truth)| Triple {
            pattern,
            graph: graph_number,
            truth,
        }));
    }
    Ok(chunk)
}

/// Counts only the pieces that were needed: the number of further ones depends on the threads.
fn report(made: &[ChunkSize], wanted: u64, num_read: u64) -> OgbPpaReport {
    let (mut graphs, mut looked_at) = (0, 0);
    for piece in made {
        if graphs >= wanted {
            break;
        }
        graphs += piece.graphs;
        looked_at += IN_PIECE;
    }
    let (graphs, looked_at) = (graphs.min(wanted), looked_at.min(num_read));
    OgbPpaReport { completion: Completion::Made, graphs, looked_at }
}
