//! The bytes of one file, with its name for messages and the options.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use isocount_core::Control;

use super::limits::{CHUNK, FIRST_CHUNK, MAX_LINE, MAX_TEXT, MAX_WORD, OpenWord};
use super::lines::Lines;
use super::packing::without_packing;
use crate::error::{SyntaxProblem, no_such_key};
use crate::{Format, FormatError, Location, ReadOptions};

/// One file to be read.
pub(crate) struct Source<'a> {
    pub(crate) path: &'a Path,
    pub(crate) format: Format,
    pub(crate) options: &'a ReadOptions,
    pub(crate) control: &'a Control,
    pub(crate) bytes: Box<dyn Read + 'a>,
    /// The underlying file, if it is on disk; for formats that need random access.
    #[cfg_attr(not(feature = "columnar"), expect(dead_code, reason = "no such format"))]
    pub(crate) file: Option<File>,
}

impl<'a> Source<'a> {
    /// The file name without folder and extension.
    pub(crate) fn stem(&self) -> String {
        stem(self.path)
    }

    /// Returns an error if labels are requested by name; for formats without attributes.
    pub(crate) fn refuse_label_keys(&self) -> Result<(), FormatError> {
        let ReadOptions { node_label_key, edge_label_key, .. } = self.options;
        for (owner, key) in [("node", node_label_key), ("edge", edge_label_key)] {
            if let Some(key) = key {
                return Err(no_such_key(self.path, owner, key, std::iter::empty()));
            }
        }
        Ok(())
    }

    /// Reads the file line by line, if a line is a node or an arc.
    pub(crate) fn into_lines(self) -> Lines<'a> {
        Lines::new(self.path, self.bytes, self.control, MAX_LINE)
    }

    /// Reads the file line by line, if a line may be a whole graph.
    pub(crate) fn into_long_lines(self) -> Lines<'a> {
        Lines::new(self.path, self.bytes, self.control, MAX_TEXT)
    }

    /// Reads the file as a whole, for formats in which lines have no meaning. Offsets into it fit
    /// in 32 bits.
    pub(crate) fn into_text(mut self) -> Result<String, FormatError> {
        let mut text = String::new();
        let mut buffer = vec![0; FIRST_CHUNK];
        // A character split by the end of the last piece.
        let mut cut = 0;
        let mut word = OpenWord::default();
        let (mut is_first, mut is_blank) = (true, true);
        loop {
            self.control.check()?;
            let num_read = read_some(self.path, &mut self.bytes, &mut buffer[cut..])?;
            if num_read == 0 {
                break;
            }
            self.control.advance(num_read as u64);
            let bytes = &buffer[..cut + num_read];
            let (mut piece, len) = match std::str::from_utf8(bytes) {
                Ok(piece) => (piece, bytes.len()),
                Err(error) => {
                    let (valid, rest) = bytes.split_at(error.valid_up_to());
                    let piece = std::str::from_utf8(valid).unwrap_or_default();
                    if error.error_len().is_some() || rest.len() > 3 {
                        text.push_str(piece);
                        return Err(not_utf8(self.path, 1, text.as_bytes()));
                    }
                    (piece, valid.len())
                }
            };
            if is_first && !piece.is_empty() {
                piece = piece.strip_prefix(BYTE_ORDER_MARK_CHAR).unwrap_or(piece);
                is_first = false;
            }
            is_blank = is_blank && piece.trim_start().is_empty();
            text.push_str(piece);
            if !word.goes_on(piece.as_bytes()) {
                let start = text.len().saturating_sub(MAX_WORD);
                return Err(self.too_long_word(&text.as_bytes()[..start]));
            }
            if text.len() > MAX_TEXT {
                return Err(FormatError::TooLarge { path: self.path.to_owned() });
            }
            let num_bytes = cut + num_read;
            buffer.copy_within(len..num_bytes, 0);
            cut = num_bytes - len;
            if buffer.len() < CHUNK {
                buffer.resize(CHUNK, 0);
            }
        }
        if cut > 0 {
            return Err(not_utf8(self.path, 1, text.as_bytes()));
        }
        if is_blank {
            return Err(FormatError::Empty { path: self.path.to_owned(), format: self.format });
        }
        Ok(text)
    }

    fn too_long_word(&self, before: &[u8]) -> FormatError {
        let line = 1 + memchr::memchr_iter(b'\n', before).count() as u32;
        let at = Location::line(self.path, line);
        let problem = SyntaxProblem::TooLong { what: "word", max: MAX_WORD as u64 };
        FormatError::Syntax { at, len: 1, problem }
    }
}

