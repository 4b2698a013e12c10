//! A network as a counter, and graphs opened by it.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};

use crate::error::{METHOD, unknown};
use crate::{Encoded, Index, IndexFile, InferError, Network, PatternCode};

/// How `r` is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Readout {
    /// The cheapest method for this number of patterns per graph.
    Auto {
        /// The number of patterns per graph.
        patterns: usize,
    },
    /// By a pass over all rows.
    Fused,
    /// From an index that is built when a graph is opened.
    Indexed,
}

impl Readout {
    /// Whether to build an index for a graph with this many rows.
    fn is_indexed(self, num_rows: usize) -> bool {
        match self {
            Self::Fused => false,
            Self::Indexed => true,
            Self::Auto { patterns } => {
                worth_an_index(num_rows).is_some_and(|worth| patterns >= worth)
            }
        }
    }
}

/// The number of patterns from which an index of a graph is cheaper than a pass over its rows for
/// each, as measured in `benchmarks/infer`. `None` if there is no such number, since a pass over
/// few rows is as fast as searching an index.
fn worth_an_index(num_rows: usize) -> Option<usize> {
    (num_rows >= 256).then(|| 64 + 80_000 / num_rows)
}

/// A network that answers questions with one meaning.
#[derive(Clone, Debug)]
pub struct FastCounter {
    network: Arc<Network>,
    /// The semantics that it was trained for.
    semantics: Semantics,
    readout: Readout,
    threads: usize,
}

/// The number of patterns that are answered together: the part of an index that one of them reads
/// is then in the cache for the next. The work can be cancelled between groups.
const AT_ONCE: usize = 128;

fn estimate(value: f64) -> Result<Answer, CountError> {
    if value.is_finite() {
        return Ok(Answer::estimate(value));
    }
    Err(unknown("the model's numbers overflow on this graph"))
}

fn check_semantics(known: Semantics, asked: Semantics) -> Result<(), CountError> {
    if known == asked {
        return Ok(());
    }
    Err(CountError::Unsupported { method: METHOD, semantics: asked })
}

/// Encodes a pattern for the network, which supports single labels, but not sets of labels.
fn encode(
    network: &Network,
    pattern: &Pattern,
    control: &Control,
) -> Result<PatternCode, CountError> {
    if pattern.has_absent() {
        return Err(CountError::UnsupportedInput { method: METHOD, what: "absent arcs" });
    }
    if pattern.has_sets() {
        return Err(CountError::UnsupportedInput { method: METHOD, what: "sets of labels" });
    }
    Ok(network.encode_pattern(pattern, control)?)
}

/// Answers patterns in groups. A pattern that cannot be encoded gets no answer; if a group cannot
/// be answered, no pattern of it gets one.
fn answer_each(
    network: &Network,
    patterns: &[&Pattern],
    control: &Control,
    counts: impl Fn(&[&PatternCode]) -> Result<Vec<f64>, CountError>,
) -> Vec<Result<Answer, CountError>> {
    let mut answers = Vec::with_capacity(patterns.len());
    for patterns in patterns.chunks(AT_ONCE) {
        let encode = |pattern: &&Pattern| encode(network, pattern, control);
        let codes: Vec<Result<PatternCode, CountError>> = patterns.iter().map(encode).collect();
        let known: Vec<&PatternCode> = codes.iter().flatten().collect();
        let counts = counts(&known);
        let mut next = counts.iter().flatten();
        let answer = |code: &Result<PatternCode, CountError>| match (code, &counts) {
            (Err(problem), _) | (_, Err(problem)) => Err(problem.clone()),
            (Ok(_), Ok(_)) => next
                .next()
                .map_or_else(|| unreachable!("each code has a count"), |count| estimate(*count)),
        };
        answers.extend(codes.iter().map(answer));
    }
    answers
}

impl FastCounter {
    /// Creates a counter from a network that was trained for these semantics.
    #[must_use]
    pub fn new(
        network: Arc<Network>,
        semantics: Semantics,
        readout: Readout,
        threads: usize,
    ) -> Self {
        Self { network, semantics, readout, threads }
    }

    fn prepare(&self, graph: &LabeledGraph, control: &Control) -> Result<Prepared, CountError> {
        let (network, threads) = (&self.network, self.threads);
        control.check()?;
        if !self.readout.is_indexed(network.num_rows(graph)) {
            return Ok(Prepared::Rows(network.encode(graph, threads, control)?));
        }
        let encoded = network.encode_rows(graph, threads, control)?;
        Ok(Prepared::Index(Index::of_rows(network, &encoded, threads, control)?))
    }
}

impl Counter for FastCounter {
    fn name(&self) -> &'static str {
        METHOD
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        let graph = Arc::new(self.prepare(graph, control)?);
        Ok(Box::new(Open { counter: self.clone(), graph }))
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        check_semantics(self.semantics, semantics)?;
        let pattern = encode(&self.network, pattern, &budget.control)?;
        let graph = self.prepare(graph, &budget.control)?;
        estimate(graph.counts(&self.network, &[&pattern], &budget.control)?[0])
    }
}

/// The stored form of a graph.
enum Prepared {
    Rows(Encoded),
    Index(Index),
}

impl Prepared {
    fn counts(
        &self,
        network: &Network,
        patterns: &[&PatternCode],
        control: &Control,
    ) -> Result<Vec<f64>, CountError> {
        control.check()?;
        match self {
            Self::Index(index) => Ok(network.indexed_many(index, patterns)),
            Self::Rows(rows) => {
                let mut sums = Vec::new();
                for pattern in patterns {
                    network.fused_sums(rows, pattern, &mut sums, || control.check())?;
                }
                Ok(network.counts(patterns, &sums))
            }
        }
    }
}

struct Open {
    counter: FastCounter,
    graph: Arc<Prepared>,
}

impl OpenGraph for Open {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        check_semantics(self.counter.semantics, semantics)?;
        let network = &self.counter.network;
        let pattern = encode(network, pattern, &budget.control)?;
        estimate(self.graph.counts(network, &[&pattern], &budget.control)?[0])
    }

    fn count_each(
        &mut self,
        patterns: &[&Pattern],
        semantics: Semantics,
        budget: &Budget,
    ) -> Vec<Result<Answer, CountError>> {
        if let Err(problem) = check_semantics(self.counter.semantics, semantics) {
            return vec![Err(problem); patterns.len()];
        }
        let (network, control) = (&self.counter.network, &budget.control);
        answer_each(network, patterns, control, |codes| self.graph.counts(network, codes, control))
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Open { counter: self.counter.clone(), graph: Arc::clone(&self.graph) })
    }
}

impl OpenGraph for IndexFile {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        check_semantics(self.meaning().semantics, semantics)?;
        let pattern = encode(self.network(), pattern, &budget.control)?;
        estimate(self.counts(&[&pattern]).map_err(|problem| refused(&problem))?[0])
    }

    fn count_each(
        &mut self,
        patterns: &[&Pattern],
        semantics: Semantics,
        budget: &Budget,
    ) -> Vec<Result<Answer, CountError>> {
        if let Err(problem) = check_semantics(self.meaning().semantics, semantics) {
            return vec![Err(problem); patterns.len()];
        }
        let control = &budget.control;
        answer_each(self.network(), patterns, control, |codes| {
            control.check()?;
            self.counts(codes).map_err(|problem| refused(&problem))
        })
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(self.clone())
    }
}

/// The error for an index with wrong contents.
fn refused(problem: &InferError) -> CountError {
    unknown(format_args!("the index: {problem}"))
}
