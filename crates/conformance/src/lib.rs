//! One set of questions for every interface. Dev only.
//!
//! [`Question`]s are data: those of `testdata/questions/*.json`, written by hand with their
//! expected answers, and [`random`] ones from a seed. [`library`] answers them through the session
//! layer. Every other interface must return the same ([`Told`]): the same record, or the same
//! refusal in the same words.
//!
//! `testdata/questions/interfaces/list.json` lists what an interface does not support. It must then
//! refuse the question; ignoring a part of it is never right.
//!
//! This is test code: it panics with a message instead of returning errors.

pub mod interfaces;
pub mod library;
mod question;
pub mod random;
mod told;

pub use question::{Graph, Kind, Question, folder, written};
pub use told::{Row, Told};
