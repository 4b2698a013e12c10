//! The reasons for a zero: each is a fact about the pattern and the graph that rules out every
//! mapping.
//!
//! The table in `docs/zeros.md` lists them with examples and remedies.

use std::fmt;
use std::sync::Arc;

use isocount_core::printable;

use crate::facts::{LabelLook, LabelOwner};

/// Why a pattern cannot occur in a graph. Numbers refer to the pattern and the graph as seen
/// through the view of the question. The text of a reason is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZeroReason {
    /// The graph has no nodes.
    EmptyGraph,
    /// The pattern has more nodes than the graph, and the mapping is injective.
    FewerNodes {
        /// The number of nodes of the pattern.
        pattern: usize,
        /// The number of nodes of the graph.
        graph: usize,
    },
    /// A label of the pattern does not occur in the graph, or not often enough.
    Label {
        /// Whether it is a node label or an edge label.
        owner: LabelOwner,
        /// The name of the label. It comes from outside: print it with [`printable`].
        label: Arc<str>,
        /// How many nodes or arcs of the graph must have it.
        needed: usize,
        /// How many have it.
        found: usize,
        /// The classification of the labels of the pattern.
        pattern_look: LabelLook,
        /// The classification of the labels of the graph.
        graph_look: LabelLook,
        /// The number of distinct labels in the graph.
        graph_labels: usize,
    },
    /// A node or an arc of the pattern accepts a set of labels, and none of them occurs in the
    /// graph.
    NoLabelOfSet {
        /// Whether it is a set of node labels or of edge labels.
        owner: LabelOwner,
        /// The set, such as `F|Cl` or `!C`. Its names come from outside: print them with
        /// [`printable`].
        set: Arc<str>,
    },
    /// Nothing satisfies a condition of the pattern.
    Condition {
        /// Whether it is a condition on a node or on an arc.
        owner: LabelOwner,
        /// The labels that are accepted, such as `F|Cl`; `None` if any label is. The names come
        /// from outside: print them with [`printable`].
        labels: Option<Arc<str>>,
        /// The condition, such as `age > 30`.
        condition: Arc<str>,
    },
    /// The pattern has undirected edges, and the graph has none or too few.
    FewerUndirectedEdges {
        /// Pairs of opposite arcs in the pattern.
        pattern: usize,
        /// Pairs of opposite arcs in the graph.
        graph: usize,
    },
    /// Every label occurs, but no arc joins nodes with these labels in this direction.
    NoSuchArc {
        /// The label of the tail.
        tail: Arc<str>,
        /// The label of the arc, unless there is only one.
        edge: Option<Arc<str>>,
        /// The label of the head.
        head: Arc<str>,
        /// Whether there is such an arc in the opposite direction.
        reverse: Reverse,
        /// The classification of the node labels of the graph.
        graph_look: LabelLook,
    },
    /// The graph has no loop like the one in the pattern.
    NoSuchLoop {
        /// The label of the node.
        node: Arc<str>,
        /// The label of the loop.
        edge: Arc<str>,
        /// The number of loops in the graph.
        graph_loops: usize,
    },
    /// The pattern has more parallel arcs from one node to another than any two nodes of the graph.
    FewerParallelArcs {
        /// The maximum in the pattern.
        pattern: usize,
        /// The maximum in the graph.
        graph: usize,
    },
    /// The pattern has more arcs than the graph.
    FewerArcs {
        /// The number of arcs of the pattern.
        pattern: usize,
        /// The number of arcs of the graph.
        graph: usize,
    },
    /// A node of the pattern has more neighbours than any node of the graph.
    FewerNeighbours {
        /// Which arcs make a neighbour.
        adjacency: Adjacency,
        /// The maximum number of neighbours in the pattern.
        pattern: usize,
        /// The maximum number of neighbours in the graph.
        graph: usize,
    },
    /// The pattern requires an arc that it also forbids.
    Contradiction,
    /// The pattern occurs only where an arc is that it forbids.
    AlwaysForbidden,
    /// Induced: the pattern has an arc without a reverse arc, and every arc of the graph has one.
    NoOneWayArc,
    /// Induced: the pattern has a node without a loop, and every node of the graph has one.
    LoopsEverywhere,
}

