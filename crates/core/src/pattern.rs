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
    fingerprint: u128,
}

impl Pattern {
    /// The pattern as a graph.
    #[must_use]
    pub fn graph(&self) -> &LabeledGraph {
        &self.graph
    }

    /// A hash of the pattern, computed once: equal for equal patterns, and for others with a chance
    /// of 2⁻¹²⁸. It is a key for caches within one run of the program, not something to store.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        self.fingerprint
    }
}

impl TryFrom<LabeledGraph> for Pattern {
    type Error = EmptyPattern;

    fn try_from(graph: LabeledGraph) -> Result<Self, EmptyPattern> {
        if graph.num_nodes() == 0 {
            return Err(EmptyPattern);
        }
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &graph).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        Ok(Self { fingerprint: half(0) << 64 | half(1), graph })
    }
}

impl Deref for Pattern {
    type Target = LabeledGraph;

    fn deref(&self) -> &LabeledGraph {
        &self.graph
    }
}