/// The name of standard input, in place of a file name.
pub(crate) const STDIN: &str = "-";

/// The file name without folder and extensions.
pub(crate) fn stem(path: &Path) -> String {
    if path == Path::new(STDIN) {
        return "stdin".to_owned();
    }
    without_packing(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads some bytes of a file; none at its end.
pub(crate) fn read_some(
    path: &Path,
    bytes: &mut dyn Read,
    buffer: &mut [u8],
) -> Result<usize, FormatError> {
    loop {
        match bytes.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read.map_err(|e| FormatError::io(path, e)),
        }
    }
}

/// Some editors begin a UTF-8 file with these bytes; they have no meaning.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
const BYTE_ORDER_MARK_CHAR: char = '\u{FEFF}';

/// The error for bytes that are not text, after `valid` text that begins on `first_line`.
pub(crate) fn not_utf8(path: &Path, first_line: u32, valid: &[u8]) -> FormatError {
    let newlines = memchr::memchr_iter(b'\n', valid).count() as u32;
    let line_start = memchr::memrchr(b'\n', valid).map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&valid[line_start..]).chars().count() as u32 + 1;
    let at = Location::character(path, first_line.saturating_add(newlines), column);
    FormatError::Syntax { at, len: 1, problem: SyntaxProblem::NotUtf8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one byte at a time, like a slow pipe.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            (buffer[0], self.0) = (*first, rest);
            Ok(1)
        }
    }

    fn text_of(bytes: impl Read) -> Result<String, FormatError> {
        let (path, options) = (Path::new("x"), &ReadOptions::default());
        let (format, bytes, control) = (Format::Gml, Box::new(bytes), &Control::NONE);
        Source { path, format, options, control, bytes, file: None }.into_text()
    }

    #[test]
    fn characters_survive_being_split() {
        assert_eq!(text_of(Drip("\u{FEFF}\u{FEFF}aä🧪\n".as_bytes())).unwrap(), "\u{FEFF}aä🧪\n");
        let long = "ä".repeat(CHUNK);
        assert_eq!(text_of(long.as_bytes()).unwrap(), long);
        assert_eq!(text_of(format!("x{long}").as_bytes()).unwrap(), format!("x{long}"));
    }

    #[test]
    fn bytes_that_are_not_text_are_located() {
        for bytes in [&b"a\nb\xFFc"[..], b"a\nb\xC3", b"a\nb\xF0\x9F\x98"] {
            for error in [text_of(bytes), text_of(Drip(bytes))] {
                let error = error.unwrap_err().to_string();
                assert_eq!(error, "x:2:2: found bytes that are not UTF-8 text");
            }
        }
        for bytes in [&b""[..], b" \n\t", "\u{FEFF}\n".as_bytes()] {
            assert!(matches!(text_of(bytes), Err(FormatError::Empty { .. })));
        }
    }

    #[test]
    fn a_word_without_end_is_refused_before_memory_runs_out() {
        let endless = std::io::Read::chain(&b"graph [\n"[..], std::io::repeat(0));
        let error = text_of(endless).unwrap_err().to_string();
        let expected =
            "x:2:1: this word is longer than 67108864 bytes, which is the most that is read";
        assert_eq!(error, expected);
    }
}
