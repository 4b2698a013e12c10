//! Views of a graph: without its labels, or without directions.

use crate::absent::Absent;
use crate::builder::Looks;
use crate::graph::Rows;
use crate::pattern_builder::StandIns;
use crate::{Cancelled, Control, HalfArc, Label, LabeledGraph, NodeId, Pattern};

/// Whether labels matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Labels {
    /// Labels must agree.
    #[default]
    Keep,
    /// All labels are equal.
    Ignore,
}

/// Whether directions matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Directions {
    /// An arc has a tail and a head.
    #[default]
    Keep,
    /// Every arc stands for both directions.
    Ignore,
}

/// What to ignore in a graph. Apply the same view to pattern and graph; arcs that become equal are
/// merged.
///
/// ```
/// use isocount_core::{Directions, Label, LabeledGraph, Labels, View};
///
/// // Ann phones Bob, and Bob writes to Ann: two arcs with different labels.
/// let mut builder = LabeledGraph::builder();
/// let (ann, bob) = (builder.node(Label(0)), builder.node(Label(0)));
/// builder.edge(ann, bob, Label(1)).edge(bob, ann, Label(2));
/// let graph = builder.build()?;
///
/// // Who is in touch with whom, by whatever means?
/// let view = View {
///     edge_labels: Labels::Ignore,
///     directions: Directions::Ignore,
///     ..View::default()
/// };
/// let contacts = view.apply(&graph);
/// assert!(contacts.has_arc(ann, bob, Label(0)) && contacts.has_arc(bob, ann, Label(0)));
/// assert_eq!(contacts.num_arcs(), 2);
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct View {
    /// Node labels.
    pub node_labels: Labels,
    /// Edge labels.
    pub edge_labels: Labels,
    /// Directions of arcs.
    pub directions: Directions,
}

const NODE_LABELS: &str = "node_labels";
const EDGE_LABELS: &str = "edge_labels";
const DIRECTIONS: &str = "directions";

/// The text does not name anything that a view can ignore.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be ignored; `node_labels`, `edge_labels` and `directions` can")]
pub struct ParseViewError(String);

impl View {
    /// The view that ignores nothing.
    pub const PLAIN: Self =
        Self { node_labels: Labels::Keep, edge_labels: Labels::Keep, directions: Directions::Keep };

