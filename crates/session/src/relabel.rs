//! Converts the label numbers of a session to those of a trained model, by name.

use std::sync::Arc;

use isocount_core::{CountError, Label, LabeledGraph, Pattern};
use isocount_format::LabelNames;
use rustc_hash::FxHashMap;

/// A label that the model does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} label `{}` is not among the {known} that the model knows", isocount_core::printable(.name))]
pub(crate) struct UnknownName {
    kind: &'static str,
    name: String,
    known: usize,
}

impl UnknownName {
    /// Converts to a refusal of a method.
    pub(crate) fn in_method(&self, method: &'static str) -> CountError {
        CountError::Unknown { method, problem: self.to_string() }
    }
}

/// The names of the labels that a model knows, indexed by number.
#[derive(Clone, Debug)]
pub(crate) struct KnownLabels {
    pub(crate) nodes: Vec<String>,
    pub(crate) edges: Vec<String>,
}

/// The graph with the label numbers of the model. The graph is shared if they are the same.
pub(crate) fn relabel(
    graph: &Arc<LabeledGraph>,
    names: &LabelNames,
    known: &KnownLabels,
) -> Result<Arc<LabeledGraph>, UnknownName> {
    let node = Numbers::new("node", &known.nodes, names.num_node_labels(), |l| names.node_text(l));
    let edge = Numbers::new("edge", &known.edges, names.num_edge_labels(), |l| names.edge_text(l));
    let same_nodes = graph.node_labels().iter().all(|&label| node.find(label) == Some(label));
    if same_nodes && graph.arcs().all(|arc| edge.find(arc.label) == Some(arc.label)) {
        return Ok(Arc::clone(graph));
    }
    let mut builder = LabeledGraph::builder();
    for &label in graph.node_labels() {
        builder.node(node.of(label, names.node_text(label))?);
    }
    for arc in graph.arcs() {
        builder.edge(arc.tail, arc.head, edge.of(arc.label, names.edge_text(arc.label))?);
    }
    Ok(Arc::new(builder.build().expect("different names have different numbers")))
}

/// Converts a pattern without sets of labels.
pub(crate) fn relabel_pattern(
    pattern: &Arc<Pattern>,
    names: &LabelNames,
    known: &KnownLabels,
) -> Result<Arc<Pattern>, UnknownName> {
    let graph = Arc::new(pattern.graph().clone());
    let moved = relabel(&graph, names, known)?;
    if Arc::ptr_eq(&graph, &moved) {
        return Ok(Arc::clone(pattern));
    }
    let moved = Arc::unwrap_or_clone(moved);
    Ok(Arc::new(Pattern::try_from(moved).expect("no node was dropped")))
}

/// The numbers of one kind of label in the model, indexed by their numbers in the session.
struct Numbers {
    kind: &'static str,
    num_known: usize,
    by_label: Vec<Option<Label>>,
}

impl Numbers {
    fn new<'n>(
        kind: &'static str,
        known: &[String],
        num_labels: usize,
        text: impl Fn(Label) -> Option<&'n str>,
    ) -> Self {
        let by_name: FxHashMap<&str, u32> =
            known.iter().zip(0..).map(|(name, number)| (name.as_str(), number)).collect();
        let number =
            |label| text(Label(label)).and_then(|name| by_name.get(name).copied().map(Label));
        let by_label = (0..num_labels as u32).map(number).collect();
        Self { kind, num_known: known.len(), by_label }
    }

    fn find(&self, label: Label) -> Option<Label> {
        self.by_label.get(label.0 as usize).copied().flatten()
    }

    fn of(&self, label: Label, name: Option<&str>) -> Result<Label, UnknownName> {
        self.find(label).ok_or_else(|| UnknownName {
            kind: self.kind,
            name: name.map_or_else(|| label.0.to_string(), str::to_owned),
            known: self.num_known,
        })
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::NodeId;

    use super::*;

    #[test]
    fn labels_keep_their_names() {
        let mut names = LabelNames::new();
        let (o, c) = (names.node_label("O"), names.node_label("C"));
        let bond = names.edge_label("1");
        let mut builder = LabeledGraph::builder();
        let (a, b) = (builder.node(o), builder.node(c));
        builder.edge(a, b, bond);
        let graph = Arc::new(builder.build().unwrap());
        let text = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();

        let (nodes, edges) = (text(&["C", "N", "O"]), text(&["1"]));
        let moved = relabel(&graph, &names, &KnownLabels { nodes, edges: edges.clone() }).unwrap();
        assert_eq!(moved.node_labels(), [Label(2), Label(0)]);
        assert!(moved.has_arc(NodeId(0), NodeId(1), Label(0)));

        let nodes = text(&["O", "C"]);
        let same = relabel(&graph, &names, &KnownLabels { nodes, edges: edges.clone() }).unwrap();
        assert!(Arc::ptr_eq(&same, &graph));

        let nodes = text(&["C"]);
        let unknown = relabel(&graph, &names, &KnownLabels { nodes, edges: edges.clone() });
        let expected = "node label `O` is not among the 1 that the model knows";
        assert_eq!(unknown.unwrap_err().to_string(), expected);
    }
}
