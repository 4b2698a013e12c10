//! Errors as answers: a status and a JSON object with a message, and a position where there is one.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use isocount_format::FormatError;
use isocount_session::SessionError;
use serde::Serialize;
use utoipa::ToSchema;

/// Why there is no answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    #[serde(skip)]
    pub(crate) retry_after: Option<Duration>,
    /// What is wrong.
    pub(crate) message: String,
    /// What helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
    /// The line of the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    /// The character in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u32>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, retry_after: None, message, help: None, line: None, column: None }
    }

    /// The request is malformed.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// The request is well-formed, but cannot be carried out.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    pub(crate) fn missing(kind: &str, name: &str) -> Self {
        let name: String = name.chars().take(80).collect();
        Self::new(StatusCode::NOT_FOUND, format!("there is no {kind} `{name}`"))
    }

    /// A number that exceeds its limit.
    pub(crate) fn above(field: &str, most: usize, got: usize) -> Self {
        Self::refused(format!("`{field}` must be at most {most} (got {got})"))
    }

    /// A number that must be between 1 and `most`.
    pub(crate) fn not_from_1_to(field: &str, most: usize, got: usize) -> Self {
        let allowed = if most == 1 { "1".to_owned() } else { format!("from 1 to {most}") };
        Self::refused(format!("`{field}` must be {allowed} (got {got})"))
    }

    /// A list that is too long.
    pub(crate) fn too_many(field: &str, most: usize, what: &str, got: usize) -> Self {
        Self::refused(format!("`{field}` must have at most {most} {what} (got {got})"))
    }

    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    pub(crate) fn busy(after: Duration) -> Self {
        let problem =
            Self::new(StatusCode::TOO_MANY_REQUESTS, "the service is busy; try again later");
        Self { retry_after: Some(after), ..problem }
    }

    pub(crate) fn out_of_time() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the request took longer than allowed")
    }

    /// A bug in isocount. The details are in the log, not in the answer.
    pub(crate) fn bug() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "a bug in isocount; the log has the details")
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = json_response(self.status, self.to_json());
        if let Some(after) = self.retry_after {
            let seconds = HeaderValue::from(after.as_secs().max(1));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// An answer that is already JSON.
pub(crate) fn json_response(status: StatusCode, json: String) -> Response {
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// An answer that is serialised to JSON.
pub(crate) fn json<T: Serialize>(value: &T) -> Response {
    json_with(StatusCode::OK, value)
}

pub(crate) fn json_with<T: Serialize>(status: StatusCode, value: &T) -> Response {
    json_response(status, serde_json::to_string(value).expect("our types are JSON"))
}

impl From<FormatError> for Problem {
    fn from(error: FormatError) -> Self {
        if matches!(error, FormatError::Cancelled) {
            return Self::out_of_time();
        }
        let place = error.location();
        let (line, column) = (place.map(|at| at.line), place.map(|at| at.column));
        let (message, help) = (with_causes(&error), error.help());
        Self { help, line, column, ..Self::refused(message) }
    }
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Format(error) => error.into(),
            SessionError::Cancelled(_) => Self::out_of_time(),
            // The path on this machine is nobody else's business.
            SessionError::Write { source, .. } => {
                tracing::error!(%source, "cannot write");
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "the service cannot write its files")
            }
            SessionError::OtherMeaning { trained, asked, .. } => {
                Self::refused(format!("this model counts {trained}, but {asked} was requested"))
            }
            SessionError::Infer { problem, .. } => Self::refused(problem.to_string()),
            error => {
                let help = error.help();
                Self { help, ..Self::refused(with_causes(&error)) }
            }
        }
    }
}

/// A message with its causes, on one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let (mut message, mut cause) = (error.to_string(), error.source());
    while let Some(because) = cause {
        let text = because.to_string();
        if !message.ends_with(&text) {
            message = format!("{message}: {text}");
        }
        cause = because.source();
    }
    message
}
