//! The real program, started in a fresh folder.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod batch;
mod convert;
mod data;
mod help;
mod kill;
mod learn;
mod messages;
mod paste;
mod reproduce;
mod resume;
mod signals;
mod single;
mod workdir;
