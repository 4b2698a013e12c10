//! The small graph whose occurrences are counted.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::absent::Absent;
use crate::pattern_builder::{PatternBuilder, StandIns};
use crate::{Label, LabelSet, LabeledGraph, NodeId, Wanted};

/// A pattern without nodes. It is refused because every graph contains it exactly once, whatever
/// was intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pattern has no nodes; a pattern needs at least one")]
pub struct EmptyPattern;

/// A pattern: a non-empty [`LabeledGraph`], connected or not, whose nodes and arcs may accept a
/// [`LabelSet`](crate::LabelSet) instead of one label.
///
/// Without sets, a pattern is a graph. With sets, its *shape* is a graph: [`graph`](Self::graph),
/// also by dereferencing, has the nodes, the arcs and the plain labels, and a stand-in label for
/// every set. Equal sets have equal stand-ins, except that several arcs with the same set between
/// the same nodes get different ones. So the symmetries of the shape are those of the pattern; but
/// stand-ins must not be compared with the labels of a graph. [`node_set`](Self::node_set) and
/// [`edge_set`](Self::edge_set) return what is accepted, and [`plain`](Self::plain) returns the
/// graph only if there are no sets.
///
/// A pattern may also have *absent arcs*: between the images of two nodes, no arc may have a label
/// of a set, in any meaning. They are not in the shape: [`absent_arcs`](Self::absent_arcs) has them.
///
/// ```
/// use isocount_core::{Label, LabelSet, Pattern};
///
/// let mut builder = Pattern::builder();
/// let carbon = builder.node(Label(6));
/// let halogen = builder.node(LabelSet::one_of([Label(9), Label(17)]));
/// builder.undirected_edge(carbon, halogen, LabelSet::any());
/// let pattern = builder.build()?;
/// assert!(pattern.has_sets());
/// assert!(pattern.accepts_node(halogen, Label(17)) && !pattern.accepts_node(halogen, Label(6)));
/// assert!(pattern.arc_sets_between(carbon, halogen).all(|set| set.accepts(Label(3))));
/// # Ok::<(), isocount_core::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    graph: LabeledGraph,
    sets: Option<Arc<Sets>>,
    absent: Option<Arc<Absent>>,
    fingerprint: u128,
}

/// The sets that the stand-ins of nodes and of arcs stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Sets {
    pub(crate) nodes: StandIns,
    pub(crate) edges: StandIns,
}

impl Pattern {
    /// Starts an empty pattern whose nodes and arcs may have sets of labels.
    #[must_use]
    pub fn builder() -> PatternBuilder {
        PatternBuilder::default()
    }

