//! What a step is known by: the hash of its inputs.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Changes when steps of the same inputs would come to something else.
const VERSION: &str = "isocount reproduce 1";

/// The first twelve digits of a hash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    /// The key of some inputs.
    pub(crate) fn of(inputs: &impl Serialize) -> Self {
        let text = serde_json::to_string(inputs).expect("names and numbers are JSON");
        let program = env!("CARGO_PKG_VERSION");
        Self::of_digest(&Sha256::digest(format!("{VERSION}, {program}\n{text}")))
    }

    /// The key of a digest.
    pub(crate) fn of_digest(digest: &[u8]) -> Self {
        Self(digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect())
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
    fn inputs_decide() {
        assert_eq!(Key::of(&("a", 1)), Key::of(&("a", 1)));
        assert_ne!(Key::of(&("a", 1)), Key::of(&("a", 2)));
        assert_eq!(Key::of(&0).to_string().len(), 12);
    }
}