    /// Whether the view ignores nothing.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self == Self::PLAIN
    }

    /// The view that ignores what either view ignores.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let labels = |a: Labels, b: Labels| if a == Labels::Keep { b } else { a };
        Self {
            node_labels: labels(self.node_labels, other.node_labels),
            edge_labels: labels(self.edge_labels, other.edge_labels),
            directions: match self.directions {
                Directions::Keep => other.directions,
                Directions::Ignore => Directions::Ignore,
            },
        }
    }

    /// The names of what is ignored, as in files: `node_labels`, `edge_labels`, `directions`.
    pub fn ignored(self) -> impl Iterator<Item = &'static str> {
        let Self { node_labels, edge_labels, directions } = self;
        let parts = [
            (NODE_LABELS, node_labels == Labels::Ignore),
            (EDGE_LABELS, edge_labels == Labels::Ignore),
            (DIRECTIONS, directions == Directions::Ignore),
        ];
        parts.into_iter().filter(|&(_, ignored)| ignored).map(|(name, _)| name)
    }

    /// The view that ignores these, by the names that [`ignored`](Self::ignored) returns.
    ///
    /// # Errors
    /// If a name is not one of them.
    pub fn ignoring<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, ParseViewError> {
        let mut view = Self::default();
        for name in names {
            match name {
                NODE_LABELS => view.node_labels = Labels::Ignore,
                EDGE_LABELS => view.edge_labels = Labels::Ignore,
                DIRECTIONS => view.directions = Directions::Ignore,
                other => return Err(ParseViewError(other.to_owned())),
            }
        }
        Ok(view)
    }

    /// The graph as seen through this view. O(arcs + nodes).
    ///
    /// # Panics
    /// If adding the reverse of every arc makes more than 2³² arcs.
    #[must_use]
    pub fn apply(self, graph: &LabeledGraph) -> LabeledGraph {
        self.apply_with(graph, &Control::NONE).expect("this cannot be cancelled")
    }

    /// Like [`apply`](Self::apply), but can be cancelled, for very large graphs.
    ///
    /// # Errors
    /// If the work was cancelled.
    ///
    /// # Panics
    /// As [`apply`](Self::apply).
    pub fn apply_with(
        self,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<LabeledGraph, Cancelled> {
        let looks = &mut Looks::at(control);
        let node_labels = match self.node_labels {
            Labels::Keep => graph.node_labels().to_vec(),
            Labels::Ignore => vec![Label(0); graph.num_nodes()],
        };
        let (out, into) = match self.directions {
            Directions::Keep => {
                let out = self.rows(graph, |v| [graph.out_arcs(v), &[]], looks)?;
                (out, self.rows(graph, |v| [graph.in_arcs(v), &[]], looks)?)
            }
            Directions::Ignore => {
                let both = |v| [graph.out_arcs(v), graph.in_arcs(v)];
                // Seen from either end, the arcs are the same.
                (self.rows(graph, both, looks)?, self.rows(graph, both, looks)?)
            }
        };
        Ok(LabeledGraph { node_labels, out, into })
    }

    /// The arcs of each node as seen through this view, from one sorted row or two of the graph.
    /// Relabelling keeps a row sorted, so two rows are merged and none is sorted.
    fn rows<'a>(
        self,
        graph: &'a LabeledGraph,
        row: impl Fn(NodeId) -> [&'a [HalfArc]; 2],
        looks: &mut Looks<'_>,
    ) -> Result<Rows, Cancelled> {
        let seen = |arc: HalfArc| match self.edge_labels {
            Labels::Keep => arc,
            Labels::Ignore => HalfArc { label: Label(0), ..arc },
        };
        let mut starts = Vec::with_capacity(graph.num_nodes() + 1);
        starts.push(0);
        let mut arcs: Vec<HalfArc> = Vec::with_capacity(graph.num_arcs());
        for v in graph.nodes() {
            let start = arcs.len();
            let [mut a, mut b] = row(v);
            while let Some(arc) = take_least(&mut a, &mut b, seen) {
                looks.after(1)?;
                if arcs[start..].last() != Some(&arc) {
                    arcs.push(arc);
                }
            }
            looks.after(1)?;
            starts.push(u32::try_from(arcs.len()).expect("a graph has fewer than 2^32 arcs"));
        }
        Ok(Rows { starts, arcs })
    }

    /// The pattern as seen through this view. Where labels are ignored, sets become the single
    /// label, and parallel arcs become one arc. Where directions are ignored, sets stay, and arcs
    /// of opposite directions with equal sets are merged pairwise, and an absent arc forbids arcs in
    /// both directions. Where edge labels are ignored, it forbids every arc.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a view drops no nodes")]
    pub fn apply_to_pattern(self, pattern: &Pattern) -> Pattern {
        // Equal sets have equal stand-ins, and equal arcs between the same nodes are numbered from
        // 0 in both directions, so arcs to be merged are equal in the shape.
        let shape = self.apply(pattern.graph());
        let mut sets = pattern.sets().cloned().unwrap_or_default();
        if self.node_labels == Labels::Ignore {
            sets.nodes = StandIns::default();
        }
        if self.edge_labels == Labels::Ignore {
            sets.edges = StandIns::default();
        }
        let absent = pattern.absent_arcs().flat_map(|(tail, head, set)| {
            let set = match self.edge_labels {
                Labels::Keep => set.clone(),
                Labels::Ignore => Label(0).into(),
            };
            let back = (self.directions == Directions::Ignore).then(|| (head, tail, set.clone()));
            [(tail, head, set)].into_iter().chain(back)
        });
        let absent = Absent::new(&shape, absent).expect("a view keeps the nodes and no arc twice");
        Pattern::new(shape, sets, absent).expect("a view drops no nodes")
    }
}

