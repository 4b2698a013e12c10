//! Changing the question: the same file read without its labels, or without directions.

use crate::{GraphBuilder, LabeledGraph, Pattern};

/// Whether labels matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Labels {
    /// They must agree.
    #[default]
    Keep,
    /// All are taken as one.
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

/// A way to look at a graph. Apply the same one to pattern and graph; arcs that become equal are
/// merged.
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

/// The text names nothing that a view can leave out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be ignored; `node_labels`, `edge_labels` and `directions` can")]
pub struct ParseViewError(String);

impl View {
    /// Whether the view shows a graph as it is.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self == Self::default()
    }

    /// The names of what is left out, as in files: `node_labels`, `edge_labels`, `directions`.
    pub fn ignored(self) -> impl Iterator<Item = &'static str> {
        let Self { node_labels, edge_labels, directions } = self;
        let parts = [
            (NODE_LABELS, node_labels == Labels::Ignore),
            (EDGE_LABELS, edge_labels == Labels::Ignore),
            (DIRECTIONS, directions == Directions::Ignore),
        ];
        parts.into_iter().filter(|&(_, ignored)| ignored).map(|(name, _)| name)
    }

    /// The view that leaves these out, by the names that [`ignored`](Self::ignored) gives.
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

    /// The graph as seen through this view.
    ///
    /// # Panics
    /// If taking both directions of every arc makes more than 2³² arcs.
    #[must_use]
    pub fn apply(self, graph: &LabeledGraph) -> LabeledGraph {
        let seen = |policy, label| match policy {
            Labels::Keep => label,
            Labels::Ignore => crate::Label(0),
        };
        let mut builder = GraphBuilder::default();
        for &label in graph.node_labels() {
            builder.node(seen(self.node_labels, label));
        }
        for arc in graph.arcs() {
            let label = seen(self.edge_labels, arc.label);
            match self.directions {
                Directions::Keep => builder.edge(arc.tail, arc.head, label),
                Directions::Ignore => builder.undirected_edge(arc.tail, arc.head, label),
            };
        }
        builder.build_merged().expect("the ends of a graph's arcs are its nodes")
    }

    /// The pattern as seen through this view.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a view drops no nodes")]
    pub fn apply_to_pattern(self, pattern: &Pattern) -> Pattern {
        Pattern::try_from(self.apply(pattern)).expect("a view drops no nodes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Label, NodeId};

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
}
