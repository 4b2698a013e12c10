//! Estimates of the duration of steps, from measurements on two cores of a server of 2021; accurate
//! to a factor of two.

use isocount_nn::ModelEntry;

use crate::scope::is_wide;
use crate::{ScaledCounter, Set};

/// The cost of a data set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Triples for training and validation.
    train: f64,
    /// Triples for testing.
    test: f64,
    /// The size of its graphs relative to those of SMALL.
    weight: f64,
    set: Set,
}

impl Cost {
    pub(crate) fn of(set: Set, limit: Option<usize>) -> Self {
        let triples = limit.unwrap_or(usize::MAX).min(set.num_triples()) as f64;
        let train = match set {
            Set::Small | Set::Large if triples > 6_000.0 => 5_000.0,
            Set::Mutag | Set::MutagEdgeBlind => 1_000.0,
            _ => 0.4 * triples,
        };
        Self { train, test: triples - 1.2 * train, weight: set.weight(), set }
    }

    /// The share of one of `patterns` patterns.
    pub(crate) fn part(self, patterns: usize) -> Self {
        let share = patterns as f64;
        Self {
            train: (self.train + self.test) / share / 4.0,
            test: self.test / share / 2.0,
            ..self
        }
    }

    /// Sets another number of training triples.
    pub(crate) fn with_training(self, triples: usize) -> Self {
        Self { train: triples as f64, ..self }
    }

    /// The training time in seconds.
    pub(crate) fn training(self, model: &ModelEntry, epochs: Option<u64>) -> f64 {
        let [narrow, wide] = match self.set {
            Set::Small => [120.0, 40.0],
            Set::Large => [60.0, 20.0],
            Set::Mutag | Set::MutagEdgeBlind => [400.0, 60.0],
            Set::PpaStandIn => [12.0, 5.0],
        };
        let usual = if is_wide(model) { wide } else { narrow };
        let epochs = epochs.map_or(usual, |epochs| epochs as f64);
        // Examples of a graph are consecutive there, about four of them, and the graph is encoded
        // once.
        let graphs = if self.set == Set::PpaStandIn { self.train / 3.0 } else { self.train };
        1.0 + epochs * graphs * self.weight * micros_of_training(model.name) / 1e6
    }

    /// The testing time in seconds.
    pub(crate) fn asking(self, counter: &str, limit: Option<usize>) -> f64 {
        let triples = limit.map_or(self.test, |limit| self.test.min(limit as f64));
        0.5 + triples * self.weight * micros_of_asking(counter) / 1e6
    }
}

/// The time to make a data set, in seconds.
pub(crate) fn making(set: Set, limit: Option<usize>) -> f64 {
    let triples = limit.unwrap_or(usize::MAX).min(set.num_triples()) as f64;
    0.5 + triples * 7e-6 * set.weight()
}

/// The time of a size of the figure of time against arcs, in seconds.
pub(crate) fn scaling(counter: &ScaledCounter, arcs: usize) -> f64 {
    let micros = match counter {
        ScaledCounter::Method(name) if name == "vf2" => 40.0,
        ScaledCounter::Method(name) if name == "peregrine" => 30.0,
        _ => 5.0,
    };
    0.1 + arcs as f64 * micros / 1e6
}

/// Microseconds per training example of SMALL, with two threads.
fn micros_of_training(model: &str) -> f64 {
    match model {
        "count-gnn" | "count-gnn-e" | "count-gnn-m" | "count-gnn-plus" => 28.0,
        "count-gnn-as-run" => 250.0,
        "gcn" | "lrp" => 200.0,
        "graphsage" | "gin" | "rgcn-sum" => 330.0,
        "dpgcnn" | "diffpool" | "rgin-sum" | "rgcn-dn" => 550.0,
        "gat" | "rgin-dn" => 750.0,
        _ => 1_900.0,
    }
}

/// Microseconds per test triple of SMALL, with one thread.
fn micros_of_asking(counter: &str) -> f64 {
    match counter {
        "exact" => 1.6,
        "vf2" => 40.0,
        "count-gnn" | "count-gnn-e" | "count-gnn-m" => 14.0,
        "peregrine" | "count-gnn-sum-head" | "count-gnn-sum-log" => 20.0,
        "count-gnn-as-run" => 100.0,
        "count-gnn-plus" | "smallest-tree" => 90.0,
        "dmpnn-lrp" => 1_500.0,
        "gcn" | "lrp" => 160.0,
        "zero" | "train-mean" | "train-median" | "pattern-median" | "pattern-rate" => 2.0,
        _ => 400.0,
    }
}
