//! A directed labelled multigraph in compressed sparse rows, both directions.

use crate::GraphBuilder;

/// A node, numbered from 0 in insertion order.
///
/// ```
/// use isocount_core::{Label, LabeledGraph, NodeId};
///
/// let names = ["Ann", "Bob"];
/// let mut builder = LabeledGraph::builder();
/// for _ in names {
///     builder.node(Label(0));
/// }
/// let second = NodeId(1);
/// assert_eq!(names[second.ix()], "Bob");
/// assert!(builder.build()?.nodes().eq([NodeId(0), second]));
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The number as a `usize` index.
    #[must_use]
    #[inline]
    pub fn ix(self) -> usize {
        self.0 as usize
    }
}

/// A node label or an edge label, numbered from 0; readers intern text into them.
///
/// ```
/// use isocount_core::{Label, LabeledGraph};
///
/// // Labels mean what you want them to mean: here, atomic numbers.
/// let (hydrogen, oxygen) = (Label(1), Label(8));
/// let mut builder = LabeledGraph::builder();
/// let o = builder.node(oxygen);
/// for _ in 0..2 {
///     let h = builder.node(hydrogen);
///     builder.undirected_edge(o, h, Label(0));
/// }
/// assert_eq!(builder.build()?.node_labels(), [oxygen, hydrogen, hydrogen]);
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub u32);

/// An arc as seen from one end: the node at the other end, and the edge label.
///
/// ```
/// use isocount_core::{HalfArc, Label, LabeledGraph};
///
/// // Ann follows Bob, and Bob follows Ann and Cid.
/// let (person, follows) = (Label(0), Label(0));
/// let mut builder = LabeledGraph::builder();
/// let [ann, bob, cid] = [(); 3].map(|()| builder.node(person));
/// builder.edge(ann, bob, follows).edge(bob, ann, follows).edge(bob, cid, follows);
/// let graph = builder.build()?;
///
/// let to = |node| HalfArc { node, label: follows };
/// assert_eq!(graph.out_arcs(bob), [to(ann), to(cid)]);
/// assert_eq!(graph.in_arcs(cid), [to(bob)]);
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfArc {
    /// The node at the other end.
    pub node: NodeId,
    /// The label of the arc.
    pub label: Label,
}

/// An arc with both ends.
///
/// ```
/// use isocount_core::{Edge, Label, LabeledGraph, NodeId};
///
/// let mut builder = LabeledGraph::builder();
/// let (fox, hare) = (builder.node(Label(0)), builder.node(Label(0)));
/// builder.edge(fox, hare, Label(5));
/// let graph = builder.build()?;
///
/// let eats = Edge { tail: fox, head: hare, label: Label(5) };
/// assert_eq!(graph.arcs().collect::<Vec<_>>(), [eats]);
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// Where the arc starts.
    pub tail: NodeId,
    /// Where the arc ends; equal to `tail` for a loop.
    pub head: NodeId,
    /// The label of the arc.
    pub label: Label,
}

/// A finite directed graph with one label per node and per arc. It is immutable.
///
/// Parallel arcs are allowed if their labels differ. Loops are allowed. An undirected edge is
/// stored as two arcs. Arcs are stored twice, by tail and by head: 16 bytes per arc and 12 per
/// node.
///
/// ```
/// use isocount_core::{Label, LabeledGraph, NodeId};
///
/// let mut builder = LabeledGraph::builder();
/// let (a, b) = (builder.node(Label(0)), builder.node(Label(1)));
/// builder.edge(a, b, Label(7));
/// let graph = builder.build()?;
/// assert_eq!(graph.num_arcs(), 1);
/// assert!(graph.has_arc(a, b, Label(7)));
/// assert!(!graph.has_arc(b, a, Label(7)));
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LabeledGraph {
    pub(crate) node_labels: Vec<Label>,
    pub(crate) out: Rows,
    pub(crate) into: Rows,
}

/// Arcs grouped by one end: row `v` is `arcs[starts[v]..starts[v + 1]]`, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    pub(crate) starts: Vec<u32>,
    pub(crate) arcs: Vec<HalfArc>,
}

impl Rows {
    #[inline]
    fn row(&self, v: NodeId) -> &[HalfArc] {
        &self.arcs[self.starts[v.ix()] as usize..self.starts[v.ix() + 1] as usize]
    }
}

impl LabeledGraph {
    /// Starts an empty graph.
    #[must_use]
    pub fn builder() -> GraphBuilder {
        GraphBuilder::default()
    }

    /// The number of nodes.
    #[must_use]
    #[inline]
    pub fn num_nodes(&self) -> usize {
        self.node_labels.len()
    }

    /// The number of arcs; an undirected edge counts twice, a loop once.
    #[must_use]
    #[inline]
    pub fn num_arcs(&self) -> usize {
        self.out.arcs.len()
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.node_labels.len() as u32).map(NodeId)
    }

    /// All arcs, ordered by tail, head and label.
    pub fn arcs(&self) -> impl Iterator<Item = Edge> + '_ {
        self.nodes().flat_map(|tail| {
            let leaving = self.out_arcs(tail).iter();
            leaving.map(move |arc| Edge { tail, head: arc.node, label: arc.label })
        })
    }

    /// The label of a node.
    ///
    /// # Panics
    /// If the node is out of range.
    #[must_use]
    #[inline]
    pub fn node_label(&self, v: NodeId) -> Label {
        self.node_labels[v.ix()]
    }

    /// The labels of all nodes, in node order.
    #[must_use]
    #[inline]
    pub fn node_labels(&self) -> &[Label] {
        &self.node_labels
    }

    /// The arcs that leave `v`, sorted by (head, label). A loop is among them.
    #[must_use]
    #[inline]
    pub fn out_arcs(&self, v: NodeId) -> &[HalfArc] {
        self.out.row(v)
    }

    /// The arcs that enter `v`, sorted by (tail, label). A loop is among them.
    #[must_use]
    #[inline]
    pub fn in_arcs(&self, v: NodeId) -> &[HalfArc] {
        self.into.row(v)
    }

    /// The parallel arcs from `tail` to `head`, sorted by label. O(log degree).
    #[must_use]
    #[inline]
    pub fn arcs_between(&self, tail: NodeId, head: NodeId) -> &[HalfArc] {
        let row = self.out_arcs(tail);
        let from = row.partition_point(|arc| arc.node < head);
        let len = row[from..].iter().take_while(|arc| arc.node == head).count();
        &row[from..from + len]
    }

    /// Whether the graph contains the arc (`tail`, `head`, `label`). O(log degree).
    #[must_use]
    #[inline]
    pub fn has_arc(&self, tail: NodeId, head: NodeId, label: Label) -> bool {
        self.out_arcs(tail).binary_search(&HalfArc { node: head, label }).is_ok()
    }
}
