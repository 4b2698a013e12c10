//! A checksum inside a safetensors file, so that corruption is detected without a second file that
//! would have to be kept consistent.
//!
//! A safetensors file consists of the length of its header, the header as JSON, and the numbers.
//! The header may contain arbitrary metadata; that of a sealed file begins with
//!
//! ```text
//! {"__metadata__":{"sha256":"…64 digits…"}, …
//! ```
//!
//! where the digits are the SHA-256 of the whole file with zeros in their place. Any program that
//! reads safetensors can read sealed files too.

use sha2::{Digest, Sha256};

/// The offset of the header, after its length.
const START: usize = 8;

/// The start of a sealed header, up to the digits.
const OPENING: &[u8] = br#"{"__metadata__":{"sha256":""#;

/// The position of the digits.
const DIGITS: std::ops::Range<usize> = START + OPENING.len()..START + OPENING.len() + 64;

/// The state of a file that is not corrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// It has a checksum, which is correct.
    Whole,
    /// It has no checksum, like files of other programs and of earlier versions.
    Missing,
}

/// Inserts a checksum into a safetensors file without metadata.
///
/// # Panics
/// If the bytes are not a safetensors file.
#[must_use]
pub fn seal(file: &[u8]) -> Vec<u8> {
    let (length, rest) = file.split_first_chunk::<START>().expect("a header has a length");
    let (brace, rest) = rest.split_first().expect("a header is there");
    assert_eq!(*brace, b'{', "a header is a JSON object");
    let comma = if rest.first() == Some(&b'}') { ' ' } else { ',' };
    // Numbers must begin at a multiple of eight bytes, so the header is padded.
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

/// Checks a safetensors file. Returns whether it has a checksum.
///
/// # Errors
/// If the contents of a sealed file do not match its checksum.
pub fn unseal(file: &[u8]) -> Result<Seal, &'static str> {
    if !file.get(START..).is_some_and(|header| header.starts_with(OPENING)) {
        return Ok(Seal::Missing);
    }
    match file.get(DIGITS) {
        Some(digits) if digits == checksum(file) => Ok(Seal::Whole),
        _ => Err("the checksum in the file does not match its contents"),
    }
}

/// The checksum in a sealed file; `None` in another one.
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

/// The checksum of a file with zeros in place of the digits.
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
