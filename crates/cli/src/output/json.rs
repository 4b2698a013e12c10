//! Any value as one line of JSON.

use serde::Serialize;

/// The object, followed by a line break.
pub(crate) fn object(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("text and numbers are JSON");
    text.push('\n');
    text
}
