//! Parses conditions on attributes.
//!
//! ```text
//! braces    = "{" condition "}"
//! where     = "where" condition
//! condition = any { "," any }
//! any       = all { "or" all }
//! all       = not { "and" not }
//! not       = "not" not  |  "(" condition ")"  |  test
//! test      = term compare operand  |  term "in" choices
//!           | term "is" [ "not" ] "missing"  |  term "starts" "with" text
//! choices   = "(" choice { "," choice } ")"  |  choice
//! choice    = value [ ".." value ]
//! operand   = value  |  term
//! value     = number  |  quoted  |  "true"  |  "false"
//! ```
//!
//! In braces, a term is the name of an attribute. After `where`, it is a node or an arc, a dot, and
//! the name of an attribute.

use isocount_core::{Choice, Comparison, Condition, Value, ValueKind};

use super::{Parser, Separators};
use crate::FormatError;
use crate::notation::problem::{Expected, NotationProblem};
use crate::notation::words::Place;

/// An attribute or a value as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::notation) enum WrittenTerm {
    /// An attribute, and after `where` whose it is.
    Attribute {
        owner: Option<String>,
        name: String,
    },
    Value(Value),
}

/// A condition as it is written.
pub(in crate::notation) type WrittenCondition = Condition<WrittenTerm>;

/// Whether a condition is in braces or after `where`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Braces,
    Where,
}

/// Parentheses and `not` may be nested this deep.
const DEEPEST: usize = 100;

