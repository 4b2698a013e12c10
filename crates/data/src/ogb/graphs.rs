//! The graphs of an OGB folder, one at a time: the set is larger than memory.

use std::path::Path;

use isocount_core::{Cancelled, Control, GraphError, Label, LabeledGraph, NodeId, printable};

use super::folder::{CLASSES, EDGE_NUMBERS, EDGES, FEATURES, NODE_NUMBERS, RawFolder};
use super::labels;
use super::table::{NOT_THIS_LAYOUT, Table};
use crate::DataError;
use crate::ticker::Ticker;

/// A line takes about as long as this many short steps.
const TICKS_PER_LINE: usize = 64;

/// A graph with more nodes than this means that the table is of another kind.
const MOST_NODES: u32 = 1 << 24;

/// Reads graphs in the order of the files: symmetric, with labels by degree. The iterator ends
/// after an error.
///
/// An edge that appears twice, in either direction, is one edge. The numbers of edge features and
/// classes are checked, and their values are ignored: the paper has one edge label.
///
/// ```
/// use isocount_core::Control;
/// use isocount_data::OgbGraphs;
/// # use std::io::Write;
/// # let folder = tempfile::tempdir()?;
/// # let tables = [("num-node-list", "3\n"), ("num-edge-list", "2\n"), ("edge", "0,1\n1,2\n")];
/// # for (name, text) in tables {
/// #     let file = std::fs::File::create(folder.path().join(format!("{name}.csv.gz")))?;
/// #     let mut file = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
/// #     file.write_all(text.as_bytes())?;
/// #     file.finish()?;
/// # }
/// # let path = folder.path();
///
/// // A folder of OGB with one graph, a path of three nodes.
/// let mut graphs = OgbGraphs::open(path, &Control::NONE)?;
/// let graph = graphs.next().expect("one graph")?;
/// assert_eq!((graph.num_nodes(), graph.num_arcs()), (3, 4));
/// assert!(graphs.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OgbGraphs {
    control: Control,
    node_numbers: Table,
    edge_numbers: Table,
    edges: Table,
    features: Option<Table>,
    classes: Option<Table>,
    /// The number of feature columns, after the first row.
    num_features: Option<usize>,
    num_read: usize,
    is_over: bool,
}

impl OgbGraphs {
    /// Opens a folder with OGB's tables, or one with them in `raw`. After the control is cancelled,
    /// the next item is an error.
    ///
    /// # Errors
    /// If a table is missing or cannot be read.
    pub fn open(from: &Path, control: &Control) -> Result<Self, DataError> {
        let folder = RawFolder::find(from);
        let table = |name| Table::open(folder.table(name)?);
        let table_if_there = |name| folder.table_if_there(name).map(Table::open).transpose();
        Ok(Self {
            control: control.clone(),
            node_numbers: table(NODE_NUMBERS)?,
            edge_numbers: table(EDGE_NUMBERS)?,
            edges: table(EDGES)?,
            features: table_if_there(FEATURES)?,
            classes: table_if_there(CLASSES)?,
            num_features: None,
            num_read: 0,
            is_over: false,
        })
    }

    /// The next graph; `None` if all tables are at their end.
    fn read(&mut self) -> Result<Option<LabeledGraph>, DataError> {
        let control = self.control.clone();
        let mut ticker = Ticker::new(&control);
        control.check()?;
        if !self.node_numbers.advance()? {
            self.expect_end()?;
            return Ok(None);
        }
        let [num_nodes] = self.node_numbers.numbers::<u32, 1>()?;
        if num_nodes > MOST_NODES {
            let problem = format!("a graph of this set cannot have {num_nodes} nodes");
            return Err(self.node_numbers.error(problem, NOT_THIS_LAYOUT));
        }
        let graph = self.num_read;
        let expected = move || format!("a line for graph {graph}, counted from 0");
        self.edge_numbers.expect(expected)?;
        let [num_edges] = self.edge_numbers.numbers::<u32, 1>()?;
        if let Some(classes) = &mut self.classes {
            classes.expect(expected)?;
        }
        let mut edges = Vec::new();
        for edge in 0..num_edges {
            ticker.tick(TICKS_PER_LINE)?;
            let expected = || format!("edge {} of the {num_edges} of graph {graph}", edge + 1);
            self.edges.expect(expected)?;
            edges.push(self.edge(num_nodes)?);
            if let Some(features) = &mut self.features {
                features.expect(expected)?;
                check_features(features, &mut self.num_features)?;
            }
        }
        self.num_read += 1;
        Ok(Some(build(num_nodes, edges, &control)?))
    }

    /// The two ends of the edge in the line read last, the smaller first.
    fn edge(&self, num_nodes: u32) -> Result<(u32, u32), DataError> {
        let [tail, head] = self.edges.numbers::<u32, 2>()?;
        if let Some(&end) = [tail, head].iter().find(|&&end| end >= num_nodes) {
            let problem = format!(
                "node {end} does not exist; graph {} has {num_nodes} nodes, numbered from 0",
                self.num_read
            );
            return Err(self.edges.error(
                problem,
                "node numbers start from 0 in every graph; the tables must be from one folder",
            ));
        }
        Ok((tail.min(head), tail.max(head)))
    }

    fn expect_end(&mut self) -> Result<(), DataError> {
        let after = format!("after the last of {} graphs", self.num_read);
        let tables = [&mut self.edge_numbers, &mut self.edges];
        let further = [&mut self.features, &mut self.classes];
        let mut all = tables.into_iter().chain(further.into_iter().flatten());
        all.try_for_each(|table| table.expect_end(&after))
    }
}

impl Iterator for OgbGraphs {
    type Item = Result<LabeledGraph, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let read = self.read().transpose();
        self.is_over = !matches!(read, Some(Ok(_)));
        read
    }
}

fn check_features(row: &Table, num_features: &mut Option<usize>) -> Result<(), DataError> {
    let mut found = 0;
    for column in row.columns() {
        found += 1;
        if !column.parse::<f64>().is_ok_and(f64::is_finite) {
            let problem = format!("found `{}`, expected a number", printable(column));
            return Err(row.error(problem, NOT_THIS_LAYOUT));
        }
    }
    let expected = *num_features.get_or_insert(found);
    if found == expected {
        return Ok(());
    }
    let problem = format!("found {found} columns, the lines before have {expected}");
    Err(row.error(problem, "every edge has as many features as the first one"))
}

fn build(
    num_nodes: u32,
    mut edges: Vec<(u32, u32)>,
    control: &Control,
) -> Result<LabeledGraph, Cancelled> {
    edges.sort_unstable();
    edges.dedup();
    let mut degrees = vec![0; num_nodes as usize];
    for &(a, b) in &edges {
        degrees[a as usize] += 1;
        if a != b {
            degrees[b as usize] += 1;
        }
    }
    let mut builder = LabeledGraph::builder();
    builder.reserve(degrees.len(), 2 * edges.len());
    for label in labels::by_degree(&degrees) {
        builder.node(label);
    }
    for (a, b) in edges {
        builder.undirected_edge(NodeId(a), NodeId(b), Label(0));
    }
    builder.build_with(control).map_err(|error| match error {
        GraphError::Cancelled(cancelled) => cancelled,
        other => unreachable!("ends were checked, and no edge is there twice: {other}"),
    })
}
