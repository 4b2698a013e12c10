//! The value of an attribute.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The value of an attribute of a node or an arc. Integers and floating-point numbers are one kind:
/// `30` and `30.0` are the same value, and all comparisons are exact.
///
/// ```
/// use isocount_core::Value;
///
/// assert_eq!(Value::number(30.0), Value::Integer(30));
/// assert_eq!(Value::number(f64::NAN), Value::Missing);
/// // 2⁵³ + 1 has no floating-point number of its own.
/// let large = Value::Integer((1 << 53) + 1);
/// assert!(large.compare(&Value::number(9_007_199_254_740_992.0)).unwrap().is_gt());
/// // Values of different kinds cannot be compared.
/// assert_eq!(large.compare(&Value::text("a")), None);
/// ```
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// There is no value.
    #[default]
    Missing,
    /// True or false.
    Truth(bool),
    /// An integer.
    Integer(i128),
    /// A number that is not an integer of 128 bits; never NaN.
    Real(f64),
    /// A text.
    Text(Box<str>),
}

/// What a value is, apart from missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueKind {
    /// A number.
    Number,
    /// A text.
    Text,
    /// True or false.
    Truth,
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Number => "a number",
            Self::Text => "a text",
            Self::Truth => "true or false",
        })
    }
}

/// Integers up to this size convert between `f64` and `i128` without loss.
const LARGEST_INTEGER: f64 = 1e38;

impl Value {
    /// A floating-point number; NaN is a missing value.
    #[must_use]
    pub fn number(number: f64) -> Self {
        if number.is_nan() {
            Self::Missing
        } else if number.fract() == 0.0 && number.abs() <= LARGEST_INTEGER {
            #[expect(clippy::cast_possible_truncation, reason = "it is an integer in the range")]
            Self::Integer(number as i128)
        } else {
            Self::Real(number)
        }
    }

    /// A text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// The number that a text spells, such as `-7`, `0.5` or `1e6`; `None` for any other text.
    ///
    /// ```
    /// use isocount_core::Value;
    ///
    /// assert_eq!(Value::parse_number("1e3"), Some(Value::Integer(1000)));
    /// assert_eq!(Value::parse_number("0.5"), Some(Value::Real(0.5)));
    /// assert!(["", "nan", "inf", "0x1", "1 2", "-"].iter().all(|it| Value::parse_number(it).is_none()));
    /// ```
    #[must_use]
    pub fn parse_number(text: &str) -> Option<Self> {
        if let Ok(integer) = text.parse::<i128>() {
            return Some(Self::Integer(integer));
        }
        let is_plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        if !text.bytes().all(is_plain) {
            return None;
        }
        text.parse().ok().filter(|number: &f64| number.is_finite()).map(Self::number)
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    /// The kind; `None` if there is no value.
    #[must_use]
    pub fn kind(&self) -> Option<ValueKind> {
        match self {
            Self::Missing => None,
            Self::Truth(_) => Some(ValueKind::Truth),
            Self::Integer(_) | Self::Real(_) => Some(ValueKind::Number),
            Self::Text(_) => Some(ValueKind::Text),
        }
    }

    /// The order of two values of the same kind; `None` if one is missing or they are of different
    /// kinds. Texts are ordered by code points.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Truth(a), Self::Truth(b)) => Some(a.cmp(b)),
            (Self::Text(a), Self::Text(b)) => Some(a.cmp(b)),
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(b)),
            (Self::Real(a), Self::Real(b)) => a.partial_cmp(b),
            (Self::Integer(a), Self::Real(b)) => Some(with_real(*a, *b)),
            (Self::Real(a), Self::Integer(b)) => Some(with_real(*b, *a).reverse()),
            _ => None,
        }
    }
}

/// Compares an integer with a number that is no integer of this range.
fn with_real(integer: i128, real: f64) -> Ordering {
    if real.abs() > LARGEST_INTEGER {
        return if real > 0.0 { Ordering::Less } else { Ordering::Greater };
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is an integer in the range")]
    let below = real.floor() as i128;
    // The real number lies between two integers.
    if integer <= below { Ordering::Less } else { Ordering::Greater }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Missing, Self::Missing) => true,
            // Real numbers that are equal have equal bits: zero is an integer.
            (Self::Real(a), Self::Real(b)) => a.to_bits() == b.to_bits(),
            _ => self.compare(other) == Some(Ordering::Equal),
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Missing => 0_u8.hash(state),
            Self::Truth(truth) => (1_u8, truth).hash(state),
            Self::Integer(number) => (2_u8, number).hash(state),
            Self::Real(number) => (3_u8, number.to_bits()).hash(state),
            Self::Text(text) => (4_u8, text).hash(state),
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_real_numbers_are_ordered_exactly() {
        let ascending = [
            Value::number(f64::NEG_INFINITY),
            Value::number(-1e300),
            Value::Integer(i128::MIN),
            Value::Integer(-1),
            Value::number(-0.5),
            Value::Integer(0),
            Value::number(f64::MIN_POSITIVE),
            Value::number(0.1),
            Value::Integer(1),
            Value::Integer((1 << 53) - 1),
            Value::number(9_007_199_254_740_992.0),
            Value::Integer((1 << 53) + 1),
            Value::Integer(i128::MAX),
            Value::number(1e39),
            Value::number(f64::INFINITY),
        ];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(a.compare(b), Some(i.cmp(&j)), "{a:?}, {b:?}");
                assert_eq!(a == b, i == j);
            }
        }
    }

    #[test]
    fn spelling_does_not_matter() {
        let same = ["100", "1e2", "+100", "100.0", "1E+2"].map(Value::parse_number);
        assert!(same.iter().all(|number| *number == Some(Value::Integer(100))));
        assert_eq!(Value::number(-0.0), Value::Integer(0));
        assert_ne!(Value::text("1"), Value::Integer(1));
        assert_ne!(Value::Missing, Value::text(""));
    }
}
