//! Building a graph, and what can be wrong with it.

use crate::graph::Rows;
use crate::row_sort::sort_row;
use crate::{Cancelled, Control, Edge, HalfArc, Label, LabeledGraph, NodeId, number_of};

/// Why nodes and arcs do not make a graph. `edge` is the index of a call of [`GraphBuilder::edge`],
/// from 0, so that a reader can name the offending line of its file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// An arc names a node that was never added.
    #[error("node {} does not exist; the graph has {}, numbered from 0", .node.0, number_of(*num_nodes, "node"))]
    DanglingEnd {
        /// Index of the arc.
        edge: usize,
        /// The missing end.
        node: NodeId,
        /// The number of nodes.
        num_nodes: usize,
    },
    /// The same arc, label included, was added twice.
    #[error(
        "the arc from node {} to node {} with this label is given twice; \
         parallel arcs must differ in their label", .arc.tail.0, .arc.head.0)]
    RepeatedArc {
        /// Index of the later of the two.
        edge: usize,
        /// The arc itself.
        arc: Edge,
    },
    /// There are more nodes or arcs than 32-bit numbers can index.
    #[error("a graph holds at most {max} nodes and {max} arcs", max = u32::MAX)]
    TooLarge,
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Collects nodes and arcs, then checks and sorts them once.
///
/// ```
/// use isocount_core::{GraphError, Label, LabeledGraph, NodeId};
///
/// // A list of friends, with one friendship in it twice.
/// let friends = [(0, 1), (1, 2), (2, 0), (1, 0)];
/// let mut builder = LabeledGraph::builder();
/// for _ in 0..3 {
///     builder.node(Label(0));
/// }
/// for (a, b) in friends {
///     builder.undirected_edge(NodeId(a), NodeId(b), Label(0));
/// }
/// // That may be a mistake in the list, so it is refused, unless you say that it is none.
/// assert!(matches!(builder.clone().build(), Err(GraphError::RepeatedArc { .. })));
/// assert_eq!(builder.build_merged()?.num_arcs(), 6);
/// # Ok::<(), GraphError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    node_labels: Vec<Label>,
    edges: Vec<Edge>,
}

impl GraphBuilder {
    /// Reserves capacity for at least this many more nodes and arcs.
    pub fn reserve(&mut self, num_nodes: usize, num_arcs: usize) {
        self.node_labels.reserve(num_nodes);
        self.edges.reserve(num_arcs);
    }

    /// Adds a node.
    ///
    /// # Panics
    /// If there are already 2³² nodes.
    pub fn node(&mut self, label: Label) -> NodeId {
        let id = u32::try_from(self.node_labels.len()).expect("a graph has fewer than 2^32 nodes");
        self.node_labels.push(label);
        NodeId(id)
    }

    /// Adds an arc. Its ends may be added later; [`build`](Self::build) checks them.
    pub fn edge(&mut self, tail: NodeId, head: NodeId, label: Label) -> &mut Self {
        self.edges.push(Edge { tail, head, label });
        self
    }

    /// Adds an undirected edge: two arcs, or one where both ends are the same node.
    pub fn undirected_edge(&mut self, a: NodeId, b: NodeId, label: Label) -> &mut Self {
        self.edge(a, b, label);
        if a != b {
            self.edge(b, a, label);
        }
        self
    }

    /// The number of nodes so far.
    #[must_use]
    pub fn num_nodes(&self) -> usize {
        self.node_labels.len()
    }

    /// The number of arcs so far.
    #[must_use]
    pub fn num_arcs(&self) -> usize {
        self.edges.len()
    }

    /// Checks and sorts the arcs. O(arcs + nodes) plus the sorting of each row.
    ///
    /// # Errors
    /// If an end is dangling, an arc is repeated, or the graph exceeds 32 bits.
    pub fn build(self) -> Result<LabeledGraph, GraphError> {
        self.build_with(&Control::NONE)
    }

    /// Like [`build`](Self::build), but can be cancelled, for very large graphs.
    ///
    /// # Errors
    /// As [`build`](Self::build), and if the work was cancelled.
    #[expect(clippy::missing_panics_doc, reason = "a repeated arc occurs twice")]
    pub fn build_with(self, control: &Control) -> Result<LabeledGraph, GraphError> {
        let looks = &mut Looks::at(control);
        self.check_ends(looks)?;
        let out = self.sorted_rows(looks)?;
        if let Some(arc) = repeated(&out, looks)? {
            let later = self.edges.iter().enumerate().filter(|(_, e)| **e == arc).nth(1);
            let edge = later.expect("a repeated arc occurs at least twice").0;
            return Err(GraphError::RepeatedArc { edge, arc });
        }
        Ok(self.finish(out, looks)?)
    }

    /// Like [`build`](Self::build), but arcs that are equal are merged into one.
    ///
    /// # Errors
    /// If an end is dangling, or the graph exceeds 32 bits.
    pub fn build_merged(self) -> Result<LabeledGraph, GraphError> {
        self.build_merged_with(&Control::NONE)
    }

