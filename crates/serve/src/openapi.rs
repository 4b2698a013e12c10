//! The `OpenAPI` description of the service, generated from the types and handlers.

use std::sync::OnceLock;

use axum::http::StatusCode;
use axum::response::Response;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::api::{
    count, count_many, drawing, find, graphs, indices, lists, models, motifs, participation,
    patterns,
};
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
        motifs::motifs,
        participation::participation,
        models::list,
        indices::list,
        indices::create,
        indices::remove,
        document,
    ),
    modifiers(&Token),
    // Either nothing, or the token if the service has one.
    security((), ("token" = []))
)]
struct Description;

/// Declares the token of `--token-file`.
struct Token;

impl Modify for Token {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = Http::builder()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("required if the service was started with --token-file"))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// Returns this description.
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

    #[test]
    fn the_token_is_declared_and_optional() {
        let document = serde_json::to_value(Description::openapi()).unwrap();
        let scheme = &document["components"]["securitySchemes"]["token"];
        assert_eq!([&scheme["type"], &scheme["scheme"]], ["http", "bearer"]);
        assert_eq!(document["security"], serde_json::json!([{}, {"token": []}]));
    }
}
