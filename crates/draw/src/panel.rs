//! A panel: a graph, and what is highlighted in it.

use std::collections::{BTreeMap, BTreeSet};

use isocount_core::{Edge, LabeledGraph, NodeId, Pattern};

use crate::Heat;
use crate::caption::caption;

/// One graph of a picture.
///
/// ```
/// use isocount_core::{Label, LabeledGraph};
/// use isocount_draw::{Names, Panel, Picture};
///
/// let mut builder = LabeledGraph::builder();
/// let (ann, bob) = (builder.node(Label(0)), builder.node(Label(0)));
/// builder.undirected_edge(ann, bob, Label(0));
/// let friends = builder.build()?;
///
/// // With a remark on Ann.
/// let panel = Panel::new("Friends", &friends).badged([(ann, "45 triangles".to_owned())]);
/// let svg = Picture::new(Names::NUMBERS).with(panel).to_svg();
/// assert!(svg.contains("Friends") && svg.contains("45 triangles"));
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Panel<'a> {
    pub(crate) title: String,
    pub(crate) graph: &'a LabeledGraph,
    /// The pattern that the graph is the shape of, if any.
    pub(crate) pattern: Option<&'a Pattern>,
    pub(crate) badges: BTreeMap<NodeId, String>,
    pub(crate) highlight: Option<Highlight>,
    pub(crate) weights: Option<Vec<f64>>,
    pub(crate) heat: Option<Heat>,
}

/// Nodes and arcs to emphasise; all others fade. Those that the graph does not contain are ignored.
///
/// ```
/// use isocount_core::NodeId;
/// use isocount_draw::Highlight;
///
/// let two_nodes = Highlight::new([NodeId(0), NodeId(3)], []);
/// assert_eq!(two_nodes.nodes.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Highlight {
    /// The nodes.
    pub nodes: BTreeSet<NodeId>,
    /// The arcs.
    pub arcs: BTreeSet<Edge>,
}

impl Highlight {
    /// Highlights these nodes and arcs.
    #[must_use]
    pub fn new(
        nodes: impl IntoIterator<Item = NodeId>,
        arcs: impl IntoIterator<Item = Edge>,
    ) -> Self {
        Self { nodes: nodes.into_iter().collect(), arcs: arcs.into_iter().collect() }
    }
}

impl<'a> Panel<'a> {
    /// A panel with only the graph. A title longer than 160 characters is truncated.
    #[must_use]
    pub fn new(title: impl Into<String>, graph: &'a LabeledGraph) -> Self {
        let badges = BTreeMap::new();
        let title = caption(&title.into());
        let (pattern, highlight, weights, heat) = (None, None, None, None);
        Self { title, graph, pattern, badges, highlight, weights, heat }
    }

    /// A panel with only a pattern. Sets of labels are shown as `F|Cl`, `*` or `!C`; absent arcs are
    /// dashed and red.
    #[must_use]
    pub fn of_pattern(title: impl Into<String>, pattern: &'a Pattern) -> Self {
        Self { pattern: Some(pattern), ..Self::new(title, pattern.symmetry_shape()) }
    }

    /// Gives every node a badge with its number.
    #[must_use]
    pub fn numbered(self) -> Self {
        let badges = self.graph.nodes().map(|v| (v, v.0.to_string())).collect();
        Self { badges, ..self }
    }

    /// Adds badges to nodes. A badge longer than 160 characters is truncated.
    #[must_use]
    pub fn badged(self, badges: impl IntoIterator<Item = (NodeId, String)>) -> Self {
        let badges = badges.into_iter().map(|(node, badge)| (node, caption(&badge))).collect();
        Self { badges, ..self }
    }

    /// Highlights the image of a mapping; each node in it gets a badge with the numbers of the
    /// pattern nodes that are mapped to it. `mapping[v]` is the image of pattern node `v`.
    #[must_use]
    pub fn mapped(self, pattern: &Pattern, mapping: &[NodeId]) -> Self {
        let mut badges: BTreeMap<NodeId, String> = BTreeMap::new();
        for (number, &v) in mapping.iter().enumerate() {
            let badge = badges.entry(v).or_default();
            let comma = if badge.is_empty() { "" } else { "," };
            *badge = format!("{badge}{comma}{number}");
        }
        let mut arcs: BTreeSet<Edge> = BTreeSet::new();
        for arc in pattern.arcs() {
            let ends = mapping.get(arc.tail.ix()).zip(mapping.get(arc.head.ix()));
            let Some((&tail, &head)) = ends else { continue };
            let accepts = pattern.edge_set(arc.label);
            // One of the accepted arcs that is not highlighted yet.
            let labels = self.graph.arcs_between(tail, head).iter().map(|there| there.label);
            let mut fitting = labels.filter(|&label| accepts.accepts(label));
            let mut free =
                fitting.clone().filter(|&label| !arcs.contains(&Edge { tail, head, label }));
            let label = free.next().or_else(|| fitting.next());
            arcs.extend(label.map(|label| Edge { tail, head, label }));
        }
        let highlight = Highlight { nodes: badges.keys().copied().collect(), arcs };
        Self { badges, highlight: Some(highlight), ..self }
    }

    /// Highlights these nodes and arcs.
    #[must_use]
    pub fn highlighted(self, highlight: Highlight) -> Self {
        Self { highlight: Some(highlight), ..self }
    }

    /// Colours the arcs by weights from −1 to 1, in the order of [`LabeledGraph::arcs`]. Weights
    /// outside that range are clamped, missing ones are 0. A line with two arcs shows their mean.
    #[must_use]
    pub fn weighted(self, weights: Vec<f64>) -> Self {
        Self { weights: Some(weights), ..self }
    }

    /// Colours nodes or arcs by a quantity.
    #[must_use]
    pub fn heated(self, heat: Heat) -> Self {
        Self { heat: Some(heat), ..self }
    }

    /// The weight of the arcs on one line, if there are weights.
    pub(crate) fn weight(&self, arcs: &[usize]) -> Option<f64> {
        let weights = self.weights.as_ref()?;
        let one = |&ix: &usize| {
            let weight = weights.get(ix).copied().unwrap_or(0.0);
            if weight.is_nan() { 0.0 } else { weight.clamp(-1.0, 1.0) }
        };
        Some(arcs.iter().map(one).sum::<f64>() / arcs.len().max(1) as f64)
    }

    pub(crate) fn stands_out(&self, v: NodeId) -> bool {
        self.highlight.as_ref().is_some_and(|highlight| highlight.nodes.contains(&v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::{graph, pattern};

    #[test]
    fn nodes_that_share_an_image_share_its_badge() {
        let (p, g) = (pattern("a-b-c"), graph("x-y"));
        let panel = Panel::new("", &g).mapped(&p, &[NodeId(0), NodeId(1), NodeId(0)]);
        assert_eq!(panel.badges[&NodeId(0)], "0,2");
        assert_eq!(panel.highlight.unwrap().arcs.len(), 2);
    }

    #[test]
    fn odd_weights_are_accepted() {
        let g = graph("a-b-c");
        let panel = Panel::new("", &g).weighted(vec![f64::NAN, 7.0, -0.5]);
        assert_eq!(panel.weight(&[0]), Some(0.0));
        assert_eq!(panel.weight(&[1]), Some(1.0));
        assert_eq!(panel.weight(&[1, 2]), Some(0.25));
        assert_eq!(panel.weight(&[3]), Some(0.0));
    }
}
