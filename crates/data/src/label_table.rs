//! The labels of a data set in an order that does not depend on its files.

use isocount_core::{Cancelled, Control, GraphError, Label, LabeledGraph};
use isocount_format::LabelNames;
use isocount_model::LabelTable;

use crate::import::{KnownCodes, Respelled, Spelling};
use crate::ticker::Ticker;

/// Renumbers labels by their names: whole numbers first, by value, then the rest as text. The name
/// of a label determines its number, not the file in which it first appeared.
///
/// ```
/// use isocount_core::LabeledGraph;
/// use isocount_data::Relabeling;
/// use isocount_format::LabelNames;
///
/// // The labels of a file in the order in which they were met, and as a data set has them.
/// let mut names = LabelNames::new();
/// let met = ["10", "C", "9"].map(|name| names.node_label(name));
/// let relabeling = Relabeling::of(&names);
/// assert_eq!(relabeling.table().nodes, ["9", "10", "C"]);
///
/// let mut builder = LabeledGraph::builder();
/// builder.node(met[1]);
/// let graph = relabeling.apply(&builder.build()?);
/// assert_eq!(relabeling.table().node_name(graph.node_labels()[0]), "C");
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Relabeling {
    /// The new number of each old node label.
    nodes: Vec<Label>,
    /// The new number of each old edge label.
    edges: Vec<Label>,
    table: LabelTable,
}

impl Relabeling {
    /// The renumbering of all these names.
    #[must_use]
    pub fn of(names: &LabelNames) -> Self {
        let texts = |len, text: &dyn Fn(Label) -> Option<String>| -> Vec<String> {
            (0..len as u32).filter_map(|label| text(Label(label))).collect()
        };
        let node_texts =
            texts(names.num_node_labels(), &|l| names.node_text(l).map(ToOwned::to_owned));
        let edge_texts =
            texts(names.num_edge_labels(), &|l| names.edge_text(l).map(ToOwned::to_owned));
        let (nodes, node_table) = sorted(&node_texts);
        let (edges, edge_table) = sorted(&edge_texts);
        Self { nodes, edges, table: LabelTable { nodes: node_table, edges: edge_table } }
    }

    /// The renumbering of all these names. Names of a known data set are respelled and come first,
    /// by their codes.
    pub(crate) fn respelled(names: &LabelNames, codes: &KnownCodes, to: Spelling) -> Self {
        let nodes = (0..names.num_node_labels() as u32).filter_map(|it| names.node_text(Label(it)));
        let edges = (0..names.num_edge_labels() as u32).filter_map(|it| names.edge_text(Label(it)));
        let nodes: Vec<_> = nodes.map(|text| codes.respell_node(text, to)).collect();
        let edges: Vec<_> = edges.map(|text| codes.respell_edge(text, to)).collect();
        let (nodes, node_table) = by_code(&nodes);
        let (edges, edge_table) = by_code(&edges);
        Self { nodes, edges, table: LabelTable { nodes: node_table, edges: edge_table } }
    }

    /// The new number of an edge label.
    pub(crate) fn edge_label(&self, label: Label) -> Label {
        self.edges[label.0 as usize]
    }

    /// The names in their new order.
    #[must_use]
    pub fn table(&self) -> &LabelTable {
        &self.table
    }

    /// The graph with its labels renumbered.
    ///
    /// # Panics
    /// If the graph has a label without a name.
    #[must_use]
    pub fn apply(&self, graph: &LabeledGraph) -> LabeledGraph {
        self.apply_with(graph, &Control::NONE).expect("the control cannot be cancelled")
    }

    /// Like [`apply`](Self::apply), but cancellable, for very large graphs.
    ///
    /// # Errors
    /// If the work was cancelled.
    ///
    /// # Panics
    /// If the graph has a label without a name.
    pub fn apply_with(
        &self,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<LabeledGraph, Cancelled> {
        let node = |label: Label| self.nodes[label.0 as usize];
        relabeled(graph, node, |label| self.edges[label.0 as usize], control)
    }
}

/// The graph with other labels. Different labels must stay different.
pub(crate) fn relabeled(
    graph: &LabeledGraph,
    node: impl Fn(Label) -> Label,
    edge: impl Fn(Label) -> Label,
    control: &Control,
) -> Result<LabeledGraph, Cancelled> {
    let mut ticker = Ticker::new(control);
    let mut builder = LabeledGraph::builder();
    builder.reserve(graph.num_nodes(), graph.num_arcs());
    for &label in graph.node_labels() {
        builder.node(node(label));
    }
    for arc in graph.arcs() {
        ticker.tick(1)?;
        builder.edge(arc.tail, arc.head, edge(arc.label));
    }
    builder.build_with(control).map_err(|error| match error {
        GraphError::Cancelled(cancelled) => cancelled,
        other => unreachable!("different labels stay different: {other}"),
    })
}

/// The new number of each label, and their names in their new order: those with codes first. Labels
/// with the same name are merged.
fn by_code(labels: &[Respelled<'_>]) -> (Vec<Label>, Vec<String>) {
    let mut known: Vec<(u32, &str)> =
        labels.iter().filter_map(|label| Some((label.code?, &*label.text))).collect();
    known.sort_unstable();
    known.dedup();
    let others = labels.iter().filter(|label| label.code.is_none());
    let others: Vec<String> = others.map(|label| label.text.clone().into_owned()).collect();
    let mut table: Vec<String> = known.iter().map(|(_, text)| (*text).to_owned()).collect();
    table.extend(sorted(&others).1);
    let number = |label: &Respelled<'_>| {
        let place = table.iter().position(|text| *text == label.text);
        Label(place.expect("every label is in the table") as u32)
    };
    (labels.iter().map(number).collect(), table)
}

/// The new number of each name, and the names in their new order.
fn sorted(names: &[String]) -> (Vec<Label>, Vec<String>) {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_cached_key(|&ix| {
        let value = names[ix].parse::<i128>().ok();
        (value.is_none(), value, names[ix].clone())
    });
    let mut new = vec![Label(0); names.len()];
    for (number, &ix) in order.iter().enumerate() {
        new[ix] = Label(number as u32);
    }
    (new, order.into_iter().map(|ix| names[ix].clone()).collect())
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;

    #[test]
    fn numbers_come_by_value_and_before_words() {
        let names = ["10", "C", "2", "-1", "B"].map(str::to_owned);
        let (new, table) = sorted(&names);
        assert_eq!(table, ["-1", "2", "10", "B", "C"]);
        assert_eq!(new, [2, 4, 1, 0, 3].map(Label));
    }

    #[test]
    fn graphs_keep_what_their_labels_are_called() {
        let mut names = LabelNames::new();
        names.node_label("7");
        names.node_label("3");
        names.edge_label("x");
        names.edge_label("a");
        let relabeling = Relabeling::of(&names);
        let moved = relabeling.apply(&graph("a:0 -[1]-> b:1"));
        assert_eq!(moved, graph("a:1 -[0]-> b:0"));
        assert_eq!(relabeling.table().node_name(Label(1)), "7");
        assert_eq!(relabeling.table().edge_name(Label(0)), "a");
    }
}
