//! Lists of names in columns: pairs of a pattern and a graph, and tables whose first columns are
//! such a pair.
//!
//! ```text
//! # a comment
//! pattern,graph
//! triangle,karate
//! "a, b",karate
//! ```
//!
//! The columns of a line are separated by tabs if there are any, and otherwise by commas. A name
//! that contains a separator is quoted, and a quote inside it is doubled.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::read::packing::unpacked;
use crate::read::source::{BYTE_ORDER_MARK, STDIN, not_utf8};
use crate::{FormatError, Location, SyntaxProblem};

/// The names of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameLine {
    /// The line on which they begin, from 1.
    pub line: u32,
    /// The columns, without surrounding spaces.
    pub names: Vec<String>,
}

impl NameLine {
    /// Whether this is the header `pattern, graph`, possibly with further columns.
    #[must_use]
    pub fn is_heading(&self) -> bool {
        self.names.len() >= 2 && self.names[..2] == ["pattern", "graph"]
    }
}

/// Whether lines that begin with `#` are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// They are skipped.
    Skip,
    /// They are ordinary lines.
    None,
}

/// The maximum length of a line. Otherwise a file without line ends, such as a device, would fill
/// the memory.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads lists of names line by line. Empty lines are skipped.
///
/// ```
/// use std::path::Path;
/// use isocount_format::{Comments, NameLines};
///
/// let text = "pattern,graph\n\"a, b\",karate\n";
/// let lines = NameLines::new(Path::new("pairs.csv"), text.as_bytes(), Comments::Skip);
/// let lines = lines.collect::<Result<Vec<_>, _>>()?;
/// assert!(lines[0].is_heading());
/// assert_eq!(lines[1].line, 2);
/// assert_eq!(lines[1].names, ["a, b", "karate"]);
/// # Ok::<(), isocount_format::FormatError>(())
/// ```
pub struct NameLines<R> {
    path: PathBuf,
    bytes: BufReader<R>,
    comments: Comments,
    /// The number of the last line read.
    line: u32,
}

impl NameLines<Box<dyn Read>> {
    /// Opens a file, which may be compressed; `-` is the standard input.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path, comments: Comments) -> Result<Self, FormatError> {
        let bytes: Box<dyn Read> = if path == Path::new(STDIN) {
            Box::new(std::io::stdin().lock())
        } else {
            Box::new(File::open(path).map_err(|error| FormatError::io(path, error))?)
        };
        Ok(Self::new(path, unpacked(path, bytes)?, comments))
    }
}

impl<R: Read> NameLines<R> {
    /// Reads from memory or another reader; the path is used in messages only.
    #[must_use]
    pub fn new(path: &Path, bytes: R, comments: Comments) -> Self {
        Self { path: path.to_owned(), bytes: BufReader::new(bytes), comments, line: 0 }
    }

    /// The next line that is neither empty nor a comment.
    fn read(&mut self) -> Result<Option<NameLine>, FormatError> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let mut bounded = self.bytes.by_ref().take(LONGEST_LINE + 1);
            let len = bounded.read_until(b'\n', &mut bytes);
            let len = len.map_err(|error| FormatError::io(&self.path, error))?;
            self.line = self.line.saturating_add(1);
            if len as u64 > LONGEST_LINE {
                let problem = SyntaxProblem::TooLong { what: "line", max: LONGEST_LINE };
                let at = Location::line(&self.path, self.line);
                return Err(FormatError::Syntax { at, len: 1, problem });
            }
            if len == 0 {
                return Ok(None);
            }
            if self.line == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
                bytes.drain(..BYTE_ORDER_MARK.len());
            }
            let text = std::str::from_utf8(&bytes)
                .map_err(|error| not_utf8(&self.path, self.line, &bytes[..error.valid_up_to()]))?;
            let text = text.trim_end_matches(['\n', '\r']);
            let is_comment = self.comments == Comments::Skip && text.starts_with('#');
            if !text.trim().is_empty() && !is_comment {
                return Ok(Some(NameLine { line: self.line, names: names(text) }));
            }
        }
    }
}

