//! How many matches of a pattern each node or edge takes part in.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use isocount_core::{Answer, Control, Count, NodeId};
use isocount_record::{Record, Said};
use isocount_session::{PartTable, Parts, Per};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::count::longest;
use super::pattern_input::PatternInput;
use super::question::{MeaningWish, MethodWish, SemanticsName, UnitName, ask, time_limit};
use crate::app::App;
use crate::input::Input;
use crate::problem::{Problem, json};
use crate::work::work;

/// The maximum number of rows in an answer, and the default.
const MOST_ROWS: usize = 1_000;
const DEFAULT_ROWS: usize = 20;
/// Approximate bytes per node or arc.
const BYTES_PER_ROW: usize = 64;

/// A question about parts of a graph.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParticipationRequest {
    /// The pattern.
    #[schema(example = "triangle")]
    pattern: PatternInput,
    /// The graph: its id, its name or that of its file, or `example:` and the name of an example.
    #[schema(example = "karate")]
    graph: String,
    /// What is counted individually; nodes by default.
    per: Option<PerName>,
    /// Which maps are counted; monomorphisms by default.
    semantics: Option<SemanticsName>,
    /// What is counted once; mappings by default.
    unit: Option<UnitName>,
    /// Whether directions are ignored.
    undirected: Option<bool>,
    /// Whether labels of nodes are ignored.
    ignore_node_labels: Option<bool>,
    /// Whether labels of edges are ignored.
    ignore_edge_labels: Option<bool>,
    /// The numbers of the requested nodes, or of the nodes of the requested edges; by default those
    /// with the largest counts.
    nodes: Option<Vec<u32>>,
    /// The maximum number of rows; 20 by default, unless nodes are given.
    #[schema(maximum = 1000)]
    limit: Option<usize>,
    /// The time limit in seconds; the limit of the service if that is shorter.
    time_limit: Option<f64>,
    /// The limit on the steps of the search.
    #[schema(format = "uint64", minimum = 0)]
    step_limit: Option<u64>,
    /// The number of threads; one by default. Numbers above the limit of the service are refused.
    #[schema(minimum = 1)]
    threads: Option<usize>,
}

/// What is counted individually.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PerName {
    /// Each node of the graph.
    Node,
    /// Each edge or arc.
    Edge,
    /// Each node, separately for each orbit of the pattern, which is one of its roles.
    Orbit,
}

/// Counts of nodes or edges.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ParticipationReply {
    /// The number of occurrences of the pattern.
    #[schema(example = "45")]
    count: String,
    /// Whether the count is complete. Otherwise a limit was reached, and all numbers are lower
    /// bounds.
    complete: bool,
    /// The time limit that was used, in seconds.
    time_limit: f64,
    /// The meaning of the counts of a row: `count`, or for orbits the pattern nodes of each.
    columns: Vec<String>,
    /// Nodes or edges.
    rows: Vec<ParticipationRow>,
}

/// A node or an edge.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ParticipationRow {
    /// The number of the node, or the numbers of tail and head.
    nodes: Vec<u32>,
    /// Its name. It comes from outside: treat it as text, not as markup.
    name: String,
    /// Its counts.
    counts: Vec<String>,
}

