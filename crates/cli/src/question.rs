//! What is asked of every pair: the meaning, the view, the method and its limits.

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use isocount::data::Meaning;
use isocount::{Budget, Counter, Directions, Labels, METHODS, Method, Semantics, Unit, View};

use crate::args::{MeaningArgs, ReadoutArg, SemanticsArg, UnitArg, WorkArgs};
use crate::error::Failure;
use crate::learned::LearnedModel;

/// A question without its pattern and graph.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) semantics: Semantics,
    pub(crate) view: View,
    pub(crate) budget: Budget,
    pub(crate) way: Way,
    pub(crate) threads: NonZeroUsize,
}

impl Question {
    /// `index` is a graph that was prepared before, if there is one.
    pub(crate) fn new(
        meaning: &MeaningArgs,
        work: &WorkArgs,
        index: Option<&Path>,
    ) -> Result<Self, Failure> {
        let one_per_processor = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let (semantics, view) = (semantics(meaning.semantics, meaning.unit)?, view(meaning));
        Ok(Self {
            semantics,
            view,
            budget: Budget::UNLIMITED.with_time(work.time_limit).with_steps(work.step_limit),
            way: Way::new(work, index, &Meaning::new(semantics, view))?,
            threads: work.threads.unwrap_or_else(one_per_processor),
        })
    }

    /// The counter, when `workers` of them share the threads and each graph meets so many patterns.
    ///
    /// A step limit means one thread per question: only then is the answer the same everywhere.
    pub(crate) fn counter(&self, workers: usize, patterns: usize) -> Box<dyn Counter> {
        let threads = match self.budget.steps {
            Some(_) => 1,
            None => (self.threads.get() / workers).max(1),
        };
        match &self.way {
            Way::Search(method) => (method.make)(threads),
            Way::Learned(model) => model.counter(patterns, threads),
        }
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

/// How it is counted.
#[derive(Clone)]
pub(crate) enum Way {
    /// By a search.
    Search(Method),
    /// By a trained model.
    Learned(LearnedModel),
}

impl Way {
    fn new(work: &WorkArgs, index: Option<&Path>, meaning: &Meaning) -> Result<Self, Failure> {
        let usual = if index.is_some() { LEARNED } else { METHODS[0].name };
        let name = work.method.as_deref().unwrap_or(usual);
        if let Some(method) = Method::find(name) {
            return match () {
                () if index.is_some() => Err(Failure::usage("--index goes with --method learned")),
                () if work.model.is_some() => {
                    Err(Failure::usage("--model goes with --method learned"))
                }
                () if work.readout != ReadoutArg::Auto => {
                    Err(Failure::usage("--readout goes with --method learned"))
                }
                () => Ok(Self::Search(method)),
            };
        }
        if work.time_limit.is_some() || work.step_limit.is_some() {
            return Err(Failure::usage(
                "--time-limit and --step-limit bound a search; a learned count takes no steps",
            ));
        }
        let (model, path) = match (index, work.model.as_deref()) {
            (Some(_), _) if work.readout != ReadoutArg::Auto => {
                return Err(Failure::usage("--readout says how a graph is read, not an index"));
            }
            (Some(index), run) => (LearnedModel::of_index(index, run)?, index),
            (None, Some(run)) => (LearnedModel::of_run(run, work.readout)?, run),
            (None, None) => {
                return Err(Failure::usage(
                    "--method learned needs the folder of a run: --model RUN",
                ));
            }
        };
        if model.meaning() != meaning {
            let (trained, asked) = (model.meaning().to_string(), meaning.to_string());
            return Err(Failure::OtherMeaning { run: path.to_owned(), trained, asked });
        }
        Ok(Self::Learned(model))
    }

    /// The name used on the command line and in JSON.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Search(method) => method.name,
            Self::Learned(_) => LEARNED,
        }
    }
}

/// The method that needs a model.
pub(crate) const LEARNED: &str = "learned";

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
