//! The attributes that nodes and edges have, for the message about one that they do not have.

use std::collections::BTreeSet;
use std::path::Path;

use crate::{FormatError, ReadOptions};

/// How many are kept: one more than a message lists, so that it can tell that there are others.
const KEPT: usize = MOST_LISTED + 1;
/// How many a message lists.
pub(crate) const MOST_LISTED: usize = 20;

/// The attributes of the nodes or the edges of a file. Nothing is collected unless labels are
/// requested by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeysThere {
    nodes: Option<BTreeSet<String>>,
    edges: Option<BTreeSet<String>>,
}

impl KeysThere {
    pub(crate) fn new(options: &ReadOptions) -> Self {
        Self {
            nodes: options.node_label_key.as_ref().map(|_| BTreeSet::new()),
            edges: options.edge_label_key.as_ref().map(|_| BTreeSet::new()),
        }
    }

    /// Whether labels are requested by name.
    pub(crate) fn is_asked(&self) -> bool {
        self.nodes.is_some() || self.edges.is_some()
    }

    /// Records an attribute of a node.
    #[inline]
    pub(crate) fn of_node(&mut self, key: &str) {
        note(&mut self.nodes, key);
    }

    /// Records an attribute of an edge.
    #[inline]
    pub(crate) fn of_edge(&mut self, key: &str) {
        note(&mut self.edges, key);
    }

    /// The error for a missing attribute of nodes.
    pub(crate) fn no_node_has(&self, path: &Path, key: &str) -> FormatError {
        no_such_key(path, "node", key, self.nodes.iter().flatten().map(String::as_str))
    }

    /// The error for a missing attribute of edges.
    pub(crate) fn no_edge_has(&self, path: &Path, key: &str) -> FormatError {
        no_such_key(path, "edge", key, self.edges.iter().flatten().map(String::as_str))
    }
}

fn note(keys: &mut Option<BTreeSet<String>>, key: &str) {
    if let Some(keys) = keys
        && keys.len() < KEPT
        && !keys.contains(key)
    {
        keys.insert(key.to_owned());
    }
}

/// The error for nodes or edges (`owner`) that have these attributes, but not the requested one.
pub(crate) fn no_such_key<'a>(
    path: &Path,
    owner: &'static str,
    key: &str,
    there: impl Iterator<Item = &'a str>,
) -> FormatError {
    let there = there.take(KEPT).map(str::to_owned).collect();
    FormatError::NoSuchKey { path: path.to_owned(), owner, key: key.to_owned(), there }
}