/// Whether an arc occurs in the opposite direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reverse {
    /// It does.
    Occurs,
    /// It does not.
    Absent,
}

/// Which arcs make two nodes neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// An arc in either direction.
    Any,
    /// An arc to the other node.
    Out,
    /// An arc from the other node.
    In,
    /// An arc and its reverse.
    Mutual,
}

impl ZeroReason {
    /// Whether `other` follows from this reason, or repeats it.
    pub(super) fn says_more_than(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Label { owner: one, .. }, Self::Label { owner: other, .. }) => one == other,
            (Self::EmptyGraph | Self::FewerArcs { graph: 0, .. }, _)
            // With few nodes, labels are rare as well.
            | (Self::FewerNodes { .. }, Self::Label { found: 1.., .. } | Self::FewerNeighbours { .. })
            | (Self::Label { .. }, Self::NoSuchArc { .. })
            | (Self::FewerArcs { .. }, Self::FewerArcs { .. } | Self::FewerNeighbours { .. })
            | (
                Self::FewerUndirectedEdges { .. },
                Self::FewerNeighbours { .. } | Self::FewerArcs { .. },
            ) => true,
            _ => false,
        }
    }

    /// The owner of the label that is missing or rare, if that is the reason.
    #[must_use]
    pub fn label_owner(&self) -> Option<LabelOwner> {
        match self {
            Self::Label { owner, .. } | Self::NoLabelOfSet { owner, .. } => Some(*owner),
            _ => None,
        }
    }
}

impl fmt::Display for ZeroReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyGraph => f.write_str("the graph has no nodes"),
            Self::FewerNodes { pattern, graph } => {
                write!(f, "the pattern has {}, the graph only {graph}", nodes(*pattern))
            }
            Self::Label { owner, label, needed, found, pattern_look, graph_look, graph_labels } => {
                label_count(f, *owner, label, [*needed, *found])?;
                label_looks(f, *owner, [*pattern_look, *graph_look], [*found, *graph_labels])
            }
            Self::FewerUndirectedEdges { graph: 0, .. } => f.write_str(
                "the pattern has undirected edges (pairs of opposite arcs), and no arc of the graph \
                 has its reverse",
            ),
            Self::FewerUndirectedEdges { pattern, graph } => write!(
                f,
                "the pattern has {pattern} undirected edges (pairs of opposite arcs), the graph only \
                 {graph}"
            ),
            Self::NoSuchArc { tail, edge, head, reverse, graph_look } => {
                let (tail, head) = (printable(tail), printable(head));
                f.write_str("no arc of the graph ")?;
                if let Some(edge) = edge {
                    write!(f, "with the label `{}` ", printable(edge))?;
                }
                write!(f, "goes from a node with the label `{tail}` to one with `{head}`")?;
                match (reverse, graph_look) {
                    (Reverse::Occurs, _) => f.write_str("; in the other direction there is one"),
                    (Reverse::Absent, LabelLook::Unique) => {
                        f.write_str("; every node of the graph has a label of its own")
                    }
                    (Reverse::Absent, _) => Ok(()),
                }
            }
            Self::NoLabelOfSet { owner, set } => {
                let thing = if *owner == LabelOwner::Node { "node" } else { "arc" };
                write!(f, "no {thing} of the graph has a label of `{}`, as in the pattern", printable(set))
            }
            Self::Condition { owner, labels, condition } => {
                let thing = if *owner == LabelOwner::Node { "node" } else { "arc" };
                write!(f, "no {thing} of the graph ")?;
                if let Some(labels) = labels {
                    write!(f, "with the label `{}` ", printable(labels))?;
                }
                write!(f, "satisfies `{}`", printable(condition))
            }
            Self::NoSuchLoop { graph_loops: 0, .. } => {
                f.write_str("the pattern has a loop, the graph has none")
            }
            Self::NoSuchLoop { node, edge, .. } => write!(
                f,
                "no loop of the graph has the label `{}` and a node with the label `{}`, as in the \
                 pattern",
                printable(edge),
                printable(node)
            ),
            Self::FewerParallelArcs { pattern, graph } => write!(
                f,
                "the pattern has {pattern} parallel arcs from one node to another, the graph \
                 nowhere more than {graph}"
            ),
            Self::FewerArcs { graph: 0, .. } => {
                f.write_str("the pattern has arcs, the graph has none")
            }
            Self::FewerArcs { pattern, graph } => {
                write!(f, "the pattern has {}, the graph only {graph}", arcs(*pattern))
            }
            Self::FewerNeighbours { adjacency, pattern, graph } => {
                let how = match adjacency {
                    Adjacency::Any => "neighbours",
                    Adjacency::Out => "neighbours that its arcs lead to",
                    Adjacency::In => "neighbours whose arcs lead to it",
                    Adjacency::Mutual => "neighbours by undirected edges",
                };
                write!(
                    f,
                    "a node of the pattern has {pattern} {how}, no node of the graph has more than \
                     {graph}"
                )
            }
            Self::Contradiction => f.write_str("the pattern requires an arc that it also forbids"),
            Self::AlwaysForbidden => f.write_str(
                "wherever the pattern would occur, the graph has an arc that the pattern forbids",
            ),
            Self::NoOneWayArc => f.write_str(
                "the pattern has an arc without its reverse, every arc of the graph has its reverse, \
                 and an induced mapping allows no additional arcs",
            ),
            Self::LoopsEverywhere => f.write_str(
                "the pattern has a node without a loop, every node of the graph has a loop, and an \
                 induced mapping allows no additional arcs",
            ),
        }
    }
}

