//! Names and labels in the notation: bare if they are plain words, otherwise quoted.

use std::borrow::Cow;
use std::fmt::Write;

use super::problem::NotationProblem;

/// The position of a word, which determines the characters that it may contain without quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The name of a node.
    Name,
    /// The label of a node.
    NodeLabel,
    /// The label of an arc, between brackets.
    ArcLabel,
}

impl Place {
    /// Whether a bare word may contain this character here.
    pub(super) fn allows(self, c: char) -> bool {
        match c {
            '_' => true,
            '.' | '+' | '/' | '@' => self != Self::Name,
            // A link cannot begin between brackets.
            '-' => self == Self::ArcLabel,
            c => c.is_alphanumeric(),
        }
    }
}

/// The word as written, quoted if necessary.
pub(super) fn written(word: &str, place: Place) -> Cow<'_, str> {
    if !word.is_empty() && word.chars().all(|c| place.allows(c)) {
        return Cow::Borrowed(word);
    }
    let mut text = String::with_capacity(word.len() + 2);
    text.push('"');
    for c in word.chars() {
        match c {
            '"' | '\\' => {
                text.push('\\');
                text.push(c);
            }
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(text, "\\u{{{:x}}}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
    Cow::Owned(text)
}

/// Why a quoted word is wrong, and the length of the text to mark.
pub(super) struct BadQuote<'a> {
    pub(super) part: &'a str,
    pub(super) problem: NotationProblem,
}

/// The quoted word at the start of `text`, and the rest of the text.
pub(super) fn unquoted(text: &str, quote: char) -> Result<(String, &str), BadQuote<'_>> {
    let mut word = String::new();
    let mut rest = &text[quote.len_utf8()..];
    loop {
        let end = rest.find([quote, '\\', '\n']).unwrap_or(rest.len());
        word.push_str(&rest[..end]);
        rest = &rest[end..];
        if let Some(after) = rest.strip_prefix(quote) {
            return Ok((word, after));
        }
        let Some(escape) = rest.strip_prefix('\\') else {
            let line_end = text.find('\n').unwrap_or(text.len());
            return Err(BadQuote { part: &text[..line_end], problem: NotationProblem::OpenQuote });
        };
        let (c, after) = escaped(escape).ok_or_else(|| {
            let len = escape.chars().next().map_or(0, char::len_utf8);
            BadQuote { part: &rest[..=len], problem: NotationProblem::UnknownEscape }
        })?;
        word.push(c);
        rest = after;
    }
}

/// The character after a backslash, and the rest of the text.
fn escaped(text: &str) -> Option<(char, &str)> {
    let first = text.chars().next()?;
    let after = &text[first.len_utf8()..];
    let c = match first {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '\\' | '"' | '\'' => first,
        'u' => {
            let (digits, after) = after.strip_prefix('{')?.split_once('}')?;
            if digits.is_empty() || digits.len() > 6 || digits.starts_with('+') {
                return None;
            }
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            return Some((c, after));
        }
        _ => return None,
    };
    Some((c, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_words_are_quoted_and_read_back() {
        for (word, name, label) in [
            ("a_1", "a_1", "a_1"),
            ("Ångström", "Ångström", "Ångström"),
            ("co-exists", "\"co-exists\"", "co-exists"),
            ("N+", "\"N+\"", "N+"),
            ("", "\"\"", "\"\""),
            ("works at", "\"works at\"", "\"works at\""),
            ("a\"b\\c\n\0", "\"a\\\"b\\\\c\\n\\u{0}\"", "\"a\\\"b\\\\c\\n\\u{0}\""),
        ] {
            assert_eq!(written(word, Place::Name), name);
            assert_eq!(written(word, Place::ArcLabel), label);
            if name.starts_with('"') {
                let text = format!("{name}-b");
                let read = unquoted(&text, '"').map_err(|bad| bad.part.to_owned());
                assert_eq!(read, Ok((word.to_owned(), "-b")), "{name}");
            }
        }
    }

    #[test]
    fn bad_quotes_are_located() {
        let part = |text| unquoted(text, '\'').map_err(|bad| bad.part.to_owned()).unwrap_err();
        assert_eq!(part("'ab"), "'ab");
        assert_eq!(part("'ab\nc'"), "'ab");
        assert_eq!(part("'a\\qb'"), "\\q");
        assert_eq!(part("'a\\u{110000}'"), "\\u");
        assert_eq!(part("'a\\"), "\\");
    }
}
