//! A graph to draw: the whole graph if it is small, otherwise the neighbourhood of some nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use isocount_core::{Control, LabeledGraph, NodeId};
use isocount_draw::layout;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::input::{Asked, Id};
use crate::problem::{Problem, json};
use crate::shelf::StoredGraph;
use crate::work::quick_work;

/// The maximum number of nodes to draw, and the default.
const MOST: usize = 1000;
const DEFAULT: usize = 300;

/// A part with more nodes or arcs gets no positions: the time of a layout grows with their squares,
/// and it cannot be cancelled.
const MOST_PLACED: usize = 60;
const MOST_PLACED_ARCS: usize = 800;

/// The maximum number of edges in an answer.
const MOST_EDGES: usize = 20_000;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawingQuery {
    /// The nodes in the middle: numbers separated by commas. By default the whole graph if it is
    /// small, otherwise the surroundings of the node with the most neighbours.
    nodes: Option<String>,
    /// The maximum distance from these nodes.
    hops: Option<usize>,
    /// The maximum number of nodes, up to 1,000; 300 by default.
    #[param(minimum = 1, maximum = 1000)]
    max: Option<usize>,
}

/// A graph, or a part of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Drawing {
    /// Whether this is the whole graph.
    complete: bool,
    /// The number of nodes of the whole graph.
    num_nodes: usize,
    /// The number of arcs of the whole graph.
    num_arcs: usize,
    nodes: Vec<DrawingNode>,
    /// The edges between these nodes, at most 20,000.
    edges: Vec<DrawingEdge>,
    /// The number of further edges.
    edges_left_out: usize,
}

/// A node of a graph.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DrawingNode {
    /// Its number.
    id: u32,
    /// Its name. It comes from outside: treat it as text, not as markup.
    name: String,
    /// Its label.
    label: String,
    /// The horizontal position, unless the part is large; neighbours are about 1 apart.
    x: Option<f64>,
    /// The vertical position, growing downwards.
    y: Option<f64>,
}

/// An arc, or an undirected edge.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DrawingEdge {
    /// The number of its tail.
    tail: u32,
    /// The number of its head.
    head: u32,
    /// Its label.
    label: String,
    /// Whether the reverse arc with the same label exists too.
    undirected: bool,
}

/// Returns a graph to draw.
#[utoipa::path(get, path = "/api/v1/graphs/{id}/drawing", tag = "graphs",
    params(("id" = String, Path, description = "The id, or a name"), DrawingQuery),
    responses(
        (status = 200, description = "Nodes and edges", body = Drawing),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn drawing(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(query): Asked<DrawingQuery>,
) -> Result<Response, Problem> {
    let graph = app.graphs.get(&id)?;
    let job = move |control: &Control| part(&graph, &query, control);
    Ok(json(&quick_work(&app, job).await?))
}

fn part(stored: &StoredGraph, query: &DrawingQuery, control: &Control) -> Result<Drawing, Problem> {
    let loaded = stored.plain();
    let graph = loaded.graph();
    let most = query.max.unwrap_or(DEFAULT);
    if !(1..=MOST).contains(&most) {
        return Err(Problem::not_from_1_to("max", MOST, most));
    }
    let wanted = match &query.nodes {
        Some(text) => numbers(text, graph.num_nodes())?,
        None if graph.num_nodes() <= most => graph.nodes().collect(),
        None => graph.nodes().max_by_key(|&node| graph.out_arcs(node).len()).into_iter().collect(),
    };
    let hops = match (&query.nodes, query.hops) {
        (_, Some(hops)) => hops,
        (Some(_), None) => 1,
        (None, None) => usize::MAX,
    };
    let nodes = around(graph, wanted, hops, most);
    let places: BTreeMap<NodeId, usize> = nodes.iter().copied().zip(0..).collect();
    let mut builder = LabeledGraph::builder();
    let (mut edges, mut edges_left_out) = (Vec::new(), 0);
    let names = loaded.label_names();
    for &node in &nodes {
        builder.node(graph.node_label(node));
    }
    for (&tail, place) in &places {
        control.check().map_err(|_| Problem::out_of_time())?;
        for arc in graph.out_arcs(tail) {
            let Some(head) = places.get(&arc.node) else { continue };
            builder.edge(NodeId(*place as u32), NodeId(*head as u32), arc.label);
            let undirected = tail != arc.node && graph.has_arc(arc.node, tail, arc.label);
            if undirected && arc.node < tail {
                continue;
            }
            if edges.len() >= MOST_EDGES {
                edges_left_out += 1;
                continue;
            }
            let label = names.edge_text(arc.label).unwrap_or_default().to_owned();
            edges.push(DrawingEdge { tail: tail.0, head: arc.node.0, label, undirected });
        }
    }
    let part = builder.build_merged().map_err(|_| Problem::bug())?;
    let is_placed = nodes.len() <= MOST_PLACED && part.num_arcs() <= MOST_PLACED_ARCS;
    let points = if is_placed { layout(&part) } else { Vec::new() };
    let titles = loaded.node_names();
    let round = |x: f64| (x * 1000.0).round() / 1000.0;
    let drawn = nodes.iter().enumerate().map(|(place, &node)| DrawingNode {
        id: node.0,
        name: titles.get(node).into_owned(),
        label: names.node_text(graph.node_label(node)).unwrap_or_default().to_owned(),
        x: points.get(place).map(|point| round(point.x)),
        y: points.get(place).map(|point| round(point.y)),
    });
    Ok(Drawing {
        complete: nodes.len() == graph.num_nodes(),
        num_nodes: graph.num_nodes(),
        num_arcs: graph.num_arcs(),
        nodes: drawn.collect(),
        edges,
        edges_left_out,
    })
}

/// Parses numbers of nodes that are separated by commas.
fn numbers(text: &str, num_nodes: usize) -> Result<Vec<NodeId>, Problem> {
    let number = |word: &str| {
        let word = word.trim();
        let found: Option<u32> = word.parse().ok().filter(|&node| (node as usize) < num_nodes);
        found.map(NodeId).ok_or_else(|| {
            let word: String = word.chars().take(20).collect();
            Problem::refused(format!("this graph has no node `{word}`"))
        })
    };
    let words = text.split(',').filter(|word| !word.trim().is_empty());
    let nodes = words.map(number).collect::<Result<Vec<_>, _>>()?;
    if nodes.len() > MOST {
        return Err(Problem::too_many("nodes", MOST, "numbers", nodes.len()));
    }
    Ok(nodes)
}

/// These nodes and those near them, in breadth-first order.
fn around(graph: &LabeledGraph, wanted: Vec<NodeId>, hops: usize, most: usize) -> Vec<NodeId> {
    let mut met: BTreeSet<NodeId> = BTreeSet::new();
    let mut nodes = Vec::new();
    for node in wanted {
        if nodes.len() < most && met.insert(node) {
            nodes.push(node);
        }
    }
    let mut level = 0..nodes.len();
    for _ in 0..hops {
        if level.is_empty() || nodes.len() >= most {
            break;
        }
        for place in level.clone() {
            let node = nodes[place];
            for arc in graph.out_arcs(node).iter().chain(graph.in_arcs(node)) {
                if nodes.len() >= most {
                    break;
                }
                if met.insert(arc.node) {
                    nodes.push(arc.node);
                }
            }
        }
        level = level.end..nodes.len();
    }
    nodes
}
