//! One file per command.

pub(crate) mod batch;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod data;
pub(crate) mod explain;
pub(crate) mod find;
pub(crate) mod formats;
pub(crate) mod indexed;
pub(crate) mod info;
pub(crate) mod learn;
pub(crate) mod man;
mod matrix;
pub(crate) mod methods;
pub(crate) mod motifs;
pub(crate) mod parts;
pub(crate) mod patterns;
pub(crate) mod reproduce;
pub(crate) mod serve;

use std::io::{self, Write};

use crate::error::Failure;
use crate::finish::Finish;

/// Prints a result as a whole.
fn print(text: &str) -> Result<Finish, Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::stdout)?;
    Ok(Finish::Complete)
}
