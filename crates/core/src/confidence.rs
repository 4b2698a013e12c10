//! The probability that an interval contains the true value.

use std::fmt;

/// A probability strictly between 0 and 1. The only place that validates a confidence.
///
/// ```
/// use isocount_core::Confidence;
///
/// assert_eq!(Confidence::new(0.99)?.get(), 0.99);
/// let refused = Confidence::new(95.0).unwrap_err();
/// assert_eq!(refused.to_string(), "`confidence` must be more than 0 and less than 1 (got 95)");
/// # Ok::<(), isocount_core::ConfidenceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Confidence(f64);

/// A number that is not a valid confidence.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("`confidence` must be more than 0 and less than 1 (got {0})")]
pub struct ConfidenceError(f64);

impl Confidence {
    /// The default, 95 %.
    pub const DEFAULT: Self = Self(0.95);

    /// Returns `number` as a confidence.
    ///
    /// # Errors
    /// If the number is not strictly between 0 and 1.
    pub fn new(number: f64) -> Result<Self, ConfidenceError> {
        if number > 0.0 && number < 1.0 { Ok(Self(number)) } else { Err(ConfidenceError(number)) }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_probabilities_are_confidences() {
        for number in [0.0, 1.0, -0.1, 1.5, f64::NAN, f64::INFINITY] {
            assert!(Confidence::new(number).is_err(), "{number}");
        }
        assert_eq!(Confidence::new(0.5).map(Confidence::get), Ok(0.5));
    }
}
