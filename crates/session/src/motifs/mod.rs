//! The motif census of a graph, in the user's names: every motif with its pattern, its count, and
//! its significance.

mod labels_by_name;
mod null_samples;
mod options;
mod sample_lines;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, NodeId, Pattern};
use isocount_format::write_notation;
use isocount_motif::{
    Census, CensusMotif, CensusOptions, EdgeCounts, NodeCounts, NullModel, NullSample,
    SampleOptions, Surprise, surprises,
};
use isocount_record::npy;

use self::null_samples::NullSamples;
pub use self::options::{MotifOptions, MotifProblem, MotifQuestion};
use crate::{LoadedGraph, PartColumn, PartTable, Parts, SessionError};

/// A question about all motifs.
///
/// ```
/// use isocount_core::Control;
/// use isocount_session::{MotifAsk, Session, Source};
///
/// let karate = Source::argument("example:karate".as_ref());
/// let karate = Session::new().read_graph(karate, &Control::NONE)?;
///
/// // How often are two friends of a member friends of each other, and how often not?
/// let mut ask = MotifAsk::default();
/// ask.census.sizes = 3..=3;
/// let table = ask.answer(&karate, None, &Control::NONE)?;
/// let counts: Vec<_> = table.rows.iter().map(|row| (row.title(), row.found.count)).collect();
/// assert_eq!(counts, [("path of 3".to_owned(), 393), ("triangle".to_owned(), 45)]);
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MotifAsk {
    /// Which motifs are counted, and what counts as an occurrence.
    pub census: CensusOptions,
    /// The randomised graphs for comparison, if any.
    pub null: Option<NullModel>,
}

/// A motif and its results.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MotifRow {
    /// The motif, with its labels if they matter.
    pub found: CensusMotif,
    /// The motif in the notation, including labels.
    pub pattern: String,
    /// Its share of all occurrences of motifs of the same size.
    pub share: f64,
    /// How its count compares with those in randomised graphs, if requested.
    pub surprise: Option<Surprise>,
}

/// A column of the counts per node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MotifColumn {
    /// Index of its motif among the rows.
    pub row: usize,
    /// Its orbit, if every orbit has a column.
    pub orbit: Option<usize>,
    /// `triangle`, or `orbit 3`.
    pub title: String,
}

/// The results of a census.
///
/// ```
/// use isocount_core::Control;
/// use isocount_motif::SampleOptions;
/// use isocount_session::{MotifTable, Session, Source};
///
/// let karate = Source::argument("example:karate".as_ref());
/// let karate = Session::new().read_graph(karate, &Control::NONE)?;
///
/// // Triangles in the karate club, from a sample. There are 45.
/// let mut options = SampleOptions::default();
/// options.sizes = 3..=3;
/// let table = MotifTable::estimate(&options, &karate, &Control::NONE)?;
/// let triangle = table.rows.iter().find(|row| row.title() == "triangle").expect("a motif");
/// let estimate = triangle.found.estimate.expect("it was sampled");
/// assert!(estimate.low <= 45.0 && 45.0 <= estimate.high);
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MotifTable {
    /// The motifs by size.
    pub rows: Vec<MotifRow>,
    /// The counts per node, if requested.
    pub nodes: Option<NodeCounts>,
    /// The counts per edge, if requested.
    pub edges: Option<EdgeCounts>,
    /// Whether directions mattered: as requested, or otherwise whether the graph has any.
    pub directed: bool,
    /// The number of loops of the graph, which are ignored.
    pub loops: usize,
    /// The counts in each randomised graph.
    pub samples: Vec<NullSample>,
}

/// The graph in which motifs are counted: where labels matter, they are numbered by name.
fn numbered(graph: &LoadedGraph, labels: bool) -> Cow<'_, LoadedGraph> {
    if labels { Cow::Owned(graph.with_labels_by_name()) } else { Cow::Borrowed(graph) }
}

