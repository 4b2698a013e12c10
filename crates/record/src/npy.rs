//! Arrays as `NumPy` files, version 1.0:
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
//!
//! Written by hand: a header of one line is all there is to it.

use std::fmt::Write as _;

/// The item type of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// True or false, one byte each.
    Bool,
    /// 64-bit integers.
    I64,
    /// 64-bit floats.
    F64,
    /// Text of at most this many characters, four bytes each.
    Text(usize),
}

impl Type {
    fn description(self) -> String {
        match self {
            Self::Bool => "|b1".to_owned(),
            Self::I64 => "<i8".to_owned(),
            Self::F64 => "<f8".to_owned(),
            Self::Text(width) => format!("<U{width}"),
        }
    }

    /// Bytes of one item.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::Bool => 1,
            Self::I64 | Self::F64 => 8,
            Self::Text(width) => 4 * width,
        }
    }
}

/// Headers are padded so that the items begin at a multiple of this.
const ALIGNMENT: usize = 64;

/// Everything before the items of an array that is written row by row.
///
/// # Panics
/// If the shape has thousands of dimensions: a header has at most 65,535 bytes.
#[must_use]
pub fn header(of: Type, shape: &[usize]) -> Vec<u8> {
    let mut text = format!("{{'descr': '{}', 'fortran_order': False, 'shape': (", of.description());
    for (place, len) in shape.iter().enumerate() {
        let space = if place > 0 { " " } else { "" };
        // Writing to a string cannot fail. A tuple of one item keeps its comma.
        let _ = write!(text, "{space}{len},");
    }
    if shape.len() > 1 {
        text.pop();
    }
    text.push_str("), }");
    let prefix = 10;
    let len = (prefix + text.len() + 1).next_multiple_of(ALIGNMENT) - prefix;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let short = u16::try_from(len).expect("a shape has few dimensions");
    bytes.extend_from_slice(&short.to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes.resize(prefix + len - 1, b' ');
    bytes.push(b'\n');
    bytes
}

/// A file with a matrix of 64-bit integers; `None` if a number does not fit.
///
/// ```
/// let file = isocount_record::npy::matrix(1, 2, [5, 1 << 40].into_iter()).unwrap();
/// assert_eq!(file.len(), 128 + 16);
/// assert!(isocount_record::npy::matrix(1, 1, [1 << 63].into_iter()).is_none());
/// ```
#[must_use]
pub fn matrix(rows: usize, columns: usize, items: impl Iterator<Item = u128>) -> Option<Vec<u8>> {
    let mut bytes = header(Type::I64, &[rows, columns]);
    for item in items {
        bytes.extend_from_slice(&i64::try_from(item).ok()?.to_le_bytes());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_follow_the_header_row_by_row() {
        let bytes = matrix(2, 1, [5, 1 << 40].into_iter()).unwrap();
        assert_eq!(bytes[128..], [5_i64.to_le_bytes(), (1_i64 << 40).to_le_bytes()].concat());
    }

    #[test]
    fn headers_are_those_that_numpy_writes() {
        // numpy.save of arrays of these shapes and types begins with these bytes.
        for (of, shape, text) in [
            (Type::I64, &[2, 7][..], "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 7), }"),
            (Type::F64, &[5][..], "{'descr': '<f8', 'fortran_order': False, 'shape': (5,), }"),
            (Type::Bool, &[0][..], "{'descr': '|b1', 'fortran_order': False, 'shape': (0,), }"),
            (Type::Text(3), &[][..], "{'descr': '<U3', 'fortran_order': False, 'shape': (), }"),
        ] {
            let header = header(of, shape);
            assert_eq!(header.len(), 128);
            assert_eq!(&header[..10], b"\x93NUMPY\x01\x00\x76\x00");
            let expected = format!("{text:117}\n");
            assert_eq!(String::from_utf8_lossy(&header[10..]), expected);
        }
    }
}
