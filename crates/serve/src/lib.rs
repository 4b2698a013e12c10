//! isocount over HTTP: a JSON service under `/api/v1`, and a page to draw a pattern and see how
//! often it occurs. This crate parses, answers and streams; `isocount_session` reads and counts.
//!
//! ```
//! use isocount_serve::{Server, Settings};
//!
//! let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
//! let server = Server::new(Settings::default(), &listener)?;
//! // This one ends at once; with `std::future::pending()` it would never stop.
//! server.run(listener, std::future::ready(()))?;
//! # Ok::<(), isocount_serve::ServeError>(())
//! ```
//!
//! ```text
//! settings.rs                 the settings of the owner: folders, token, limits
//! server.rs, timed_stream.rs  connections: how many, how long they may idle, how slow they may be
//! router.rs, guard.rs         routes; access control; headers of every answer; log lines; panics
//! gate.rs, work.rs            the amount of work at a time, the queue, cancelling, time limits
//! input.rs, object.rs,        JSON in, errors out
//! problem.rs
//! shelf/                      the graphs, models and indices that questions can use
//! api/                        one file per resource
//! stream.rs                   events and lines that are sent while the work goes on
//! page.rs, openapi.rs         the page, the description of the service
//! ```

#![deny(missing_docs)]

mod api;
mod app;
mod gate;
mod guard;
mod hexadecimal;
mod input;
mod metrics;
mod object;
mod openapi;
mod page;
mod problem;
mod router;
mod server;
mod settings;
mod shelf;
mod stream;
mod timed_stream;
mod work;

pub use server::{ServeError, Server};
pub use settings::{Limits, Settings};

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
