//! Detects whether a quoted field of an edge list continues on the next line, as RFC 4180 allows.

/// Tracks the quotes of a record, piece by piece.
pub(super) struct OpenQuote {
    separator: u8,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before a field, or in the spaces before it.
    Before,
    /// In an unquoted field, or after the closing quote of one.
    Plain,
    /// Between quotes.
    Quoted,
    /// After a quote between quotes: two of them stand for one.
    Quote,
}

impl OpenQuote {
    pub(super) fn new(separator: u8) -> Self {
        Self { separator, state: State::Before }
    }

    /// Processes the next piece of the record; returns whether it ends between quotes.
    pub(super) fn follow(&mut self, mut piece: &[u8]) -> bool {
        loop {
            if self.state == State::Quoted {
                let Some(quote) = memchr::memchr(b'"', piece) else { return true };
                piece = &piece[quote + 1..];
                self.state = State::Quote;
            }
            let Some((&byte, rest)) = piece.split_first() else { return false };
            self.state = match (self.state, byte) {
                (State::Before | State::Quote, b'"') => State::Quoted,
                (State::Before, b' ') => State::Before,
                (_, byte) if byte == self.separator => State::Before,
                _ => State::Plain,
            };
            piece = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_open_between_quotes_only() {
        for (record, open) in [
            ("", false),
            ("a,b", false),
            ("a\"b,c", false),
            ("\"a", true),
            ("\"a,", true),
            ("\"a\"", false),
            ("\"a\"\"", true),
            ("\"a\"\"b\"", false),
            ("a, \"b\n", true),
            ("a,\"b\",c", false),
            ("\"a\" \"b", false),
            ("\"\",\"", true),
        ] {
            assert_eq!(OpenQuote::new(b',').follow(record.as_bytes()), open, "{record}");
            let mut quote = OpenQuote::new(b',');
            let bytewise = record.bytes().map(|byte| quote.follow(&[byte])).last();
            assert_eq!(bytewise.unwrap_or(false), open, "{record}");
        }
    }
}
