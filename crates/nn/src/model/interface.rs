//! What every model can do.

use isocount_core::Cancelled;
use isocount_grad::{Params, Tape, Var};
use isocount_model::{Reverse, Vocabulary};

use crate::{Batch, GraphBatch, Needs};

/// What a model puts on the tape for a batch.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// The counts in the [`Space`] of the model, before they are kept from being negative: `[B,
    /// 1]`.
    pub counts: Var,
    /// What the loss charges besides the error, for each question: `[B, 1]`.
    pub penalty: Option<Var>,
    /// What a count cannot exceed, in the same space: `[B, 1]`. Training does not see it, since an
    /// output above it would get no gradient.
    pub bound: Option<Var>,
}

impl Prediction {
    /// Counts and nothing else.
    pub(crate) fn of(counts: Var) -> Self {
        Self { counts, penalty: None, bound: None }
    }

    /// The counts that are predicted, in the space of the model.
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
    /// Answers a batch.
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction;

    /// How batches for this model are made.
    fn reverse(&self) -> Reverse {
        Reverse::Include
    }

    /// What it wants to see of each pair; `None`: the pattern and the graph on their own.
    fn needs(&self) -> Option<Needs> {
        None
    }

    /// What its outputs are.
    fn space(&self) -> Space {
        Space::Count
    }

    /// The most nodes that a pattern or graph may have; `None`: any number.
    fn most_nodes(&self) -> Option<usize> {
        None
    }

    /// What patterns or graphs come to whatever the other side is, a row for each:
    /// [`Model::answer`] needs nothing else of them. `None` if a graph looks different to each
    /// pattern.
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

/// What the output of a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// n̂.
    Count,
    /// ln(1 + n̂).
    LogCount,
}

/// What is summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Patterns.
    Pattern,
    /// Graphs.
    Graph,
}

/// What `isocount-nn` makes of the settings of a model.
pub(crate) trait Build {
    /// Makes the model.
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model>;
}
