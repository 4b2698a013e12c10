//! Many graphs in little memory: the bytes of the file, and where each graph begins.
//!
//! A SMALL graph takes 260 bytes here and 1,800 as a [`LabeledGraph`]; all 448,140 of them would
//! fill most of a gigabyte. A graph is unpacked when it is asked for, in about a microsecond.

use std::path::Path;

use isocount_core::LabeledGraph;
use isocount_format::NamedGraph;

use crate::DataError;
use crate::graph_record::{self, LabelLimits};
use crate::varint;

/// How a file of graphs begins.
const MAGIC: &[u8] = b"isocount graphs 1\n";

/// Graphs with names, packed.
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
    pub fn pack<'a>(graphs: impl IntoIterator<Item = (&'a str, &'a LabeledGraph)>) -> Self {
        let mut packed = PackedGraphs::default();
        for (name, graph) in graphs {
            packed.push(name, graph);
        }
        Self::from_packed(&packed)
    }

    pub(crate) fn from_packed(packed: &PackedGraphs) -> Self {
        let bytes = packed.to_file();
        let anything = LabelLimits { nodes: u32::MAX, edges: u32::MAX };
        Self::check(bytes, anything).expect("what was packed can be unpacked")
    }

    /// Takes the contents of a file, after checking every record.
    pub(crate) fn from_file(
        bytes: Vec<u8>,
        path: &Path,
        limits: LabelLimits,
    ) -> Result<Self, DataError> {
        Self::check(bytes, limits).map_err(|problem| DataError::damaged(path, problem))
    }

    fn check(bytes: Vec<u8>, limits: LabelLimits) -> Result<Self, String> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or("found no graphs in this file")?;
        let number = varint::take_u32(&mut rest).map_err(|_| "the number of graphs is missing")?;
        let mut starts = Vec::with_capacity(rest.len().min(number as usize) + 1);
        starts.push(bytes.len() - rest.len());
        for ix in 0..number {
            graph_record::check(&mut rest, limits).map_err(|_| format!("graph {ix} is broken"))?;
            starts.push(bytes.len() - rest.len());
        }
        if !rest.is_empty() {
            return Err(format!("found {} bytes after the last graph", rest.len()));
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
        let mut record = self.record(ix);
        graph_record::take(&mut record).expect("records were checked when they were loaded")
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
        (0..self.len())
            .map(|ix| NamedGraph { name: self.name(ix).to_owned(), graph: self.graph(ix) })
    }

    /// The contents of the file.
    pub(crate) fn file(&self) -> &[u8] {
        &self.bytes
    }

    fn record(&self, ix: usize) -> &[u8] {
        &self.bytes[self.starts[ix]..self.starts[ix + 1]]
    }

    fn header(&self, ix: usize) -> graph_record::Header<'_> {
        let mut record = self.record(ix);
        graph_record::take_header(&mut record).expect("records were checked when they were loaded")
    }
}

/// Graphs on their way into a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedGraphs {
    pub(crate) records: Vec<u8>,
    pub(crate) number: u32,
}

impl PackedGraphs {
    pub(crate) fn push(&mut self, name: &str, graph: &LabeledGraph) {
        graph_record::put(&mut self.records, name, graph);
        self.number += 1;
    }

    /// The records of the first so many graphs.
    pub(crate) fn first(&self, number: u32) -> &[u8] {
        if number >= self.number {
            return &self.records;
        }
        let anything = LabelLimits { nodes: u32::MAX, edges: u32::MAX };
        let mut rest = &self.records[..];
        for _ in 0..number {
            graph_record::check(&mut rest, anything).expect("records were packed here");
        }
        &self.records[..self.records.len() - rest.len()]
    }

    fn to_file(&self) -> Vec<u8> {
        let mut bytes = file_start(self.number.into());
        bytes.extend_from_slice(&self.records);
        bytes
    }
}

/// What precedes the records in a file of so many graphs.
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
        let store = GraphStore::pack(names.iter().map(String::as_str).zip(&graphs));
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
        let store = GraphStore::pack(graphs.iter().map(|graph| ("", graph)));
        let limits = LabelLimits { nodes: 99, edges: 99 };
        let load = |bytes: Vec<u8>| GraphStore::from_file(bytes, Path::new("g"), limits);
        assert!(load(store.bytes.clone()).is_ok());
        for len in 0..store.bytes.len() {
            assert!(load(store.bytes[..len].to_vec()).is_err(), "{len}");
        }
        let mut longer = store.bytes.clone();
        longer.push(0);
        assert!(load(longer).is_err());
    }
}
