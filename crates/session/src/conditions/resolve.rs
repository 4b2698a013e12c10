//! Translates a question with conditions to one with labels only.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use isocount_core::{
    ConditionalPattern, Control, CountError, Directions, Edge, Forbidden, GraphError, Label,
    LabeledGraph, Labels, NodeId, Pattern, View,
};
use isocount_format::LabelNames;

use super::check::check;
use super::refine::{Accepted, RefinedLabels, Refinement, base_text, wanted_text};
use crate::facts::LabelOwner;
use crate::{LoadedGraph, LoadedPattern, ZeroReason};

/// A pattern and a graph without conditions and attributes, seen through the view of the question.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) pattern: LoadedPattern,
    pub(crate) graph: LoadedGraph,
    /// The conditions that nothing in the graph satisfies.
    pub(crate) unmet: Vec<ZeroReason>,
    /// The labels that users know; `None` if these are the labels of the graph.
    pub(crate) known: Option<Arc<KnownGraph>>,
}

/// The graph with the labels that users know.
#[derive(Clone, Debug)]
pub(crate) struct KnownGraph {
    /// The graph without attributes, seen through the view of the question.
    pub(crate) graph: LoadedGraph,
    /// The label of an arc here, for its label in the translated graph.
    edges: HashMap<Label, Label>,
}

impl KnownGraph {
    pub(crate) fn arc(&self, arc: Edge) -> Edge {
        Edge { label: self.edges.get(&arc.label).copied().unwrap_or(arc.label), ..arc }
    }
}

/// The error for a graph without attributes.
pub(crate) fn no_attributes() -> CountError {
    let problem = "the pattern has conditions, and the graph has no attributes: its format has none, \
                   or they were not kept when it was read";
    CountError::Attribute { problem: problem.to_owned() }
}

/// The pattern without the labels that the view ignores. Without labels of edges, parallel arcs
/// with the same condition are one.
fn seen(pattern: &ConditionalPattern, view: View) -> ConditionalPattern {
    let mut pattern = pattern.clone();
    if view.node_labels == Labels::Ignore {
        pattern.nodes.iter_mut().for_each(|node| node.accepts = Label(0).into());
    }
    if view.edge_labels == Labels::Ignore {
        pattern.arcs.iter_mut().for_each(|arc| arc.accepts = Label(0).into());
        let mut distinct = HashSet::new();
        pattern.arcs.retain(|arc| distinct.insert(arc.clone()));
        // What forbids nothing still forbids nothing.
        pattern.absent.retain(|arc| !arc.accepts.is_empty());
        pattern.absent.iter_mut().for_each(|arc| arc.accepts = Label(0).into());
    }
    pattern
}

fn refined_graph(
    nodes: impl ExactSizeIterator<Item = Label>,
    edges: impl ExactSizeIterator<Item = (NodeId, NodeId, Label)>,
    control: &Control,
) -> Result<LabeledGraph, CountError> {
    let mut builder = LabeledGraph::builder();
    builder.reserve(nodes.len(), edges.len());
    for label in nodes {
        builder.node(label);
    }
    for (tail, head, label) in edges {
        builder.edge(tail, head, label);
    }
    builder.build_with(control).map_err(|problem| match problem {
        GraphError::Cancelled(cancelled) => CountError::from(cancelled),
        problem => CountError::Attribute { problem: problem.to_string() },
    })
}

