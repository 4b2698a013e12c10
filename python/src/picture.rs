//! Pictures for notebooks.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use isocount::draw::{Names, Panel, Picture};
use isocount::exact::{FirstMapping, first_mapping};
use isocount::session::{LoadedGraph, LoadedPattern};
use isocount::{Budget, Control, Label, LabeledGraph, Meaning, NodeId, Pattern};

use crate::labels::session;

/// Of graphs with more nodes, only the surroundings of the match are drawn.
const MOST_NODES: usize = 120;
/// The maximum number of nodes drawn around a match.
const MOST_AROUND: usize = 40;
/// How long to search for one match.
const PATIENCE: Duration = Duration::from_millis(500);

/// Labels by their names; the label of unlabelled nodes and edges is empty.
fn with_names<T>(work: impl FnOnce(Names<'_>) -> T) -> T {
    let labels = session().labels();
    let shown = |text: Option<&str>| match text {
        None | Some("0") => String::new(),
        Some(text) => text.to_owned(),
    };
    let node = |label: Label| shown(labels.node_text(label));
    let edge = |label: Label| shown(labels.edge_text(label));
    work(Names { node: &node, edge: &edge })
}

/// A graph as SVG; only its size if it is too large to draw.
pub(crate) fn of_graph(name: &str, graph: &LabeledGraph) -> String {
    if graph.num_nodes() > MOST_NODES {
        return format!("<div>{} nodes, {} arcs</div>", graph.num_nodes(), graph.num_arcs());
    }
    with_names(|names| Picture::new(names).with(Panel::new(name, graph)).to_svg())
}

/// A pattern as SVG; only its size if it is too large to draw.
pub(crate) fn of_pattern(name: &str, pattern: &Pattern) -> String {
    if pattern.num_nodes() > MOST_NODES {
        return of_graph(name, pattern.graph());
    }
    with_names(|names| Picture::new(names).with(Panel::of_pattern(name, pattern)).to_svg())
}

/// A pattern and one match of it, with these names of the pattern's nodes, and the images of those.
/// The pattern alone if there is no match or none is found soon.
pub(crate) fn of_match(
    pattern: &LoadedPattern,
    graph: &LoadedGraph,
    meaning: Meaning,
    node_names: &[String],
) -> (String, Option<Vec<NodeId>>) {
    let pattern = pattern.clone().seen_through(meaning.view);
    let Ok(graph) = graph.clone().seen_through(meaning.view, &Control::NONE) else {
        return (String::new(), None);
    };
    if pattern.pattern().num_nodes() > MOST_NODES {
        return (String::new(), None);
    }
    let (p, g) = (pattern.pattern(), graph.graph());
    let found = first_mapping(p, g, meaning.semantics, &Budget::time(PATIENCE));
    let FirstMapping::Found(mapping) = found else {
        let alone = with_names(|names| {
            let picture = Picture::new(names).with(Panel::of_pattern(pattern.name(), p));
            match g.num_nodes() {
                0..=MOST_NODES => picture.with(Panel::new(graph.name(), g)).to_svg(),
                _ => picture.to_svg(),
            }
        });
        return (alone, None);
    };
    let svg = match g.num_nodes() {
        0..=MOST_NODES => beside((pattern.name(), p), (graph.name(), g), &mapping, node_names),
        number => {
            let (part, images) = around(p, g, &mapping);
            let title = format!("{}: a part of {number} nodes", graph.name());
            beside((pattern.name(), p), (&title, &part), &images, node_names)
        }
    };
    (svg, Some(mapping))
}

/// A pattern, and a graph in which a mapping is highlighted. Badges contain the names of the
/// pattern's nodes.
fn beside(
    (pattern_name, pattern): (&str, &Pattern),
    (graph_name, graph): (&str, &LabeledGraph),
    mapping: &[NodeId],
    node_names: &[String],
) -> String {
    let badges = pattern.nodes().zip(node_names.iter().cloned());
    let mut images: BTreeMap<NodeId, Vec<&str>> = BTreeMap::new();
    for (&image, name) in mapping.iter().zip(node_names) {
        images.entry(image).or_default().push(name);
    }
    let images = images.into_iter().map(|(image, names)| (image, names.join(",")));
    with_names(|names| {
        Picture::new(names)
            .with(Panel::of_pattern(pattern_name, pattern).badged(badges))
            .with(Panel::new(graph_name, graph).mapped(pattern, mapping).badged(images))
            .to_svg()
    })
}

/// The nodes of a match, some of their neighbours, and the arcs between them.
fn around(
    pattern: &Pattern,
    graph: &LabeledGraph,
    mapping: &[NodeId],
) -> (LabeledGraph, Vec<NodeId>) {
    let matched: BTreeSet<NodeId> = mapping.iter().copied().collect();
    let mut near = BTreeSet::new();
    for &v in &matched {
        let arcs = graph.out_arcs(v).iter().chain(graph.in_arcs(v));
        let others = arcs.map(|arc| arc.node).filter(|node| !matched.contains(node));
        near.extend(others.take(MOST_AROUND / pattern.num_nodes().max(1)));
    }
    let kept: Vec<NodeId> = matched.into_iter().chain(near).collect();
    let place = |v: NodeId| kept.iter().position(|&node| node == v).map(|ix| NodeId(ix as u32));
    let mut builder = LabeledGraph::builder();
    for &v in &kept {
        builder.node(graph.node_label(v));
    }
    for &v in &kept {
        for arc in graph.out_arcs(v) {
            if let (Some(tail), Some(head)) = (place(v), place(arc.node)) {
                builder.edge(tail, head, arc.label);
            }
        }
    }
    let part = builder.build().unwrap_or_else(|_| unreachable!("a part of a graph is a graph"));
    let mapping = mapping.iter().filter_map(|&v| place(v)).collect();
    (part, mapping)
}
