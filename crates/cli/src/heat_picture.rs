//! `--draw FILE` with `--per`: the graph with heat over its nodes or edges, a panel per column. Of
//! a large graph, only the nodes with the largest counts are drawn.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use isocount::draw::{Heat, Names, Panel, Picture};
use isocount::session::{LabelLook, LabelOwner, PartColumn, PartTable, Parts};
use isocount::{Edge, Label, LabeledGraph, NodeId};

use crate::error::Failure;
use crate::interrupt;
use crate::picture_file::PictureFile;

/// The maximum number of panels in a picture, and how many are drawn side by side.
const MOST_PANELS: usize = 12;
const IN_A_ROW: NonZeroUsize = NonZeroUsize::new(3).expect("three is not zero");

/// Of larger graphs, only this many nodes are drawn.
const MOST_NODES: usize = 150;
const MOST_ARCS: usize = 1_600;
const MOST_OF_A_LARGE_GRAPH: usize = 60;

/// This many nodes are labelled with their names, unless the names are longer.
const NAMED: usize = 5;
const LONGEST_NAME: usize = 8;

/// A graph or a part of it, with its heat.
struct Shown {
    graph: LabeledGraph,
    title: String,
    heat: Heat,
    badges: Vec<(NodeId, String)>,
}

pub(crate) fn write(table: &PartTable, file: &PictureFile<'_>) -> Result<(), Failure> {
    let warm: Vec<&PartColumn> =
        table.columns.iter().filter(|column| column.counts.iter().any(|&n| n > 0)).collect();
    if warm.is_empty() {
        return Err(file.refused(
            "all counts are 0, so there is nothing to show".to_owned(),
            "leave --draw out, or ask for something that occurs",
        ));
    }
    if warm.len() > MOST_PANELS {
        let problem = format!("{} pictures are too many for one file", warm.len());
        return Err(file.refused(problem, "draw one size, or --per node instead of --per orbit"));
    }
    let shown: Vec<Shown> = warm.iter().map(|column| Shown::new(table, column)).collect();
    let control = interrupt::control();
    let look = |owner| table.graph.labels(owner, 1, control).map(|labels| labels.look);
    let has = |look: LabelLook| !matches!(look, LabelLook::Absent | LabelLook::Unlabeled);
    let (has_nodes, has_edges) = (has(look(LabelOwner::Node)?), has(look(LabelOwner::Arc)?));
    let names = table.graph.label_names();
    let node = |label: Label| match names.node_text(label) {
        Some(text) if has_nodes => text.to_owned(),
        _ => String::new(),
    };
    let edge = |label: Label| match names.edge_text(label) {
        Some(text) if has_edges => text.to_owned(),
        _ => String::new(),
    };
    let mut picture = Picture::new(Names { node: &node, edge: &edge });
    for Shown { graph, title, heat, badges } in &shown {
        let panel = Panel::new(title.clone(), graph).heated(heat.clone());
        picture = picture.with(panel.badged(badges.iter().cloned()));
    }
    if shown.len() > IN_A_ROW.get() {
        picture = picture.in_rows_of(IN_A_ROW);
    }
    file.write(&picture)
}

impl Shown {
    fn new(table: &PartTable, column: &PartColumn) -> Self {
        let whole = table.graph.graph();
        let of_arcs = arc_counts(table, column);
        let warmth = node_warmth(whole, column, of_arcs.as_ref());
        let nodes: Vec<NodeId> = if whole.num_nodes() <= MOST_NODES && whole.num_arcs() <= MOST_ARCS
        {
            whole.nodes().collect()
        } else {
            let mut nodes: Vec<NodeId> = whole.nodes().collect();
            nodes.sort_by(|a, b| warmth[b.ix()].total_cmp(&warmth[a.ix()]));
            nodes.truncate(MOST_OF_A_LARGE_GRAPH);
            nodes.sort_unstable();
            nodes
        };
        let places: BTreeMap<NodeId, NodeId> =
            nodes.iter().enumerate().map(|(ix, &node)| (node, NodeId(ix as u32))).collect();
        let mut builder = LabeledGraph::builder();
        for &node in &nodes {
            builder.node(whole.node_label(node));
        }
        for &tail in &nodes {
            for arc in whole.out_arcs(tail) {
                if let Some(&head) = places.get(&arc.node) {
                    builder.edge(places[&tail], head, arc.label);
                }
            }
        }
        let graph = builder.build().expect("a part of a graph is a graph");
        let heat = match &of_arcs {
            None => Heat::of_nodes(nodes.iter().map(|node| warmth[node.ix()]).collect()),
            Some(counts) => {
                let count = |arc: Edge| {
                    let [tail, head] = [arc.tail, arc.head].map(|node| nodes[node.ix()]);
                    counts.get(&Edge { tail, head, label: arc.label }).copied().unwrap_or(0.0)
                };
                Heat::of_arcs(graph.arcs().map(count).collect())
            }
        };
        let mut first: Vec<usize> = (0..nodes.len()).collect();
        first.sort_by(|a, b| warmth[nodes[*b].ix()].total_cmp(&warmth[nodes[*a].ix()]));
        let badge = |place: usize| (NodeId(place as u32), table.node_name(nodes[place]));
        let badges: Vec<_> = first
            .into_iter()
            .take(NAMED)
            .filter(|&place| warmth[nodes[place].ix()] > 0.0)
            .map(badge)
            .filter(|(_, name)| name.chars().count() <= LONGEST_NAME)
            .collect();
        let mut title = match &column.about {
            Some(about) => format!("{}, {about}", column.title),
            None if column.title == "count" => table.graph.name().to_owned(),
            None => column.title.clone(),
        };
        if nodes.len() < whole.num_nodes() {
            title = format!("{title}: the {} nodes with the largest counts", nodes.len());
        }
        Self { graph, title, heat, badges }
    }
}

/// For tables of edges, the count of each arc.
fn arc_counts(table: &PartTable, column: &PartColumn) -> Option<BTreeMap<Edge, f64>> {
    let mut counts = BTreeMap::new();
    let (edges, are_edges) = match &table.parts {
        Parts::Nodes => return None,
        Parts::Pairs(pairs) => {
            let graph = table.graph.graph();
            for (&(a, b), &count) in pairs.iter().zip(&column.counts) {
                for (tail, head) in [(a, b), (b, a)] {
                    for arc in graph.arcs_between(tail, head) {
                        counts.insert(Edge { tail, head, label: arc.label }, count as f64);
                    }
                }
            }
            return Some(counts);
        }
        Parts::Edges(edges) => (edges, true),
        Parts::Arcs(arcs) => (arcs, false),
    };
    for (edge, &count) in edges.iter().zip(&column.counts) {
        counts.insert(*edge, count as f64);
        if are_edges {
            let Edge { tail, head, label } = *edge;
            counts.insert(Edge { tail: head, head: tail, label }, count as f64);
        }
    }
    Some(counts)
}

/// The heat of each node, or of its hottest edge.
fn node_warmth(
    graph: &LabeledGraph,
    column: &PartColumn,
    of_arcs: Option<&BTreeMap<Edge, f64>>,
) -> Vec<f64> {
    let Some(counts) = of_arcs else {
        return column.counts.iter().map(|&count| count as f64).collect();
    };
    let mut warmth = vec![0.0_f64; graph.num_nodes()];
    for (edge, &count) in counts {
        for node in [edge.tail, edge.head] {
            warmth[node.ix()] = warmth[node.ix()].max(count);
        }
    }
    warmth
}
