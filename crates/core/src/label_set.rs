//! What a pattern node or arc accepts: one label, one of several, or all but some.

use crate::Label;

/// A set of labels, stored as its members or as its complement. The stored labels are sorted and
/// distinct, so equal sets are equal values.
///
/// ```
/// use isocount_core::{Label, LabelSet};
///
/// let halogens = LabelSet::one_of([Label(9), Label(17), Label(35)]);
/// assert!(halogens.accepts(Label(17)) && !halogens.accepts(Label(6)));
/// assert!(LabelSet::all_but([Label(6)]).accepts(Label(7)));
/// assert!(LabelSet::any().accepts(Label(7)));
/// assert_eq!(LabelSet::from(Label(9)), LabelSet::one_of([Label(9), Label(9)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LabelSet {
    excludes: bool,
    labels: Vec<Label>,
}

impl LabelSet {
    /// The set of these labels. Without labels, it accepts nothing.
    #[must_use]
    pub fn one_of(labels: impl IntoIterator<Item = Label>) -> Self {
        Self::new(false, labels)
    }

    /// All labels except these, including labels that occur only in the graph.
    #[must_use]
    pub fn all_but(labels: impl IntoIterator<Item = Label>) -> Self {
        Self::new(true, labels)
    }

    /// The set of all labels.
    #[must_use]
    pub fn any() -> Self {
        Self::all_but([])
    }

    fn new(excludes: bool, labels: impl IntoIterator<Item = Label>) -> Self {
        let mut labels: Vec<Label> = labels.into_iter().collect();
        labels.sort_unstable();
        labels.dedup();
        Self { excludes, labels }
    }

    /// Whether the label is in the set. O(log labels).
    #[must_use]
    #[inline]
    pub fn accepts(&self, label: Label) -> bool {
        self.labels.binary_search(&label).is_ok() != self.excludes
    }

    /// Whether [`labels`](Self::labels) lists the excluded labels.
    #[must_use]
    pub fn excludes(&self) -> bool {
        self.excludes
    }

    /// The stored labels, ascending: the accepted ones, or the excluded ones.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Whether it accepts every label.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.excludes && self.labels.is_empty()
    }

    /// Whether it accepts no label.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.excludes && self.labels.is_empty()
    }

    /// The only label that it accepts, if there is exactly one.
    #[must_use]
    pub fn single(&self) -> Option<Label> {
        match self.labels[..] {
            [label] if !self.excludes => Some(label),
            _ => None,
        }
    }

    /// The labels that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let (own, others) = (self.labels.iter(), other.labels.iter());
        match (self.excludes, other.excludes) {
            (true, true) => Self::all_but(own.chain(others).copied()),
            (true, false) => Self::one_of(others.copied().filter(|&label| self.accepts(label))),
            (false, _) => Self::one_of(own.copied().filter(|&label| other.accepts(label))),
        }
    }

    /// The labels that are in one set or the other.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        // A label is in neither set if it is in both complements.
        self.complement().and(&other.complement()).complement()
    }

    /// The labels that are not in the set.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self { excludes: !self.excludes, labels: self.labels.clone() }
    }

    /// The set with its labels renamed. Labels that become equal become one.
    #[must_use]
    pub fn map(&self, rename: impl FnMut(Label) -> Label) -> Self {
        Self::new(self.excludes, self.labels.iter().copied().map(rename))
    }
}

impl From<Label> for LabelSet {
    fn from(label: Label) -> Self {
        Self::one_of([label])
    }
}

/// What a pattern node or arc accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wanted<'a> {
    /// This label.
    Label(Label),
    /// Any label of this set, which is not a set of one label.
    Set(&'a LabelSet),
}

impl Wanted<'_> {
    /// Whether a graph node or arc with this label is accepted.
    #[must_use]
    #[inline]
    pub fn accepts(self, label: Label) -> bool {
        match self {
            Self::Label(wanted) => wanted == label,
            Self::Set(set) => set.accepts(label),
        }
    }

    /// Converts to an owned set.
    #[must_use]
    pub fn to_set(self) -> LabelSet {
        match self {
            Self::Label(label) => label.into(),
            Self::Set(set) => set.clone(),
        }
    }

    /// The text form: `C`, `F|Cl` for one of several, `!C` for all but some, `*` for any, and `!*`
    /// for none.
    #[must_use]
    pub fn text(self, name: impl FnMut(Label) -> String) -> String {
        let (excludes, labels) = match &self {
            Self::Label(label) => (false, std::slice::from_ref(label)),
            Self::Set(set) => (set.excludes(), set.labels()),
        };
        let names = labels.iter().copied().map(name).collect::<Vec<_>>().join("|");
        match (excludes, labels) {
            (true, []) => "*".to_owned(),
            (false, []) => "!*".to_owned(),
            (true, _) => format!("!{names}"),
            (false, _) => names,
        }
    }

    /// The label, unless it is a set.
    #[must_use]
    pub fn label(self) -> Option<Label> {
        match self {
            Self::Label(label) => Some(label),
            Self::Set(_) => None,
        }
    }
}

impl From<Wanted<'_>> for LabelSet {
    fn from(wanted: Wanted<'_>) -> Self {
        wanted.to_set()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(labels: &[u32]) -> Vec<Label> {
        labels.iter().copied().map(Label).collect()
    }

    #[test]
    fn equal_sets_are_equal_values() {
        assert_eq!(LabelSet::one_of(some(&[3, 1, 3])), LabelSet::one_of(some(&[1, 3])));
        assert_ne!(LabelSet::one_of(some(&[1])), LabelSet::all_but(some(&[1])));
        assert!(LabelSet::any().is_any() && !LabelSet::any().is_empty());
        assert!(LabelSet::one_of([]).is_empty());
        assert_eq!(LabelSet::from(Label(4)).single(), Some(Label(4)));
        assert_eq!(LabelSet::all_but(some(&[4])).single(), None);
    }

    #[test]
    fn sets_are_shown_by_names() {
        let text = |set: LabelSet| Wanted::Set(&set).text(|label| format!("L{}", label.0));
        assert_eq!(text(LabelSet::one_of(some(&[3, 1]))), "L1|L3");
        assert_eq!(text(LabelSet::all_but(some(&[3, 1]))), "!L1|L3");
        assert_eq!(text(LabelSet::any()), "*");
        assert_eq!(text(LabelSet::one_of([])), "!*");
        assert_eq!(Wanted::Label(Label(7)).text(|label| label.0.to_string()), "7");
    }

    #[test]
    fn sets_are_met_and_united() {
        let lists: Vec<Vec<u32>> =
            (0..16_u32).map(|bits| (0..4).filter(|i| bits >> i & 1 == 1).collect()).collect();
        let sets: Vec<LabelSet> = lists
            .iter()
            .flat_map(|list| [LabelSet::one_of(some(list)), LabelSet::all_but(some(list))])
            .collect();
        for (a, b) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
            for label in (0..6).map(Label) {
                let both = a.accepts(label) && b.accepts(label);
                assert_eq!(a.and(b).accepts(label), both, "{a:?}, {b:?}, {label:?}");
                let either = a.accepts(label) || b.accepts(label);
                assert_eq!(a.or(b).accepts(label), either, "{a:?}, {b:?}, {label:?}");
            }
        }
    }
}
