//! The small graph that is asked about.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;

use crate::LabeledGraph;

/// A pattern without nodes was refused: every graph would contain it exactly once, whatever it
/// was meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pattern has no nodes; a pattern needs at least one")]
pub struct EmptyPattern;

/// A pattern: a non-empty [`LabeledGraph`], connected or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    graph: LabeledGraph,
    fingerprint: u64,
}

impl Pattern {
    /// The pattern as a graph.
    #[must_use]
    pub fn graph(&self) -> &LabeledGraph {
        &self.graph
    }

    /// A hash of the pattern, computed once. Equal patterns have equal fingerprints within one
    /// build of the program; it is a key for caches, not something to store.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

impl TryFrom<LabeledGraph> for Pattern {
    type Error = EmptyPattern;

    fn try_from(graph: LabeledGraph) -> Result<Self, EmptyPattern> {
        if graph.num_nodes() == 0 {
            return Err(EmptyPattern);
        }
        let mut hasher = DefaultHasher::new();
        graph.hash(&mut hasher);
        Ok(Self { fingerprint: hasher.finish(), graph })
    }
}

impl Deref for Pattern {
    type Target = LabeledGraph;

    fn deref(&self) -> &LabeledGraph {
        &self.graph
    }
}
