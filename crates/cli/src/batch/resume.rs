//! What an earlier run has already written.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use isocount::format::Location;
use serde::Deserialize;

use crate::error::Failure;
use crate::finish::Finish;
use crate::question::Question;

/// The answers that are there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Earlier {
    /// How many complete lines there are.
    pub(crate) answers: usize,
    /// How many bytes these lines have; what follows is a line that was never finished.
    pub(crate) bytes: u64,
    /// How these answers ended.
    pub(crate) finish: Finish,
}

/// What a line must agree with.
#[derive(Deserialize)]
struct Line {
    pattern: String,
    graph: String,
    semantics: String,
    unit: String,
    method: String,
    #[serde(default)]
    ignored: Vec<String>,
    answer: String,
}

const HELP: &str = "the file must be the beginning of this batch, without a gap; repeat the command \
                    that made it with --resume, or choose another --out";

/// Checks that the lines of a file are the first answers of this run.
pub(crate) fn read<'a>(
    path: &Path,
    question: &Question,
    mut expected: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<Earlier, Failure> {
    let failed = |source| Failure::Read { path: path.to_owned(), source };
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    let mut earlier = Earlier::default();
    let mut text = Vec::new();
    loop {
        text.clear();
        let len = file.read_until(b'\n', &mut text).map_err(failed)?;
        if text.last() != Some(&b'\n') {
            return Ok(earlier);
        }
        let finish = check(&text, question, expected.next()).map_err(|problem| {
            let line = u32::try_from(earlier.answers + 1).unwrap_or(u32::MAX);
            let at = Location { path: path.to_owned(), line, column: 1 };
            let len = String::from_utf8_lossy(&text).trim_end().chars().count();
            Failure::Line { at, len, problem, help: HELP.to_owned() }
        })?;
        earlier.answers += 1;
        earlier.bytes += len as u64;
        earlier.finish = earlier.finish.max(finish);
    }
}

fn check(
    text: &[u8],
    question: &Question,
    expected: Option<(&str, &str)>,
) -> Result<Finish, String> {
    let line: Line =
        serde_json::from_slice(text).map_err(|_| "this line is not an answer of isocount")?;
    let Some((pattern, graph)) = expected else {
        return Err("there are more answers than this run asks for".to_owned());
    };
    let semantics = question.semantics;
    let differing = [
        ("pattern", line.pattern, pattern.to_owned()),
        ("graph", line.graph, graph.to_owned()),
        ("semantics", line.semantics, semantics.name().to_owned()),
        ("unit", line.unit, semantics.unit().name().to_owned()),
        ("method", line.method, question.way.name().to_owned()),
        ("ignored", line.ignored.join(", "), question.ignored().join(", ")),
    ];
    if let Some((what, found, wanted)) =
        differing.into_iter().find(|(_, found, wanted)| found != wanted)
    {
        let said =
            |text: String| if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") };
        return Err(format!("{what} is {} here, and {} in this run", said(found), said(wanted)));
    }
    Ok(match line.answer.as_str() {
        "error" => Finish::SomeFailed,
        "at_least" => Finish::Partial,
        _ => Finish::Complete,
    })
}
