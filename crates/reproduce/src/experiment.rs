//! The rows of the results.

use serde::{Deserialize, Serialize};

use crate::{Key, Set};

/// The experiment that a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Experiment {
    /// Tables 2, 3 and 5: any pattern, any graph.
    Main,
    /// Table 4: one model per pattern, the first, second or third.
    Secondary(usize),
    /// The encoders of Table 2 with other heads.
    Heads,
    /// As Table 2, but no test pattern occurs in training.
    Unseen,
    /// How the error depends on the number K of layers.
    Layers(usize),
    /// How the error depends on λ.
    Lambda(f64),
    /// How the error depends on the number of training triples.
    TrainingSize(usize),
}

/// A table that the paper does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extra {
    /// Encoders and heads, on SMALL.
    Heads,
    /// Patterns that do not occur in training, on SMALL.
    Unseen,
}

impl Extra {
    /// All tables.
    pub const ALL: &[Self] = &[Self::Heads, Self::Unseen];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Heads => "heads",
            Self::Unseen => "unseen",
        }
    }
}

/// A figure of the paper's appendix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// Error against K.
    Layers,
    /// Error against λ.
    Lambda,
    /// Error against the number of training triples.
    TrainingSize,
    /// Time against the number of arcs.
    Scalability,
}

impl Figure {
    /// All figures.
    pub const ALL: &[Self] = &[Self::Layers, Self::Lambda, Self::TrainingSize, Self::Scalability];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Layers => "layers",
            Self::Lambda => "lambda",
            Self::TrainingSize => "training-size",
            Self::Scalability => "scalability",
        }
    }
}

/// One row: a counter, and the steps that its numbers come from, one per seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct RowSpec {
    /// The data set.
    pub(crate) set: Set,
    /// The experiment.
    pub(crate) experiment: Experiment,
    /// The counter, by its name.
    pub(crate) counter: String,
    /// Runs that were trained for it; empty for a method or a trivial row.
    pub(crate) trainings: Vec<Key>,
    /// Its evaluations.
    pub(crate) evaluations: Vec<Key>,
}

/// A counter of the figure of time against arcs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ScaledCounter {
    /// A method: `exact`, `vf2` or `peregrine`.
    Method(String),
    /// A Count-GNN that reads all rows of the graph for every question.
    Fused(Key),
    /// A Count-GNN that builds an index when it opens the graph.
    Indexed(Key),
}

impl ScaledCounter {
    /// The name of the counter.
    #[must_use]
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Method(name) => name,
            Self::Fused(_) => "count-gnn",
            Self::Indexed(_) => "count-gnn, index",
        }
    }
}

/// One point of the figure of time against arcs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScaleSpec {
    /// The counter.
    pub(crate) counter: String,
    /// The arcs of the graph.
    pub(crate) arcs: usize,
    /// The step that measures it.
    pub(crate) key: Key,
}