/// For each node or edge, counts the mappings or subgraphs that it takes part in.
#[utoipa::path(post, path = "/api/v1/participation", tag = "questions", request_body = ParticipationRequest,
    responses(
        (status = 200, description = "The largest counts, or the requested ones", body = ParticipationReply),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn participation(
    State(app): State<Arc<App>>,
    Input(request): Input<ParticipationRequest>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    let job = move |control: &Control| answer(&shared, &request, control);
    Ok(json(&work(&app, longest(&app), job).await?))
}

fn answer(
    app: &App,
    request: &ParticipationRequest,
    control: &Control,
) -> Result<ParticipationReply, Problem> {
    let meaning = MeaningWish {
        semantics: request.semantics,
        unit: request.unit,
        undirected: request.undirected,
        ignore_node_labels: request.ignore_node_labels,
        ignore_edge_labels: request.ignore_edge_labels,
    };
    let method = MethodWish {
        method: Some("exact"),
        time_limit: request.time_limit,
        step_limit: request.step_limit,
        threads: request.threads,
        ..MethodWish::default()
    };
    let ask = ask(app, meaning, &method)?;
    let stored = app.graphs.get(&request.graph)?;
    let (num_nodes, num_arcs) = {
        let graph = stored.plain().graph();
        (graph.num_nodes(), graph.num_arcs())
    };
    let per = match request.per.unwrap_or(PerName::Node) {
        PerName::Node => Per::Node,
        PerName::Edge => Per::Arc,
        PerName::Orbit => Per::Orbit,
    };
    let rows = if per == Per::Arc { num_arcs } else { num_nodes };
    if rows.saturating_mul(BYTES_PER_ROW) > app.limits.memory {
        let message = "the counts of a graph of this size take more memory than a request may use";
        let help = "use `isocount count --per` on the command line";
        return Err(Problem::refused(message).with_help(help));
    }
    if let Some(limit) = request.limit.filter(|&limit| limit > MOST_ROWS) {
        return Err(Problem::above("limit", MOST_ROWS, limit));
    }
    let wanted = request.nodes.as_deref();
    if let Some(nodes) = wanted.filter(|nodes| nodes.len() > MOST_ROWS) {
        return Err(Problem::too_many("nodes", MOST_ROWS, "numbers", nodes.len()));
    }
    if let Some(node) = wanted.unwrap_or_default().iter().find(|&&it| it as usize >= num_nodes) {
        return Err(Problem::refused(format!(
            "this graph has no node {node}; nodes are numbered from 0"
        )));
    }
    let needs = request.pattern.needs();
    let (mut session, graph) = stored.asked(ask.meaning().view, needs, &app.limits, control)?;
    let pattern = request.pattern.read(&mut session, &app.limits, control)?;
    let found = ask.count_per(&pattern, &graph, per, control);
    let found = found.map_err(|problem| Problem::refused(problem.to_string()))?;
    control.check().map_err(|_| Problem::out_of_time())?;
    let limit = request.limit.unwrap_or(if wanted.is_some() { MOST_ROWS } else { DEFAULT_ROWS });
    let rows = rows_of(&found.table, wanted, limit);
    Ok(ParticipationReply {
        count: total(&found.record),
        complete: found.is_complete,
        time_limit: time_limit(request.time_limit, &app.limits)?.as_secs_f64(),
        columns: found.table.columns.iter().map(|column| column.title.clone()).collect(),
        rows: rows.into_iter().map(|row| told(&found.table, row)).collect(),
    })
}

fn total(record: &Record) -> String {
    match &record.said {
        Said::Answer(Answer::Exact(count) | Answer::AtLeast(count)) => count.to_string(),
        _ => Count(0).to_string(),
    }
}

/// The rows of the requested nodes, or of the edges between them; by default those with the largest
/// counts.
fn rows_of(table: &PartTable, wanted: Option<&[u32]>, most: usize) -> Vec<usize> {
    let Some(wanted) = wanted else {
        let mut rows: Vec<usize> =
            (0..table.columns.len()).flat_map(|column| table.top(column, most)).collect();
        let mut met = BTreeSet::new();
        rows.retain(|&row| met.insert(row));
        rows.truncate(most);
        return rows;
    };
    if table.parts == Parts::Nodes {
        return wanted.iter().take(most).map(|&node| node as usize).collect();
    }
    let inside: BTreeSet<NodeId> = wanted.iter().copied().map(NodeId).collect();
    let is_wanted = |&row: &usize| table.row_nodes(row).iter().all(|end| inside.contains(end));
    (0..table.num_rows()).filter(is_wanted).take(most).collect()
}

fn told(table: &PartTable, row: usize) -> ParticipationRow {
    let nodes = table.row_nodes(row).iter().map(|node| node.0).collect();
    let counts = table.columns.iter().map(|column| column.counts[row].to_string()).collect();
    ParticipationRow { nodes, name: table.row_name(row), counts }
}
