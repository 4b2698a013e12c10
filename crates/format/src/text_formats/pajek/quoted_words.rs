//! The words of a line; words in double quotes may contain spaces.

use crate::FormatError;
use crate::error::SyntaxProblem;
use crate::read::Text;

/// Splits a line into words without their quotes. There are no escapes: a quoted word ends at the
/// next quote.
pub(super) fn quoted_words(line: Text<'_>) -> Result<Vec<&str>, FormatError> {
    let mut words = Vec::new();
    let mut rest = line.content.trim_ascii_start();
    while !rest.is_empty() {
        let (word, after) = if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"');
            let end = end.ok_or_else(|| line.error(rest, SyntaxProblem::UnclosedString))?;
            (&quoted[..end], &quoted[end + 1..])
        } else {
            let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            rest.split_at(end)
        };
        words.push(word);
        rest = after.trim_ascii_start();
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn quotes_keep_spaces_together() {
        let line = |content| Text { path: Path::new("x"), first_line: 1, content };
        let words = quoted_words(line(" 1 \"Mr. Hi\"  0.5 \"\" ")).unwrap();
        assert_eq!(words, ["1", "Mr. Hi", "0.5", ""]);
        let error = quoted_words(line("1 \"Mr. Hi")).unwrap_err().to_string();
        assert_eq!(error, "x:1:3: this string has no closing quote");
    }
}
