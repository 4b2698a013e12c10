//! A matrix as a `NumPy` file, version 1.0:
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

/// The data starts at a multiple of this.
const ALIGNMENT: usize = 64;
/// The magic number, the version, and the length of the header.
const PREFIX: usize = 10;

/// 64-bit integers row by row; `None` if one does not fit.
pub(crate) fn matrix(
    rows: usize,
    columns: usize,
    items: impl Iterator<Item = u128>,
) -> Option<Vec<u8>> {
    let text =
        format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let len = (PREFIX + text.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&u16::try_from(len).ok()?.to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes.resize(PREFIX + len - 1, b' ');
    bytes.push(b'\n');
    for item in items {
        bytes.extend_from_slice(&i64::try_from(item).ok()?.to_le_bytes());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_as_numpy_writes_it() {
        let bytes = matrix(2, 1, [5, 1 << 40].into_iter()).unwrap();
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert!(
            bytes[10..].starts_with(b"{'descr': '<i8', 'fortran_order': False, 'shape': (2, 1), }")
        );
        assert_eq!(bytes.len(), 128 + 16);
        assert_eq!(bytes[128..], [5_i64.to_le_bytes(), (1_i64 << 40).to_le_bytes()].concat());
        assert_eq!(matrix(1, 1, [1 << 63].into_iter()), None);
    }
}
