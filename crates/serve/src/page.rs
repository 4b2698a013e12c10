//! The page: files that are embedded in the program. Debug builds read them from disk.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::hexadecimal::hexadecimal;
use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// Returns the file of this path, or the page itself.
pub(crate) async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    if name.starts_with("api/") {
        return Problem::missing("resource", uri.path()).into_response();
    }
    match Page::get(name) {
        Some(file) => answer(name, file, &headers),
        None => Problem::missing("page", uri.path()).into_response(),
    }
}

fn answer(name: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let digest = file.metadata.sha256_hash();
    let tag = format!("\"{}\"", hexadecimal(&digest[..12]));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(file.data))
    };
    let answer = response.headers_mut();
    if !is_known {
        answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    }
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    response
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
