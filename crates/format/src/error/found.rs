//! Quotations from a file in messages.

use std::fmt;

use isocount_core::printable;

/// What was found where something else was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// A text, shortened if it is long.
    Text(String),
    /// An empty field.
    EmptyField,
    /// A missing value in a table.
    MissingValue,
    /// The end of the line.
    EndOfLine,
    /// The end of the file.
    EndOfFile,
    /// The end of the text.
    EndOfText,
}

impl Found {
    /// The longest text that is quoted unshortened.
    const MAX_QUOTED: usize = 40;

    /// Shortens a text to one readable word.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(shorten(text))
    }
}

/// Shortens a text to at most [`Found::MAX_QUOTED`] characters of the file. Use [`printable`] when
/// it is shown.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(Found::MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Shortens the message of a parser, which may quote any amount of the file.
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
