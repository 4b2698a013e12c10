//! Building a pattern whose nodes and arcs may accept sets of labels.

use std::collections::{BTreeMap, BTreeSet};

use crate::absent::Absent;
use crate::pattern::Sets;
use crate::{EmptyPattern, GraphBuilder, GraphError, Label, LabelSet, NodeId, Pattern};

/// Why nodes and arcs do not make a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// It has no nodes.
    #[error(transparent)]
    Empty(#[from] EmptyPattern),
    /// The arcs do not fit the nodes, or an arc with a plain label is repeated.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

/// Collects nodes and arcs with what they accept. A set of one label is the same as that label.
///
/// ```
/// use isocount_core::{Label, LabelSet, Pattern};
///
/// // A carbon atom between two halogens, by any bonds.
/// let halogen = LabelSet::one_of([9, 17, 35, 53].map(Label));
/// let mut builder = Pattern::builder();
/// let carbon = builder.node(Label(6));
/// for _ in 0..2 {
///     let end = builder.node(halogen.clone());
///     builder.undirected_edge(carbon, end, LabelSet::any());
/// }
/// let pattern = builder.build()?;
/// assert_eq!((pattern.num_nodes(), pattern.num_arcs()), (3, 4));
/// assert!(pattern.has_node_sets());
/// # Ok::<(), isocount_core::PatternError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PatternBuilder {
    nodes: Vec<LabelSet>,
    edges: Vec<(NodeId, NodeId, LabelSet)>,
    absent: Vec<(NodeId, NodeId, LabelSet)>,
}

impl PatternBuilder {
    /// Adds a node that accepts a label or a set of labels.
    ///
    /// # Panics
    /// If there are already 2³² nodes.
    pub fn node(&mut self, accepts: impl Into<LabelSet>) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("a pattern has fewer than 2^32 nodes");
        self.nodes.push(accepts.into());
        NodeId(id)
    }

    /// Adds an arc that accepts a label or a set of labels. Its ends may be added later;
    /// [`build`](Self::build) checks them. Arcs with equal sets may run between the same nodes:
    /// each needs an arc of its own in the graph.
    pub fn edge(&mut self, tail: NodeId, head: NodeId, accepts: impl Into<LabelSet>) -> &mut Self {
        self.edges.push((tail, head, accepts.into()));
        self
    }

    /// Adds an undirected edge: two arcs, or one where both ends are the same node. With a set,
    /// each of the two arcs chooses its label independently.
    pub fn undirected_edge(
        &mut self,
        a: NodeId,
        b: NodeId,
        accepts: impl Into<LabelSet>,
    ) -> &mut Self {
        let accepts = accepts.into();
        if a != b {
            self.edge(b, a, accepts.clone());
        }
        self.edge(a, b, accepts)
    }

    /// Forbids arcs from `tail` to `head` whose labels are in the set. Several sets between the same
    /// nodes are united; a set without labels forbids nothing.
    ///
    /// ```
    /// use isocount_core::{Label, LabelSet, Pattern};
    ///
    /// // A path of two arcs whose ends are not joined.
    /// let mut builder = Pattern::builder();
    /// let [a, b, c] = [0; 3].map(|label| builder.node(Label(label)));
    /// builder.edge(a, b, Label(0)).edge(b, c, Label(0)).absent(a, c, LabelSet::any());
    /// let pattern = builder.build()?;
    /// assert!(pattern.has_absent() && pattern.num_arcs() == 2);
    /// assert_eq!(pattern.absent_between(a, c), Some(&LabelSet::any()));
    /// # Ok::<(), isocount_core::PatternError>(())
    /// ```
    pub fn absent(&mut self, tail: NodeId, head: NodeId, of: impl Into<LabelSet>) -> &mut Self {
        self.absent.push((tail, head, of.into()));
        self
    }

    /// Forbids arcs in both directions.
    pub fn undirected_absent(
        &mut self,
        a: NodeId,
        b: NodeId,
        of: impl Into<LabelSet>,
    ) -> &mut Self {
        let of = of.into();
        self.absent(b, a, of.clone()).absent(a, b, of)
    }

    /// The number of nodes so far.
    #[must_use]
    pub fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The number of arcs so far.
    #[must_use]
    pub fn num_arcs(&self) -> usize {
        self.edges.len()
    }

    /// Checks and sorts the arcs.
    ///
    /// # Errors
    /// If there are no nodes, an end is dangling, two arcs with the same plain label run between
    /// the same nodes, or the pattern exceeds 32 bits. Errors count arcs in the order of the calls.
    pub fn build(self) -> Result<Pattern, PatternError> {
        let ones = |set: &LabelSet| (set.clone(), 0);
        let nodes = StandIns::new(self.nodes.iter().map(ones).collect());
        // Index among the arcs with this set between these nodes.
        let mut num_equal: BTreeMap<&(NodeId, NodeId, LabelSet), u32> = BTreeMap::new();
        let edges: Vec<(LabelSet, u32)> = self
            .edges
            .iter()
            .map(|arc| {
                let known = num_equal.entry(arc).or_default();
                let copy = if arc.2.single().is_some() { 0 } else { *known };
                *known += 1;
                (arc.2.clone(), copy)
            })
            .collect();
        let stand_ins = StandIns::new(edges.iter().cloned().collect());
        let mut builder = GraphBuilder::default();
        for set in &self.nodes {
            builder.node(nodes.label(set, 0));
        }
        for ((tail, head, set), (_, copy)) in self.edges.iter().zip(&edges) {
            builder.edge(*tail, *head, stand_ins.label(set, *copy));
        }
        let sets = Sets { nodes, edges: stand_ins };
        let shape = builder.build()?;
        let absent = Absent::new(&shape, self.absent)?;
        Ok(Pattern::new(shape, sets, absent)?)
    }
}

