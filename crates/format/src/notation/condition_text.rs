//! Prints conditions so that they read back as the same.

use std::convert::Infallible;

use isocount_core::{Choice, Condition, Term, TermOf, Value};

use super::parser::{WrittenCondition, WrittenTerm};
use super::words::{Place, written};

/// What binds a condition less tightly than its parts needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Any,
    All,
    Not,
}

/// A condition as it stands in braces or after `where`.
pub(super) fn condition_text(condition: &WrittenCondition) -> String {
    text(condition, Binding::Any)
}

/// A condition of a node or an arc, as it stands between braces.
///
/// ```
/// use isocount_core::{Comparison, Condition, Term, TermOf, Value};
/// use isocount_format::braced_condition;
///
/// let city = Term::Attribute { of: TermOf::This, name: "home town".into() };
/// let roman = Condition::Compare(city, Comparison::Equal, Term::Value(Value::text("Rome")));
/// assert_eq!(braced_condition(&roman), r#""home town" = "Rome""#);
/// ```
#[must_use]
pub fn braced_condition(condition: &Condition) -> String {
    let owner = |of| match of {
        TermOf::This => None,
        TermOf::Tail => Some("tail".to_owned()),
        TermOf::Head => Some("head".to_owned()),
    };
    condition_text(&written_condition(condition, &owner))
}

/// A condition with the names of the owners of its attributes.
pub(super) fn written_condition(
    condition: &Condition,
    owner: &dyn Fn(TermOf) -> Option<String>,
) -> WrittenCondition {
    let written: Result<_, Infallible> = condition.clone().try_map(&mut |term| {
        Ok(match term {
            Term::Attribute { of, name } => {
                WrittenTerm::Attribute { owner: owner(of), name: name.as_ref().to_owned() }
            }
            Term::Value(value) => WrittenTerm::Value(value),
        })
    });
    match written {
        Ok(written) => written,
    }
}

fn text(condition: &WrittenCondition, within: Binding) -> String {
    let of = term_text;
    let join = |parts: &[WrittenCondition], word: &str, binding: Binding| {
        let inner = if binding == Binding::Any { Binding::All } else { Binding::Not };
        let parts: Vec<String> = parts.iter().map(|part| text(part, inner)).collect();
        let joined = parts.join(word);
        if within > binding { format!("({joined})") } else { joined }
    };
    match condition {
        Condition::Compare(left, comparison, right) => {
            format!("{} {} {}", of(left), comparison.symbol(), of(right))
        }
        Condition::In(term, choices) => {
            let list: Vec<String> = choices.iter().map(choice_text).collect();
            match (&choices[..], &list[..]) {
                ([Choice::Range(..)], [range]) => format!("{} in {range}", of(term)),
                _ => format!("{} in ({})", of(term), list.join(", ")),
            }
        }
        Condition::StartsWith(term, beginning) => {
            format!("{} starts with {}", of(term), value_text(&Value::Text(beginning.clone())))
        }
        Condition::IsMissing(term) => format!("{} is missing", of(term)),
        Condition::Not(inner) => match &**inner {
            Condition::IsMissing(term) => format!("{} is not missing", of(term)),
            inner => format!("not {}", text(inner, Binding::Not)),
        },
        Condition::All(parts) => join(parts, " and ", Binding::All),
        Condition::Any(parts) => join(parts, " or ", Binding::Any),
    }
}

fn term_text(term: &WrittenTerm) -> String {
    match term {
        WrittenTerm::Attribute { owner: None, name } => attribute_name(name),
        WrittenTerm::Attribute { owner: Some(owner), name } => {
            format!("{}.{}", written(owner, Place::Name), attribute_name(name))
        }
        WrittenTerm::Value(value) => value_text(value),
    }
}

/// The name of an attribute; in quotes if it would read as a part of a condition.
fn attribute_name(name: &str) -> String {
    const WORDS: [&str; 10] =
        ["and", "false", "in", "is", "missing", "not", "or", "starts", "true", "with"];
    let starts_like_a_number = name.starts_with(|c: char| c.is_ascii_digit());
    if WORDS.contains(&name) || starts_like_a_number {
        return format!("\"{name}\"");
    }
    written(name, Place::Name).into_owned()
}

fn choice_text(choice: &Choice) -> String {
    match choice {
        Choice::One(value) => value_text(value),
        Choice::Range(low, high) => format!("{}..{}", value_text(low), value_text(high)),
    }
}

/// A value in the notation. Numbers are written in the shortest form that reads back.
fn value_text(value: &Value) -> String {
    match value {
        Value::Missing => "missing".to_owned(),
        Value::Truth(truth) => truth.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Text(text) => {
            let quoted = written(text, Place::Name).into_owned();
            if quoted.starts_with('"') { quoted } else { format!("\"{quoted}\"") }
        }
    }
}
