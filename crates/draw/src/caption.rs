//! Makes external text safe for a picture: on one line, of bounded length, without characters that
//! control a terminal or change the writing direction.

use isocount_core::printable;

/// The most characters of a title or a name; longer ones end in an ellipsis.
const MAX_CHARS: usize = 160;

/// A title or a name, made safe. Runs of white space become one space.
pub(crate) fn caption(text: &str) -> String {
    shortened(&printable(&text.split_whitespace().collect::<Vec<_>>().join(" ")), MAX_CHARS)
}

/// The first `max_chars` characters, the last of them an ellipsis if the text is longer.
pub(crate) fn shortened(text: &str, max_chars: usize) -> String {
    if text.chars().nth(max_chars).is_none() {
        return text.to_owned();
    }
    let start: String = text.chars().take(max_chars.saturating_sub(1)).collect();
    format!("{}…", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_stays_as_it_is() {
        for text in ["", "karate club", "Zürich", "蛋白质", "a < b & c"] {
            assert_eq!(caption(text), text);
        }
    }

    #[test]
    fn white_space_is_one_space() {
        assert_eq!(caption(" two\r\n\tlines\u{2028}more "), "two lines more");
    }

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(caption("\u{1b}[2Ja\u{0}\u{202e}b"), r"\u{1b}[2Ja\u{0}\u{202e}b");
    }

    #[test]
    fn long_text_ends_in_an_ellipsis() {
        assert_eq!(shortened("abc", 3), "abc");
        assert_eq!(shortened("abcd", 3), "ab…");
        assert_eq!(shortened("a cd", 3), "a…");
        assert_eq!(caption(&"x".repeat(1_000_000)).chars().count(), MAX_CHARS);
    }
}
