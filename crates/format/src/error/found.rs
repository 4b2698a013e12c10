//! What a message quotes from a file.

use std::fmt;

use isocount_core::printable;

/// What stood where something else was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// This text, shortened if it is long.
    Text(String),
    /// A field with nothing in it.
    EmptyField,
    /// Nothing, where a table may have values.
    MissingValue,
    /// The line ended.
    EndOfLine,
    /// The file ended.
    EndOfFile,
    /// The text ended.
    EndOfText,
}

impl Found {
    /// The longest text that is quoted in full.
    const MAX_QUOTED: usize = 40;

    /// The text, shortened to one readable piece.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(shorten(text))
    }
}

/// At most [`Found::MAX_QUOTED`] characters, as they stand in the file: what is shown goes through
/// [`printable`] when it is shown.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(Found::MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The words of a parser, which may quote the file at any length.
pub(crate) fn shorten_message(message: &str) -> String {
    match message.char_indices().nth(5 * Found::MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "`{}`", printable(text)),
            Self::EmptyField => f.write_str("an empty field"),
            Self::MissingValue => f.write_str("a missing value"),
            Self::EndOfLine => f.write_str("the end of the line"),
            Self::EndOfFile => f.write_str("the end of the file"),
            Self::EndOfText => f.write_str("the end of the text"),
        }
    }
}
