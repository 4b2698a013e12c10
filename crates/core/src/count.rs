//! Checked counts, because real counts exceed 2⁶⁴.

use std::fmt;

/// A number of mappings or subgraphs. Arithmetic is checked: a count that does not fit is an
/// error, never a wrapped number.
///
/// ```
/// use isocount_core::Count;
///
/// // Triples of different people among a million, in order: about 10¹⁸.
/// let people = 1_000_000_u128;
/// let triples = Count(people * (people - 1) * (people - 2));
/// assert_eq!(triples.to_string(), "999997000002000000");
///
/// // Arithmetic that would overflow says so.
/// assert_eq!(triples.checked_add(Count::ONE), Some(Count(999_997_000_002_000_001)));
/// assert_eq!(Count(u128::MAX).checked_mul(Count(2)), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(pub u128);

impl Count {
    /// No occurrence.
    pub const ZERO: Self = Self(0);
    /// One occurrence.
    pub const ONE: Self = Self(1);

    /// The sum, if it fits.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The product, if it fits.
    #[must_use]
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        self.0.checked_mul(other.0).map(Self)
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
