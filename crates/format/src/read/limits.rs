//! How much of a file is held in memory before it is refused.
//!
//! Memory grows with what a file has shown, never with what it announces. What remains is a file,
//! or a pipe, in which something never ends: a line, a word, a string. These bounds lie far above
//! anything that a program writes, and far below the memory of a small machine.

/// The longest line of a format in which a line is one node or one arc. Labels of 64 MiB are
/// nonsense; more likely the file is not text, such as `/dev/zero`, or its line ends are missing.
pub(crate) const MAX_LINE: usize = 64 << 20;

/// The longest text in one piece: a whole file in GML, `GraphML` or JSON, and a line where that is
/// a whole graph (JSON lines) or all arcs of a node (LAD). Offsets into it are 32-bit numbers.
pub(crate) const MAX_TEXT: usize = u32::MAX as usize;

/// The longest word in such a text: a stretch without space, quote, comma or closing bracket.
pub(crate) const MAX_WORD: usize = 64 << 20;

/// How many times its size a compressed file may grow. Graph files shrink three to thirtyfold.
pub(crate) const MAX_EXPANSION: u64 = 200;

/// So many decompressed bytes are no matter, however few they come from.
pub(crate) const MAX_UNCHECKED: u64 = 64 << 20;

/// So many bytes may come of one part of a table, however few they are unpacked from: programs make
/// parts of about a megabyte.
#[cfg(feature = "columnar")]
pub(crate) const MAX_UNCHECKED_PART: u64 = 16 << 20;

/// What a row of a table counts as, to compare it with the size of the file: two numbers of 64
/// bits.
#[cfg(feature = "columnar")]
pub(crate) const ROW_SIZE: u64 = 16;

/// The longest metadata of a table, which are held in memory. Real ones are kilobytes.
#[cfg(feature = "columnar")]
pub(crate) const MAX_METADATA: u64 = 64 << 20;

/// How many columns a table may have, those inside of others included.
#[cfg(feature = "columnar")]
pub(crate) const MAX_FIELDS: usize = 100_000;

/// How many nodes a file may state without showing anything of them.
pub(crate) const MAX_UNLISTED: u64 = 1 << 24;

/// How deep XML elements may lie in each other. The parser remembers every open element; graphs
/// have four levels, the drawings of yEd about ten.
pub(crate) const MAX_DEPTH: usize = 1_000;

/// How many attributes a tag may have: the parser compares all of them with each other.
pub(crate) const MAX_ATTRIBUTES: usize = 1_000;

/// How much is read at once; a longer line makes the buffer grow.
pub(crate) const CHUNK: usize = 1 << 18;

/// How much is read first: most files are small, and there may be many of them.
pub(crate) const FIRST_CHUNK: usize = 1 << 13;

/// The part of a text after its last word end: what of a word has been seen so far.
#[derive(Default)]
pub(crate) struct OpenWord {
    len: usize,
}

impl OpenWord {
    /// Takes the next piece of the text; false if a word is too long.
    pub(crate) fn goes_on(&mut self, piece: &[u8]) -> bool {
        let ends_word = |byte: &u8| byte.is_ascii_whitespace() || b"\",>]".contains(byte);
        // Nearly always one of the last bytes.
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
