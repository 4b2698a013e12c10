//! A real service on a real socket, asked by a plain client.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod access;
mod answers;
mod attacks;
mod cancelling;
mod client;
mod conformance;
mod every_field;
mod limits;
mod models;
mod motifs;
mod names;
mod options;
mod participation;
mod streams;
mod unread;
mod uploads;