/// Continues from a pattern.
impl From<&Pattern> for PatternBuilder {
    fn from(pattern: &Pattern) -> Self {
        let arcs = pattern.arc_sets().map(|(tail, head, set)| (tail, head, set.to_set()));
        let absent = pattern.absent_arcs().map(|(tail, head, set)| (tail, head, set.clone()));
        Self {
            nodes: pattern.nodes().map(|u| pattern.node_set(u).to_set()).collect(),
            edges: arcs.collect(),
            absent: absent.collect(),
        }
    }
}

/// The labels that stand for sets in the shape of a pattern, sorted, from the largest number down,
/// skipping the plain labels of the pattern. They depend on the sets alone, so equal patterns have
/// equal shapes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct StandIns {
    /// Stand-in, its set, and which of several equal arcs it is for. Ascending.
    known: Vec<(Label, LabelSet, u32)>,
}

impl StandIns {
    /// Creates stand-ins for all of these that are not a single label.
    fn new(used: BTreeSet<(LabelSet, u32)>) -> Self {
        let plain: BTreeSet<Label> = used.iter().filter_map(|(set, _)| set.single()).collect();
        let mut free = (0..=u32::MAX).rev().map(Label).filter(|label| !plain.contains(label));
        let sets = used.into_iter().filter(|(set, _)| set.single().is_none());
        let mut known: Vec<(Label, LabelSet, u32)> = sets
            .map(|(set, copy)| (free.next().expect("there are 2^32 labels"), set, copy))
            .collect();
        known.reverse();
        Self { known }
    }

    /// The label of a set in the shape.
    fn label(&self, set: &LabelSet, copy: u32) -> Label {
        set.single().unwrap_or_else(|| {
            // Sets ascend as stand-ins descend.
            let place = self.known.partition_point(|(_, known, c)| (known, *c) > (set, copy));
            self.known[place].0
        })
    }

