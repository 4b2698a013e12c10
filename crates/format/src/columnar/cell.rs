//! One value of a table, and its text form.

use std::borrow::Cow;

/// The value of a column in one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    /// A missing value.
    Missing,
    Unsigned(u64),
    Negative(i64),
    Bool(bool),
    Single(f32),
    Double(f64),
    /// Text, which must be UTF-8.
    Text(&'a [u8]),
    /// The location of the value is invalid.
    Outside,
}

impl<'a> Cell<'a> {
    pub(super) fn signed(number: i64) -> Self {
        u64::try_from(number).map_or(Self::Negative(number), Self::Unsigned)
    }

    /// The value as a label. Numbers are written in the shortest form that reads back. NaN counts
    /// as missing.
    pub(super) fn text(self) -> Result<Option<Cow<'a, str>>, CellProblem> {
        Ok(Some(match self {
            Self::Missing => return Ok(None),
            Self::Single(number) if number.is_nan() => return Ok(None),
            Self::Double(number) if number.is_nan() => return Ok(None),
            Self::Unsigned(number) => Cow::Owned(number.to_string()),
            Self::Negative(number) => Cow::Owned(number.to_string()),
            Self::Bool(true) => Cow::Borrowed("true"),
            Self::Bool(false) => Cow::Borrowed("false"),
            Self::Single(number) => Cow::Owned(format!("{number:?}")),
            Self::Double(number) => Cow::Owned(format!("{number:?}")),
            Self::Text(bytes) => {
                Cow::Borrowed(std::str::from_utf8(bytes).map_err(|_| CellProblem::NotUtf8)?)
            }
            Self::Outside => return Err(CellProblem::Outside),
        }))
    }

    /// A floating-point number as an integer, if it is one.
    pub(super) fn rounded(self) -> Self {
        let number = match self {
            Self::Single(number) => f64::from(number),
            Self::Double(number) => number,
            other => return other,
        };
        if number.fract() == 0.0 && number.abs() <= EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "it is an integer of 54 bits")]
            return Self::signed(number as i64);
        }
        self
    }
}

/// Above this, not every integer has its own floating-point number.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Why a value cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellProblem {
    NotUtf8,
    Outside,
}

/// Decodes a 16-bit floating-point number.
pub(super) fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023) / 1024.0);
    sign * match exponent {
        0 => fraction * 2_f32.powi(-14),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction) * 2_f32.powi(exponent - 15),
    }
}

/// The kind of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Numbers, booleans, or only missing values.
    Plain,
    Text,
    /// Values that cannot be names; in the plural.
    Other(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_the_shortest_way_that_reads_back() {
        for (cell, text) in [
            (Cell::signed(-7), "-7"),
            (Cell::signed(i64::MIN), "-9223372036854775808"),
            (Cell::Unsigned(u64::MAX), "18446744073709551615"),
            (Cell::Single(0.1), "0.1"),
            (Cell::Double(0.1), "0.1"),
            (Cell::Double(1.0), "1.0"),
            (Cell::Double(-2.5e-7), "-2.5e-7"),
            (Cell::Double(f64::INFINITY), "inf"),
            (Cell::Bool(true), "true"),
            (Cell::Text("ä".as_bytes()), "ä"),
        ] {
            assert_eq!(cell.text().unwrap().unwrap(), text);
        }
        for missing in [Cell::Missing, Cell::Single(f32::NAN), Cell::Double(f64::NAN)] {
            assert_eq!(missing.text(), Ok(None));
        }
        assert_eq!(Cell::Text(b"\xff").text(), Err(CellProblem::NotUtf8));
        assert_eq!(Cell::Outside.text(), Err(CellProblem::Outside));
    }

    #[test]
    fn only_exact_integers_are_integers() {
        assert_eq!(Cell::Double(3.0).rounded(), Cell::Unsigned(3));
        assert_eq!(Cell::Double(-0.0).rounded(), Cell::Unsigned(0));
        assert_eq!(Cell::Single(-3.0).rounded(), Cell::Negative(-3));
        for no in [0.5, 1e300, f64::INFINITY, 9_007_199_254_740_994.0] {
            assert_eq!(Cell::Double(no).rounded(), Cell::Double(no));
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "these are exact")]
    fn half_precision_numbers_are_decoded() {
        for (bits, value) in [
            (0, 0.0),
            (0x3C00, 1.0),
            (0xC100, -2.5),
            (0x0001, 2_f32.powi(-24)),
            (0x7BFF, 65504.0),
            (0x7C00, f32::INFINITY),
        ] {
            assert_eq!(half(bits), value);
        }
        assert!(half(0x7C01).is_nan());
    }
}
