//! What applies to every request: access control, an id for the log, headers of the answer, and a
//! safety net for panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tracing::Instrument;

use crate::app::App;
use crate::problem::Problem;

/// Access control.
pub(crate) struct Access {
    /// The digest of the token, if there is one.
    token: Option<[u8; 32]>,
}

impl Access {
    pub(crate) fn new(token: Option<&str>) -> Self {
        Self { token: token.map(|token| Sha256::digest(token.trim()).into()) }
    }

    fn check(&self, request: &Request) -> Result<(), Problem> {
        let headers = request.headers();
        let refuse = |message| Err(Problem::new(StatusCode::FORBIDDEN, message));
        let host = text(headers, &header::HOST).unwrap_or_default();
        // Without a token, coming from this machine is the only proof. A page of another site could
        // resolve its own name to this address, and the browser would send its requests along.
        if self.token.is_none() && !is_local_name(host) {
            return refuse(
                "without a token, this service answers only under a local name or address",
            );
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let own = [format!("http://{host}"), format!("https://{host}")];
            if !own.iter().any(|own| own.as_bytes() == origin.as_bytes()) {
                return refuse("pages of other sites may not use this service");
            }
        }
        let path = request.uri().path();
        let is_open = !path.starts_with("/api/") && path != "/metrics";
        match &self.token {
            Some(digest) if !is_open && !knows_token(headers, digest) => {
                let message = "this service needs a token: send `Authorization: Bearer <token>`";
                Err(Problem::new(StatusCode::UNAUTHORIZED, message))
            }
            _ => Ok(()),
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn knows_token(headers: &HeaderMap, digest: &[u8; 32]) -> bool {
    let Some(given) = headers.get(header::AUTHORIZATION) else { return false };
    let Some((scheme, token)) = given.as_bytes().split_at_checked(7) else { return false };
    let given: [u8; 32] = Sha256::digest(token.trim_ascii()).into();
    // All bytes of the digests are compared, so the time reveals nothing about the token.
    let differ = digest.iter().zip(given).fold(0, |differ, (a, b)| differ | (a ^ b));
    std::hint::black_box(differ) == 0 && scheme.eq_ignore_ascii_case(b"bearer ")
}

/// `localhost`, `127.0.0.1:8080`, `[::1]:8080`.
fn is_local_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let is_loopback = |address: std::net::IpAddr| address.is_loopback();
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_loopback)
}

/// The headers of every answer. The page needs only its own files and this service.
const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         object-src 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), usb=()",
    ),
];

static NEXT: AtomicU64 = AtomicU64::new(0);

/// An id that is never reused, even after a restart.
fn request_id() -> String {
    static START: std::sync::OnceLock<u64> = std::sync::OnceLock::new();
    let start = START.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.as_millis() as u64
    });
    format!("{start:x}-{:x}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Wraps every request.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let id = request_id();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let span = tracing::info_span!("request", id, %method, path);
    let gone = Gone { app: &app, span: span.clone(), is_over: false };
    let mut response = match app.access.check(&request) {
        Ok(()) => Caught(Box::pin(next.run(request).instrument(span.clone()))).await,
        Err(problem) => problem.into_response(),
    };
    gone.over();
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert_with(|| HeaderValue::from_static("no-store"));
    if response.status() == StatusCode::UNAUTHORIZED {
        let bearer = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    let (status, time) = (response.status().as_u16(), started.elapsed());
    let route = route.as_ref().map_or("other", |route| known_route(route.as_str()));
    app.metrics.served(route, status, time);
    span.in_scope(|| tracing::info!(status, ms = time.as_secs_f64() * 1e3));
    response
}

/// The route as a `&'static str`, for the metrics.
fn known_route(route: &str) -> &'static str {
    let known = crate::router::ROUTES.iter().find(|known| **known == route);
    known.copied().unwrap_or("other")
}

/// Notices a client that disconnects before there is an answer.
struct Gone<'a> {
    app: &'a App,
    span: tracing::Span,
    is_over: bool,
}

impl Gone<'_> {
    fn over(mut self) {
        self.is_over = true;
    }
}

impl Drop for Gone<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.app.metrics.cancelled.fetch_add(1, Ordering::Relaxed);
            self.span.in_scope(|| tracing::info!("the client disconnected"));
        }
    }
}

/// Answers with 500 if the future panics.
struct Caught<F>(Pin<Box<F>>);

impl<F: Future<Output = Response>> Future for Caught<F> {
    type Output = Response;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response> {
        // After a panic the future is not polled again.
        let polled = catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(context)));
        polled.unwrap_or_else(|_| Poll::Ready(Problem::bug().into_response()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in
            ["localhost", "LocalHost:80", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080", "[::1]"]
        {
            assert!(is_local_name(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example:80",
            "[::2]",
            "10.0.0.1",
        ] {
            assert!(!is_local_name(host), "{host}");
        }
    }

    #[test]
    fn a_panic_in_a_handler_is_answered_with_500() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let panics = async { panic!("a bug") };
        let response: Response = runtime.block_on(Caught(Box::pin(panics)));
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }

    #[test]
    fn a_token_is_known_or_not() {
        let access = Access::new(Some("correct horse battery\n"));
        let digest = access.token.unwrap();
        let with = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_static(value));
            headers
        };
        assert!(knows_token(&with("Bearer correct horse battery"), &digest));
        assert!(knows_token(&with("bearer  correct horse battery"), &digest));
        for wrong in
            ["Bearer correct horse batter", "Basic: correct horse battery", "Bearer ", "", "x"]
        {
            assert!(!knows_token(&with(wrong), &digest), "{wrong}");
        }
        assert!(!knows_token(&HeaderMap::new(), &digest));
    }
}
