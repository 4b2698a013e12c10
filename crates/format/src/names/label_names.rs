//! The names of labels: text to numbers and back, shared by pattern and graph.

use std::borrow::Cow;
use std::sync::Arc;

use isocount_core::Label;

use super::text_index::TextIndex;

/// The names of node labels and of edge labels, each numbered from 0 in order of appearance.
///
/// Labels are compared as text. Integers are first converted to their shortest form, so that `7`,
/// `007`, `+7` and the string `"7"` are one label; `1.0` is a different one.
///
/// Cloning is cheap: names are shared until one of the clones adds a new one.
///
/// ```
/// use isocount_format::LabelNames;
///
/// let mut names = LabelNames::new();
/// let seven = names.node_label("7");
/// assert_eq!(names.node_label("+007"), seven);
/// assert_ne!(names.node_label("7.0"), seven);
/// assert_eq!(names.node_text(seven), Some("7"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LabelNames {
    nodes: Arc<Interner>,
    edges: Arc<Interner>,
}

/// The label of everything in a file that has no labels.
pub(crate) const UNLABELED: &str = "0";

impl LabelNames {
    /// Creates an empty set of names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The node label of this name, which is added if it is new.
    pub fn node_label(&mut self, text: &str) -> Label {
        label(&mut self.nodes, text)
    }

    /// The edge label of this name, which is added if it is new.
    pub fn edge_label(&mut self, text: &str) -> Label {
        label(&mut self.edges, text)
    }

    /// The name of a node label, or `None` if it has no name here.
    #[must_use]
    pub fn node_text(&self, label: Label) -> Option<&str> {
        self.nodes.texts.get(label.0)
    }

    /// The name of an edge label, or `None` if it has no name here.
    #[must_use]
    pub fn edge_text(&self, label: Label) -> Option<&str> {
        self.edges.texts.get(label.0)
    }

    /// The total length of all names in bytes.
    #[cfg(feature = "columnar")]
    pub(crate) fn text_len(&self) -> usize {
        self.nodes.texts.text_len() + self.edges.texts.text_len()
    }

    /// The number of node labels.
    #[must_use]
    pub fn num_node_labels(&self) -> usize {
        self.nodes.texts.len()
    }

    /// The number of edge labels.
    #[must_use]
    pub fn num_edge_labels(&self) -> usize {
        self.edges.texts.len()
    }
}

/// One namespace.
#[derive(Clone, Debug, Default)]
struct Interner {
    texts: TextIndex,
    /// Labels of small numbers, to avoid hashing: nearly all labels in real files are small
    /// numbers.
    small: Vec<Option<Label>>,
}

/// Smaller numbers are looked up in a table, which thus stays under half a megabyte.
const SMALL_LIMIT: usize = 1 << 16;

/// The label of a text. Shared names are copied only if the text is new.
fn label(interner: &mut Arc<Interner>, text: &str) -> Label {
    match interner.known(text) {
        Some(label) => label,
        None => Arc::make_mut(interner).add(text),
    }
}

impl Interner {
    fn known(&self, text: &str) -> Option<Label> {
        let small = small_number(text).and_then(|number| *self.small.get(number)?);
        small.or_else(|| self.texts.find(&canonical(text)).map(Label))
    }

    fn add(&mut self, text: &str) -> Label {
        let label = Label(self.texts.number(&canonical(text)).number);
        if let Some(number) = small_number(text) {
            if self.small.len() <= number {
                self.small.resize(number + 1, None);
            }
            self.small[number] = Some(label);
        }
        label
    }
}

/// Converts integers to their shortest form; returns other texts unchanged.
pub(crate) fn canonical(text: &str) -> Cow<'_, str> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(text);
    }
    let significant = digits.trim_start_matches('0');
    match (negative, significant) {
        (_, "") => Cow::Borrowed("0"),
        (false, _) => Cow::Borrowed(significant),
        (true, _) if digits.len() == significant.len() => Cow::Borrowed(text),
        (true, _) => Cow::Owned(format!("-{significant}")),
    }
}

/// The value of a few digits.
fn small_number(text: &str) -> Option<usize> {
    if text.is_empty() || text.len() > 5 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = text.bytes().fold(0, |number, byte| 10 * number + usize::from(byte - b'0'));
    (number < SMALL_LIMIT).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_one_name() {
        for (text, name) in [
            ("7", "7"),
            ("007", "7"),
            ("+7", "7"),
            ("-0", "0"),
            ("000", "0"),
            ("-007", "-7"),
            ("-7", "-7"),
            ("1e3", "1e3"),
            ("-", "-"),
            ("", ""),
            ("7a", "7a"),
            ("+0123456789012345678901234567890", "123456789012345678901234567890"),
        ] {
            assert_eq!(canonical(text), name, "{text}");
        }
    }

    #[test]
    fn clones_share_their_names_until_one_of_them_meets_a_new_one() {
        let mut names = LabelNames::new();
        let carbon = names.node_label("C");
        let mut other = names.clone();
        assert_eq!(other.node_label("C"), carbon);
        assert!(Arc::ptr_eq(&names.nodes, &other.nodes));
        assert_eq!(other.node_label("N"), Label(1));
        assert_eq!((names.num_node_labels(), other.num_node_labels()), (1, 2));
        assert_eq!(names.node_label("O"), Label(1));
        assert_eq!(other.node_text(Label(1)), Some("N"));
    }

    #[test]
    fn names_are_numbered_as_they_come_and_spaces_are_apart() {
        let mut names = LabelNames::new();
        assert_eq!(names.node_label("70000"), Label(0));
        assert_eq!(names.node_label("C"), Label(1));
        assert_eq!(names.node_label("65535"), Label(2));
        assert_eq!(names.node_label("65535"), Label(2));
        assert_eq!(names.edge_label("C"), Label(0));
        assert_eq!(names.num_node_labels(), 3);
        assert_eq!(names.node_text(Label(2)), Some("65535"));
        assert_eq!(names.edge_text(Label(1)), None);
    }
}
