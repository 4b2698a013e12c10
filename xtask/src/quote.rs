//! Tables that a document quotes from a file, between two marks:
//!
//! ```text
//! <!-- quoted: benchmarks/reproduce/tables/results.md -->
//! ...
//! <!-- end of quote -->
//! ```
//!
//! `cargo xtask quote` updates them; `cargo xtask tidy` reports where they differ.

use std::fs;
use std::path::Path;

const BEGIN: &str = "<!-- quoted: ";
const END: &str = "<!-- end of quote -->";

/// A quote in a document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Quote<'a> {
    /// The line of its first mark, counted from 0.
    pub(crate) line_ix: usize,
    /// The file that it is taken from.
    pub(crate) source: &'a str,
    /// The text between the marks.
    pub(crate) text: &'a str,
}

/// The quotes of a document; the problem and its line if a mark is not closed.
pub(crate) fn quotes(document: &str) -> Result<Vec<Quote<'_>>, (usize, &'static str)> {
    let mut quotes = Vec::new();
    let mut rest = document;
    while let Some(at) = mark(rest) {
        let line_ix = document[..document.len() - rest.len() + at].matches('\n').count();
        let after = &rest[at + BEGIN.len()..];
        let (source, after) =
            after.split_once(" -->\n").ok_or((line_ix, "a mark must end in -->"))?;
        let (text, after) =
            after.split_once(END).ok_or((line_ix, "a quote must end in <!-- end of quote -->"))?;
        quotes.push(Quote { line_ix, source, text });
        rest = after;
    }
    Ok(quotes)
}

/// The position of the next quote, which is at the start of a line.
fn mark(text: &str) -> Option<usize> {
    text.match_indices(BEGIN).map(|(at, _)| at).find(|&at| at == 0 || text[..at].ends_with('\n'))
}

/// The document with all quotes updated from their files.
fn renewed(
    document: &str,
    read: impl Fn(&str) -> Result<String, String>,
) -> Result<String, String> {
    let quotes = quotes(document).map_err(|(ix, problem)| format!("line {}: {problem}", ix + 1))?;
    let mut new = document.to_owned();
    for quote in quotes {
        let old = format!("{BEGIN}{} -->\n{}{END}", quote.source, quote.text);
        let text = read(quote.source)?;
        new = new.replace(&old, &format!("{BEGIN}{} -->\n{text}{END}", quote.source));
    }
    Ok(new)
}

/// Updates the quotes of every document.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let benchmarks = root.join("benchmarks");
    let mut folders = vec![root.to_owned(), root.join("docs"), benchmarks.clone()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .map_err(|problem| format!("cannot list {}: {problem}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if folder == benchmarks && path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let named = |problem: String| format!("{}: {problem}", path.display());
            let old = fs::read_to_string(&path).map_err(|problem| named(problem.to_string()))?;
            let read = |source: &str| {
                fs::read_to_string(root.join(source))
                    .map_err(|problem| format!("{source}: {problem}"))
            };
            let new = renewed(&old, read).map_err(named)?;
            if new != old {
                fs::write(&path, new).map_err(|problem| named(problem.to_string()))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "a\n<!-- quoted: t.md -->\nold\n<!-- end of quote -->\nb\n";

    #[test]
    fn quotes_are_found_and_renewed() {
        let found = quotes(DOCUMENT).unwrap();
        assert_eq!(found, [Quote { line_ix: 1, source: "t.md", text: "old\n" }]);
        let new = renewed(DOCUMENT, |source| Ok(format!("new of {source}\n"))).unwrap();
        assert_eq!(new, "a\n<!-- quoted: t.md -->\nnew of t.md\n<!-- end of quote -->\nb\n");
        assert_eq!(renewed(&new, |_| Ok("new of t.md\n".to_owned())).unwrap(), new);
    }

    #[test]
    fn what_is_not_closed_is_named() {
        assert_eq!(
            quotes("\n<!-- quoted: t.md -->\nold\n"),
            Err((1, "a quote must end in <!-- end of quote -->"))
        );
        assert!(quotes("in a line: <!-- quoted: t.md -->\n").unwrap().is_empty());
    }
}
