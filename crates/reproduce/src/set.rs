//! The data sets of the paper.

use serde::{Deserialize, Serialize};

/// A data set of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Set {
    /// 448,140 synthetic graphs of up to 64 nodes.
    Small,
    /// 395,280 synthetic graphs of up to 512 nodes.
    Large,
    /// 188 molecules; edge labels must agree.
    Mutag,
    /// MUTAG with edge labels ignored, as in the released counts.
    MutagEdgeBlind,
    /// 6,000 synthetic graphs with the statistics of OGB-PPA.
    PpaStandIn,
}

impl Set {
    /// All data sets, in the order of the paper.
    pub const ALL: &[Self] =
        &[Self::Small, Self::Large, Self::Mutag, Self::MutagEdgeBlind, Self::PpaStandIn];

    /// The name in folders and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
            Self::Mutag => "mutag",
            Self::MutagEdgeBlind => "mutag-edge-blind",
            Self::PpaStandIn => "ppa-stand-in",
        }
    }

    /// The name for readers.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Small => "SMALL",
            Self::Large => "LARGE",
            Self::Mutag => "MUTAG",
            Self::MutagEdgeBlind => "MUTAG, edge labels ignored",
            Self::PpaStandIn => "stand-in for OGB-PPA",
        }
    }

    /// The set of the paper whose published numbers are compared. They are about other graphs:
    /// regenerated ones, or for OGB-PPA the real ones.
    #[must_use]
    pub fn paper(self) -> &'static str {
        match self {
            Self::Small => "SMALL",
            Self::Large => "LARGE",
            Self::Mutag | Self::MutagEdgeBlind => "MUTAG",
            Self::PpaStandIn => "OGB-PPA",
        }
    }

    /// Whether its graphs are read from files instead of generated.
    #[must_use]
    pub fn is_imported(self) -> bool {
        matches!(self, Self::Mutag | Self::MutagEdgeBlind)
    }

    /// The limit that corresponds to a number of triples when the set is made: those of the
    /// stand-in belong to its graphs, of which there are 6,000.
    pub(crate) fn limit(self, triples: usize) -> usize {
        match self {
            Self::PpaStandIn => triples * 6_000 / self.num_triples(),
            _ => triples,
        }
    }

    /// Whether its graphs have hundreds of nodes or more, so that a wide model takes hours.
    #[must_use]
    pub fn has_large_graphs(self) -> bool {
        matches!(self, Self::Large | Self::PpaStandIn)
    }

    /// The number of triples of the whole set.
    #[must_use]
    pub fn num_triples(self) -> usize {
        match self {
            Self::Small => 448_140,
            Self::Large => 395_280,
            Self::Mutag | Self::MutagEdgeBlind => 4_512,
            Self::PpaStandIn => 57_940,
        }
    }

    /// The size of its graphs relative to those of SMALL, for estimates of time.
    pub(crate) fn weight(self) -> f64 {
        match self {
            Self::Small => 1.0,
            Self::Large => 7.3,
            Self::Mutag | Self::MutagEdgeBlind => 0.55,
            Self::PpaStandIn => 15.0,
        }
    }

    /// The three patterns of the secondary setting: the first of a size with the most labels, or
    /// for MUTAG with one label, since others hardly occur.
    #[must_use]
    pub fn secondary_patterns(self) -> &'static [&'static str] {
        match self {
            Self::Small => &["P_N3_E4_NL2_EL4_0", "P_N4_E4_NL4_EL4_0", "P_N8_E8_NL8_EL8_0"],
            Self::Large => &["P_N4_E4_NL4_EL4_0", "P_N8_E8_NL8_EL8_0", "P_N16_E16_NL16_EL16_0"],
            Self::Mutag => &["P_N3_E2_NL1_EL1_0", "P_N4_E3_NL1_EL1_0", "P_N4_E3_NL1_EL1_2"],
            Self::MutagEdgeBlind | Self::PpaStandIn => &[],
        }
    }

    /// The number of epochs of the secondary setting.
    pub(crate) fn secondary_epochs(self) -> u64 {
        match self {
            Self::Mutag | Self::MutagEdgeBlind => 200,
            Self::Small => 100,
            Self::Large | Self::PpaStandIn => 50,
        }
    }
}
