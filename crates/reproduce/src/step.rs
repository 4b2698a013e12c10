//! The steps of a plan, and what they depend on.

use serde::Serialize;

use crate::{Key, ScaledCounter, Set};

/// A step of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The key of the step.
    pub key: Key,
    /// The title of the step.
    pub title: String,
    /// The work to do.
    pub(crate) work: Work,
    /// The equivalent command in the folder of the plan.
    pub command: String,
    /// The estimated time in seconds, on two cores.
    pub estimate: f64,
}

/// The work of a step. Its inputs are identified by their keys, so any change affects all keys that
/// depend on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Work {
    /// Creates a data set.
    Data {
        /// The data set.
        set: Set,
        /// Maximum number of triples, spread evenly.
        limit: Option<usize>,
        /// The hash of the files that it is imported from.
        #[serde(skip_serializing_if = "Option::is_none")]
        source: Option<Key>,
    },
    /// Trains a model.
    Train {
        /// The data set.
        data: Key,
        /// The split.
        split: SplitSpec,
        /// The name of the model.
        model: String,
        /// The hash of the settings that `isocount train` starts with.
        preset: Key,
        /// Changes to its settings.
        settings: Vec<String>,
        /// The seed of its initial weights.
        seed: u64,
    },
    /// Runs a counter on the test part.
    Evaluate {
        /// The data set.
        data: Key,
        /// The split.
        split: SplitSpec,
        /// The counter.
        counter: CounterSpec,
        /// Maximum number of test triples, spread evenly.
        limit: Option<usize>,
    },
    /// Measures the time of a counter on a graph of a given size.
    Scale {
        /// The data set of the patterns.
        data: Key,
        /// The counter.
        counter: ScaledCounter,
        /// Number of arcs of the graph.
        arcs: usize,
    },
}

impl Work {
    /// The steps whose data or runs it reads.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &Key> {
        let (data, run) = match self {
            Self::Data { .. } => (None, None),
            Self::Train { data, .. } => (Some(data), None),
            Self::Evaluate { data, counter, .. } => match counter {
                CounterSpec::Run(run) => (Some(data), Some(run)),
                CounterSpec::Method(_) | CounterSpec::Trivial(_) => (Some(data), None),
            },
            Self::Scale { data, counter, .. } => match counter {
                ScaledCounter::Fused(run) | ScaledCounter::Indexed(run) => (Some(data), Some(run)),
                ScaledCounter::Method(_) => (Some(data), None),
            },
        };
        data.into_iter().chain(run)
    }
}

/// The split of a data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct SplitSpec {
    /// The seed.
    pub(crate) seed: u64,
    /// The pattern of the secondary protocol.
    pub(crate) pattern: Option<String>,
    /// The training triples of the protocol training-size.
    pub(crate) training_triples: Option<u32>,
    /// Whether no test pattern occurs in training; otherwise the protocol is `paper`.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) held_out_patterns: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(value: &bool) -> bool {
    !value
}

impl SplitSpec {
    /// The protocol `paper`.
    pub(crate) fn paper(seed: u64) -> Self {
        Self { seed, pattern: None, training_triples: None, held_out_patterns: false }
    }
}

/// The counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CounterSpec {
    /// A trained model.
    Run(Key),
    /// A method: `exact`, `vf2` or `peregrine`.
    Method(String),
    /// A trivial baseline.
    Trivial(String),
}
