//! The input of a request: JSON, raw bytes, the query, a part of the path. Each has its limits, and
//! every refusal is a [`Problem`].

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::object::Object;
use crate::problem::Problem;

/// A JSON body.
pub(crate) struct Input<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Input<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let message = "expected a body of the type application/json";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let bytes = read_body(app, request, app.limits.request_bytes).await?;
        let read = serde_json::from_slice::<Object<T>>(&bytes);
        read.map(|Object(input)| Self(input)).map_err(|error| {
            let (line, column) = (error.line() as u32, error.column() as u32);
            Problem { line: Some(line), column: Some(column), ..Problem::bad(error.to_string()) }
        })
    }
}

/// A raw body, limited to the size of an upload.
pub(crate) struct Upload(pub(crate) Bytes);

impl FromRequest<Arc<App>> for Upload {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        read_body(app, request, app.limits.upload_bytes).await.map(Self)
    }
}

async fn read_body(app: &App, request: Request, most: usize) -> Result<Bytes, Problem> {
    let too_large =
        || Problem::too_large(format!("the body of this request may have at most {most} bytes"));
    if announced(request.headers()).is_some_and(|announced| announced > most as u64) {
        return Err(too_large());
    }
    let body: Body = request.into_body();
    let read = axum::body::to_bytes(body, most);
    match tokio::time::timeout(app.limits.body_time, read).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_limit(&error) => Err(too_large()),
        Ok(Err(_)) => Err(Problem::bad("the body of the request ended early")),
        Err(_) => {
            let message = "the body of the request took too long";
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, message))
        }
    }
}

fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Whether a body exceeded its limit.
fn is_limit(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// The query of the URL.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let asked = Query::try_from_uri(&parts.uri);
        asked.map(|Query(asked)| Self(asked)).map_err(|error| Problem::bad(error.body_text()))
    }
}

/// The variable part of a path.
pub(crate) struct Id(pub(crate) String);

impl FromRequestParts<Arc<App>> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        path.map(|Path(id)| Self(id)).map_err(|error| Problem::bad(error.body_text()))
    }
}
