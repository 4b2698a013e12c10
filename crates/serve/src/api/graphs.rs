//! Graphs: list, upload, remove.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use isocount_core::Control;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::input::{Asked, Id, Upload};
use crate::problem::{Problem, json, json_with};
use crate::shelf::{GraphAbout, Kept, NamedBytes, Unread};
use crate::work::work;

/// The longest name of an upload, in bytes.
const MOST_NAME: usize = 255;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct UploadQuery {
    /// The name of the file. Its extension determines the format: `karate.csv`, `ring.gml`,
    /// `drugs.smi.gz`.
    name: String,
}

/// All graphs, and the files that could not be read.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GraphsReply<'a> {
    /// Examples, graphs of the folder, and uploads.
    graphs: Vec<&'a GraphAbout>,
    /// The files and graphs of the folder that could not be read when the service started.
    unread: &'a [Unread],
}

/// Lists all graphs, and what could not be read in the folder.
#[utoipa::path(get, path = "/api/v1/graphs", tag = "graphs",
    responses((status = 200, description = "All graphs", body = GraphsReply)))]
pub(crate) async fn list(State(app): State<Arc<App>>) -> Response {
    let graphs = app.graphs.list();
    let graphs = graphs.iter().map(|graph| &graph.about).collect();
    json(&GraphsReply { graphs, unread: app.graphs.unread() })
}

/// Describes one graph.
#[utoipa::path(get, path = "/api/v1/graphs/{id}", tag = "graphs",
    params(("id" = String, Path, description = "The id, or a name")),
    responses(
        (status = 200, description = "The graph", body = GraphAbout),
        (status = "4XX", description = "There is no such graph", body = Problem)))]
pub(crate) async fn one(State(app): State<Arc<App>>, Id(id): Id) -> Result<Response, Problem> {
    Ok(json(&app.graphs.get(&id)?.about))
}

/// Uploads a graph in any format that isocount reads, compressed or not.
#[utoipa::path(post, path = "/api/v1/graphs", tag = "graphs", params(UploadQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 201, description = "The graph is stored", body = GraphAbout),
        (status = 200, description = "The graph is already stored", body = GraphAbout),
        (status = "4XX", description = "Refused; a file that cannot be read has line and column", body = Problem),
        (status = "5XX", description = "Not stored", body = Problem)))]
pub(crate) async fn upload(
    State(app): State<Arc<App>>,
    Asked(UploadQuery { name }): Asked<UploadQuery>,
    Upload(bytes): Upload,
) -> Result<Response, Problem> {
    if name.is_empty() || name.len() > MOST_NAME {
        let message = format!("`name` must have from 1 to {MOST_NAME} bytes (got {})", name.len());
        return Err(Problem::bad(message));
    }
    let file = NamedBytes { name, bytes };
    let shared = Arc::clone(&app);
    let job = move |control: &Control| shared.graphs.add(&file, &shared.limits, control);
    let (graph, kept) = work(&app, app.limits.time, job).await?;
    let status = match kept {
        Kept::New => StatusCode::CREATED,
        Kept::Known => StatusCode::OK,
    };
    Ok(json_with(status, &graph.about))
}

/// Removes an upload.
#[utoipa::path(delete, path = "/api/v1/graphs/{id}", tag = "graphs",
    params(("id" = String, Path, description = "The id")),
    responses(
        (status = 204, description = "Removed"),
        (status = "4XX", description = "There is no such upload", body = Problem),
        (status = "5XX", description = "Not removed", body = Problem)))]
pub(crate) async fn remove(State(app): State<Arc<App>>, Id(id): Id) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    work(&app, app.limits.time, move |_| shared.graphs.remove(&id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
