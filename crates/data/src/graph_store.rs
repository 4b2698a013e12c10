//! Many graphs in little memory: the bytes of the file, and the offset of each graph.
//!
//! A SMALL graph takes 260 bytes here and 1,800 as a [`LabeledGraph`]; all 448,140 of them would
//! fill most of a gigabyte. A graph is unpacked on request, in about a microsecond.

use std::path::Path;

use isocount_core::{Cancelled, Control, LabeledGraph};
use isocount_format::NamedGraph;

use crate::DataError;
use crate::graph_record::{self, LabelLimits};
use crate::ticker::Ticker;
use crate::varint::{self, Unreadable};

/// How a file of graphs begins.
const MAGIC: &[u8] = b"isocount graphs 1\n";

/// A graph to be added to a store.
///
/// ```
/// use isocount_core::{Label, LabeledGraph};
/// use isocount_data::{GraphEntry, GraphStore};
///
/// // A thousand graphs of your own, packed one by one.
/// let mut builder = LabeledGraph::builder();
/// builder.node(Label(0));
/// let graph = builder.build()?;
/// let names: Vec<String> = (0..1000).map(|number| format!("mol-{number}")).collect();
/// let store = GraphStore::pack(names.iter().map(|name| GraphEntry { name, graph: &graph }));
/// assert_eq!((store.len(), store.name(999)), (1000, "mol-999"));
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GraphEntry<'a> {
    /// Its name.
    pub name: &'a str,
    /// The graph.
    pub graph: &'a LabeledGraph,
}

/// Graphs with names, packed.
///
/// ```
/// use isocount_core::{Label, LabeledGraph};
/// use isocount_data::{GraphEntry, GraphStore};
///
/// let mut builder = LabeledGraph::builder();
/// let (a, b) = (builder.node(Label(0)), builder.node(Label(0)));
/// builder.edge(a, b, Label(0));
/// let graph = builder.build()?;
/// let store = GraphStore::pack([GraphEntry { name: "arc", graph: &graph }]);
/// assert_eq!((store.len(), store.name(0), store.num_arcs(0)), (1, "arc", 1));
/// assert_eq!(store.graph(0), graph);
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphStore {
    /// A file of graphs: the magic, their number, their records.
    bytes: Vec<u8>,
    /// Where each record begins, and where the last one ends.
    starts: Vec<usize>,
}

impl GraphStore {
    /// Packs graphs.
    #[must_use]
    pub fn pack<'a>(graphs: impl IntoIterator<Item = GraphEntry<'a>>) -> Self {
        let mut packed = PackedGraphs::default();
        for GraphEntry { name, graph } in graphs {
            packed.push(name, graph);
        }
        Self::from_packed(&packed)
    }

    pub(crate) fn from_packed(packed: &PackedGraphs) -> Self {
        Self::from_packed_with(packed, &Control::NONE).expect(NOT_CANCELLABLE)
    }

    pub(crate) fn from_packed_with(
        packed: &PackedGraphs,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let anything = LabelLimits { nodes: u32::MAX, edges: u32::MAX };
        match Self::check(packed.to_file(), anything, control) {
            Ok(store) => Ok(store),
            Err(Problem::Cancelled(cancelled)) => Err(cancelled),
            Err(Problem::Damaged(problem)) => unreachable!("packed records are valid: {problem}"),
        }
    }

    /// Takes the contents of a file, after checking every record.
    pub(crate) fn from_file(
        bytes: Vec<u8>,
        path: &Path,
        limits: LabelLimits,
        control: &Control,
    ) -> Result<Self, DataError> {
        Self::check(bytes, limits, control).map_err(|problem| match problem {
            Problem::Cancelled(cancelled) => cancelled.into(),
            Problem::Damaged(problem) => DataError::damaged(path, problem),
        })
    }

    fn check(bytes: Vec<u8>, limits: LabelLimits, control: &Control) -> Result<Self, Problem> {
        let damaged = |problem: &str| Problem::Damaged(problem.to_owned());
        let ticker = &mut Ticker::new(control);
        let rest = bytes.strip_prefix(MAGIC);
        let mut rest = rest.ok_or_else(|| damaged("found no graphs in this file"))?;
        let number =
            varint::take_u32(&mut rest).map_err(|_| damaged("the number of graphs is missing"))?;
        let mut starts = Vec::with_capacity(rest.len().min(number as usize) + 1);
        starts.push(bytes.len() - rest.len());
        for ix in 0..number {
            graph_record::check(&mut rest, limits, ticker).map_err(|problem| match problem {
                Unreadable::Cancelled(cancelled) => Problem::Cancelled(cancelled),
                Unreadable::Malformed(_) => Problem::Damaged(format!("graph {ix} is broken")),
            })?;
            ticker.tick(1).map_err(Problem::Cancelled)?;
            starts.push(bytes.len() - rest.len());
        }
        if !rest.is_empty() {
            let problem = format!("found {} bytes after the last graph", rest.len());
            return Err(Problem::Damaged(problem));
        }
        Ok(Self { bytes, starts })
    }

    /// How many graphs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no graph.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Unpacks a graph.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    #[must_use]
    pub fn graph(&self, ix: usize) -> LabeledGraph {
        self.graph_with(ix, &Control::NONE).expect(NOT_CANCELLABLE)
    }

    /// Like [`graph`](Self::graph), but cancellable, for very large graphs.
    ///
    /// # Errors
    /// If the work was cancelled.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    pub fn graph_with(&self, ix: usize, control: &Control) -> Result<LabeledGraph, Cancelled> {
        match graph_record::take(&mut self.record(ix), control) {
            Ok(graph) => Ok(graph),
            Err(Unreadable::Cancelled(cancelled)) => Err(cancelled),
            Err(Unreadable::Malformed(_)) => unreachable!("records were checked when loaded"),
        }
    }

    /// The name of a graph.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    #[must_use]
    pub fn name(&self, ix: usize) -> &str {
        self.header(ix).name
    }

    /// The number of nodes of a graph, without unpacking it.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    #[must_use]
    pub fn num_nodes(&self, ix: usize) -> usize {
        self.header(ix).num_nodes
    }

    /// The number of arcs of a graph, without unpacking it.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    #[must_use]
    pub fn num_arcs(&self, ix: usize) -> usize {
        self.header(ix).num_arcs
    }

    /// All graphs, unpacked one after the other.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = NamedGraph> + '_ {
        (0..self.len()).map(|ix| NamedGraph::new(self.name(ix), self.graph(ix)))
    }

    /// The contents of the file.
    pub(crate) fn file(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of a graph in the file.
    pub(crate) fn record(&self, ix: usize) -> &[u8] {
        &self.bytes[self.starts[ix]..self.starts[ix + 1]]
    }

    fn header(&self, ix: usize) -> graph_record::Header<'_> {
        let mut record = self.record(ix);
        graph_record::take_header(&mut record).expect("records were checked when they were loaded")
    }
}