impl<R: Read> Iterator for NameLines<R> {
    type Item = Result<NameLine, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// The columns of one line.
fn names(line: &str) -> Vec<String> {
    let separator = if line.contains('\t') { '\t' } else { ',' };
    let trimmed = |name: &str| name.trim().to_owned();
    // Very few lines contain quotes; without them, columns are the text between separators.
    if !line.contains('"') {
        return line.split(separator).map(trimmed).collect();
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator as u8)
        .has_headers(false)
        .flexible(true)
        .from_reader(line.as_bytes());
    let mut record = csv::StringRecord::new();
    match reader.read_record(&mut record) {
        Ok(true) => record.iter().map(trimmed).collect(),
        // A record can always be read from memory.
        Ok(false) | Err(_) => Vec::new(),
    }
}

/// Two names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamePair {
    /// The line number, from 1.
    pub line: u32,
    /// The pattern.
    pub pattern: String,
    /// The graph.
    pub graph: String,
}

/// Reads a list of pairs. Comments, empty lines and a header `pattern, graph` are skipped.
///
/// # Errors
/// If the file cannot be read, or a line does not contain two names.
pub fn read_name_pairs(path: &Path) -> Result<Vec<NamePair>, FormatError> {
    let mut pairs = Vec::new();
    for (ix, line) in NameLines::open(path, Comments::Skip)?.enumerate() {
        let line = line?;
        if ix == 0 && line.is_heading() {
            continue;
        }
        let number = line.line;
        match <[String; 2]>::try_from(line.names) {
            Ok([pattern, graph]) => pairs.push(NamePair { line: number, pattern, graph }),
            Err(names) => {
                let at = Location::line(path, number);
                let problem = SyntaxProblem::NotTwoNames { found: names.len() };
                return Err(FormatError::Syntax { at, len: 1, problem });
            }
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], comments: Comments) -> Result<Vec<(u32, Vec<String>)>, String> {
        NameLines::new(Path::new("l"), text, comments)
            .map(|line| line.map(|it| (it.line, it.names)).map_err(|error| error.to_string()))
            .collect()
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_tab_separates_before_a_comma_does() {
        let read = lines(b"# x\ty\n\n p , g\r\na\tb,c\n", Comments::Skip).unwrap();
        assert_eq!(read, [(3, names(&["p", "g"])), (4, names(&["a", "b,c"]))]);
        let read = lines(b"\xEF\xBB\xBFp\tg, h\n\n  \nq\t\n", Comments::Skip).unwrap();
        assert_eq!(read, [(1, names(&["p", "g, h"])), (4, names(&["q", ""]))]);
        assert_eq!(lines(b"", Comments::Skip), Ok(Vec::new()));
        assert_eq!(lines(b"#p,g", Comments::Skip), Ok(Vec::new()));
        assert_eq!(lines(b"#p,g", Comments::None), Ok(vec![(1, names(&["#p", "g"]))]));
    }

    #[test]
    fn quotes_keep_separators_and_quotes() {
        let read = lines(b"\"a, b\",\"say \"\"g\"\"\"\nx,y\n", Comments::Skip).unwrap();
        assert_eq!(read, [(1, names(&["a, b", "say \"g\""])), (2, names(&["x", "y"]))]);
    }

    #[test]
    fn endless_lines_and_bytes_that_are_not_text_are_refused() {
        let said = lines(b"p,g\n\xff,g\n", Comments::Skip).unwrap_err();
        assert_eq!(said, "l:2:1: found bytes that are not UTF-8 text");
        let mut endless = NameLines::new(Path::new("l"), std::io::repeat(b'a'), Comments::Skip);
        let said = endless.next().unwrap().unwrap_err();
        let expected =
            "l:1:1: this line is longer than 1048576 bytes, which is the most that is read";
        assert_eq!(said.to_string(), expected);
    }

    #[test]
    fn a_pair_has_two_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pairs");
        std::fs::write(&path, "pattern\tgraph\np\tg\n").unwrap();
        let expected = NamePair { line: 2, pattern: "p".to_owned(), graph: "g".to_owned() };
        assert_eq!(read_name_pairs(&path).unwrap(), [expected]);
        std::fs::write(&path, "p\tg\np\n").unwrap();
        let said = read_name_pairs(&path).unwrap_err().to_string();
        assert!(said.ends_with("2:1: found one name, expected a pattern and a graph"), "{said}");
    }
}