impl Parser<'_> {
    /// The condition in braces at this position, if there is one.
    pub(super) fn braces(&mut self) -> Result<Option<WrittenCondition>, FormatError> {
        if !self.rest.starts_with('{') {
            return Ok(None);
        }
        self.rest = &self.rest[1..];
        self.skip_separators(Separators::Lines);
        let condition = self.condition(Scope::Braces, DEEPEST)?;
        if !self.rest.starts_with('}') {
            return Err(self.unexpected(Expected::EndOfCondition));
        }
        self.rest = &self.rest[1..];
        self.skip_separators(Separators::None);
        Ok(Some(condition))
    }

    /// What follows the word `where`.
    pub(super) fn where_condition(&mut self) -> Result<WrittenCondition, FormatError> {
        self.any(Scope::Where, DEEPEST)
    }

    fn skip_in(&mut self, scope: Scope) {
        let lines = if scope == Scope::Braces { Separators::Lines } else { Separators::None };
        self.skip_separators(lines);
    }

    fn condition(&mut self, scope: Scope, depth: usize) -> Result<WrittenCondition, FormatError> {
        let mut parts = vec![self.any(scope, depth)?];
        while self.rest.starts_with(',') {
            self.rest = &self.rest[1..];
            self.skip_in(scope);
            parts.push(self.any(scope, depth)?);
        }
        Ok(joined(parts, Condition::All))
    }

    fn any(&mut self, scope: Scope, depth: usize) -> Result<WrittenCondition, FormatError> {
        let mut parts = vec![self.all(scope, depth)?];
        while self.keyword("or", scope) {
            parts.push(self.all(scope, depth)?);
        }
        Ok(joined(parts, Condition::Any))
    }

    fn all(&mut self, scope: Scope, depth: usize) -> Result<WrittenCondition, FormatError> {
        let mut parts = vec![self.not(scope, depth)?];
        while self.keyword("and", scope) {
            parts.push(self.not(scope, depth)?);
        }
        Ok(joined(parts, Condition::All))
    }

    fn not(&mut self, scope: Scope, depth: usize) -> Result<WrittenCondition, FormatError> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.problem(NotationProblem::DeepCondition));
        };
        if self.keyword("not", scope) {
            return Ok(Condition::Not(Box::new(self.not(scope, depth)?)));
        }
        if !self.rest.starts_with('(') {
            return self.test(scope);
        }
        self.rest = &self.rest[1..];
        self.skip_in(scope);
        let inner = self.condition(scope, depth)?;
        if !self.rest.starts_with(')') {
            return Err(self.unexpected(Expected::EndOfCondition));
        }
        self.rest = &self.rest[1..];
        self.skip_in(scope);
        Ok(inner)
    }

    fn test(&mut self, scope: Scope) -> Result<WrittenCondition, FormatError> {
        let term = self.term(scope)?;
        if self.keyword("in", scope) {
            return Ok(Condition::In(term, self.choices(scope)?));
        }
        if self.keyword("is", scope) {
            let is_there = self.keyword("not", scope);
            if !self.keyword("missing", scope) {
                return Err(self.unexpected(Expected::Missing));
            }
            let missing = Condition::IsMissing(term);
            return Ok(if is_there { Condition::Not(Box::new(missing)) } else { missing });
        }
        if self.keyword("starts", scope) {
            if !self.keyword("with", scope) {
                return Err(self.unexpected(Expected::With));
            }
            if !self.rest.starts_with(['"', '\'']) {
                return Err(self.unexpected(Expected::QuotedText));
            }
            let beginning = self.word(Place::Name, Expected::QuotedText)?;
            self.skip_in(scope);
            return Ok(Condition::StartsWith(term, beginning.into()));
        }
        let comparison = self.comparison()?;
        self.skip_in(scope);
        let start = self.rest;
        let right = self.operand(scope)?;
        let is_truth = matches!(right, WrittenTerm::Value(Value::Truth(_)));
        if is_truth && !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            return Err(self.text.error(self.since(start), NotationProblem::TruthOrder.into()));
        }
        Ok(Condition::Compare(term, comparison, right))
    }

    /// An attribute.
    fn term(&mut self, scope: Scope) -> Result<WrittenTerm, FormatError> {
        if scope == Scope::Braces {
            let name = self.word(Place::Name, Expected::Attribute)?;
            self.skip_in(scope);
            return Ok(WrittenTerm::Attribute { owner: None, name });
        }
        let owner = self.word(Place::Name, Expected::OwnedAttribute)?;
        if !self.rest.starts_with('.') {
            return Err(self.unexpected(Expected::Dot));
        }
        self.rest = &self.rest[1..];
        let name = self.word(Place::Name, Expected::Attribute)?;
        self.skip_in(scope);
        Ok(WrittenTerm::Attribute { owner: Some(owner), name })
    }

    fn comparison(&mut self) -> Result<Comparison, FormatError> {
        let known = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<>", Comparison::NotEqual),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("=", Comparison::Equal),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        for (symbol, comparison) in known {
            if let Some(rest) = self.rest.strip_prefix(symbol) {
                self.rest = rest;
                return Ok(comparison);
            }
        }
        Err(self.unexpected(Expected::Comparison))
    }

    fn operand(&mut self, scope: Scope) -> Result<WrittenTerm, FormatError> {
        if let Some(value) = self.value(scope)? {
            return Ok(WrittenTerm::Value(value));
        }
        if scope == Scope::Braces || self.rest.starts_with(|c| !Place::Name.allows(c)) {
            return Err(self.unexpected(Expected::Value));
        }
        self.term(scope)
    }

    /// `(1, 2, 5..9)`, `1..5` or one value.
    fn choices(&mut self, scope: Scope) -> Result<Vec<Choice>, FormatError> {
        if !self.rest.starts_with('(') {
            return Ok(vec![self.choice(scope)?]);
        }
        self.rest = &self.rest[1..];
        self.skip_in(scope);
        let mut choices = vec![self.choice(scope)?];
        while self.rest.starts_with(',') {
            self.rest = &self.rest[1..];
            self.skip_in(scope);
            choices.push(self.choice(scope)?);
        }
        if !self.rest.starts_with(')') {
            return Err(self.unexpected(Expected::EndOfChoices));
        }
        self.rest = &self.rest[1..];
        self.skip_in(scope);
        Ok(choices)
    }

    fn choice(&mut self, scope: Scope) -> Result<Choice, FormatError> {
        let start = self.rest;
        let low = self.required_value(scope)?;
        let Some(rest) = self.rest.strip_prefix("..") else { return Ok(Choice::One(low)) };
        self.rest = rest;
        self.skip_in(scope);
        let high = self.required_value(scope)?;
        let part = self.since(start);
        match low.compare(&high) {
            Some(order) if order.is_le() && low.kind() != Some(ValueKind::Truth) => {
                Ok(Choice::Range(low, high))
            }
            _ => Err(self.text.error(part, NotationProblem::EmptyRange.into())),
        }
    }

    fn required_value(&mut self, scope: Scope) -> Result<Value, FormatError> {
        self.value(scope)?.ok_or_else(|| self.unexpected(Expected::Value))
    }

    /// A number, a text in quotes, true or false; `None` for anything else.
    fn value(&mut self, scope: Scope) -> Result<Option<Value>, FormatError> {
        let value = match self.rest.chars().next() {
            Some('"' | '\'') => Value::Text(self.word(Place::Name, Expected::Value)?.into()),
            Some(c) if c.is_ascii_digit() || "+-.".contains(c) => self.number()?,
            _ if self.keyword("true", scope) => return Ok(Some(Value::Truth(true))),
            _ if self.keyword("false", scope) => return Ok(Some(Value::Truth(false))),
            _ => return Ok(None),
        };
        self.skip_in(scope);
        Ok(Some(value))
    }

    /// A number ends before the `..` of a range.
    fn number(&mut self) -> Result<Value, FormatError> {
        let is_end = |(at, c): &(usize, char)| {
            let goes_on = match c {
                '+' | '-' => *at == 0 || self.rest[..*at].ends_with(['e', 'E']),
                '.' => !self.rest[*at..].starts_with(".."),
                c => c.is_alphanumeric() || *c == '_',
            };
            !goes_on
        };
        let len = self.rest.char_indices().find(is_end).map_or(self.rest.len(), |(at, _)| at);
        let (word, rest) = self.rest.split_at(len);
        if let Some(value) = Value::parse_number(word) {
            self.rest = rest;
            Ok(value)
        } else {
            let part = if word.is_empty() { &self.rest[..1] } else { word };
            let found = crate::error::FoundInstead::text(part);
            let problem = NotationProblem::Unexpected { found, expected: Expected::Value };
            Err(self.text.error(part, problem.into()))
        }
    }

    /// Skips this word, if it is next; returns whether it was.
    fn keyword(&mut self, word: &str, scope: Scope) -> bool {
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        if rest.starts_with(|c| Place::Name.allows(c))
            || scope == Scope::Where && rest.starts_with('.')
        {
            return false;
        }
        self.rest = rest;
        self.skip_in(scope);
        true
    }
}

fn joined(
    mut parts: Vec<WrittenCondition>,
    join: fn(Vec<WrittenCondition>) -> WrittenCondition,
) -> WrittenCondition {
    if parts.len() == 1 { parts.swap_remove(0) } else { join(parts) }
}
