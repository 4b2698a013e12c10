//! The description of the service, generated from the types and handlers.

use std::sync::OnceLock;

use axum::http::StatusCode;
use axum::response::Response;
use utoipa::OpenApi;

use crate::api::{count, count_many, drawing, find, graphs, indices, lists, models, patterns};
use crate::problem::json_response;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "isocount",
        description = "How often does this pattern occur in this graph?",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        lists::health,
        lists::metrics,
        lists::methods,
        lists::limits,
        graphs::list,
        graphs::one,
        graphs::upload,
        graphs::remove,
        drawing::drawing,
        patterns::gallery,
        patterns::parse,
        patterns::print,
        count::count,
        count_many::count_many,
        find::find,
        models::list,
        indices::list,
        indices::create,
        indices::remove,
        document,
    )
)]
struct Description;

/// This description.
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "service",
    responses((status = 200, description = "OpenAPI 3.1", body = serde_json::Value)))]
pub(crate) async fn document() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| Description::openapi().to_json().unwrap_or_default());
    json_response(StatusCode::OK, text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::router::ROUTES;

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let described = Description::openapi().paths.paths;
        let mut routes = ROUTES.to_vec();
        routes.sort_unstable();
        assert_eq!(described.keys().map(String::as_str).collect::<Vec<_>>(), routes);
    }
}
