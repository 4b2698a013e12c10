//! The names of the nodes of a graph in its file, for output.

use std::borrow::Cow;

use isocount_core::NodeId;

/// The names of all nodes of one graph. If the file has none, these are numbers.
///
/// ```
/// use isocount_core::NodeId;
/// use isocount_format::NodeTitles;
///
/// let names = NodeTitles::from_texts(["Mr Hi", "John A"]);
/// assert_eq!(names.get(NodeId(1)), "John A");
/// assert_eq!(NodeTitles::default().get(NodeId(1)), "1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeTitles(Titles);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Titles {
    #[default]
    FromZero,
    FromOne,
    /// The concatenated names, and the end of each.
    Texts {
        texts: String,
        ends: Vec<usize>,
    },
}

impl NodeTitles {
    /// Numbers from 1.
    pub(crate) fn from_one() -> Self {
        Self(Titles::FromOne)
    }

    /// Creates titles from names in node order.
    #[must_use]
    pub fn from_texts(names: impl IntoIterator<Item: AsRef<str>>) -> Self {
        let (mut texts, mut ends) = (String::new(), Vec::new());
        for name in names {
            texts.push_str(name.as_ref());
            ends.push(texts.len());
        }
        Self(Titles::Texts { texts, ends })
    }

    /// The names of the nodes, `None` if they are numbers from 0.
    pub(crate) fn to_texts(&self, num_nodes: usize) -> Option<Vec<String>> {
        let names = (0..num_nodes as u32).map(|node| self.get(NodeId(node)).into_owned());
        (self.0 != Titles::FromZero).then(|| names.collect())
    }

    /// The name of a node; its number from 0 if it has none. The name comes from outside: print it
    /// with [`printable`](isocount_core::printable).
    #[must_use]
    pub fn get(&self, node: NodeId) -> Cow<'_, str> {
        match &self.0 {
            Titles::Texts { texts, ends } if node.ix() < ends.len() => {
                let start = node.ix().checked_sub(1).map_or(0, |before| ends[before]);
                Cow::Borrowed(&texts[start..ends[node.ix()]])
            }
            Titles::FromOne => Cow::Owned((u64::from(node.0) + 1).to_string()),
            Titles::Texts { .. } | Titles::FromZero => Cow::Owned(node.0.to_string()),
        }
    }
}
