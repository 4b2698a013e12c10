//! Numbers of things in words.

/// Formats a number and what it counts: `1 column`, `2 columns`.
///
/// ```
/// use isocount_core::number_of;
///
/// assert_eq!(number_of(1, "node"), "1 node");
/// assert_eq!(number_of(0, "node"), "0 nodes");
/// ```
#[must_use]
pub fn number_of(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
