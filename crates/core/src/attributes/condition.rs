//! Conditions on attributes.
//!
//! Truth has three values, as in SQL: a comparison with a missing value is unknown, `not` of
//! unknown is unknown, and only what is certainly true is satisfied.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::sync::Arc;

use super::value::{Value, ValueKind};

/// Whose attribute a [`Term`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TermOf {
    /// The node or the arc that has the condition.
    This,
    /// The tail of the arc that has the condition.
    Tail,
    /// The head of the arc that has the condition.
    Head,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// An attribute.
    Attribute {
        /// Whose it is.
        of: TermOf,
        /// Its name.
        name: Arc<str>,
    },
    /// A fixed value, never missing.
    Value(Value),
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether it holds for two values in this order.
    #[must_use]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }

    /// The comparison of the same values in the opposite order.
    #[must_use]
    pub fn exchanged(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::Greater => Self::Less,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            same @ (Self::Equal | Self::NotEqual) => same,
        }
    }

    /// The comparison in the notation.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }
}

/// One of the values that `in` accepts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// This value.
    One(Value),
    /// Both ends and everything between them.
    Range(Value, Value),
}

/// What a node or an arc must satisfy.
///
/// ```
/// use isocount_core::{Comparison, Condition, Term, TermOf, Value};
///
/// let age = Term::Attribute { of: TermOf::This, name: "age".into() };
/// let adult = Condition::Compare(age, Comparison::AtLeast, Term::Value(Value::Integer(18)));
/// let minor = Condition::Not(Box::new(adult.clone()));
/// let check = |condition: &Condition, age: Value| condition.truth(&|_, _| age.clone());
/// assert_eq!(check(&adult, Value::Integer(30)), Some(true));
/// assert_eq!(check(&minor, Value::Integer(30)), Some(false));
/// // Nobody knows, so neither is satisfied.
/// assert_eq!(check(&adult, Value::Missing), None);
/// assert_eq!(check(&minor, Value::Missing), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition<T = Term> {
    /// A comparison of two values; unknown if one is missing or of another kind than the other.
    Compare(T, Comparison, T),
    /// Whether the value is one of some; unknown if it is missing.
    In(T, Vec<Choice>),
    /// Whether the value is a text with this beginning; unknown if it is missing.
    StartsWith(T, Box<str>),
    /// Whether there is no value; never unknown.
    IsMissing(T),
    /// Unknown if the condition is unknown.
    Not(Box<Condition<T>>),
    /// All of them; two or more.
    All(Vec<Condition<T>>),
    /// At least one of them; two or more.
    Any(Vec<Condition<T>>),
}

impl Condition {
    /// Whether it holds, given the value of each attribute; `None` if that is unknown.
    pub fn truth(&self, value: &impl Fn(TermOf, &str) -> Value) -> Option<bool> {
        let of = |term: &Term| match term {
            Term::Attribute { of, name } => value(*of, name),
            Term::Value(value) => value.clone(),
        };
        match self {
            Self::Compare(left, comparison, right) => {
                of(left).compare(&of(right)).map(|order| comparison.holds(order))
            }
            Self::In(term, choices) => {
                let value = of(term);
                let is_in = |choice: &Choice| match choice {
                    Choice::One(one) => value == *one,
                    Choice::Range(low, high) => {
                        value.compare(low).is_some_and(Ordering::is_ge)
                            && value.compare(high).is_some_and(Ordering::is_le)
                    }
                };
                (!value.is_missing()).then(|| choices.iter().any(is_in))
            }
            Self::StartsWith(term, beginning) => match of(term) {
                Value::Text(text) => Some(text.starts_with(&**beginning)),
                _ => None,
            },
            Self::IsMissing(term) => Some(of(term).is_missing()),
            Self::Not(inner) => inner.truth(value).map(|truth| !truth),
            Self::All(parts) => fold(parts.iter().map(|part| part.truth(value)), false),
            Self::Any(parts) => fold(parts.iter().map(|part| part.truth(value)), true),
        }
    }

    /// Calls `each` for every attribute, with the kinds of the values that it is compared with.
    pub fn each_attribute<'a>(&'a self, each: &mut impl FnMut(TermOf, &'a str, &[ValueKind])) {
        let mut visit = |term: &'a Term, kinds: &[ValueKind]| {
            if let Term::Attribute { of, name } = term {
                each(*of, name, kinds);
            }
        };
        let kind = |term: &Term| match term {
            Term::Value(value) => value.kind().into_iter().collect(),
            Term::Attribute { .. } => Vec::new(),
        };
        match self {
            Self::Compare(left, _, right) => {
                visit(left, &kind(right));
                visit(right, &kind(left));
            }
            Self::In(term, choices) => {
                let kinds: Vec<ValueKind> = choices
                    .iter()
                    .filter_map(|choice| match choice {
                        Choice::One(value) | Choice::Range(value, _) => value.kind(),
                    })
                    .collect();
                visit(term, &kinds);
            }
            Self::StartsWith(term, _) => visit(term, &[ValueKind::Text]),
            Self::IsMissing(term) => visit(term, &[]),
            Self::Not(inner) => inner.each_attribute(each),
            Self::All(parts) | Self::Any(parts) => {
                for part in parts {
                    part.each_attribute(each);
                }
            }
        }
    }

    /// The condition with tail and head exchanged, for the reverse of its arc.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let term = |term| match term {
            Term::Attribute { of, name } => {
                let of = match of {
                    TermOf::This => TermOf::This,
                    TermOf::Tail => TermOf::Head,
                    TermOf::Head => TermOf::Tail,
                };
                Term::Attribute { of, name }
            }
            value @ Term::Value(_) => value,
        };
        let reversed: Result<Self, Infallible> = self.clone().try_map(&mut |it| Ok(term(it)));
        match reversed {
            Ok(reversed) => reversed.ordered(),
        }
    }

    /// The condition with the tail on the left of comparisons with the head: `x.age > y.age` and
    /// `y.age < x.age` are one condition.
    #[must_use]
    pub fn ordered(self) -> Self {
        let each = |parts: Vec<Self>| parts.into_iter().map(Self::ordered).collect();
        match self {
            Self::Compare(
                left @ Term::Attribute { of: a, .. },
                comparison,
                right @ Term::Attribute { of: b, .. },
            ) if b < a => Self::Compare(right, comparison.exchanged(), left),
            Self::Not(inner) => Self::Not(Box::new(inner.ordered())),
            Self::All(parts) => Self::All(each(parts)),
            Self::Any(parts) => Self::Any(each(parts)),
            other => other,
        }
    }
}

