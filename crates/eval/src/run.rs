//! Asking a counter the test part of a data set.

use std::sync::Arc;
use std::time::Instant;

use isocount_core::{Answer, Budget, Counter, LabeledGraph, Pattern, View};
use isocount_data::{TestSet, Trial};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::Outcome;

/// What a counter said about every test triple, in order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// The counter.
    pub counter: String,
    /// What it said.
    pub outcomes: Vec<Outcome>,
}

/// Told how many triples more are done.
pub type Progress<'a> = &'a dyn Fn(u64);

/// Asks everything on one thread, so that times are those of the counter alone. Triples of the same
/// graph that follow each other share its opening; a graph with a single question is not opened.
/// Unpacking graphs and applying the data set's view are not timed: every counter gets the same.
#[must_use]
pub fn run(
    counter: &dyn Counter,
    test: &TestSet<'_>,
    budget: &Budget,
    progress: Progress<'_>,
) -> Run {
    let trials: Vec<Trial<'_>> = test.trials().collect();
    let mut patterns = SeenPatterns { view: test.view(), seen: FxHashMap::default() };
    let mut outcomes = Vec::with_capacity(trials.len());
    for of_graph in trials.chunk_by(|a, b| a.graph == b.graph) {
        let graph = test.graph(of_graph[0].graph);
        let graph = if test.view().is_plain() { graph } else { test.view().apply(&graph) };
        ask(counter, test, budget, &Arc::new(graph), of_graph, &mut patterns, &mut outcomes);
        progress(of_graph.len() as u64);
    }
    Run { counter: counter.name().to_owned(), outcomes }
}

fn ask(
    counter: &dyn Counter,
    test: &TestSet<'_>,
    budget: &Budget,
    graph: &Arc<LabeledGraph>,
    trials: &[Trial<'_>],
    patterns: &mut SeenPatterns,
    outcomes: &mut Vec<Outcome>,
) {
    let semantics = test.semantics();
    let outcome = |trial: &Trial<'_>, said, open_seconds, count_seconds| {
        let truth = trial.count.0 as f64;
        Outcome { triple: trial.triple, truth, said, open_seconds, count_seconds }
    };
    if let [trial] = trials {
        let pattern = patterns.get(trial.pattern);
        let started = Instant::now();
        let answer = counter.count(pattern, graph, semantics, budget);
        let seconds = started.elapsed().as_secs_f64();
        return outcomes.push(outcome(trial, answer.ok().map(Answer::value), 0.0, seconds));
    }
    let started = Instant::now();
    let mut open = counter.open(graph, &budget.control).ok();
    let mut open_seconds = started.elapsed().as_secs_f64();
    for trial in trials {
        let pattern = patterns.get(trial.pattern);
        let started = Instant::now();
        let said = open.as_mut().and_then(|open| open.count(pattern, semantics, budget).ok());
        let seconds = started.elapsed().as_secs_f64();
        outcomes.push(outcome(trial, said.map(Answer::value), open_seconds, seconds));
        open_seconds = 0.0;
    }
}

/// Patterns as the question sees them, each made once.
struct SeenPatterns {
    view: View,
    seen: FxHashMap<u128, Pattern>,
}

impl SeenPatterns {
    fn get(&mut self, pattern: &Pattern) -> &Pattern {
        let view = self.view;
        self.seen.entry(pattern.fingerprint()).or_insert_with(|| view.apply_to_pattern(pattern))
    }
}