    pub(crate) fn new(
        graph: LabeledGraph,
        sets: Sets,
        absent: Option<Absent>,
    ) -> Result<Self, EmptyPattern> {
        if graph.num_nodes() == 0 {
            return Err(EmptyPattern);
        }
        let is_plain = sets.nodes.is_empty() && sets.edges.is_empty();
        let sets = (!is_plain).then(|| Arc::new(sets));
        let absent = absent.map(Arc::new);
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &graph, &sets, &absent).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        Ok(Self { fingerprint: half(0) << 64 | half(1), graph, sets, absent })
    }

    /// The shape of the pattern: the pattern itself if it has neither sets nor absent arcs, otherwise
    /// its present arcs, with stand-ins for its sets.
    #[must_use]
    pub fn graph(&self) -> &LabeledGraph {
        &self.graph
    }

    /// The pattern as a graph, if it has neither sets nor absent arcs.
    #[must_use]
    #[inline]
    pub fn plain(&self) -> Option<&LabeledGraph> {
        (!self.has_sets() && !self.has_absent()).then_some(&self.graph)
    }

    /// Whether a node or an arc accepts anything but exactly one label.
    #[must_use]
    #[inline]
    pub fn has_sets(&self) -> bool {
        self.sets.is_some()
    }

    /// Whether a node has a set.
    #[must_use]
    pub fn has_node_sets(&self) -> bool {
        self.sets.as_ref().is_some_and(|sets| !sets.nodes.is_empty())
    }

    /// Whether an arc has a set.
    #[must_use]
    pub fn has_edge_sets(&self) -> bool {
        self.sets.as_ref().is_some_and(|sets| !sets.edges.is_empty())
    }

    /// Whether some arc must be absent.
    #[must_use]
    #[inline]
    pub fn has_absent(&self) -> bool {
        self.absent.is_some()
    }

    /// The labels that no arc from the image of `tail` to the image of `head` may have, if any.
    #[must_use]
    #[inline]
    pub fn absent_between(&self, tail: NodeId, head: NodeId) -> Option<&LabelSet> {
        self.absent.as_deref().and_then(|absent| absent.between(tail, head))
    }

    /// All absent arcs with the labels that they forbid, ordered by tail and head. Each ordered pair
    /// of nodes occurs at most once.
    pub fn absent_arcs(&self) -> impl ExactSizeIterator<Item = (NodeId, NodeId, &LabelSet)> {
        let arcs = self.absent.as_deref().map_or(&[][..], Absent::arcs);
        arcs.iter().map(|(tail, head, set)| (*tail, *head, set))
    }

    /// The pattern without its absent arcs.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "no node is dropped")]
    pub fn without_absent(&self) -> Self {
        let sets = self.sets().cloned().unwrap_or_default();
        Self::new(self.graph.clone(), sets, None).expect("the pattern has a node")
    }

    /// A graph whose automorphisms are those of the pattern: the shape, and an arc for every absent
    /// arc, with a label that only absent arcs with its set have.
    #[must_use]
    pub fn symmetry_shape(&self) -> &LabeledGraph {
        self.absent.as_deref().map_or(&self.graph, Absent::symmetry)
    }

    /// What an arc of the [`symmetry_shape`](Self::symmetry_shape) with this label forbids, if it is
    /// an absent arc.
    #[must_use]
    pub fn absent_of_label(&self, label: Label) -> Option<&LabelSet> {
        self.absent.as_deref().and_then(|absent| absent.of_label(label))
    }

    /// What a node accepts.
    ///
    /// # Panics
    /// If the node is out of range.
    #[must_use]
    #[inline]
    pub fn node_set(&self, u: NodeId) -> Wanted<'_> {
        self.set_of_node_label(self.graph.node_label(u))
    }

    /// What a node accepts, given its label in the shape.
    #[must_use]
    #[inline]
    pub fn set_of_node_label(&self, label: Label) -> Wanted<'_> {
        wanted(self.sets.as_deref().map(|sets| &sets.nodes), label)
    }

    /// What an arc accepts, given its label in the shape.
    #[must_use]
    #[inline]
    pub fn edge_set(&self, label: Label) -> Wanted<'_> {
        wanted(self.sets.as_deref().map(|sets| &sets.edges), label)
    }

    /// Whether node `u` accepts graph nodes with this label.
    ///
    /// # Panics
    /// If the node is out of range.
    #[must_use]
    #[inline]
    pub fn accepts_node(&self, u: NodeId, label: Label) -> bool {
        self.node_set(u).accepts(label)
    }

    /// What the parallel arcs from `tail` to `head` accept.
    #[must_use]
    pub fn arc_sets_between(
        &self,
        tail: NodeId,
        head: NodeId,
    ) -> impl ExactSizeIterator<Item = Wanted<'_>> + Clone {
        self.graph.arcs_between(tail, head).iter().map(|arc| self.edge_set(arc.label))
    }

    /// All arcs with what they accept, ordered by tail and head.
    pub fn arc_sets(&self) -> impl Iterator<Item = (NodeId, NodeId, Wanted<'_>)> {
        self.graph.arcs().map(|arc| (arc.tail, arc.head, self.edge_set(arc.label)))
    }

    /// A 128-bit hash of the pattern, computed once. Equal patterns have equal hashes; others
    /// collide with probability 2⁻¹²⁸. Use it as a cache key within one run of the program; do not
    /// store it.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        self.fingerprint
    }

    pub(crate) fn sets(&self) -> Option<&Sets> {
        self.sets.as_deref()
    }
}

#[inline]
fn wanted(stand_ins: Option<&StandIns>, label: Label) -> Wanted<'_> {
    let set = stand_ins.and_then(|stand_ins| stand_ins.set(label));
    set.map_or(Wanted::Label(label), Wanted::Set)
}

impl TryFrom<LabeledGraph> for Pattern {
    type Error = EmptyPattern;

    fn try_from(graph: LabeledGraph) -> Result<Self, EmptyPattern> {
        Self::new(graph, Sets::default(), None)
    }
}

/// The shape, see [`Pattern`]. Its labels are those of the pattern only if there are no sets, and
/// absent arcs are not in it.
impl Deref for Pattern {
    type Target = LabeledGraph;

    fn deref(&self) -> &LabeledGraph {
        &self.graph
    }
}
