//! The numbers of a sampler: `f64` while it estimates, `u128` where nothing had to be pruned and
//! the count is exact.

/// A number that is added up and multiplied, never subtracted from.
pub(super) trait Amount: Copy + PartialEq {
    const ZERO: Self;
    const ONE: Self;

    fn of(number: usize) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

impl Amount for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn of(number: usize) -> Self {
        number as Self
    }

    fn plus(self, other: Self) -> Self {
        self + other
    }

    /// A product of positive numbers stays positive, however small: zero is a proof.
    fn times(self, other: Self) -> Self {
        let product = self * other;
        if product == 0.0 && self != 0.0 && other != 0.0 { Self::MIN_POSITIVE } else { product }
    }
}

/// Saturates at the largest number, which then stands for everything above.
impl Amount for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn of(number: usize) -> Self {
        number as Self
    }

    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }

    fn times(self, other: Self) -> Self {
        self.saturating_mul(other)
    }
}
