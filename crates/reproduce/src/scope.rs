//! Scopes: the amount of data and training, and the rows that are made.

use isocount_nn::ModelEntry;

use crate::Set;
use crate::candidate::{Candidate, candidates};

/// Epochs of training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epochs {
    /// For Count-GNN and its variants.
    pub narrow: u64,
    /// For the paper's baselines, which have wide layers and take longer.
    pub wide: u64,
}

impl Epochs {
    /// The number of epochs for a model.
    pub(crate) fn of(self, model: &ModelEntry) -> u64 {
        if is_wide(model) { self.wide } else { self.narrow }
    }
}

/// The amount of data and training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The name of the scope.
    pub name: &'static str,
    /// The number of triples of each data set, an even sample; all if `None`.
    pub data: Option<usize>,
    /// The number of test triples, an even sample; all if `None`.
    pub test: Option<usize>,
    /// Training epochs; those of `isocount train` if `None`.
    pub epochs: Option<Epochs>,
    /// The models, unless some are selected; all if `None`.
    pub models: Option<&'static [&'static str]>,
    /// Seeds of splits and models, unless specified; if `None`, three or one, see [`Scope::FULL`].
    pub seeds: Option<u64>,
    /// The arcs of the graphs in the figure of time against arcs.
    pub scales: &'static [usize],
}

/// The best three baselines on SMALL.
const BEST_BASELINES: [&str; 3] = ["gin", "rgin-sum", "dmpnn-lrp"];

impl Scope {
    /// Whole data sets, 20,000 test triples, the settings of `isocount train`, every model. There
    /// are three seeds on MUTAG, and elsewhere for Count-GNN, its variants and the best three
    /// baselines; one for the rest, and for Count-GNN as run on large graphs.
    pub const FULL: Self = Self {
        name: "full",
        data: None,
        test: Some(20_000),
        epochs: None,
        models: None,
        seeds: None,
        // The paper's five sizes, extended to a million.
        scales: &[500, 1_000, 1_500, 2_000, 2_500, 10_000, 100_000, 1_000_000],
    };
    /// A sample of the data, a few epochs and a few models: minutes instead of hours.
    pub const QUICK: Self = Self {
        name: "quick",
        data: Some(8_000),
        test: Some(2_000),
        epochs: Some(Epochs { narrow: 30, wide: 6 }),
        models: Some(&["count-gnn", "count-gnn-e", "count-gnn-m", "gin", "rgin-sum"]),
        seeds: Some(1),
        scales: &[500, 1_000, 1_500, 2_000, 2_500, 10_000],
    };

    /// Whether a model has rows when no models are selected.
    pub(crate) fn includes(&self, model: &str) -> bool {
        self.models.is_none_or(|models| models.contains(&model))
    }

    /// The number of seeds of a row, unless specified.
    pub(crate) fn seeds_of(&self, set: Set, model: &Candidate) -> u64 {
        let is_told_apart = match model.entry.name {
            // On large graphs it takes ten times as long as Count-GNN, and the comparison of heads
            // is on SMALL.
            "count-gnn-as-run" => !set.has_large_graphs(),
            name => !is_wide(model.entry) || BEST_BASELINES.contains(&name),
        };
        let usual = if set.is_imported() || is_told_apart { 3 } else { 1 };
        self.seeds.unwrap_or(usual)
    }

    /// The number of splits on which methods and trivial rows are evaluated: that of the row with
    /// the most seeds.
    pub(crate) fn splits_of(&self, set: Set) -> u64 {
        let of_models = candidates().map(|model| self.seeds_of(set, &model));
        of_models.max().unwrap_or(1)
    }

    /// The limit of test triples, if a data set has more.
    pub(crate) fn test_limit(&self, set: Set) -> Option<usize> {
        self.test.filter(|&limit| limit < set.num_triples())
    }

    /// The models of the scope.
    pub(crate) fn model_names(&self) -> Vec<&'static str> {
        self.models.map_or_else(|| candidates().map(|model| model.name).collect(), <[_]>::to_vec)
    }
}

/// Whether a model is one of the paper's baselines, which have wide layers.
pub(crate) fn is_wide(model: &ModelEntry) -> bool {
    model.widths.usual >= 64
}
