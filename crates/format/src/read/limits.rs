//! Limits on how much of a file is held in memory before the file is refused.
//!
//! Memory grows with the data read from a file, never with the sizes that it states. What remains
//! is a file, or a pipe, with something endless: a line, a word, a string. These limits are far
//! above anything that a program writes, and far below the memory of a small machine.

/// The longest line in formats with one node or one arc per line. A label of 64 MiB is implausible;
/// more likely the file is not text, such as `/dev/zero`, or its line ends are missing.
pub(crate) const MAX_LINE: usize = 64 << 20;

/// The longest text that is held as a whole: a file in GML, `GraphML` or JSON, and a line if that
/// is a whole graph (JSON lines) or all arcs of a node (LAD). Offsets into it are 32-bit numbers.
pub(crate) const MAX_TEXT: usize = u32::MAX as usize;

/// The longest word in such a text: a run without space, quote, comma or closing bracket.
pub(crate) const MAX_WORD: usize = 64 << 20;

/// The maximum expansion of a compressed file. Graph files shrink by a factor of three to thirty.
pub(crate) const MAX_EXPANSION: u64 = 200;

/// This many decompressed bytes are always accepted, however small their source is.
pub(crate) const MAX_UNCHECKED: u64 = 64 << 20;

/// The maximum size of one part of a table, however small its compressed form is: programs write
/// parts of about a megabyte.
#[cfg(feature = "columnar")]
pub(crate) const MAX_UNCHECKED_PART: u64 = 16 << 20;

/// The nominal size of a table row, for comparison with the size of the file: two 64-bit numbers.
#[cfg(feature = "columnar")]
pub(crate) const ROW_SIZE: u64 = 16;

/// The maximum size of the metadata of a table, which are held in memory. Real ones take kilobytes.
#[cfg(feature = "columnar")]
pub(crate) const MAX_METADATA: u64 = 64 << 20;

/// The maximum number of columns of a table, including nested ones.
#[cfg(feature = "columnar")]
pub(crate) const MAX_FIELDS: usize = 100_000;

/// The maximum number of nodes that a file may state without listing any of them.
pub(crate) const MAX_UNLISTED: u64 = 1 << 24;

/// The maximum nesting depth of XML elements. The parser remembers every open element; graphs have
/// four levels, the drawings of yEd about ten.
pub(crate) const MAX_DEPTH: usize = 1_000;

/// The maximum number of attributes of a tag: the parser compares all of them with each other.
pub(crate) const MAX_ATTRIBUTES: usize = 1_000;

/// The size of a read; the buffer grows for longer lines.
pub(crate) const CHUNK: usize = 1 << 18;

/// The size of the first read: most files are small, and there may be many of them.
pub(crate) const FIRST_CHUNK: usize = 1 << 13;

/// The current word at the end of a text that is read in pieces.
#[derive(Default)]
pub(crate) struct OpenWord {
    len: usize,
}

impl OpenWord {
    /// Processes the next piece of the text; returns false if a word is too long.
    pub(crate) fn goes_on(&mut self, piece: &[u8]) -> bool {
        let ends_word = |byte: &u8| byte.is_ascii_whitespace() || b"\",>]".contains(byte);
        // Usually one of the last bytes.
        match piece.iter().rposition(ends_word) {
            Some(end) => self.len = piece.len() - end - 1,
            None => self.len += piece.len(),
        }
        self.len <= MAX_WORD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_word_without_end_is_too_long() {
        let mut word = OpenWord::default();
        let piece = vec![b'x'; MAX_WORD / 2];
        assert!(word.goes_on(&piece) && word.goes_on(&piece));
        assert!(word.goes_on(b"x, y") && word.goes_on(&piece) && word.goes_on(&piece[1..]));
        assert!(!word.goes_on(b"x"));
    }
}