/// Takes the smallest arc from two sorted rows.
#[inline]
fn take_least<'a>(
    a: &mut &'a [HalfArc],
    b: &mut &'a [HalfArc],
    seen: impl Fn(HalfArc) -> HalfArc,
) -> Option<HalfArc> {
    let from = match (a.first(), b.first()) {
        (Some(&x), Some(&y)) if seen(y) < seen(x) => b,
        (None, _) => b,
        _ => a,
    };
    let (&first, rest) = from.split_first()?;
    *from = rest;
    Some(seen(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// The definition: rebuild every arc and merge equal ones.
    fn rebuilt(view: View, graph: &LabeledGraph) -> LabeledGraph {
        let seen = |policy, label| if policy == Labels::Keep { label } else { Label(0) };
        let mut builder = LabeledGraph::builder();
        for &label in graph.node_labels() {
            builder.node(seen(view.node_labels, label));
        }
        for arc in graph.arcs() {
            let label = seen(view.edge_labels, arc.label);
            match view.directions {
                Directions::Keep => builder.edge(arc.tail, arc.head, label),
                Directions::Ignore => builder.undirected_edge(arc.tail, arc.head, label),
            };
        }
        builder.build_merged().unwrap()
    }

    #[test]
    fn every_view_of_random_graphs_equals_a_rebuilt_graph() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut builder = LabeledGraph::builder();
            let num_nodes = rng.between(1, 12);
            for _ in 0..num_nodes {
                builder.node(Label(rng.below(3) as u32));
            }
            for _ in 0..rng.below(60) {
                let [tail, head] = [(); 2].map(|()| NodeId(rng.below(num_nodes) as u32));
                builder.edge(tail, head, Label(rng.below(4) as u32));
            }
            let graph = builder.build_merged().unwrap();
            for ignored in 0..8 {
                let names = [NODE_LABELS, EDGE_LABELS, DIRECTIONS];
                let names = (0..3).filter(|i| ignored >> i & 1 == 1).map(|i| names[i]);
                let view = View::ignoring(names).unwrap();
                assert_eq!(view.apply(&graph), rebuilt(view, &graph), "seed {seed}, {view:?}");
                let directions = View { directions: Directions::Ignore, ..View::default() };
                let both = view.and(directions);
                assert_eq!(both, directions.and(view));
                assert_eq!(both.apply(&graph), directions.apply(&view.apply(&graph)));
            }
        }
    }

    #[test]
    fn a_view_of_a_large_graph_can_be_cancelled() {
        let mut builder = LabeledGraph::builder();
        let (x, y) = (builder.node(Label(0)), builder.node(Label(0)));
        for label in 0..100_000 {
            builder.edge(x, y, Label(label));
        }
        let graph = builder.build().unwrap();
        let control = Control::new();
        let view = View { directions: Directions::Ignore, ..View::default() };
        assert_eq!(view.apply_with(&graph, &control).unwrap().num_arcs(), 200_000);
        control.cancel();
        assert_eq!(view.apply_with(&graph, &control), Err(Cancelled));
    }

    #[test]
    fn arcs_that_become_equal_are_merged() {
        let mut b = LabeledGraph::builder();
        let (x, y) = (b.node(Label(3)), b.node(Label(4)));
        b.edge(x, y, Label(1)).edge(x, y, Label(2)).edge(y, x, Label(1)).edge(x, x, Label(1));
        let graph = b.build().unwrap();

        let blind = View { edge_labels: Labels::Ignore, ..View::default() }.apply(&graph);
        assert_eq!(blind.num_arcs(), 3);
        assert_eq!(blind.node_label(NodeId(1)), Label(4));

        let undirected = View { directions: Directions::Ignore, ..View::default() }.apply(&graph);
        assert_eq!(undirected.num_arcs(), 5);
        assert!(undirected.has_arc(y, x, Label(2)));

        let bare = View { node_labels: Labels::Ignore, ..View::default() }.apply(&graph);
        assert_eq!(bare.node_labels(), [Label(0), Label(0)]);
    }

    #[test]
    fn absent_arcs_are_seen_like_the_arcs_that_they_forbid() {
        let mut builder = Pattern::builder();
        let [a, b] = [0; 2].map(|label| builder.node(Label(label)));
        let some = crate::LabelSet::from(Label(7));
        builder.absent(a, b, some.clone());
        let pattern = builder.build().unwrap();
        let view = View { directions: Directions::Ignore, ..View::default() };
        let both = view.apply_to_pattern(&pattern);
        assert_eq!(both.absent_between(a, b), Some(&some));
        assert_eq!(both.absent_between(b, a), Some(&some));
        let view = View { edge_labels: Labels::Ignore, ..View::default() };
        let blind = view.apply_to_pattern(&pattern);
        assert_eq!(blind.absent_between(a, b), Some(&Label(0).into()));
        assert_eq!(blind.absent_between(b, a), None);
    }
}
