//! The interface of every model.

use isocount_core::Cancelled;
use isocount_grad::{Params, Tape, Var};
use isocount_model::{Reverse, Vocabulary};

use crate::{Batch, GraphBatch, Needs};

/// The predictions of a model for a batch, on the tape.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// The counts in the [`Space`] of the model, before negative values are clamped: `[B, 1]`.
    pub counts: Var,
    /// An additional penalty in the loss, for each question: `[B, 1]`.
    pub penalty: Option<Var>,
    /// An upper bound on the count, in the same space: `[B, 1]`. Training does not use it, since an
    /// output above it would have no gradient.
    pub bound: Option<Var>,
}

impl Prediction {
    /// Only counts.
    pub(crate) fn of(counts: Var) -> Self {
        Self { counts, penalty: None, bound: None }
    }

    /// The predicted counts, in the space of the model.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn outputs(&self, tape: &Tape<'_>) -> Result<Vec<f32>, Cancelled> {
        let counts = tape.finish(self.counts)?.data();
        Ok(match self.bound {
            None => counts.to_vec(),
            Some(bound) => {
                let bounds = tape.finish(bound)?.data();
                counts.iter().zip(bounds).map(|(count, bound)| count.min(*bound)).collect()
            }
        })
    }
}

/// A learned counter.
pub trait Model: Send + Sync {
    /// Predicts the counts of a batch.
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction;

    /// How batches for this model treat reverse arcs.
    fn reverse(&self) -> Reverse {
        Reverse::Include
    }

    /// What the model needs of each pair; `None` if it uses the pattern and the graph separately.
    fn needs(&self) -> Option<Needs> {
        None
    }

    /// The space of its outputs.
    fn space(&self) -> Space {
        Space::Count
    }

    /// The most nodes that a pattern or graph may have; `None` if there is no limit.
    fn most_nodes(&self) -> Option<usize> {
        None
    }

    /// Summaries of patterns or graphs that do not depend on the other side, a row for each:
    /// [`Model::answer`] needs nothing else of them. `None` if the encoding of a graph depends on
    /// the pattern.
    fn summarise(&self, _: &mut Tape<'_>, _: &GraphBatch, _: Side) -> Option<Var> {
        None
    }

    /// Predictions, row by row, from summaries of patterns and graphs ([`Model::summarise`]).
    ///
    /// # Panics
    /// If the model makes no summaries.
    fn answer(&self, _: &mut Tape<'_>, _patterns: Var, _graphs: Var) -> Prediction {
        unreachable!("this model makes no summaries")
    }
}

/// The space of a model's outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// n̂.
    Count,
    /// ln(1 + n̂).
    LogCount,
}

/// The side that is summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Patterns.
    Pattern,
    /// Graphs.
    Graph,
}

/// The construction of a model from its settings.
pub(crate) trait Build {
    /// Creates the model.
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model>;
}
