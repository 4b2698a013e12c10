//! Attributes in braces after the columns of an edge list, as networkx writes them: a Python
//! dictionary.
//!
//! ```text
//! 0 1 {'weight': 4, 'label': 'knows'}
//! ```

use std::borrow::Cow;

use isocount_core::Value;

use crate::FormatError;
use crate::builder::AttributeColumns;
use crate::error::{KeysThere, SyntaxProblem};
use crate::read::Text;

/// A line split into the columns, and the attributes from their opening brace on.
#[derive(Clone, Copy)]
pub(super) struct BracedLine<'a> {
    pub(super) columns: Text<'a>,
    pub(super) attributes: &'a str,
}

impl<'a> BracedLine<'a> {
    /// `None` if there are no braces.
    pub(super) fn split(line: Text<'a>) -> Option<Self> {
        let brace = line.content.find('{')?;
        let columns = line.content[..brace].trim_end_matches([' ', '\t', ',', ';']);
        Some(Self {
            columns: Text { content: columns, ..line },
            attributes: &line.content[brace..],
        })
    }
}

/// The value of an attribute, if it exists. All of them are parsed, so that a faulty one is
/// detected.
pub(super) fn find<'a>(
    line: Text<'a>,
    attributes: &'a str,
    key: &str,
    keys: &mut KeysThere,
    mut kept: Option<&mut AttributeColumns>,
) -> Result<Option<Cow<'a, str>>, FormatError> {
    let mut literals = Literals { line, rest: attributes };
    let mut found = None;
    literals.expect('{', "`{`")?;
    while !literals.take('}') {
        let name =
            literals.string()?.ok_or_else(|| literals.unexpected("a key in quotes, or `}`"))?;
        literals.expect(':', "`:` and a value")?;
        let is_text = literals.rest.trim_start().starts_with(['\'', '"']);
        let value = literals.value()?;
        if let Some(kept) = &mut kept {
            kept.put(&name, || if is_text { Value::text(&value) } else { literal(&value) });
        }
        keys.of_edge(&name);
        if name == key && value != "None" {
            found = Some(value);
        }
        if !literals.take(',') && !literals.rest.trim_start().starts_with('}') {
            return Err(literals.unexpected("`,` or `}`"));
        }
    }
    if literals.rest.trim().is_empty() {
        return Ok(found);
    }
    Err(literals.unexpected("the end of the line after the attributes"))
}

/// The value of a literal other than a text. Lists and the like are not kept.
fn literal(word: &str) -> Value {
    match word {
        "True" => true.into(),
        "False" => false.into(),
        word => Value::parse_number(word).unwrap_or_default(),
    }
}

/// The Python literals in the rest of a line.
struct Literals<'a> {
    line: Text<'a>,
    rest: &'a str,
}

impl<'a> Literals<'a> {
    fn unexpected(&self, expected: &'static str) -> FormatError {
        let rest = self.rest.trim();
        if rest.is_empty() {
            return self.line.line_ended(expected);
        }
        let len = rest.find([' ', ',', ':', '}']).unwrap_or(rest.len());
        let len = len.max(rest.chars().next().map_or(0, char::len_utf8));
        self.line.unexpected(&rest[..len], expected)
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.trim_start();
        let stripped = rest.strip_prefix(wanted);
        self.rest = stripped.unwrap_or(rest);
        stripped.is_some()
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), FormatError> {
        if self.take(wanted) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// A string in single or double quotes, without them.
    fn string(&mut self) -> Result<Option<Cow<'a, str>>, FormatError> {
        let start = self.rest.trim_start();
        let Some(quote) = start.chars().next().filter(|c| ['\'', '"'].contains(c)) else {
            return Ok(None);
        };
        let mut escaped = false;
        let is_end = |c: char| {
            let ends = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        };
        let Some(len) = start[1..].find(is_end) else {
            return Err(self.line.error(start, SyntaxProblem::UnclosedString));
        };
        self.rest = &start[len + 2..];
        let inner = &start[1..=len];
        Ok(Some(if inner.contains('\\') { Cow::Owned(unescaped(inner)) } else { inner.into() }))
    }

    /// A string, or the text of any other literal: a number, a word, a list.
    fn value(&mut self) -> Result<Cow<'a, str>, FormatError> {
        if let Some(text) = self.string()? {
            return Ok(text);
        }
        let start = self.rest.trim_start();
        let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
        let is_end = |c: char| {
            if let Some(open) = quote {
                if c == open && !escaped {
                    quote = None;
                }
                escaped = c == '\\' && !escaped;
                return false;
            }
            match c {
                '\'' | '"' => quote = Some(c),
                '[' | '(' | '{' => depth += 1,
                ']' | ')' | '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => return true,
                _ => {}
            }
            false
        };
        let len = start.find(is_end).unwrap_or(start.len());
        let value = start[..len].trim_end();
        if value.is_empty() {
            return Err(self.unexpected("a value"));
        }
        self.rest = &start[len..];
        Ok(value.into())
    }
}

/// Replaces Python's escape sequences; unknown ones are kept.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let code = |digits: usize| {
            let hex = escape.get(1..=digits)?;
            Some((char::from_u32(u32::from_str_radix(hex, 16).ok()?)?, digits + 1))
        };
        let known = match escape.chars().next() {
            Some(c @ ('\\' | '\'' | '"')) => Some((c, 1)),
            Some('n') => Some(('\n', 1)),
            Some('t') => Some(('\t', 1)),
            Some('r') => Some(('\r', 1)),
            Some('x') => code(2),
            Some('u') => code(4),
            Some('U') => code(8),
            _ => None,
        };
        let (character, len) = known.unwrap_or(('\\', 0));
        plain.push(character);
        rest = &escape[len..];
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn value(attributes: &str, key: &str) -> Result<Option<String>, String> {
        let line = Text { path: Path::new("x"), first_line: 1, content: attributes };
        let found = find(line, attributes, key, &mut KeysThere::default(), None)
            .map_err(|error| error.to_string())?;
        Ok(found.map(Cow::into_owned))
    }

    #[test]
    fn values_are_found() {
        let text = r#"{'weight': 4.5, 'a b': "it's", 'label': 'x\'y\u00e4', 'n': None, 't': (1, {'weight': 2}), }"#;
        assert_eq!(value(text, "weight").unwrap().unwrap(), "4.5");
        assert_eq!(value(text, "a b").unwrap().unwrap(), "it's");
        assert_eq!(value(text, "label").unwrap().unwrap(), "x'yä");
        assert_eq!(value(text, "t").unwrap().unwrap(), "(1, {'weight': 2})");
        assert_eq!(value(text, "n").unwrap(), None);
        assert_eq!(value("{}", "label").unwrap(), None);
    }

    #[test]
    fn faulty_attributes_are_located() {
        for (text, message) in [
            ("{weight: 4}", "x:1:2: found `weight`, expected a key in quotes, or `}`"),
            ("{'weight' 4}", "x:1:11: found `4`, expected `:` and a value"),
            ("{'weight': 4", "x:1:13: found the end of the line, expected `,` or `}`"),
            ("{'weight': }", "x:1:12: found `}`, expected a value"),
            ("{'weight: 4}", "x:1:2: this string has no closing quote"),
            ("{} 5", "x:1:4: found `5`, expected the end of the line after the attributes"),
            ("{'a': 'b' 'c'}", "x:1:11: found `'c'`, expected `,` or `}`"),
        ] {
            assert_eq!(value(text, "weight").unwrap_err(), message, "{text}");
        }
    }
}
