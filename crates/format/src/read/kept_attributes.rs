//! Which attributes of nodes and edges are kept when a graph is read.

use std::collections::BTreeSet;

/// The attributes that are kept: by default none, because labels are enough for most questions.
///
/// ```
/// use isocount_format::{KeptAttributes, ReadOptions};
///
/// let kept = KeptAttributes::named(["age"], ["weight"]);
/// let options = ReadOptions::new().with_attributes(kept.clone());
/// assert_eq!(options.attributes, kept);
/// assert!(KeptAttributes::named([], []).is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeptAttributes {
    /// None.
    #[default]
    None,
    /// Those with these names.
    #[non_exhaustive]
    Named {
        /// The attributes of nodes.
        nodes: BTreeSet<String>,
        /// The attributes of edges.
        edges: BTreeSet<String>,
    },
    /// All.
    All,
}

impl KeptAttributes {
    /// The attributes with these names.
    #[must_use]
    pub fn named<'a>(
        nodes: impl IntoIterator<Item = &'a str>,
        edges: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let nodes: BTreeSet<String> = nodes.into_iter().map(str::to_owned).collect();
        let edges: BTreeSet<String> = edges.into_iter().map(str::to_owned).collect();
        if nodes.is_empty() && edges.is_empty() { Self::None } else { Self::Named { nodes, edges } }
    }

    /// Whether nothing is kept.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// What either keeps.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, one) | (one, Self::None) => one,
            (Self::All, _) | (_, Self::All) => Self::All,
            (Self::Named { mut nodes, mut edges }, Self::Named { nodes: more, edges: others }) => {
                nodes.extend(more);
                edges.extend(others);
                Self::Named { nodes, edges }
            }
        }
    }
}
