//! What the service reports about itself: health, metrics, methods and limits.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::metrics::text;
use crate::problem::json;

/// The health of the service.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of isocount.
    version: &'static str,
}

/// Whether the service is running.
#[utoipa::path(get, path = "/health", tag = "service", security(()),
    responses((status = 200, description = "The service is running", body = Health)))]
pub(crate) async fn health() -> Response {
    json(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// Metrics of the service, in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "service",
    responses((status = 200, description = "Prometheus text", body = String, content_type = "text/plain")))]
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let mut response = text(&app).into_response();
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// A counting method.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MethodAbout {
    /// Its name.
    name: &'static str,
    /// What it does.
    summary: &'static str,
    /// The options that it takes.
    options: Vec<&'static str>,
}

/// Lists all counting methods, the default first.
#[utoipa::path(get, path = "/api/v1/methods", tag = "service",
    responses((status = 200, description = "All methods", body = Vec<MethodAbout>)))]
pub(crate) async fn methods() -> Response {
    let all = isocount_session::methods().into_iter().map(|method| MethodAbout {
        name: method.name,
        summary: method.summary,
        options: method.options.iter().map(|option| option.name()).collect(),
    });
    json(&all.collect::<Vec<_>>())
}

/// The limits of a request.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LimitsAbout {
    /// Maximum bytes of an upload.
    upload_bytes: usize,
    /// Maximum bytes of an upload once it is decompressed.
    unpacked_bytes: u64,
    /// Maximum bytes of any other request.
    request_bytes: usize,
    /// Maximum nodes of a graph.
    nodes: usize,
    /// Maximum arcs of a graph.
    arcs: usize,
    /// Maximum nodes of a pattern.
    pattern_nodes: usize,
    /// Maximum arcs of a pattern.
    pattern_arcs: usize,
    /// Maximum questions of a batch.
    questions: usize,
    /// Maximum matches of a page.
    matches: usize,
    /// Maximum seconds of a question.
    time: f64,
    /// Seconds of a question that sets no limit.
    default_time: f64,
    /// Maximum threads of a question.
    threads: usize,
}

/// Lists the limits of a request.
#[utoipa::path(get, path = "/api/v1/limits", tag = "service",
    responses((status = 200, description = "The limits", body = LimitsAbout)))]
pub(crate) async fn limits(State(app): State<Arc<App>>) -> Response {
    let limits = &app.limits;
    json(&LimitsAbout {
        upload_bytes: limits.upload_bytes,
        unpacked_bytes: limits.unpacked_bytes,
        request_bytes: limits.request_bytes,
        nodes: limits.nodes,
        arcs: limits.arcs,
        pattern_nodes: limits.pattern_nodes,
        pattern_arcs: limits.pattern_arcs,
        questions: limits.questions,
        matches: limits.matches,
        time: limits.time.as_secs_f64(),
        default_time: limits.default_time.min(limits.time).as_secs_f64(),
        threads: limits.threads,
    })
}
