//! Indices: graphs prepared for a model, so that a pattern is answered in microseconds.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use isocount_core::Control;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::input::{Id, Input};
use crate::problem::{Problem, json, json_with};
use crate::shelf::{Needs, ShelvedIndex, Unread};
use crate::work::work;

/// An index.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct IndexAbout {
    /// The value of `index` in a question.
    id: String,
    /// The name of its graph.
    graph: String,
    /// What its model counts, in words.
    meaning: String,
    /// The size of its file.
    bytes: u64,
}

impl IndexAbout {
    fn new(id: String, shelved: &ShelvedIndex) -> Self {
        let graph = shelved.index.graph_name().to_owned();
        let meaning = shelved.index.meaning().to_string();
        Self { id, graph, meaning, bytes: shelved.bytes }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IndexRequest {
    /// The graph: its id, its name or that of its file, or `example:` and the name of an example.
    graph: String,
    /// The model.
    model: String,
}

/// All indices, and the files that could not be read.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct IndicesReply<'a> {
    /// The indices of the folder, and those made by the service.
    indices: Vec<IndexAbout>,
    /// The index files that could not be read when the service started.
    unread: &'a [Unread],
}

/// Lists all indices. To ask an index, send `"index": id` in place of a graph and a model.
#[utoipa::path(get, path = "/api/v1/indices", tag = "models",
    responses((status = 200, description = "All indices", body = IndicesReply)))]
pub(crate) async fn list(State(app): State<Arc<App>>) -> Response {
    let all = app.models.indices().into_iter();
    let indices = all.map(|(id, shelved)| IndexAbout::new(id, &shelved)).collect();
    json(&IndicesReply { indices, unread: app.models.unread_indices() })
}

/// Makes an index of a graph for a model. The file is complete or does not exist.
#[utoipa::path(post, path = "/api/v1/indices", tag = "models", request_body = IndexRequest,
    responses(
        (status = 201, description = "The index is made", body = IndexAbout),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not made", body = Problem)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Input(IndexRequest { graph, model }): Input<IndexRequest>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    let job = move |control: &Control| {
        let (stored, model) = (shared.graphs.get(&graph)?, shared.models.model(&model)?);
        let view = model.meaning().view;
        let (_, graph) = stored.asked(view, Needs::Labels, &shared.limits, control)?;
        shared.models.create((&stored.about.id, &graph), model, control)
    };
    let (id, shelved) = work(&app, app.limits.time, job).await?;
    Ok(json_with(StatusCode::CREATED, &IndexAbout::new(id, &shelved)))
}

/// Removes an index made by the service.
#[utoipa::path(delete, path = "/api/v1/indices/{id}", tag = "models",
    params(("id" = String, Path, description = "The id")),
    responses(
        (status = 204, description = "Removed"),
        (status = "4XX", description = "There is no such index", body = Problem),
        (status = "5XX", description = "Not removed", body = Problem)))]
pub(crate) async fn remove(State(app): State<Arc<App>>, Id(id): Id) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    work(&app, app.limits.time, move |_| shared.models.remove(&id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
