//! The lines of a file, one at a time, without a copy of any of them.

use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

use crate::source::{BYTE_ORDER_MARK, not_utf8};
use crate::syntax_problem::{Found, SyntaxProblem};
use crate::text::Text;
use crate::{FormatError, Location};

/// The lines of a file. Line ends are `\n` or `\r\n` and are not part of the line.
pub(crate) struct Lines<'a> {
    path: &'a Path,
    bytes: Box<dyn Read + 'a>,
    progress: Option<&'a (dyn Fn(u64) + Sync)>,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    start: usize,
    end: usize,
    /// Where the search for a line end goes on.
    searched: usize,
    total_read: u64,
    at_end: bool,
    line: u32,
}

/// How much is read at once; a longer line makes the buffer grow.
const CHUNK: usize = 1 << 18;

/// How much is read first: most files are small, and there may be many of them.
const FIRST_CHUNK: usize = 1 << 13;

impl<'a> Lines<'a> {
    pub(crate) fn new(
        path: &'a Path,
        bytes: Box<dyn Read + 'a>,
        progress: Option<&'a (dyn Fn(u64) + Sync)>,
    ) -> Self {
        Self {
            path,
            bytes,
            progress,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            searched: 0,
            total_read: 0,
            at_end: false,
            line: 0,
        }
    }

    /// The next line.
    #[cfg(test)]
    fn next_line(&mut self) -> Result<Option<Text<'_>>, FormatError> {
        let Some(line_end) = self.find_line_end()? else { return Ok(None) };
        let range = self.take_line(line_end);
        self.text(range).map(Some)
    }

    /// The next line that is neither blank nor a comment, which begins with one of `marks`.
    pub(crate) fn next_meaningful(
        &mut self,
        marks: &[u8],
    ) -> Result<Option<Text<'_>>, FormatError> {
        while let Some(line_end) = self.find_line_end()? {
            let range = self.take_line(line_end);
            let mut bytes = self.buffer[range.clone()].iter();
            let first = bytes.find(|byte| !byte.is_ascii_whitespace());
            if first.is_some_and(|byte| !marks.contains(byte)) {
                return self.text(range).map(Some);
            }
            self.text(range)?;
        }
        Ok(None)
    }

    /// Moves on to the next line; where in the buffer this one is, without its end.
    fn take_line(&mut self, line_end: usize) -> Range<usize> {
        let mut start = self.start;
        if self.line == 0 && self.buffer[start..line_end].starts_with(BYTE_ORDER_MARK) {
            start += BYTE_ORDER_MARK.len();
        }
        let ends_with_return = self.buffer[start..line_end].ends_with(b"\r");
        self.start = (line_end + 1).min(self.end);
        self.searched = self.start;
        self.line = self.line.saturating_add(1);
        start..line_end - usize::from(ends_with_return)
    }

    fn text(&self, range: Range<usize>) -> Result<Text<'_>, FormatError> {
        let bytes = &self.buffer[range];
        let content = std::str::from_utf8(bytes)
            .map_err(|error| not_utf8(self.path, self.line, &bytes[..error.valid_up_to()]))?;
        Ok(Text { path: self.path, first_line: self.line, content })
    }

    /// The file should have gone on.
    pub(crate) fn ended(&self, expected: &'static str) -> FormatError {
        let line = self.line.saturating_add(1);
        let at = Location { path: self.path.to_owned(), line, column: 1 };
        let problem = SyntaxProblem::Unexpected { found: Found::EndOfFile, expected };
        FormatError::Syntax { at, len: 1, problem }
    }

    fn find_line_end(&mut self) -> Result<Option<usize>, FormatError> {
        loop {
            let found = memchr::memchr(b'\n', &self.buffer[self.searched..self.end]);
            if let Some(newline) = found {
                return Ok(Some(self.searched + newline));
            }
            self.searched = self.end;
            if self.at_end {
                return Ok((self.start < self.end).then_some(self.end));
            }
            self.fill()?;
        }
    }

    /// Reads more, after moving the unread part to the front.
    fn fill(&mut self) -> Result<(), FormatError> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.searched -= self.start;
        self.start = 0;
        let chunk = if self.total_read == 0 { FIRST_CHUNK } else { CHUNK };
        if self.buffer.len() < self.end + chunk {
            self.buffer.resize((self.end + chunk).max(2 * self.end), 0);
        }
        let num_read = loop {
            match self.bytes.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read.map_err(|e| FormatError::io(self.path, e))?,
            }
        };
        self.end += num_read;
        self.at_end = num_read == 0;
        self.total_read += num_read as u64;
        if let Some(progress) = self.progress {
            progress(self.total_read);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Lines<'_> {
        Lines::new(Path::new("x"), Box::new(bytes), None)
    }

    #[test]
    fn line_ends_and_marks_are_stripped() {
        let mut lines = lines(b"\xEF\xBB\xBFa\r\n\nb\n\nlast");
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            all.push((line.first_line, line.content.to_owned()));
        }
        let of = |line, text: &str| (line, text.to_owned());
        assert_eq!(all, [of(1, "a"), of(2, ""), of(3, "b"), of(4, ""), of(5, "last")]);
    }

    #[test]
    fn blank_lines_and_comments_are_passed_over() {
        let mut lines = lines(b"\xEF\xBB\xBF\n  # note\n \t\r\nb # not a note\n");
        let line = lines.next_meaningful(b"#").unwrap().unwrap();
        assert_eq!((line.first_line, line.content), (4, "b # not a note"));
        assert!(lines.next_meaningful(b"#").unwrap().is_none());
    }

    #[test]
    fn long_lines_cross_the_buffer() {
        let long = "x".repeat(3 * CHUNK);
        let bytes = format!("{long}\ny\n{long}");
        let mut lines = lines(bytes.as_bytes());
        assert_eq!(lines.next_line().unwrap().unwrap().content, long);
        assert_eq!(lines.next_line().unwrap().unwrap().content, "y");
        assert_eq!(lines.next_line().unwrap().unwrap().content, long);
        assert!(lines.next_line().unwrap().is_none());
    }

    #[test]
    fn bytes_that_are_no_text_are_located() {
        let error = lines(b"ab\xFF").next_line().err().unwrap().to_string();
        assert_eq!(error, "x:1:3: found bytes that are not UTF-8 text");
    }
}
