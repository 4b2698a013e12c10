//! The real program, started in a fresh folder.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod batch;
mod columnar;
mod conformance;
mod convert;
mod data;
mod elsewhere;
mod export;
mod exports;
mod find;
mod force;
mod help;
mod info;
mod kill;
mod learn;
mod messages;
mod molecules;
mod motifs;
mod notation;
mod on_error;
mod parts;
mod paste;
mod predictions;
mod reproduce;
mod resume;
mod serve;
mod signals;
mod single;
mod tables;
mod workdir;
mod zeros;
