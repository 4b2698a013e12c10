//! The faulty line of a file and the one before it, however large the file is.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use isocount::format::{Location, Notation, Packing, Within};
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// Lines longer than this are cut around the fault.
const MAX_WIDTH: usize = 160;
/// What is kept to the left of the fault in a cut line.
const MARGIN: usize = 60;
/// Beyond this a line is not shown at all.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// A part of a file that contains the fault.
#[derive(Debug)]
pub(crate) struct Excerpt {
    at: Location,
    text: String,
    /// The line number of the first line of `text`.
    first_line: usize,
    span: SourceSpan,
}

impl Excerpt {
    /// Reads the lines around a place; `None` if the file cannot be read again.
    pub(crate) fn read(at: &Location, len: usize) -> Option<Self> {
        let typed = at.path.to_str().and_then(Notation::split);
        let (before, faulty) = match typed {
            Some((_, text)) => lines_around(text.as_bytes(), at.line).ok()?,
            None if at.within == Within::Typed => {
                lines_around(at.path.to_str()?.as_bytes(), at.line).ok()?
            }
            // A table has no lines, a pipe cannot be read twice, and a compressed file has no lines
            // to show.
            None if at.within != Within::Text => return None,
            None if !std::fs::metadata(&at.path).ok()?.is_file() => return None,
            None if Packing::from_path(&at.path).is_some() => return None,
            None => lines_around(BufReader::new(File::open(&at.path).ok()?), at.line).ok()?,
        };
        let (column, len) = (at.column.max(1) as usize - 1, len.max(1));

        let mut chars: Vec<char> = faulty.chars().collect();
        let is_cut = chars.len() > MAX_WIDTH;
        let left = if is_cut { column.saturating_sub(MARGIN).min(chars.len()) } else { 0 };
        chars.drain(..left);
        if left > 0 {
            chars[0] = '…';
        }
        if chars.len() > MAX_WIDTH {
            chars.truncate(MAX_WIDTH);
            chars[MAX_WIDTH - 1] = '…';
        }
        let start = column - left;
        // The end of a line, or of the file, can be at fault too: give it something to underline.
        while chars.len() <= start {
            chars.push(' ');
        }
        let len = len.min(chars.len() - start);

        let mut text = String::new();
        let mut first_line = at.line as usize;
        if let Some(before) = before.filter(|_| left == 0) {
            text.extend(before.chars().take(MAX_WIDTH));
            text.push('\n');
            first_line -= 1;
        }
        text.extend(&chars[..start]);
        let offset = text.len();
        text.extend(&chars[start..start + len]);
        let span = (offset, text.len() - offset).into();
        text.extend(&chars[start + len..]);
        Some(Self { at: at.clone(), text, first_line, span })
    }

    pub(crate) fn span(&self) -> SourceSpan {
        self.span
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let piece = self.text.read_span(span, lines_before, lines_after)?;
        // Called without context lines, this is the heading, which names the place in the file.
        let (line, column) = match lines_before {
            0 => (self.at.line as usize - 1, self.at.column.max(1) as usize - 1),
            _ => (self.first_line - 1 + piece.line(), piece.column()),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.at.path.display().to_string(),
            piece.data(),
            *piece.span(),
            line,
            column,
            piece.line_count(),
        )))
    }
}

/// The previous line, if there is one, and the line itself.
fn lines_around(mut reader: impl BufRead, line: u32) -> io::Result<(Option<String>, String)> {
    for _ in 2..line {
        reader.skip_until(b'\n')?;
    }
    let before = if line > 1 { Some(read_line(&mut reader)?) } else { None };
    Ok((before, read_line(&mut reader)?))
}

/// A line without its line break, with each unprintable character replaced by one character.
fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
    let line = String::from_utf8_lossy(&bytes);
    let line = line.trim_end_matches(['\r', '\n']);
    let printable = |c: char| match c {
        '\t' => ' ',
        _ if c.is_control() => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    Ok(line.chars().map(printable).collect())
}
