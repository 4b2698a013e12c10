//! Files and graphs of the folders that could not be read.

use std::path::Path;

use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;

/// A file that could not be read, or one of the graphs in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Unread {
    /// The file. Its name comes from outside: treat it as text, not as markup.
    pub(crate) file: String,
    /// The graph, if the others of its file were read.
    pub(crate) name: Option<String>,
    /// Why it could not be read.
    pub(crate) reason: String,
    /// The line of the file, from 1, if the reason refers to one.
    pub(crate) line: Option<u32>,
    /// The character in that line, from 1.
    pub(crate) column: Option<u32>,
}

impl Unread {
    /// Records and logs that a whole file could not be read.
    pub(super) fn file(path: &Path, problem: impl Into<Problem>) -> Self {
        Self::new(path, None, problem.into())
    }

    /// Like [`Unread::file`], but for one graph in it.
    pub(super) fn graph(path: &Path, name: &str, problem: impl Into<Problem>) -> Self {
        Self::new(path, Some(name.to_owned()), problem.into())
    }

    fn new(path: &Path, name: Option<String>, problem: Problem) -> Self {
        let Problem { message, line, column, .. } = problem;
        tracing::warn!(?path, name, line, reason = message, "cannot be read, and is left out");
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // The path of the folder on this machine is nobody else's business.
        let folder = path.parent().map(|folder| format!("{}/", folder.display()));
        let reason = folder.map_or_else(|| message.clone(), |folder| message.replace(&folder, ""));
        Self { file, name, reason, line, column }
    }

    /// Logs how many there are.
    pub(super) fn log_number(all: &[Self], [one, many]: [&str; 2]) {
        if !all.is_empty() {
            let what = if all.len() == 1 { one } else { many };
            tracing::warn!("{} {what} could not be read", all.len());
        }
    }
}
