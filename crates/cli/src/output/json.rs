//! Anything as one line of JSON.

use serde::Serialize;

/// The object, with the end of its line.
pub(crate) fn object(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("text and numbers are JSON");
    text.push('\n');
    text
}
