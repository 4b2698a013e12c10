//! The routes.

use std::sync::Arc;

use axum::Router;
use axum::http::Uri;
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};

use crate::api::{
    count, count_many, drawing, find, graphs, indices, lists, models, motifs, participation,
    patterns,
};
use crate::app::App;
use crate::guard::guard;
use crate::openapi;
use crate::page::page;
use crate::problem::Problem;

/// Every path, as the `OpenAPI` document and the metrics name it.
pub(crate) const ROUTES: [&str; 19] = [
    "/health",
    "/metrics",
    "/api/v1/openapi.json",
    "/api/v1/graphs",
    "/api/v1/graphs/{id}",
    "/api/v1/graphs/{id}/drawing",
    "/api/v1/patterns",
    "/api/v1/patterns/parse",
    "/api/v1/patterns/print",
    "/api/v1/count",
    "/api/v1/count-many",
    "/api/v1/find",
    "/api/v1/motifs",
    "/api/v1/participation",
    "/api/v1/models",
    "/api/v1/indices",
    "/api/v1/indices/{id}",
    "/api/v1/methods",
    "/api/v1/limits",
];

/// All routes, behind the guard.
pub(crate) fn router(app: &Arc<App>) -> Router {
    Router::new()
        .route("/health", get(lists::health))
        .route("/metrics", get(lists::metrics))
        .route("/api/v1/openapi.json", get(openapi::document))
        .route("/api/v1/graphs", get(graphs::list).post(graphs::upload))
        .route("/api/v1/graphs/{id}", get(graphs::one).delete(graphs::remove))
        .route("/api/v1/graphs/{id}/drawing", get(drawing::drawing))
        .route("/api/v1/patterns", get(patterns::gallery))
        .route("/api/v1/patterns/parse", post(patterns::parse))
        .route("/api/v1/patterns/print", post(patterns::print))
        .route("/api/v1/count", post(count::count))
        .route("/api/v1/count-many", post(count_many::count_many))
        .route("/api/v1/find", post(find::find))
        .route("/api/v1/motifs", post(motifs::motifs))
        .route("/api/v1/participation", post(participation::participation))
        .route("/api/v1/models", get(models::list))
        .route("/api/v1/indices", get(indices::list).post(indices::create))
        .route("/api/v1/indices/{id}", delete(indices::remove))
        .route("/api/v1/methods", get(lists::methods))
        .route("/api/v1/limits", get(lists::limits))
        .method_not_allowed_fallback(not_allowed)
        .fallback(get(page).fallback(not_there))
        .layer(from_fn_with_state(Arc::clone(app), guard))
        .with_state(Arc::clone(app))
}

async fn not_allowed() -> Problem {
    let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "this resource does not support this method")
}

async fn not_there(uri: Uri) -> Problem {
    Problem::missing("resource", uri.path())
}
