//! Numbers in as few bytes as they need: seven bits per byte, lowest first, the top bit set on all
//! but the last byte (LEB128).

use isocount_core::Cancelled;

/// Malformed bytes: truncated, a number too large for its field or not in its shortest form, or a
/// name that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// Why a long record was not read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    Malformed(Malformed),
    Cancelled(Cancelled),
}

impl From<Malformed> for Unreadable {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(malformed)
    }
}

impl From<Cancelled> for Unreadable {
    fn from(cancelled: Cancelled) -> Self {
        Self::Cancelled(cancelled)
    }
}

pub(crate) fn put(out: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number from the front of the bytes.
pub(crate) fn take(bytes: &mut &[u8]) -> Result<u128, Malformed> {
    let mut number = 0;
    for (ix, &byte) in bytes.iter().enumerate().take(19) {
        let part = u128::from(byte & 0x7f);
        let shift = 7 * ix as u32;
        if ix == 18 && part > 3 {
            return Err(Malformed);
        }
        number |= part << shift;
        if byte < 0x80 {
            if byte == 0 && ix > 0 {
                return Err(Malformed);
            }
            *bytes = &bytes[ix + 1..];
            return Ok(number);
        }
    }
    Err(Malformed)
}

/// Takes a number that fits in 32 bits; nearly all take one byte.
#[inline]
pub(crate) fn take_u32(bytes: &mut &[u8]) -> Result<u32, Malformed> {
    match bytes {
        [byte, rest @ ..] if *byte < 0x80 => {
            *bytes = rest;
            Ok(u32::from(*byte))
        }
        _ => take(bytes)?.try_into().map_err(|_| Malformed),
    }
}

/// Takes `len` bytes from the front.
pub(crate) fn take_bytes<'a>(bytes: &mut &'a [u8], len: usize) -> Result<&'a [u8], Malformed> {
    let (taken, rest) = bytes.split_at_checked(len).ok_or(Malformed)?;
    *bytes = rest;
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, u128::from(u32::MAX), u128::MAX - 1, u128::MAX] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            let mut rest = &bytes[..];
            assert_eq!(take(&mut rest), Ok(number));
            assert!(rest.is_empty());
            let mut rest = &bytes[..];
            assert_eq!(take_u32(&mut rest).ok(), u32::try_from(number).ok());
            for len in 0..bytes.len() {
                assert_eq!(take(&mut &bytes[..len]), Err(Malformed));
            }
        }
    }

    #[test]
    fn a_number_has_one_encoding() {
        assert_eq!(take(&mut &[0x80, 0x00][..]), Err(Malformed));
        let mut too_large = [0xff; 19];
        too_large[18] = 0x04;
        assert_eq!(take(&mut &too_large[..]), Err(Malformed));
    }
}