impl MotifAsk {
    /// Counts the motifs of a graph. If a file is given, counts in randomised graphs are stored
    /// there, and those that it already contains are not repeated.
    ///
    /// # Errors
    /// If the question is not supported, the file belongs to another question or cannot be written,
    /// or the work was cancelled.
    pub fn answer(
        &self,
        graph: &LoadedGraph,
        samples_file: Option<&Path>,
        control: &Control,
    ) -> Result<MotifTable, SessionError> {
        graph.check_read()?;
        let graph = &numbered(graph, self.census.labels);
        let census = self.census.count(graph.graph(), control)?;
        let samples = match self.null {
            None => Vec::new(),
            Some(model) => self.samples(model, graph, &census, samples_file, control)?,
        };
        Ok(MotifTable::new(graph, census, samples))
    }

    fn samples(
        &self,
        model: NullModel,
        graph: &LoadedGraph,
        census: &Census,
        path: Option<&Path>,
        control: &Control,
    ) -> Result<Vec<NullSample>, SessionError> {
        let mut file = match path {
            None => None,
            Some(path) => Some(NullSamples::open(path, &self.census, model, graph, census)?),
        };
        let mut samples = file.as_mut().map(NullSamples::take_earlier).unwrap_or_default();
        samples.truncate(model.samples);
        let from = samples.len();
        let mut problem = None;
        model.run(graph.graph(), &self.census, census, from, control, |sample| {
            if let Some(file) = &mut file
                && let Err(error) = file.append(&sample)
            {
                problem = Some(error);
                return ControlFlow::Break(());
            }
            samples.push(sample);
            ControlFlow::Continue(())
        })?;
        problem.map_or(Ok(samples), Err)
    }
}

impl MotifTable {
    fn new(graph: &LoadedGraph, census: Census, samples: Vec<NullSample>) -> Self {
        let counts: Vec<u128> = census.motifs.iter().map(|found| found.count).collect();
        let mut compared = surprises(&counts, &samples).into_iter().map(Some);
        let mut of_sizes: BTreeMap<usize, f64> = BTreeMap::new();
        for found in &census.motifs {
            *of_sizes.entry(found.motif.shape.num_nodes()).or_default() += amount(found);
        }
        let mut rows = Vec::with_capacity(census.motifs.len());
        for found in census.motifs {
            let surprise = compared.next().flatten().filter(|_| !samples.is_empty());
            let pattern = pattern_text(graph, &found);
            let all = of_sizes[&found.motif.shape.num_nodes()];
            let share = if all > 0.0 { amount(&found) / all } else { 0.0 };
            rows.push(MotifRow { found, pattern, share, surprise });
        }
        let Census { nodes, edges, directed, loops, .. } = census;
        Self { rows, nodes, edges, directed, loops, samples }
    }

