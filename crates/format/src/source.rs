//! The bytes of one file, with its name for messages and the user's wishes.

use std::io::Read;
use std::path::Path;

use crate::lines::Lines;
use crate::syntax_problem::SyntaxProblem;
use crate::{Format, FormatError, Location, ReadOptions};

/// One file to be read.
pub(crate) struct Source<'a> {
    pub(crate) path: &'a Path,
    pub(crate) format: Format,
    pub(crate) options: &'a ReadOptions<'a>,
    pub(crate) bytes: Box<dyn Read + 'a>,
}

impl<'a> Source<'a> {
    /// The name of the file without folder and ending.
    pub(crate) fn stem(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The file line by line.
    pub(crate) fn into_lines(self) -> Lines<'a> {
        Lines::new(self.path, self.bytes, self.options.progress)
    }

    /// The file in one piece, for formats in which a line means nothing. Offsets into it fit in
    /// 32 bits.
    pub(crate) fn into_text(mut self) -> Result<String, FormatError> {
        let mut bytes = Vec::new();
        self.bytes.read_to_end(&mut bytes).map_err(|e| FormatError::io(self.path, e))?;
        if let Some(progress) = self.options.progress {
            progress(bytes.len() as u64);
        }
        if u32::try_from(bytes.len()).is_err() {
            return Err(FormatError::TooLarge { path: self.path.to_owned() });
        }
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            not_utf8(self.path, 1, valid)
        })?;
        if text.trim().is_empty() {
            return Err(FormatError::Empty { path: self.path.to_owned(), format: self.format });
        }
        Ok(text)
    }
}

/// Some editors begin a UTF-8 file with these bytes; they mean nothing.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The error for bytes that are no text, after `valid` text that begins on `first_line`.
pub(crate) fn not_utf8(path: &Path, first_line: u32, valid: &[u8]) -> FormatError {
    let newlines = memchr::memchr_iter(b'\n', valid).count() as u32;
    let line_start = memchr::memrchr(b'\n', valid).map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&valid[line_start..]).chars().count() as u32 + 1;
    let at = Location { path: path.to_owned(), line: first_line.saturating_add(newlines), column };
    FormatError::Syntax { at, len: 1, problem: SyntaxProblem::NotUtf8 }
}
