//! Answers that are sent piece by piece while the work goes on: server-sent events, or lines of
//! JSON.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use futures_core::Stream;
use tokio::sync::mpsc;

/// The number of pieces that may wait for a slow reader.
const PIECES: usize = 32;

/// The media type of server-sent events.
pub(crate) const EVENTS: &str = "text/event-stream";

/// The media type of lines of JSON.
pub(crate) const LINES: &str = "application/x-ndjson";

/// Whether the client prefers events.
pub(crate) fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| kind.trim().starts_with(EVENTS))
}

/// One event.
pub(crate) fn event(name: &str, json: &str) -> Bytes {
    format!("event: {name}\ndata: {json}\n\n").into()
}

/// A channel for pieces, and the answer that streams them.
pub(crate) fn streamed(kind: &'static str) -> (mpsc::Sender<Bytes>, Response) {
    let (sender, receiver) = mpsc::channel(PIECES);
    let mut response = Response::new(Body::from_stream(Pieces(receiver)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    (sender, response)
}

/// An answer that consists of one event.
pub(crate) fn only_event(name: &str, json: &str) -> Response {
    let mut response = Response::new(Body::from(event(name, json)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(EVENTS));
    response
}

struct Pieces(mpsc::Receiver<Bytes>);

impl Stream for Pieces {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|piece| piece.map(Ok))
    }
}