    /// Like [`build_merged`](Self::build_merged), but can be cancelled, for very large graphs.
    ///
    /// # Errors
    /// As [`build_merged`](Self::build_merged), and if the work was cancelled.
    pub fn build_merged_with(self, control: &Control) -> Result<LabeledGraph, GraphError> {
        let looks = &mut Looks::at(control);
        self.check_ends(looks)?;
        let mut out = self.sorted_rows(looks)?;
        merge_equal(&mut out, looks)?;
        Ok(self.finish(out, looks)?)
    }

    fn check_ends(&self, looks: &mut Looks<'_>) -> Result<(), GraphError> {
        let num_nodes = self.node_labels.len();
        if u32::try_from(num_nodes).is_err() || u32::try_from(self.edges.len()).is_err() {
            return Err(GraphError::TooLarge);
        }
        for (edge, arc) in self.edges.iter().enumerate() {
            looks.after(1)?;
            if let Some(&node) = [arc.tail, arc.head].iter().find(|v| v.ix() >= num_nodes) {
                return Err(GraphError::DanglingEnd { edge, node, num_nodes });
            }
        }
        Ok(())
    }

    /// Arcs by tail, each row sorted by (head, label).
    fn sorted_rows(&self, looks: &mut Looks<'_>) -> Result<Rows, Cancelled> {
        let num_nodes = self.node_labels.len();
        let by_tail =
            || self.edges.iter().map(|e| (e.tail, HalfArc { node: e.head, label: e.label }));
        let mut rows = group(num_nodes, looks, by_tail)?;
        for v in 0..num_nodes {
            let row = &mut rows.arcs[rows.starts[v] as usize..rows.starts[v + 1] as usize];
            sort_row(row, looks)?;
        }
        Ok(rows)
    }

    /// Drops the arc list before the second direction is laid out, to keep peak memory low.
    fn finish(self, out: Rows, looks: &mut Looks<'_>) -> Result<LabeledGraph, Cancelled> {
        let Self { node_labels, edges } = self;
        drop(edges);
        // Tails ascend, and labels within a tail, so each row of the other direction is already
        // sorted.
        let into = group(node_labels.len(), looks, || {
            (0..node_labels.len()).flat_map(|tail| {
                let row = &out.arcs[out.starts[tail] as usize..out.starts[tail + 1] as usize];
                let back =
                    move |arc: &HalfArc| HalfArc { node: NodeId(tail as u32), label: arc.label };
                row.iter().map(move |arc| (arc.node, back(arc)))
            })
        })?;
        Ok(LabeledGraph { node_labels, out, into })
    }
}

/// Checks a [`Control`] now and then, so that a pass over millions of arcs stops within a few
/// milliseconds of being cancelled.
pub(crate) struct Looks<'a> {
    control: &'a Control,
    since: usize,
}

impl<'a> Looks<'a> {
    /// Number of arcs between two checks: about a millisecond of work.
    const ARCS_PER_LOOK: usize = 1 << 14;

    pub(crate) fn at(control: &'a Control) -> Self {
        Self { control, since: 0 }
    }

    /// Must be called after every few arcs, with their number.
    #[inline]
    pub(crate) fn after(&mut self, num_arcs: usize) -> Result<(), Cancelled> {
        self.since += num_arcs;
        if self.since < Self::ARCS_PER_LOOK {
            return Ok(());
        }
        self.since = 0;
        self.control.check()
    }
}

/// Returns an arc that occurs twice in its row, if there is one.
fn repeated(rows: &Rows, looks: &mut Looks<'_>) -> Result<Option<Edge>, Cancelled> {
    for tail in 0..rows.starts.len() - 1 {
        let row = &rows.arcs[rows.starts[tail] as usize..rows.starts[tail + 1] as usize];
        looks.after(row.len())?;
        if let Some(twice) = row.windows(2).find(|pair| pair[0] == pair[1]) {
            let (head, label) = (twice[0].node, twice[0].label);
            return Ok(Some(Edge { tail: NodeId(tail as u32), head, label }));
        }
    }
    Ok(None)
}

/// Keeps one of each run of equal arcs in every row.
fn merge_equal(rows: &mut Rows, looks: &mut Looks<'_>) -> Result<(), Cancelled> {
    let (num_rows, mut kept) = (rows.starts.len() - 1, 0);
    for v in 0..num_rows {
        let old = rows.starts[v] as usize..rows.starts[v + 1] as usize;
        looks.after(old.len())?;
        let start = kept;
        for i in old {
            let arc = rows.arcs[i];
            if kept == start || rows.arcs[kept - 1] != arc {
                rows.arcs[kept] = arc;
                kept += 1;
            }
        }
        rows.starts[v] = start as u32;
    }
    rows.starts[num_rows] = kept as u32;
    rows.arcs.truncate(kept);
    Ok(())
}

