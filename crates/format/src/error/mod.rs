//! Why a file could not be read, with the location and the remedy.
//!
//! Problems of molecules, the notation, SMARTS and tables are defined next to their readers, in
//! files called `problem.rs`.

mod format_error;
mod found;
mod keys_there;
mod location;
mod syntax_problem;

pub use format_error::FormatError;
pub use found::Found;
pub(crate) use found::{shorten, shorten_message};
pub(crate) use keys_there::{KeysThere, no_such_key};
pub(crate) use location::shown;
pub use location::{Location, Within};
pub use syntax_problem::SyntaxProblem;
