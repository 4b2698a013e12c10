//! A piece of a file that knows its location, so that errors can refer to any part of it.

use std::path::Path;
use std::str::FromStr;

use crate::error::{Found, SyntaxProblem, shorten};
use crate::{FormatError, Location};

/// A whole file, or one line of it.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) path: &'a Path,
    /// The line on which the content begins, from 1.
    pub(crate) first_line: u32,
    pub(crate) content: &'a str,
}

impl<'a> Text<'a> {
    /// The location of a byte of the text.
    pub(crate) fn location(&self, offset: usize) -> Location {
        let mut offset = offset.min(self.content.len());
        while !self.content.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.content[..offset];
        let newlines = memchr::memchr_iter(b'\n', before.as_bytes()).count() as u32;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[line_start..].chars().count() as u32 + 1;
        Location::character(self.path, self.first_line.saturating_add(newlines), column)
    }

    /// The offset of a part of this text.
    pub(crate) fn offset_of(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.content.as_ptr() as usize)
    }

    /// The error for a problem with a part of this text.
    pub(crate) fn error(&self, part: &str, problem: SyntaxProblem) -> FormatError {
        let first_line = part.lines().next().unwrap_or("");
        let len = first_line.chars().count();
        FormatError::Syntax { at: self.location(self.offset_of(part)), len, problem }
    }

    /// The error that something else was expected instead of a part of this text.
    pub(crate) fn unexpected(&self, part: &str, expected: &'static str) -> FormatError {
        self.error(part, SyntaxProblem::unexpected(part, expected))
    }

    /// The error for a line that ends too early.
    pub(crate) fn line_ended(&self, expected: &'static str) -> FormatError {
        let end = self.content.trim_end().len();
        let problem = SyntaxProblem::Unexpected { found: Found::EndOfLine, expected };
        self.error(&self.content[end..end], problem)
    }

    /// The error for a file that ends too early.
    pub(crate) fn file_ended(&self, expected: &'static str) -> FormatError {
        let end = self.content.trim_end().len();
        let problem = SyntaxProblem::Unexpected { found: Found::EndOfFile, expected };
        self.error(&self.content[end..end], problem)
    }

    /// Parses a part of this text as an unsigned number.
    pub(crate) fn number<N: FromStr + Unsigned>(
        &self,
        part: &str,
        expected: &'static str,
    ) -> Result<N, FormatError> {
        part.parse().map_err(|_| {
            if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
                let number = shorten(part);
                self.error(part, SyntaxProblem::NumberTooLarge { number, max: N::LARGEST })
            } else {
                self.unexpected(part, expected)
            }
        })
    }

    /// The words of the text, as an iterator.
    pub(crate) fn words(&self) -> Words<'a> {
        Words { text: *self, rest: self.content.split_ascii_whitespace() }
    }
}

/// Numbers that [`Text::number`] reads.
pub(crate) trait Unsigned {
    const LARGEST: u64;
}

impl Unsigned for u32 {
    const LARGEST: u64 = u32::MAX as u64;
}

impl Unsigned for u64 {
    const LARGEST: u64 = u64::MAX;
}

/// The words of one line.
pub(crate) struct Words<'a> {
    text: Text<'a>,
    rest: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Words<'a> {
    /// The next word, if there is one.
    pub(crate) fn optional(&mut self) -> Option<&'a str> {
        self.rest.next()
    }

    /// The next word, which must exist.
    pub(crate) fn word(&mut self, expected: &'static str) -> Result<&'a str, FormatError> {
        self.rest.next().ok_or_else(|| self.text.line_ended(expected))
    }

    /// The next word as a number.
    pub(crate) fn number<N: FromStr + Unsigned>(
        &mut self,
        expected: &'static str,
    ) -> Result<N, FormatError> {
        let word = self.word(expected)?;
        self.text.number(word, expected)
    }

    /// Checks that nothing is left.
    pub(crate) fn end(&mut self) -> Result<(), FormatError> {
        self.rest
            .next()
            .map_or(Ok(()), |word| Err(self.text.unexpected(word, "the end of the line")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_located_by_line_and_character() {
        let text = Text { path: Path::new("x.txt"), first_line: 5, content: "äö b\nc dd" };
        let at = |part: &str| text.unexpected(part, "").location().unwrap().to_string();
        assert_eq!(at(&text.content[5..6]), "x.txt:5:4");
        assert_eq!(at(&text.content[9..]), "x.txt:6:3");
        assert_eq!(text.location(usize::MAX).column, 5);
        assert_eq!(text.location(1).column, 1);
    }

    #[test]
    fn wrong_numbers_are_explained() {
        let text = Text { path: Path::new("x"), first_line: 1, content: "12 4294967296 -1" };
        let mut words = text.words();
        assert_eq!(words.number::<u32>("a number").unwrap(), 12);
        let large = words.number::<u32>("a number").unwrap_err().to_string();
        assert!(large.contains("4294967296 is too large; at most 4294967295"), "{large}");
        let sign = words.number::<u32>("a number").unwrap_err().to_string();
        assert_eq!(sign, "x:1:15: found `-1`, expected a number");
        let end = words.number::<u32>("a number").unwrap_err().to_string();
        assert_eq!(end, "x:1:17: found the end of the line, expected a number");
    }
}
