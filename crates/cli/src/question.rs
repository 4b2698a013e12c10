//! What is asked of every pair: the meaning, the view, the method and its limits.

use std::num::NonZeroUsize;
use std::thread;

use isocount::{Budget, Counter, Directions, Labels, Method, Semantics, Unit, View};

use crate::args::{MeaningArgs, SemanticsArg, UnitArg, WorkArgs};
use crate::error::Failure;

/// A question without its pattern and graph.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub(crate) semantics: Semantics,
    pub(crate) view: View,
    pub(crate) budget: Budget,
    pub(crate) method: Method,
    pub(crate) threads: NonZeroUsize,
}

impl Question {
    pub(crate) fn new(meaning: &MeaningArgs, work: &WorkArgs) -> Result<Self, Failure> {
        let one_per_processor = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Ok(Self {
            semantics: semantics(meaning.semantics, meaning.unit)?,
            view: view(meaning),
            budget: Budget { time: work.time_limit, steps: work.step_limit },
            method: Method::find(&work.method).expect("the parser accepts names of methods only"),
            threads: work.threads.unwrap_or_else(one_per_processor),
        })
    }

    /// The counter, when `workers` of them share the threads.
    ///
    /// A step limit means one thread per question: only then is the answer the same everywhere.
    pub(crate) fn counter(&self, workers: usize) -> Box<dyn Counter> {
        let threads = match self.budget.steps {
            Some(_) => 1,
            None => (self.threads.get() / workers).max(1),
        };
        (self.method.make)(threads)
    }

    /// What the view leaves out, as named in JSON.
    pub(crate) fn ignored(&self) -> Vec<&'static str> {
        let View { node_labels, edge_labels, directions } = self.view;
        let parts = [
            ("node_labels", node_labels == Labels::Ignore),
            ("edge_labels", edge_labels == Labels::Ignore),
            ("directions", directions == Directions::Ignore),
        ];
        parts.into_iter().filter(|&(_, ignored)| ignored).map(|(name, _)| name).collect()
    }

    /// The convention, for people: `monomorphism, directions ignored`.
    pub(crate) fn convention(&self) -> String {
        let mut text = self.semantics.name().to_owned();
        for part in self.ignored() {
            text = format!("{text}, {} ignored", part.replace('_', " "));
        }
        text
    }
}

fn semantics(semantics: SemanticsArg, unit: UnitArg) -> Result<Semantics, Failure> {
    let counted = match unit {
        UnitArg::Mappings => Unit::Mappings,
        UnitArg::Subgraphs => Unit::Subgraphs,
    };
    match (semantics, unit) {
        (SemanticsArg::Monomorphism, _) => Ok(Semantics::Monomorphism(counted)),
        (SemanticsArg::Induced, _) => Ok(Semantics::Induced(counted)),
        (SemanticsArg::Homomorphism, UnitArg::Mappings) => Ok(Semantics::Homomorphism),
        (SemanticsArg::Homomorphism, UnitArg::Subgraphs) => Err(Failure::usage(
            "homomorphisms cannot be counted as subgraphs: pattern nodes may share a graph node,\n\
             so the automorphisms of the pattern do not divide the mappings evenly\n\n  \
             tip: use `--unit mappings`, or `--semantics monomorphism`",
        )),
    }
}

fn view(meaning: &MeaningArgs) -> View {
    let labels = |ignore| if ignore { Labels::Ignore } else { Labels::Keep };
    View {
        node_labels: labels(meaning.ignore_node_labels),
        edge_labels: labels(meaning.ignore_edge_labels),
        directions: if meaning.undirected { Directions::Ignore } else { Directions::Keep },
    }
}