/// Counting sort of `(row, arc)` items by row; stable within a row.
fn group<I: Iterator<Item = (NodeId, HalfArc)>>(
    num_rows: usize,
    looks: &mut Looks<'_>,
    items: impl Fn() -> I,
) -> Result<Rows, Cancelled> {
    let mut starts = vec![0_u32; num_rows + 1];
    for (row, _) in items() {
        looks.after(1)?;
        starts[row.ix() + 1] += 1;
    }
    for v in 0..num_rows {
        looks.after(1)?;
        starts[v + 1] += starts[v];
    }
    let empty = HalfArc { node: NodeId(0), label: Label(0) };
    let mut arcs = vec![empty; starts[num_rows] as usize];
    let mut next = starts.clone();
    for (row, arc) in items() {
        looks.after(1)?;
        arcs[next[row.ix()] as usize] = arc;
        next[row.ix()] += 1;
    }
    Ok(Rows { starts, arcs })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three_nodes() -> GraphBuilder {
        let mut builder = LabeledGraph::builder();
        for label in 0..3 {
            builder.node(Label(label));
        }
        builder
    }

    #[test]
    fn rows_are_sorted_in_both_directions() {
        let mut b = three_nodes();
        b.edge(NodeId(2), NodeId(1), Label(0)).edge(NodeId(0), NodeId(1), Label(5));
        b.edge(NodeId(0), NodeId(1), Label(2)).edge(NodeId(0), NodeId(0), Label(9));
        let g = b.build().unwrap();
        let arc = |node, label| HalfArc { node: NodeId(node), label: Label(label) };
        assert_eq!(g.out_arcs(NodeId(0)), [arc(0, 9), arc(1, 2), arc(1, 5)]);
        assert_eq!(g.in_arcs(NodeId(1)), [arc(0, 2), arc(0, 5), arc(2, 0)]);
        assert_eq!(g.in_arcs(NodeId(0)), [arc(0, 9)]);
        assert_eq!(g.arcs_between(NodeId(0), NodeId(1)), [arc(1, 2), arc(1, 5)]);
        assert_eq!(g.arcs_between(NodeId(1), NodeId(0)), []);
        assert_eq!(g.arcs().count(), 4);
    }

    #[test]
    fn parallel_arcs_need_different_labels() {
        let mut b = three_nodes();
        b.edge(NodeId(0), NodeId(1), Label(1)).edge(NodeId(1), NodeId(2), Label(1));
        b.edge(NodeId(0), NodeId(1), Label(2)).edge(NodeId(0), NodeId(1), Label(1));
        let merged = b.clone().build_merged().unwrap();
        assert_eq!(merged.num_arcs(), 3);
        let arc = Edge { tail: NodeId(0), head: NodeId(1), label: Label(1) };
        assert_eq!(b.build(), Err(GraphError::RepeatedArc { edge: 3, arc }));
    }

    /// A hub long enough for the radix sort, its arcs shuffled and some of them repeated.
    #[test]
    fn long_rows_are_sorted_and_merged_like_short_ones() {
        let num_nodes = 1 << 18;
        let mut b = LabeledGraph::builder();
        for _ in 0..num_nodes {
            b.node(Label(0));
        }
        let scattered = |i: u32| NodeId(i.wrapping_mul(2_654_435_761) % num_nodes);
        for i in 0..num_nodes {
            b.edge(NodeId(1), scattered(i), Label(i % 3)).edge(NodeId(1), scattered(i), Label(7));
        }
        let mut expected: Vec<HalfArc> = (0..num_nodes)
            .flat_map(|i| [i % 3, 7].map(|l| HalfArc { node: scattered(i), label: Label(l) }))
            .collect();
        expected.sort_unstable();
        let built = b.clone().build().unwrap();
        assert!(built.out_arcs(NodeId(1)) == expected);
        b.edge(NodeId(1), NodeId(5), Label(7));
        assert!(b.clone().build_merged().unwrap() == built);
        let arc = Edge { tail: NodeId(1), head: NodeId(5), label: Label(7) };
        let edge = 2 * num_nodes as usize;
        assert_eq!(b.build(), Err(GraphError::RepeatedArc { edge, arc }));
    }

    #[test]
    fn a_large_build_can_be_cancelled() {
        let mut b = three_nodes();
        for label in 0..100_000 {
            b.edge(NodeId(0), NodeId(1), Label(label));
        }
        let control = Control::new();
        assert_eq!(b.clone().build_with(&control).unwrap().num_arcs(), 100_000);
        control.cancel();
        let cancelled = GraphError::Cancelled(Cancelled);
        assert_eq!(b.clone().build_with(&control), Err(cancelled.clone()));
        assert_eq!(b.build_merged_with(&control), Err(cancelled));
    }

    #[test]
    fn a_dangling_end_is_refused() {
        let mut b = three_nodes();
        b.edge(NodeId(0), NodeId(1), Label(0)).edge(NodeId(1), NodeId(3), Label(0));
        let error = GraphError::DanglingEnd { edge: 1, node: NodeId(3), num_nodes: 3 };
        assert_eq!(b.build(), Err(error));
    }
}
