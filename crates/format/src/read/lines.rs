//! The lines of a file, one at a time, without copying any of them.

use std::io::Read;
use std::ops::Range;
use std::path::Path;

use isocount_core::Control;

use super::limits::{CHUNK, FIRST_CHUNK, MAX_WORD, OpenWord};
use super::source::{BYTE_ORDER_MARK, not_utf8, read_some};
use super::text::Text;
use crate::error::{Found, SyntaxProblem};
use crate::{FormatError, Location};

/// The lines of a file. Line ends are `\n` or `\r\n` and are not part of the line.
pub(crate) struct Lines<'a> {
    path: &'a Path,
    bytes: Box<dyn Read + 'a>,
    control: &'a Control,
    /// The longest line that is read, in bytes.
    max_line: usize,
    buffer: Vec<u8>,
    /// The start of the current line; the unread part of the buffer begins after its end.
    line_start: usize,
    start: usize,
    end: usize,
    /// Where the search for a line end continues.
    searched: usize,
    word: OpenWord,
    at_end: bool,
    line: u32,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(
        path: &'a Path,
        bytes: Box<dyn Read + 'a>,
        control: &'a Control,
        max_line: usize,
    ) -> Self {
        Self {
            path,
            bytes,
            control,
            max_line,
            buffer: Vec::new(),
            line_start: 0,
            start: 0,
            end: 0,
            searched: 0,
            word: OpenWord::default(),
            at_end: false,
            line: 0,
        }
    }

    /// The next line.
    pub(crate) fn next_line(&mut self) -> Result<Option<Text<'_>>, FormatError> {
        let Some(line_end) = self.find_line_end()? else { return Ok(None) };
        let range = self.take_line(line_end);
        self.text(range).map(Some)
    }

    /// Skips the next line, whatever its contents; returns false at the end of the file.
    pub(crate) fn skip_line(&mut self) -> Result<bool, FormatError> {
        let Some(line_end) = self.find_line_end()? else { return Ok(false) };
        self.take_line(line_end);
        Ok(true)
    }

    /// Whether the current line, or one of those that were joined to it, begins with this text.
    pub(crate) fn last_line_has(&self, beginning: &str) -> bool {
        let last = &self.buffer[self.line_start..self.start];
        last.split(|&byte| byte == b'\n').any(|line| line.starts_with(beginning.as_bytes()))
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

    /// Appends the following lines to the current line, as long as `goes_on` returns true for the
    /// last line appended, including its end; it is first called for the current line. The result
    /// includes inner line ends.
    pub(crate) fn join(
        &mut self,
        mut goes_on: impl FnMut(&[u8]) -> bool,
    ) -> Result<Text<'_>, FormatError> {
        let first_line = self.line;
        let mut added = 0..self.start - self.line_start;
        // The joined lines count as unread until they are complete, so that they stay in the
        // buffer.
        self.start = self.line_start;
        while goes_on(&self.buffer[self.start + added.start..self.start + added.end]) {
            self.searched = self.start + added.end;
            let Some(line_end) = self.find_line_end()? else { break };
            let end = (line_end + 1).min(self.end) - self.start;
            if end == added.end {
                // End of the file.
                break;
            }
            added = added.end..end;
            self.line = self.line.saturating_add(1);
        }
        let mut content = self.start..self.start + added.end;
        self.line_start = self.start;
        self.start = content.end;
        self.searched = self.start;
        for end in [b"\n", b"\r"] {
            content.end -= usize::from(self.buffer[content.clone()].ends_with(end));
        }
        let text = self.text(content)?;
        Ok(Text { first_line, ..text })
    }

    /// Moves on to the next line; returns the range of this one in the buffer, without its end.
    fn take_line(&mut self, line_end: usize) -> Range<usize> {
        let mut start = self.start;
        if self.line == 0 && self.buffer[start..line_end].starts_with(BYTE_ORDER_MARK) {
            start += BYTE_ORDER_MARK.len();
        }
        let ends_with_return = self.buffer[start..line_end].ends_with(b"\r");
        self.line_start = start;
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

    /// The error for a file that ends too early.
    pub(crate) fn ended(&self, expected: &'static str) -> FormatError {
        let line = self.line.saturating_add(1);
        let at = Location::line(self.path, line);
        let problem = SyntaxProblem::Unexpected { found: Found::EndOfFile, expected };
        FormatError::Syntax { at, len: 1, problem }
    }

    fn find_line_end(&mut self) -> Result<Option<usize>, FormatError> {
        self.control.check()?;
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
        self.control.check()?;
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        if self.end > self.max_line {
            return Err(self.too_long("line", self.max_line));
        }
        let chunk = if self.buffer.is_empty() { FIRST_CHUNK } else { CHUNK };
        if self.buffer.len() < self.end + chunk {
            self.buffer.resize(self.end + chunk, 0);
        }
        let buffer = &mut self.buffer[self.end..self.end + chunk];
        let num_read = read_some(self.path, &mut self.bytes, buffer)?;
        if !self.word.goes_on(&buffer[..num_read]) {
            return Err(self.too_long("word", MAX_WORD));
        }
        self.end += num_read;
        self.at_end = num_read == 0;
        self.control.advance(num_read as u64);
        Ok(())
    }

    /// The error for a line, or a word in it, that is too long.
    fn too_long(&self, what: &'static str, max: usize) -> FormatError {
        let at = Location::line(self.path, self.line.saturating_add(1));
        let problem = SyntaxProblem::TooLong { what, max: max as u64 };
        FormatError::Syntax { at, len: 1, problem }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::limits::{MAX_LINE, MAX_TEXT};

    fn lines(bytes: &[u8]) -> Lines<'_> {
        Lines::new(Path::new("x"), Box::new(bytes), &Control::NONE, MAX_LINE)
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
    fn blank_lines_and_comments_are_skipped() {
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
    fn bytes_that_are_not_text_are_located() {
        let error = lines(b"ab\xFF").next_line().err().unwrap().to_string();
        assert_eq!(error, "x:1:3: found bytes that are not UTF-8 text");
    }

    #[test]
    fn lines_are_joined_as_long_as_they_go_on() {
        let long = "x".repeat(CHUNK);
        let bytes = format!("a\nb\r\n{long}\n\n{long}\r\nc\nd");
        let mut lines = lines(bytes.as_bytes());
        assert_eq!(lines.next_line().unwrap().unwrap().content, "a");
        assert_eq!(lines.next_line().unwrap().unwrap().content, "b");
        let mut seen = Vec::new();
        let joined = lines.join(|line| {
            seen.push(line.len());
            seen.len() < 4
        });
        let joined = joined.unwrap();
        assert_eq!((joined.first_line, joined.content), (2, &*format!("b\r\n{long}\n\n{long}")));
        assert_eq!(seen, [3, CHUNK + 1, 1, CHUNK + 2]);
        let line = lines.next_line().unwrap().unwrap();
        assert_eq!((line.first_line, line.content), (6, "c"));
        // The last line ends with the file.
        assert_eq!(lines.join(|_| true).unwrap().content, "c\nd");
        assert!(lines.next_line().unwrap().is_none());
    }

    #[test]
    fn a_line_without_end_is_refused_before_memory_runs_out() {
        let endless = |byte, max| {
            let bytes = Box::new(Read::chain(&b"a\n"[..], std::io::repeat(byte)));
            let mut lines = Lines::new(Path::new("x"), bytes, &Control::NONE, max);
            lines.next_line().unwrap();
            lines.next_line().err().unwrap().to_string()
        };
        let too_long = |what| {
            format!(
                "x:2:1: this {what} is longer than 67108864 bytes, which is the most that is read"
            )
        };
        assert_eq!(endless(b' ', MAX_LINE), too_long("line"));
        assert_eq!(endless(0, MAX_TEXT), too_long("word"));
    }

    #[test]
    fn reading_ends_when_it_is_cancelled() {
        let control = Control::new();
        let bytes = Box::new(&b"a\nb\n"[..]);
        let mut lines = Lines::new(Path::new("x"), bytes, &control, MAX_LINE);
        assert!(lines.next_line().is_ok());
        control.cancel();
        assert!(matches!(lines.next_line(), Err(FormatError::Cancelled)));
    }
}
