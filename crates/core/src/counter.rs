//! The one verb: exact, sampled and learned engines all implement [`Counter`].

use std::sync::Arc;

use crate::{Answer, Budget, Cancelled, Control, LabeledGraph, NotRead, Pattern, Semantics};

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The number of mappings does not fit in 128 bits; that of subgraphs might.
    #[error("there are more than {max} mappings, the most that 128 bits hold", max = u128::MAX - 1)]
    Overflow,
    /// The method does not know a label, or another part of the pattern or the graph.
    #[error("{method}: {problem}")]
    Unknown {
        /// The counter's name.
        method: &'static str,
        /// What it does not know.
        problem: String,
    },
    /// The method does not know this meaning.
    #[error("{method} cannot count {semantics}")]
    Unsupported {
        /// The counter's name.
        method: &'static str,
        /// What was asked.
        semantics: Semantics,
    },
    /// The method cannot count this kind of pattern or graph.
    #[error("{method} cannot count {what}")]
    UnsupportedInput {
        /// The counter's name.
        method: &'static str,
        /// What the pattern or the graph has, such as `directed arcs`.
        what: &'static str,
    },
    /// A condition does not fit the attributes of the graph.
    #[error("{problem}")]
    Attribute {
        /// What does not fit, and what there is.
        problem: String,
    },
    /// The pattern or the graph could not be read.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// The work was cancelled before there was anything to say.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl CountError {
    /// Whether the method refuses such questions on principle, whatever their answer.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Unsupported { .. } | Self::UnsupportedInput { .. })
    }
}

/// Anything that answers "how often does this pattern occur in this graph?".
pub trait Counter: Send + Sync {
    /// The name used on the command line and in tables.
    fn name(&self) -> &'static str;

    /// Pays the per-graph cost once: builds an index, embeds the nodes, prepares samplers. What
    /// comes back borrows nothing, so it can be kept for as long as it is useful.
    ///
    /// # Errors
    /// If the graph cannot be prepared by this counter, or the work was cancelled.
    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError>;

    /// One question, for those who have only one. Counters override it when a single question
    /// need not pay for an index, or for the copy of the graph that this takes.
    ///
    /// # Errors
    /// As [`OpenGraph::count`].
    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let graph = Arc::new(graph.clone());
        self.open(&graph, &budget.control)?.count(pattern, semantics, budget)
    }
}

/// A graph that a [`Counter`] has prepared; ask it many patterns.
pub trait OpenGraph: Send {
    /// Counts one pattern.
    ///
    /// # Errors
    /// If the number of mappings does not fit in 128 bits, or the method does not know this
    /// meaning.
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError>;

    /// Counts several patterns, each within the budget. The answers are those of
    /// [`count`](Self::count), one by one; counters override it when many at once are cheaper.
    fn count_each(
        &mut self,
        patterns: &[&Pattern],
        semantics: Semantics,
        budget: &Budget,
    ) -> Vec<Result<Answer, CountError>> {
        patterns.iter().map(|pattern| self.count(pattern, semantics, budget)).collect()
    }

    /// Another handle on the same prepared graph, for another thread: the index is shared, the
    /// working memory is not.
    fn fork(&self) -> Box<dyn OpenGraph>;
}