    /// The set that a label of the shape stands for; `None` if it stands for itself.
    #[inline]
    pub(crate) fn set(&self, label: Label) -> Option<&LabelSet> {
        let place = self.known.binary_search_by_key(&label, |(stand_in, ..)| *stand_in).ok()?;
        Some(&self.known[place].1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LabeledGraph, Wanted};

    fn some(labels: [u32; 2]) -> LabelSet {
        LabelSet::one_of(labels.map(Label))
    }

    #[test]
    fn sets_of_one_label_make_a_plain_pattern() {
        let mut builder = Pattern::builder();
        let (a, b) = (builder.node(Label(1)), builder.node(LabelSet::one_of([Label(2)])));
        builder.edge(a, b, LabelSet::one_of([Label(3), Label(3)]));
        let built = builder.build().unwrap();
        let mut plain = LabeledGraph::builder();
        let (a, b) = (plain.node(Label(1)), plain.node(Label(2)));
        plain.edge(a, b, Label(3));
        let plain = Pattern::try_from(plain.build().unwrap()).unwrap();
        assert_eq!(built, plain);
        assert_eq!(built.fingerprint(), plain.fingerprint());
        assert!(!built.has_sets() && built.plain().is_some());
    }

    #[test]
    fn the_order_of_calls_does_not_matter() {
        let nodes = [NodeId(0), NodeId(1)];
        let arcs = [
            (nodes[0], nodes[1], LabelSet::any()),
            (nodes[0], nodes[1], some([1, 2])),
            (nodes[0], nodes[1], LabelSet::any()),
            (nodes[1], nodes[0], LabelSet::any()),
            (nodes[0], nodes[1], Label(u32::MAX).into()),
        ];
        let build = |order: [usize; 5]| {
            let mut builder = Pattern::builder();
            builder.node(LabelSet::all_but([Label(4)]));
            builder.node(some([7, 5]));
            for i in order {
                let (tail, head, set) = arcs[i].clone();
                builder.edge(tail, head, set);
            }
            builder.build().unwrap()
        };
        let (a, b) = (build([0, 1, 2, 3, 4]), build([4, 3, 2, 1, 0]));
        assert_eq!(a, b);
        assert_eq!(a.fingerprint(), b.fingerprint());
        assert_eq!(a.num_arcs(), 5);
        let mut between: Vec<LabelSet> =
            a.arc_sets_between(nodes[0], nodes[1]).map(Wanted::to_set).collect();
        between.sort();
        let any = LabelSet::any;
        assert_eq!(between, [some([1, 2]), Label(u32::MAX).into(), any(), any()]);
        assert!(a.accepts_node(nodes[1], Label(5)) && !a.accepts_node(nodes[1], Label(6)));
        assert!(a.has_node_sets() && a.has_edge_sets() && a.plain().is_none());
    }

    #[test]
    fn other_sets_make_another_pattern() {
        let of = |set: LabelSet| {
            let mut builder = Pattern::builder();
            builder.node(set);
            builder.build().unwrap()
        };
        assert_ne!(of(LabelSet::any()), of(some([1, 2])));
        assert_ne!(of(LabelSet::any()).fingerprint(), of(some([1, 2])).fingerprint());
        assert_ne!(of(some([1, 2])), of(some([1, 3])));
    }

    #[test]
    fn plain_arcs_may_not_be_repeated_and_ends_must_exist() {
        let mut builder = Pattern::builder();
        assert_eq!(builder.clone().build(), Err(EmptyPattern.into()));
        let a = builder.node(Label(0));
        builder.edge(a, a, LabelSet::any()).edge(a, a, Label(1)).edge(a, a, Label(1));
        let error = builder.build().unwrap_err();
        assert!(matches!(error, PatternError::Graph(GraphError::RepeatedArc { edge: 2, .. })));
        let mut builder = Pattern::builder();
        let a = builder.node(Label(0));
        builder.edge(a, NodeId(1), LabelSet::any());
        let error = builder.build().unwrap_err();
        assert!(matches!(error, PatternError::Graph(GraphError::DanglingEnd { edge: 0, .. })));
    }

    #[test]
    fn absent_arcs_of_a_pair_are_united() {
        let nodes = [NodeId(0), NodeId(1)];
        let build = |forbid: &[(usize, usize, LabelSet)]| {
            let mut builder = Pattern::builder();
            builder.node(Label(0));
            builder.node(Label(0));
            builder.edge(nodes[1], nodes[0], Label(7));
            for (tail, head, set) in forbid {
                builder.absent(nodes[*tail], nodes[*head], set.clone());
            }
            builder.build().unwrap()
        };
        let (one, two) = (LabelSet::from(Label(1)), LabelSet::from(Label(2)));
        let a = build(&[(0, 1, one.clone()), (0, 0, LabelSet::any()), (0, 1, two.clone())]);
        let b = build(&[(0, 1, some([2, 1])), (0, 0, LabelSet::any())]);
        assert_eq!(a, b);
        assert_eq!(a.fingerprint(), b.fingerprint());
        assert_eq!(a.absent_arcs().len(), 2);
        assert_eq!(a.absent_between(nodes[0], nodes[1]), Some(&some([1, 2])));
        assert_eq!(a.absent_between(nodes[1], nodes[0]), None);
        assert!(!a.has_sets() && a.plain().is_none() && a.num_arcs() == 1);
        assert_eq!(a.symmetry_shape().num_arcs(), 3);
        let drawn = a.symmetry_shape().arcs().map(|arc| a.absent_of_label(arc.label));
        assert_eq!(drawn.collect::<Vec<_>>(), [Some(&LabelSet::any()), Some(&some([1, 2])), None]);
        let none = build(&[(0, 1, LabelSet::one_of([]))]);
        assert!(!none.has_absent() && none.plain().is_some());
        assert_eq!(a.without_absent(), none);
        assert_ne!(a.fingerprint(), none.fingerprint());
        assert_ne!(build(&[(0, 1, one)]), build(&[(0, 1, two)]));
        assert_eq!(PatternBuilder::from(&a).build().unwrap(), a);
        let mut builder = Pattern::builder();
        builder.node(Label(0));
        builder.absent(nodes[0], nodes[1], LabelSet::any());
        let error = builder.build().unwrap_err();
        assert!(matches!(error, PatternError::Graph(GraphError::DanglingEnd { edge: 0, .. })));
    }
}
