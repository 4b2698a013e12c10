//! Properties that the author of a file probably did not intend.

use std::fmt;

use super::LabelLook;

/// A property of a graph that often makes a count zero or wrong without being noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Oddity {
    /// There are no nodes.
    Empty,
    /// Every node has a unique label, which no pattern can share.
    UniqueNodeLabels,
    /// Every edge has a unique label.
    UniqueEdgeLabels,
    /// The edge labels are many distinct numbers.
    WeightsAsEdgeLabels,
    /// No arc has a reverse arc.
    NoneReciprocated,
    /// Nearly all arcs have a reverse arc.
    NearlyAllReciprocated,
}

impl Oddity {
    pub(super) fn of_node_labels(look: LabelLook) -> Option<Self> {
        (look == LabelLook::Unique).then_some(Self::UniqueNodeLabels)
    }

    pub(super) fn of_edge_labels(look: LabelLook) -> Option<Self> {
        match look {
            LabelLook::Unique => Some(Self::UniqueEdgeLabels),
            LabelLook::Weights => Some(Self::WeightsAsEdgeLabels),
            LabelLook::Absent | LabelLook::Unlabeled | LabelLook::Classes => None,
        }
    }

    /// A machine-readable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::UniqueNodeLabels => "unique_node_labels",
            Self::UniqueEdgeLabels => "unique_edge_labels",
            Self::WeightsAsEdgeLabels => "weights_as_edge_labels",
            Self::NoneReciprocated => "none_reciprocated",
            Self::NearlyAllReciprocated => "nearly_all_reciprocated",
        }
    }
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "there are no nodes",
            Self::UniqueNodeLabels => "every node has a label of its own",
            Self::UniqueEdgeLabels => "every edge has a label of its own",
            Self::WeightsAsEdgeLabels => "the edge labels look like weights",
            Self::NoneReciprocated => "no arc has its reverse",
            Self::NearlyAllReciprocated => "nearly all arcs have their reverse, but not all",
        })
    }
}
