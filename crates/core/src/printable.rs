//! Text from files, made safe to print.

use std::borrow::Cow;

/// Escapes text for printing: control characters, which could clear a terminal or forge a line, and
/// characters that reverse the direction of writing become `\u{1b}` and the like.
///
/// Every name, label, key or file name from outside passes through this before it reaches a
/// terminal, a log or a message.
///
/// ```
/// assert_eq!(isocount_core::printable("karate club"), "karate club");
/// assert_eq!(isocount_core::printable("\x1b[2Jkarate\n"), r"\u{1b}[2Jkarate\n");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_hostile(character) {
            safe.extend(character.escape_default());
        } else {
            safe.push(character);
        }
    }
    Cow::Owned(safe)
}

fn is_hostile(character: char) -> bool {
    // Line and paragraph separators, and characters that change the direction of writing.
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_of_any_language_stays_as_it_is() {
        for text in ["", "a b", "Zürich", "蛋白质", "🧪"] {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn deceptive_characters_are_escaped() {
        assert_eq!(printable("a\u{9b}2J"), r"a\u{9b}2J");
        assert_eq!(printable("a\r\tb"), r"a\r\tb");
        assert_eq!(printable("a\u{202e}b"), r"a\u{202e}b");
        assert_eq!(printable("a\0"), r"a\u{0}");
    }
}