impl<T> Condition<T> {
    /// Replaces every term.
    ///
    /// # Errors
    /// The first error of `term`.
    pub fn try_map<U, E>(
        self,
        term: &mut impl FnMut(T) -> Result<U, E>,
    ) -> Result<Condition<U>, E> {
        let each = |parts: Vec<Self>, term: &mut _| -> Result<Vec<Condition<U>>, E> {
            parts.into_iter().map(|part| part.try_map(term)).collect()
        };
        Ok(match self {
            Self::Compare(left, comparison, right) => {
                Condition::Compare(term(left)?, comparison, term(right)?)
            }
            Self::In(of, choices) => Condition::In(term(of)?, choices),
            Self::StartsWith(of, beginning) => Condition::StartsWith(term(of)?, beginning),
            Self::IsMissing(of) => Condition::IsMissing(term(of)?),
            Self::Not(inner) => Condition::Not(Box::new(inner.try_map(term)?)),
            Self::All(parts) => Condition::All(each(parts, term)?),
            Self::Any(parts) => Condition::Any(each(parts, term)?),
        })
    }

    /// Calls `each` for every term.
    pub fn each_term<'a>(&'a self, each: &mut impl FnMut(&'a T)) {
        match self {
            Self::Compare(left, _, right) => {
                each(left);
                each(right);
            }
            Self::In(of, _) | Self::StartsWith(of, _) | Self::IsMissing(of) => each(of),
            Self::Not(inner) => inner.each_term(each),
            Self::All(parts) | Self::Any(parts) => {
                for part in parts {
                    part.each_term(each);
                }
            }
        }
    }

    /// The condition that both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let parts = |condition| match condition {
            Self::All(parts) => parts,
            one => vec![one],
        };
        Self::All(parts(self).into_iter().chain(parts(other)).collect())
    }
}

/// Three-valued `or` if `decisive` is true, otherwise `and`: one decisive part decides, and
/// otherwise one unknown part makes the whole unknown.
fn fold(parts: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
    let mut is_unknown = false;
    for part in parts {
        match part {
            Some(truth) if truth == decisive => return Some(decisive),
            Some(_) => {}
            None => is_unknown = true,
        }
    }
    (!is_unknown).then_some(!decisive)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(name: &str) -> Term {
        Term::Attribute { of: TermOf::This, name: name.into() }
    }

    #[test]
    fn truth_tables_are_those_of_sql() {
        let is_true =
            |name| Condition::Compare(attribute(name), Comparison::Equal, Term::Value(true.into()));
        let three = [Some(false), None, Some(true)];
        for (a, b) in three.iter().flat_map(|a| three.iter().map(move |b| (*a, *b))) {
            let value = |truth: Option<bool>| truth.map_or(Value::Missing, Value::Truth);
            let of = |_: TermOf, name: &str| value(if name == "a" { a } else { b });
            let both = is_true("a").and(is_true("b"));
            // False < unknown < true.
            assert_eq!(both.truth(&of), a.min_by(b), "{a:?} and {b:?}");
            let either = Condition::Any(vec![is_true("a"), is_true("b")]);
            let not = |c| Condition::Not(Box::new(c));
            let by_de_morgan = not(not(is_true("a")).and(not(is_true("b"))));
            assert_eq!(either.truth(&of), by_de_morgan.truth(&of), "{a:?} or {b:?}");
        }
    }

    trait MinBy {
        fn min_by(self, other: Self) -> Self;
    }

    impl MinBy for Option<bool> {
        fn min_by(self, other: Self) -> Self {
            let rank = |truth: Self| truth.map_or(1, |truth| 2 * u8::from(truth));
            if rank(self) < rank(other) { self } else { other }
        }
    }

    #[test]
    fn ranges_contain_their_ends_and_other_kinds_are_outside() {
        let within = Condition::In(
            attribute("a"),
            vec![Choice::Range(Value::Integer(1), Value::Integer(5)), Choice::One(true.into())],
        );
        let truth = |value: Value| within.truth(&|_, _| value.clone());
        for (value, expected) in [
            (Value::Integer(1), Some(true)),
            (Value::number(5.0), Some(true)),
            (Value::number(5.5), Some(false)),
            (Value::text("3"), Some(false)),
            (Value::Truth(true), Some(true)),
            (Value::Missing, None),
        ] {
            assert_eq!(truth(value.clone()), expected, "{value:?}");
        }
    }

    #[test]
    fn reversing_exchanges_the_ends() {
        let of = |of| Term::Attribute { of, name: "t".into() };
        let rising = Condition::Compare(of(TermOf::Tail), Comparison::Less, of(TermOf::Head));
        let values = |of: TermOf, _: &str| Value::Integer(i128::from(of == TermOf::Head));
        assert_eq!(rising.truth(&values), Some(true));
        assert_eq!(rising.reversed().truth(&values), Some(false));
        assert_eq!(rising.reversed().reversed(), rising);
    }
}
