//! The key of a step: the hash of its inputs.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Part of every hash: must change when steps with the same inputs would have different results. It
/// does not follow the version of the program, so that records outlive a release that does not
/// change any number.
const VERSION: &str = "isocount reproduce 1, 0.1.0";

/// The number of hexadecimal digits of a key.
const LENGTH: usize = 12;

/// The first twelve digits of a hash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Key(String);

impl Key {
    /// The key of some inputs.
    pub(crate) fn of(inputs: &impl Serialize) -> Self {
        let text = serde_json::to_string(inputs).expect("names and numbers are JSON");
        Self::of_digest(&Sha256::digest(format!("{VERSION}\n{text}")))
    }

    /// The key of a digest.
    pub(crate) fn of_digest(digest: &[u8]) -> Self {
        Self(digest.iter().take(LENGTH / 2).map(|byte| format!("{byte:02x}")).collect())
    }
}

impl TryFrom<String> for Key {
    type Error = String;

    /// Keys become file names, so a key that was read is checked.
    fn try_from(text: String) -> Result<Self, String> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == LENGTH && text.bytes().all(is_digit) {
            Ok(Self(text))
        } else {
            Err(format!("expected a key of {LENGTH} hexadecimal digits (found {text:?})"))
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_depend_on_the_inputs() {
        assert_eq!(Key::of(&("a", 1)), Key::of(&("a", 1)));
        assert_ne!(Key::of(&("a", 1)), Key::of(&("a", 2)));
        assert_eq!(Key::of(&0).to_string().len(), LENGTH);
    }

    #[test]
    fn a_key_that_is_read_is_checked() {
        let read = |text: &str| serde_json::from_str::<Key>(&format!("\"{text}\""));
        assert_eq!(read(&Key::of(&0).to_string()).unwrap(), Key::of(&0));
        for bad in ["", "../../../etc", "0123456789AB", "0123456789abc"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
