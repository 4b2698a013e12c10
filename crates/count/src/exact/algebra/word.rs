//! Numbers modulo 2^64 or 2^128. Sums and products are exact in such a ring, whatever the numbers
//! on the way, so only the answer must fit.

/// A number modulo a power of two.
pub(crate) trait Word: Copy + Default + Send + Sync + 'static {
    const ONE: Self;

    fn plus(self, other: Self) -> Self;

    fn times(self, other: Self) -> Self;

    fn from_signed(number: i128) -> Self;

    /// The number between 0 and the modulus.
    fn to_u128(self) -> u128;

    fn is_zero(self) -> bool;

    fn power(self, exponent: u32) -> Self {
        (1..exponent).fold(self, |product, _| product.times(self))
    }
}

impl Word for u64 {
    const ONE: Self = 1;

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    #[expect(clippy::cast_sign_loss, reason = "the remainder modulo 2^64 is meant")]
    fn from_signed(number: i128) -> Self {
        number as Self
    }

    #[inline]
    fn is_zero(self) -> bool {
        self == 0
    }

    fn to_u128(self) -> u128 {
        self.into()
    }
}

impl Word for u128 {
    const ONE: Self = 1;

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    #[expect(clippy::cast_sign_loss, reason = "the remainder modulo 2^128 is meant")]
    fn from_signed(number: i128) -> Self {
        number as Self
    }

    #[inline]
    fn is_zero(self) -> bool {
        self == 0
    }

    fn to_u128(self) -> u128 {
        self
    }
}