/// Translates a question; `None` if the pattern has no conditions.
pub(crate) fn resolve(
    pattern: &LoadedPattern,
    graph: &LoadedGraph,
    view: View,
    control: &Control,
) -> Result<Option<Resolved>, CountError> {
    let Some(conditional) = pattern.conditions() else { return Ok(None) };
    pattern.check_read()?;
    graph.check_read()?;
    let Some(attributed) = graph.attributes() else {
        return Err(no_attributes());
    };
    check(conditional, attributed)?;
    let view = view.and(graph.view()).and(pattern.view());
    let (mut conditional, mut attributed) = (conditional.clone(), Arc::clone(attributed));
    if view.directions == Directions::Ignore {
        conditional = Arc::new(conditional.undirected());
        attributed = Arc::new(attributed.undirected(control)?);
    }
    let conditional = seen(&conditional, view);
    let nodes: Vec<Accepted> =
        conditional.nodes.iter().map(|it| (it.accepts.clone(), it.condition.clone())).collect();
    let arcs: Vec<Accepted> =
        conditional.arcs.iter().map(|it| (it.accepts.clone(), it.condition.clone())).collect();
    let forbidden = conditional.forbidden();
    let mut of_nodes = Refinement::new(nodes.iter(), view.node_labels == Labels::Ignore);
    let mut of_arcs = Refinement::new(arcs.iter(), view.edge_labels == Labels::Ignore)
        .with_forbidden(forbidden.values());
    let node_numbers = of_nodes.of_nodes(&attributed.nodes);
    let mut edges: Vec<(NodeId, NodeId, u32)> = Vec::with_capacity(attributed.graph.num_arcs());
    of_arcs.of_arcs(&attributed, control, |tail, head, label| edges.push((tail, head, label)))?;

    let mut names = LabelNames::new();
    let label_names = graph.names().read().unwrap_or_else(PoisonError::into_inner);
    let node_name = |label| base_text(&label_names, true, label);
    let edge_name = |label| base_text(&label_names, false, label);
    let node_refs: Vec<&Accepted> = nodes.iter().collect();
    let node_label = &mut |text: &str| names.node_label(text);
    let RefinedLabels { labels: node_labels, sets: node_sets, .. } =
        of_nodes.finish(&node_refs, &[], node_name, node_label, |_| false);
    let mut between: HashMap<(NodeId, NodeId, &Accepted), usize> = HashMap::new();
    for (arc, accepted) in conditional.arcs.iter().zip(&arcs) {
        *between.entry((arc.tail, arc.head, accepted)).or_default() += 1;
    }
    let is_repeated = |accepted: &Accepted| {
        between.iter().any(|((.., known), &number)| *known == accepted && number > 1)
    };
    let base_labels: Vec<Label> = of_arcs.base_labels().collect();
    let arc_refs: Vec<&Accepted> = arcs.iter().collect();
    let forbidden_refs: Vec<&Forbidden> = forbidden.values().collect();
    let edge_label = &mut |text: &str| names.edge_label(text);
    let RefinedLabels { labels: edge_labels, sets: edge_sets, forbidden: forbidden_sets } =
        of_arcs.finish(&arc_refs, &forbidden_refs, edge_name, edge_label, is_repeated);

    let mut unmet = Vec::new();
    let mut note = |owner, accepted: &Accepted, is_met: bool, name: &dyn Fn(_) -> String| {
        if let (Some(condition), false) = (&accepted.1, is_met) {
            let only = (accepted.0.clone(), None);
            let labels = (!accepted.0.is_any()).then(|| wanted_text(&only, name).into());
            let condition = isocount_format::braced_condition(condition).into();
            let reason = ZeroReason::Condition { owner, labels, condition };
            if !unmet.contains(&reason) {
                unmet.push(reason);
            }
        }
    };
    for (place, accepted) in nodes.iter().enumerate() {
        let is_met = node_labels.iter().any(|&label| node_sets[&place].accepts(label));
        note(LabelOwner::Node, accepted, is_met, &node_name);
    }
    for (place, accepted) in arcs.iter().enumerate() {
        let is_met = edge_labels.iter().any(|&label| edge_sets[&place].accepts(label));
        note(LabelOwner::Arc, accepted, is_met, &edge_name);
    }

    let node_label = |row: &Label| node_labels[node_numbers[row.0 as usize] as usize];
    let built = refined_graph(
        attributed.graph.node_labels().iter().map(node_label),
        edges.into_iter().map(|(tail, head, label)| (tail, head, edge_labels[label as usize])),
        control,
    )?;
    let mut builder = Pattern::builder();
    for place in 0..nodes.len() {
        builder.node(node_sets[&place].clone());
    }
    for (place, arc) in conditional.arcs.iter().enumerate() {
        builder.edge(arc.tail, arc.head, edge_sets[&place].clone());
    }
    for (&(tail, head), set) in forbidden.keys().zip(forbidden_sets) {
        builder.absent(tail, head, set);
    }
    let refined = builder
        .build()
        .map_err(|problem| CountError::Attribute { problem: problem.to_string() })?;
    drop(label_names);
    let names = Arc::new(RwLock::new(names));
    let edges = edge_labels.into_iter().zip(base_labels).collect();
    let plain = graph.clone().seen_through(view, control)?;
    let known = Some(Arc::new(KnownGraph { graph: plain, edges }));
    Ok(Some(Resolved {
        pattern: pattern.resolved(refined, &names, view),
        graph: graph.resolved(built, &names, view),
        unmet,
        known,
    }))
}
