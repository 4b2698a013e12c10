//! A checksum inside a safetensors file, so that a changed bit is noticed and no second file has to
//! be kept in step.
//!
//! A safetensors file is the length of its header, the header as JSON, and the numbers. The header
//! may have metadata of any kind; a sealed file has, first in its header,
//!
//! ```text
//! {"__metadata__":{"sha256":"…64 digits…"}, …
//! ```
//!
//! the SHA-256 of the whole file with zeros in place of the digits. Any program that reads
//! safetensors reads sealed files too.

use sha2::{Digest, Sha256};

/// Where a header begins: behind its length.
const START: usize = 8;

/// How a sealed header begins, up to the digits.
const OPENING: &[u8] = br#"{"__metadata__":{"sha256":""#;

/// Where the digits are.
const DIGITS: std::ops::Range<usize> = START + OPENING.len()..START + OPENING.len() + 64;

/// What is said of a file without a changed bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// It has a checksum, which is right.
    Whole,
    /// It has none, as files of other programs and of earlier versions.
    Missing,
}

/// Puts a checksum into a safetensors file without metadata.
///
/// # Panics
/// If the bytes are not a safetensors file.
#[must_use]
pub fn seal(file: &[u8]) -> Vec<u8> {
    let (length, rest) = file.split_first_chunk::<START>().expect("a header has a length");
    let (brace, rest) = rest.split_first().expect("a header is there");
    assert_eq!(*brace, b'{', "a header is a JSON object");
    let comma = if rest.first() == Some(&b'}') { ' ' } else { ',' };
    // Numbers begin at a multiple of eight bytes, so the header grows by one.
    let inserted = format!(r#""__metadata__":{{"sha256":"{}"}}{comma}   "#, "0".repeat(64));
    debug_assert!(inserted.len().is_multiple_of(8));
    let length = u64::from_le_bytes(*length) + inserted.len() as u64;
    let mut sealed = length.to_le_bytes().to_vec();
    sealed.push(*brace);
    sealed.extend_from_slice(inserted.as_bytes());
    sealed.extend_from_slice(rest);
    let sum = checksum(&sealed);
    sealed[DIGITS].copy_from_slice(&sum);
    sealed
}

/// Whether a safetensors file has a checksum; fails if it does not fit.
///
/// # Errors
/// If a bit of a sealed file has changed.
pub fn unseal(file: &[u8]) -> Result<Seal, &'static str> {
    if !file.get(START..).is_some_and(|header| header.starts_with(OPENING)) {
        return Ok(Seal::Missing);
    }
    match file.get(DIGITS) {
        Some(digits) if digits == checksum(file) => Ok(Seal::Whole),
        _ => Err("the checksum inside does not fit the rest of the file"),
    }
}

/// The checksum in a sealed file; nothing in another one.
#[must_use]
pub fn seal_of(file: &[u8]) -> Option<&str> {
    let is_sealed = file.get(START..).is_some_and(|header| header.starts_with(OPENING));
    file.get(DIGITS).filter(|_| is_sealed).and_then(|digits| std::str::from_utf8(digits).ok())
}

/// The SHA-256 of some bytes, in hexadecimal.
///
/// ```
/// let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
/// assert_eq!(isocount_model::sha256(b"abc"), abc);
/// ```
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes).into()).iter().map(|&digit| char::from(digit)).collect()
}

/// The checksum of a file whose digits count as zeros.
fn checksum(file: &[u8]) -> [u8; 64] {
    let mut hash = Sha256::new();
    hash.update(&file[..DIGITS.start]);
    hash.update([b'0'; 64]);
    hash.update(&file[DIGITS.end..]);
    hex(hash.finalize().into())
}

fn hex(bytes: [u8; 32]) -> [u8; 64] {
    let mut digits = [0; 64];
    for (two, byte) in digits.chunks_exact_mut(2).zip(bytes) {
        let digit = |half: u8| b"0123456789abcdef"[usize::from(half)];
        two.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut header = header.to_owned();
        while !header.len().is_multiple_of(8) {
            header.push(' ');
        }
        [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat()
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let bare = file(r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#, &[7; 8]);
        assert_eq!(unseal(&bare), Ok(Seal::Missing));
        let sealed = seal(&bare);
        assert_eq!(unseal(&sealed), Ok(Seal::Whole));
        assert_eq!(seal_of(&sealed).map(str::len), Some(64));
        assert_eq!(seal_of(&bare), None);
        assert!((sealed.len() - 8).is_multiple_of(8));
        assert!(sealed.ends_with(&bare[9..]));
        for bit in 0..sealed.len() * 8 {
            let mut changed = sealed.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(unseal(&changed), Ok(Seal::Whole), "bit {bit}");
        }
        for length in 0..sealed.len() {
            assert_ne!(unseal(&sealed[..length]), Ok(Seal::Whole), "{length} bytes");
        }
    }

    #[test]
    fn a_file_without_tensors_can_be_sealed() {
        let sealed = seal(&file("{}", &[]));
        assert_eq!(unseal(&sealed), Ok(Seal::Whole));
        let header = std::str::from_utf8(&sealed[8..]).unwrap();
        assert!(header.trim_end().ends_with("\"}    }"), "{header}");
    }
}
