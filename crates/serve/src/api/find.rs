//! Matches, page by page.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use isocount_core::Control;
use isocount_session::{Ending, Find};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::count::longest;
use super::pattern_input::PatternInput;
use super::question::{MeaningWish, SemanticsName, UnitName, time_limit};
use crate::app::App;
use crate::input::Input;
use crate::problem::{Problem, json};
use crate::work::work;

/// The default number of matches per page.
const DEFAULT_LIMIT: usize = 20;

/// The matches to list.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindRequest {
    /// The pattern.
    #[schema(example = "triangle")]
    pattern: PatternInput,
    /// The graph: its id, its name or that of its file, or `example:` and the name of an example.
    #[schema(example = "karate")]
    graph: String,
    /// The semantics of a match; `monomorphism` by default.
    semantics: Option<SemanticsName>,
    /// Whether every map is a match, or every subgraph once.
    unit: Option<UnitName>,
    /// Whether directions are ignored.
    undirected: Option<bool>,
    /// Whether labels of nodes are ignored.
    ignore_node_labels: Option<bool>,
    /// Whether labels of edges are ignored.
    ignore_edge_labels: Option<bool>,
    /// The maximum number of matches; 20 by default.
    limit: Option<usize>,
    /// The `next` of the previous page.
    #[schema(pattern = "^[0-9]{1,18}$")]
    after: Option<String>,
    /// The time limit in seconds; the limit of the service if that is shorter.
    time_limit: Option<f64>,
    /// The limit on the steps of the search.
    #[schema(format = "uint64", minimum = 0)]
    step_limit: Option<u64>,
}

/// A page of matches.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FindReply {
    /// The names of the pattern nodes.
    pattern_nodes: Vec<String>,
    /// The matches, always in the same order.
    matches: Vec<FoundMatch>,
    /// The value of `after` for the next page, if there is one.
    next: Option<String>,
    /// `complete` if these are the last matches, `limit` if there are more, `time` if the limit on
    /// time or steps was reached.
    ending: &'static str,
    /// The time limit that was used, in seconds.
    time_limit: f64,
}

/// The graph node of each pattern node.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundMatch {
    /// The numbers of the graph nodes, in the order of the pattern nodes.
    nodes: Vec<u32>,
    /// Their names. They come from outside: treat them as text, not as markup.
    names: Vec<String>,
}

/// Lists matches.
#[utoipa::path(post, path = "/api/v1/find", tag = "questions", request_body = FindRequest,
    responses(
        (status = 200, description = "A page of matches", body = FindReply),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    Input(request): Input<FindRequest>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    let job = move |control: &Control| page(&shared, &request, control);
    Ok(json(&work(&app, longest(&app), job).await?))
}

fn page(app: &App, request: &FindRequest, control: &Control) -> Result<FindReply, Problem> {
    let meaning = MeaningWish {
        semantics: request.semantics,
        unit: request.unit,
        undirected: request.undirected,
        ignore_node_labels: request.ignore_node_labels,
        ignore_edge_labels: request.ignore_edge_labels,
    };
    let meaning = meaning.meaning_beside(None)?;
    let most = app.limits.matches;
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT.min(most));
    if limit > most {
        return Err(Problem::above("limit", most, limit));
    }
    let after: u64 = match request.after.as_deref() {
        None => 0,
        Some(after) => after
            .parse()
            .map_err(|_| Problem::bad("`after` must be the `next` of an earlier page"))?,
    };
    let stored = app.graphs.get(&request.graph)?;
    let needs = request.pattern.needs();
    let (mut session, graph) = stored.asked(meaning.view, needs, &app.limits, control)?;
    let pattern = request.pattern.read(&mut session, &app.limits, control)?;
    let time_limit = time_limit(request.time_limit, &app.limits)?;
    let find = Find::new(meaning)
        .with_time_limit(Some(time_limit))
        .with_step_limit(request.step_limit)
        // One match more shows whether there is another page.
        .with_limit(Some(after.saturating_add(limit as u64).saturating_add(1)));
    let refuse = |problem: isocount_session::FindProblem| Problem::refused(problem.to_string());
    let mut found = find.matches(&pattern, &graph, control).map_err(refuse)?;
    let skipped = (0..after).take_while(|_| found.next().is_some()).count() as u64;
    let mut matches = Vec::new();
    if skipped == after {
        for found in found.by_ref().take(limit) {
            let nodes = found.images().iter().map(|node| node.0).collect();
            let names = found.names().map(|(_, name)| name.into_owned()).collect();
            matches.push(FoundMatch { nodes, names });
        }
    }
    let is_more = found.next().is_some();
    control.check().map_err(|_| Problem::out_of_time())?;
    let next = is_more.then(|| (after + limit as u64).to_string());
    let ending = match found.ending() {
        _ if is_more => "limit",
        Some(Ending::OutOfBudget) => "time",
        _ => "complete",
    };
    let outline = pattern.outline().unwrap_or_default();
    let pattern_nodes = outline.nodes.into_iter().map(|node| node.name).collect();
    let time_limit = time_limit.as_secs_f64();
    Ok(FindReply { pattern_nodes, matches, next, ending, time_limit })
}
