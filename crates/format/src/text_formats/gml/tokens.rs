//! The tokens of GML: keys, numbers, strings and brackets.

use std::borrow::Cow;

use isocount_core::Control;

use crate::FormatError;
use crate::error::SyntaxProblem;
use crate::read::Text;

/// One token of GML, as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Key(&'a str),
    Number(&'a str),
    /// Including quotes.
    String(&'a str),
    Open(&'a str),
    Close(&'a str),
}

impl<'a> Token<'a> {
    /// The text of the token.
    pub(super) fn raw(self) -> &'a str {
        let (Self::Key(raw)
        | Self::Number(raw)
        | Self::String(raw)
        | Self::Open(raw)
        | Self::Close(raw)) = self;
        raw
    }
}

/// Splits a text into tokens.
pub(super) struct Tokens<'a> {
    pub(super) text: Text<'a>,
    control: &'a Control,
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: Text<'a>, control: &'a Control) -> Self {
        Self { text, control, rest: text.content }
    }

    /// The next token; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, FormatError> {
        self.control.check()?;
        self.skip_blanks();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            '[' => Token::Open(self.take(1)),
            ']' => Token::Close(self.take(1)),
            '"' => Token::String(self.take_string()?),
            '0'..='9' | '+' | '-' | '.' => self.take_number()?,
            _ if first.is_alphabetic() || first == '_' => {
                Token::Key(self.take_while(|c| c.is_alphanumeric() || c == '_'))
            }
            _ => {
                let part = &self.rest[..first.len_utf8()];
                return Err(self.text.unexpected(part, "a key, a value or a bracket"));
            }
        };
        Ok(Some(token))
    }

    /// The next token, which must exist.
    pub(super) fn required(&mut self, expected: &'static str) -> Result<Token<'a>, FormatError> {
        self.next()?.ok_or_else(|| self.text.file_ended(expected))
    }

    /// Skips a list whose opening bracket has been read, with all lists in it.
    pub(super) fn skip_list(&mut self, open: &'a str) -> Result<(), FormatError> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next()? {
                Some(Token::Open(_)) => depth += 1,
                Some(Token::Close(_)) => depth -= 1,
                Some(_) => {}
                None => return Err(self.text.error(open, SyntaxProblem::UnclosedList)),
            }
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(len);
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, goes_on: impl Fn(char) -> bool) -> &'a str {
        let len = self.rest.find(|c| !goes_on(c)).unwrap_or(self.rest.len());
        self.take(len)
    }

    fn take_string(&mut self) -> Result<&'a str, FormatError> {
        match self.rest[1..].find('"') {
            Some(len) => Ok(self.take(len + 2)),
            None => Err(self.text.error(self.rest, SyntaxProblem::UnclosedString)),
        }
    }

    fn take_number(&mut self) -> Result<Token<'a>, FormatError> {
        let word = self.take_while(|c| c.is_alphanumeric() || "+-.".contains(c));
        if word.parse::<f64>().is_err() {
            return Err(self.text.unexpected(word, "a number"));
        }
        Ok(Token::Number(word))
    }
}

/// The text of a string token: without quotes, with entities such as `&quot;` replaced. An `&` that
/// does not begin an entity is kept, because igraph writes it unescaped.
pub(super) fn string_text(quoted: &str) -> Cow<'_, str> {
    let inner = quoted.strip_prefix('"').unwrap_or(quoted);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if !inner.contains('&') {
        return Cow::Borrowed(inner);
    }
    let mut decoded = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((character, len)) = leading_entity(rest) {
            decoded.push(character);
            rest = &rest[len..];
        } else {
            decoded.push('&');
            rest = &rest[1..];
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// The character for an entity at the start of the text, and the length of the entity.
fn leading_entity(text: &str) -> Option<(char, usize)> {
    // The longest is `&#x10FFFF;`; a long text full of `&` must not be searched repeatedly.
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((character, end + 1))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn words_are_told_apart() {
        let content = "a_1 [ -1.5e+3 # ] note\n\"x # [\" ]";
        let text = Text { path: Path::new("x"), first_line: 1, content };
        let mut tokens = Tokens::new(text, &Control::NONE);
        let mut next = || tokens.next().unwrap();
        assert_eq!(next(), Some(Token::Key("a_1")));
        assert_eq!(next(), Some(Token::Open("[")));
        assert_eq!(next(), Some(Token::Number("-1.5e+3")));
        assert_eq!(next(), Some(Token::String("\"x # [\"")));
        assert_eq!(next(), Some(Token::Close("]")));
        assert_eq!(next(), None);
    }

    #[test]
    fn entities_are_replaced_and_other_ampersands_kept() {
        assert_eq!(string_text("\"a &amp; b &#228;&#xE4; R&D; &\""), "a & b ää R&D; &");
    }
}