const NOT_CANCELLABLE: &str = "the control cannot be cancelled";

/// Why bytes cannot be read as graphs.
enum Problem {
    Damaged(String),
    Cancelled(Cancelled),
}

/// Graphs to be written to a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedGraphs {
    pub(crate) records: Vec<u8>,
    pub(crate) number: u32,
}

impl PackedGraphs {
    pub(crate) fn push(&mut self, name: &str, graph: &LabeledGraph) {
        self.push_with(name, graph, &Control::NONE).expect(NOT_CANCELLABLE);
    }

    pub(crate) fn push_with(
        &mut self,
        name: &str,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<(), Cancelled> {
        graph_record::put(&mut self.records, name, graph, control)?;
        self.number += 1;
        Ok(())
    }

    /// The records of the first `number` graphs.
    pub(crate) fn first(&self, number: u32) -> &[u8] {
        if number >= self.number {
            return &self.records;
        }
        let anything = LabelLimits { nodes: u32::MAX, edges: u32::MAX };
        let mut rest = &self.records[..];
        for _ in 0..number {
            let ticker = &mut Ticker::new(&Control::NONE);
            graph_record::check(&mut rest, anything, ticker).expect("records were packed here");
        }
        &self.records[..self.records.len() - rest.len()]
    }

    pub(crate) fn to_file(&self) -> Vec<u8> {
        let mut bytes = file_start(self.number.into());
        bytes.extend_from_slice(&self.records);
        bytes
    }
}

/// The header of a file with `number` graphs.
pub(crate) fn file_start(number: u64) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    varint::put(&mut bytes, number.into());
    bytes
}

#[cfg(test)]
mod tests {
    use isocount_testkit::random;

    use super::*;

    #[test]
    fn graphs_are_found_by_number() {
        let graphs: Vec<_> = (0..50).map(|seed| random::case(seed).graph).collect();
        let names: Vec<_> = (0..50).map(|seed| format!("g{seed}")).collect();
        let entry = |(name, graph)| GraphEntry { name, graph };
        let store = GraphStore::pack(names.iter().map(String::as_str).zip(&graphs).map(entry));
        assert_eq!(store.len(), 50);
        for (ix, graph) in graphs.iter().enumerate() {
            assert_eq!(&store.graph(ix), graph);
            assert_eq!(store.name(ix), names[ix]);
            assert_eq!(store.num_nodes(ix), graph.num_nodes());
            assert_eq!(store.num_arcs(ix), graph.num_arcs());
        }
        assert_eq!(store.iter().count(), 50);
    }

    #[test]
    fn a_file_cut_short_or_too_long_is_refused() {
        let graphs: Vec<_> = (0..5).map(|seed| random::case(seed).graph).collect();
        let store = GraphStore::pack(graphs.iter().map(|graph| GraphEntry { name: "", graph }));
        let limits = LabelLimits { nodes: 99, edges: 99 };
        let load =
            |bytes: Vec<u8>| GraphStore::from_file(bytes, Path::new("g"), limits, &Control::NONE);
        assert!(load(store.bytes.clone()).is_ok());
        for len in 0..store.bytes.len() {
            assert!(load(store.bytes[..len].to_vec()).is_err(), "{len}");
        }
        let mut longer = store.bytes.clone();
        longer.push(0);
        assert!(load(longer).is_err());
    }
}