fn nodes(number: usize) -> String {
    format!("{number} node{}", if number == 1 { "" } else { "s" })
}

fn arcs(number: usize) -> String {
    format!("{number} arc{}", if number == 1 { "" } else { "s" })
}

fn label_count(
    f: &mut fmt::Formatter<'_>,
    owner: LabelOwner,
    label: &str,
    [needed, found]: [usize; 2],
) -> fmt::Result {
    let label = printable(label);
    match (owner, found) {
        (LabelOwner::Node, 0) => {
            write!(f, "no node of the graph has the label `{label}` of the pattern")
        }
        (LabelOwner::Arc, 0) => {
            write!(f, "no arc of the graph has the label `{label}` of the pattern")
        }
        (owner, _) => {
            let things = if owner == LabelOwner::Node { "nodes" } else { "arcs" };
            write!(
                f,
                "the pattern needs {needed} {things} with the label `{label}`, the graph has {found}"
            )
        }
    }
}

/// What the labels as a whole suggest.
fn label_looks(
    f: &mut fmt::Formatter<'_>,
    owner: LabelOwner,
    [pattern, graph]: [LabelLook; 2],
    [found, distinct]: [usize; 2],
) -> fmt::Result {
    let thing = if owner == LabelOwner::Node { "node" } else { "edge" };
    match (graph, pattern) {
        (LabelLook::Unlabeled, _) if found > 0 => Ok(()),
        (LabelLook::Unlabeled, _) => write!(f, "; the graph has no {thing} labels (all are `0`)"),
        (LabelLook::Unique, _) => {
            write!(f, "; every {thing} of the graph has a label of its own")
        }
        (LabelLook::Weights, _) => {
            write!(f, "; the {distinct} edge labels of the graph look like weights")
        }
        (_, LabelLook::Unlabeled) => {
            write!(f, "; the pattern has no {thing} labels (all are `0`), the graph has {distinct}")
        }
        _ => Ok(()),
    }
}
