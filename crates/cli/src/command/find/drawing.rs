//! `--draw PICTURE`: the pattern, followed by the graph once for each match, with the match
//! highlighted. Of a large graph, only the match and its surroundings are drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use isocount::draw::{Highlight, Names, Panel, Picture};
use isocount::session::{LabelLook, LabelOwner, Match};
use isocount::{Edge, Label, LabeledGraph, NodeId};

use crate::error::Failure;
use crate::interrupt;
use crate::picture_file::PictureFile;

/// The maximum number of matches in a picture, and how many are drawn side by side.
const MOST_MATCHES: usize = 12;
const IN_A_ROW: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");

/// Of larger graphs, only this many nodes are drawn.
const MOST_NODES: usize = 150;
const MOST_ARCS: usize = 800;
const MOST_NEAR: usize = 40;

/// Longer names of pattern nodes do not fit into a badge.
const LONGEST_BADGE: usize = 6;

/// The matches of a picture.
#[derive(Default)]
pub(super) struct Drawing {
    matches: Vec<Match>,
}

/// A graph or a part of it, and the position of the match in it.
struct Shown {
    graph: LabeledGraph,
    highlight: Highlight,
    badges: Vec<(NodeId, String)>,
    title: String,
}

impl Drawing {
    /// Keeps the first matches.
    pub(super) fn add(&mut self, found: Match) {
        if self.matches.len() < MOST_MATCHES {
            self.matches.push(found);
        }
    }

    pub(super) fn write(&self, file: &PictureFile<'_>) -> Result<(), Failure> {
        let Some(first) = self.matches.first() else {
            return Err(file.refused("there is no match to show".to_owned(), "find one first"));
        };
        let names = first.graph().label_names();
        let has_labels =
            |facts: LabelLook| !matches!(facts, LabelLook::Absent | LabelLook::Unlabeled);
        let control = interrupt::control();
        let look = |owner| first.graph().labels(owner, 1, control).map(|labels| labels.look);
        let has_node_labels = has_labels(look(LabelOwner::Node)?);
        let has_edge_labels = has_labels(look(LabelOwner::Arc)?);
        let pattern = first.pattern();
        // In the pattern, a label may stand for a set.
        let shape = pattern.pattern();
        let node = |label: Label| match names.node_text(label) {
            Some(text) if has_node_labels => text.to_owned(),
            Some(_) => String::new(),
            None => {
                let mut nodes = shape.nodes().filter(|&u| shape.node_label(u) == label);
                let set = nodes.next().map(|u| shape.node_set(u).to_set());
                set.map_or_else(String::new, |set| {
                    let labels = set.labels().iter().filter_map(|&it| names.node_text(it));
                    set_text(set.excludes(), labels)
                })
            }
        };
        let edge = |label: Label| match names.edge_text(label) {
            Some(text) if has_edge_labels => text.to_owned(),
            Some(_) => String::new(),
            None => {
                let set = shape.edge_set(label).to_set();
                let labels = set.labels().iter().filter_map(|&it| names.edge_text(it));
                set_text(set.excludes(), labels)
            }
        };
        let shown: Vec<Shown> = self
            .matches
            .iter()
            .enumerate()
            .map(|(place, found)| Shown::new(found, place))
            .collect();
        let badges = pattern.pattern().nodes().zip(badges(first));
        let is_one = self.matches.iter().all(|it| it.pattern().name() == pattern.name());
        let mut picture = Picture::new(Names { node: &node, edge: &edge });
        if is_one {
            picture = picture.with(Panel::of_pattern(pattern.name(), shape).badged(badges));
        }
        for Shown { graph, highlight, badges, title } in &shown {
            let panel = Panel::new(title.clone(), graph).highlighted(highlight.clone());
            picture = picture.with(panel.badged(badges.iter().cloned()));
        }
        if shown.len() + usize::from(is_one) > IN_A_ROW.get() {
            picture = picture.in_rows_of(IN_A_ROW);
        }
        file.write(&picture)
    }
}

/// A set of labels: `*`, `F|Cl` or `!H`.
fn set_text<'a>(excludes: bool, labels: impl Iterator<Item = &'a str>) -> String {
    let labels = labels.collect::<Vec<_>>().join("|");
    match (excludes, labels.as_str()) {
        (true, "") => "*".to_owned(),
        (true, _) => format!("!{labels}"),
        (false, _) => labels,
    }
}

/// The names of the pattern nodes in badges: their own names if all are short, otherwise numbers.
fn badges(found: &Match) -> Vec<String> {
    let names: Vec<String> = found.names().map(|(node, _)| node.into_owned()).collect();
    if names.iter().all(|name| name.chars().count() <= LONGEST_BADGE) {
        return names;
    }
    (0..names.len()).map(|node| node.to_string()).collect()
}

impl Shown {
    fn new(found: &Match, place: usize) -> Self {
        let graph = found.graph().graph();
        let nodes = if graph.num_nodes() <= MOST_NODES && graph.num_arcs() <= MOST_ARCS {
            graph.nodes().collect()
        } else {
            near(graph, found.images())
        };
        let places: BTreeMap<NodeId, NodeId> =
            nodes.iter().enumerate().map(|(ix, &node)| (node, NodeId(ix as u32))).collect();
        let mut builder = LabeledGraph::builder();
        for &node in &nodes {
            builder.node(graph.node_label(node));
        }
        let moved = |arc: Edge| {
            let (tail, head) = (*places.get(&arc.tail)?, *places.get(&arc.head)?);
            Some(Edge { tail, head, label: arc.label })
        };
        for &node in &nodes {
            for arc in graph.out_arcs(node) {
                let arc = Edge { tail: node, head: arc.node, label: arc.label };
                if let Some(Edge { tail, head, label }) = moved(arc) {
                    builder.edge(tail, head, label);
                }
            }
        }
        let mut badges_of: BTreeMap<NodeId, String> = BTreeMap::new();
        for (image, name) in found.images().iter().zip(badges(found)) {
            let badge = badges_of.entry(places[image]).or_default();
            let comma = if badge.is_empty() { "" } else { "," };
            *badge = format!("{badge}{comma}{name}");
        }
        let highlight = Highlight::new(badges_of.keys().copied(), found.arcs().filter_map(moved));
        let title = format!("{} {}", found.graph().name(), place + 1);
        let graph = builder.build().expect("a part of a graph is a graph");
        Self { graph, highlight, badges: badges_of.into_iter().collect(), title }
    }
}

/// The nodes of a match and some of those next to them, in the order of the graph.
fn near(graph: &LabeledGraph, images: &[NodeId]) -> Vec<NodeId> {
    let mut nodes: BTreeSet<NodeId> = images.iter().copied().collect();
    // Taken in turn around each image, so that a hub does not use up all places.
    for place in 0..MOST_NEAR {
        for &image in images {
            let mut next = graph.out_arcs(image).iter().chain(graph.in_arcs(image));
            if let Some(arc) = next.nth(place)
                && nodes.len() < MOST_NEAR.max(images.len())
            {
                nodes.insert(arc.node);
            }
        }
    }
    nodes.into_iter().collect()
}