    /// Estimates the motifs of a graph from a sample; [`CensusMotif::estimate`] contains the
    /// intervals.
    ///
    /// # Errors
    /// If the question cannot be answered by sampling, or the work was cancelled.
    pub fn estimate(
        options: &SampleOptions,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Self, SessionError> {
        graph.check_read()?;
        let graph = &numbered(graph, options.labels);
        Ok(Self::new(graph, options.estimate(graph.graph(), control)?, Vec::new()))
    }

    /// The counts of all edges as a table with one column per motif; `None` if they were not
    /// requested.
    #[must_use]
    pub fn edge_parts(&self, graph: &LoadedGraph) -> Option<PartTable> {
        let EdgeCounts { edges, columns, .. } = self.edges.as_ref()?;
        let of_row = |(row, counts): (&MotifRow, &Vec<u64>)| PartColumn {
            title: row.title(),
            about: None,
            counts: counts.iter().map(|&count| count.into()).collect(),
        };
        let columns = self.rows.iter().zip(columns).map(of_row).collect();
        Some(PartTable::new(graph.clone(), Parts::Pairs(edges.clone()), columns))
    }

    /// The counts of all nodes as a table with one column per motif, or one per orbit of every
    /// motif; `None` if they were not requested.
    #[must_use]
    pub fn node_parts(&self, graph: &LoadedGraph, per_orbit: bool) -> Option<PartTable> {
        let nodes = self.nodes.as_ref()?.num_nodes();
        let columns = self.columns(per_orbit);
        let mut parts: Vec<PartColumn> = columns
            .iter()
            .map(|column| PartColumn {
                title: column.title.clone(),
                about: column.orbit.map(|_| self.rows[column.row].title()),
                counts: Vec::with_capacity(nodes),
            })
            .collect();
        for node in 0..nodes {
            for (part, count) in parts.iter_mut().zip(self.node_row(node, &columns)) {
                part.counts.push(count);
            }
        }
        Some(PartTable::new(graph.clone(), Parts::Nodes, parts))
    }

    /// The columns of the counts per node: one per motif, or one per orbit of every motif.
    #[must_use]
    pub fn columns(&self, per_orbit: bool) -> Vec<MotifColumn> {
        let of_row = |(row, it): (usize, &MotifRow)| {
            let motif = &it.found.motif;
            let orbits = if per_orbit { motif.num_orbits() } else { 1 };
            let title = it.title();
            (0..orbits)
                .map(|orbit| {
                    let number = motif.first_orbit + orbit;
                    let title = if per_orbit { format!("orbit {number}") } else { title.clone() };
                    MotifColumn { row, orbit: per_orbit.then_some(orbit), title }
                })
                .collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(of_row).collect()
    }

    /// The counts of one node in each of these columns; empty if counts per node were not
    /// requested.
    #[must_use]
    pub fn node_row(&self, node: usize, columns: &[MotifColumn]) -> Vec<u128> {
        let Some(nodes) = &self.nodes else { return Vec::new() };
        let counts = nodes.row(node);
        let count = |column: &MotifColumn| {
            let motif = &self.rows[column.row].found.motif;
            let first = motif.first_orbit - nodes.first_orbit();
            match column.orbit {
                Some(orbit) => counts[first + orbit],
                None => counts[first..first + motif.num_orbits()].iter().sum(),
            }
        };
        columns.iter().map(count).collect()
    }

    /// The counts of all nodes as a `NumPy` file of 64-bit integers, one row per node; `None` if a
    /// count does not fit or counts were not requested.
    #[must_use]
    pub fn to_npy(&self, columns: &[MotifColumn]) -> Option<Vec<u8>> {
        let nodes = self.nodes.as_ref()?.num_nodes();
        npy::matrix(nodes, columns.len(), (0..nodes).flat_map(|node| self.node_row(node, columns)))
    }
}

impl MotifRow {
    /// The name of the motif: with labels its pattern, otherwise its common name if there is one.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.found.motif.name {
            Some(name) if self.found.labels.is_none() => name.clone(),
            _ => self.pattern.clone(),
        }
    }
}

/// The number of occurrences, or its estimate.
fn amount(found: &CensusMotif) -> f64 {
    found.estimate.map_or(found.count as f64, |estimate| estimate.value)
}

/// The motif in the notation for typed patterns.
fn pattern_text(graph: &LoadedGraph, found: &CensusMotif) -> String {
    let shape = found.motif.shape;
    let Some(labels) = &found.labels else { return shape.notation() };
    let mut builder = LabeledGraph::builder();
    for &label in &labels.nodes {
        builder.node(label);
    }
    for ((tail, head), arcs) in shape.arcs().zip(&labels.arcs) {
        for &label in arcs {
            builder.edge(NodeId(tail as u32), NodeId(head as u32), label);
        }
    }
    let pattern = builder.build().ok().and_then(|graph| Pattern::try_from(graph).ok());
    let mut text = Vec::new();
    let names: Vec<String> = ('a'..).take(shape.num_nodes()).map(String::from).collect();
    let written = pattern.map(|pattern| {
        let labels = graph.label_names();
        write_notation(&pattern, Some(&names), &labels, &mut text, &Control::NONE)
    });
    match written {
        Some(Ok(())) => String::from_utf8_lossy(&text).trim().replace('\n', ", "),
        // Never: a motif is a valid pattern, and writing to memory cannot fail.
        _ => shape.notation(),
    }
}
