//! A number as binary digits, each digit as a pair of which one is 1.
//!
//! ```text
//! 5 of 64 → 000101 → 10 10 10 01 10 01             most significant digit first
//! ```
//!
//! Liu et al., *Neural Subgraph Isomorphism Counting*, KDD 2020: the baselines encode labels and,
//! optionally, node numbers in this way. A field with a single value has one digit, so that it
//! still has a row.
// PAPER: one-label-code

use isocount_grad::Hot;

/// Digits for the numbers below a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DigitCode {
    digits: usize,
}

impl DigitCode {
    pub(crate) fn new(num_values: usize) -> Self {
        let largest = num_values.saturating_sub(1).max(1);
        Self { digits: (usize::BITS - largest.leading_zeros()) as usize }
    }

    pub(crate) fn digits(self) -> usize {
        self.digits
    }

    /// The width of a row.
    pub(crate) fn width(self) -> usize {
        2 * self.digits
    }

    /// A row for each number.
    pub(crate) fn rows(self, values: impl Iterator<Item = u32>) -> Hot {
        let digits = self.digits;
        let places = values.flat_map(|value| {
            (0..digits).map(move |digit| {
                let bit = value >> (digits - 1 - digit) & 1;
                2 * digit as u32 + bit
            })
        });
        Hot::new(places.collect::<Vec<_>>(), digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(num_values: usize, value: u32) -> String {
        let code = DigitCode::new(num_values);
        let mut row = vec!["0"; code.width()];
        for &place in code.rows(std::iter::once(value)).places().rows() {
            row[place as usize] = "1";
        }
        row.chunks(2).map(<[&str]>::concat).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn digits_start_with_the_most_significant() {
        assert_eq!(row(64, 5), "10 10 10 01 10 01");
        assert_eq!(row(16, 3), "10 10 01 01");
        assert_eq!(row(1, 0), "10");
    }

    #[test]
    fn widths_are_those_of_the_data_sets() {
        let widths = [64, 512, 28, 16, 7, 4].map(|num| DigitCode::new(num).width());
        assert_eq!(widths, [12, 18, 10, 8, 6, 4]);
    }
}
