//! A network as a counter.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};

use crate::{Encoded, Index, IndexFile, Network, PatternCode};

/// How `r` is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readout {
    /// In the way that is cheapest if each graph meets so many patterns.
    For {
        /// How many.
        patterns: usize,
    },
    /// By a pass over all rows.
    Fused,
    /// From an index that is made when a graph is opened.
    Indexed,
}

impl Readout {
    /// Whether an index of a graph with so many rows is made.
    fn is_indexed(self, num_rows: usize) -> bool {
        match self {
            Self::Fused => false,
            Self::Indexed => true,
            Self::For { patterns } => {
                worth_an_index(num_rows).is_some_and(|worth| patterns >= worth)
            }
        }
    }
}

/// How many patterns make an index of a graph cheaper than a pass over its rows for each, as measured in
/// `benchmarks/infer`; `None` if none do, since a few rows are passed over as fast as an index is searched.
fn worth_an_index(num_rows: usize) -> Option<usize> {
    (num_rows >= 256).then(|| 64 + 80_000 / num_rows)
}

/// A network, answering questions of one meaning.
#[derive(Clone, Debug)]
pub struct FastCounter {
    network: Arc<Network>,
    /// What it was trained to count; `None`: nothing that has a name here.
    semantics: Option<Semantics>,
    readout: Readout,
    threads: usize,
}

const NAME: &str = "learned";

fn unknown(problem: impl std::fmt::Display) -> CountError {
    CountError::Unknown { method: NAME, problem: problem.to_string() }
}

fn estimate(value: f64) -> Result<Answer, CountError> {
    if value.is_finite() {
        return Ok(Answer::estimate(value));
    }
    Err(unknown("the model's numbers overflow on this graph"))
}

impl FastCounter {
    /// Answers by a network that was trained to count this.
    #[must_use]
    pub fn new(
        network: Arc<Network>,
        semantics: Option<Semantics>,
        readout: Readout,
        threads: usize,
    ) -> Self {
        Self { network, semantics, readout, threads }
    }
}

impl Counter for FastCounter {
    fn name(&self) -> &'static str {
        NAME
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        control.check()?;
        let (network, threads) = (&self.network, self.threads);
        let prepared = if self.readout.is_indexed(network.num_rows(graph)) {
            Prepared::Index(Index::new(network, graph, threads).map_err(unknown)?)
        } else {
            Prepared::Rows(network.encode(graph, threads).map_err(unknown)?)
        };
        Ok(Box::new(Open { counter: self.clone(), graph: Arc::new(prepared) }))
    }
}

/// What is kept of a graph.
enum Prepared {
    Rows(Encoded),
    Index(Index),
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
        _: &Budget,
    ) -> Result<Answer, CountError> {
        if self.counter.semantics != Some(semantics) {
            return Err(CountError::Unsupported { method: NAME, semantics });
        }
        let network = &self.counter.network;
        let pattern = network.pattern(pattern).map_err(unknown)?;
        let value = match &*self.graph {
            Prepared::Rows(rows) => network.fused(rows, &pattern),
            Prepared::Index(index) => network.indexed(index, &pattern),
        };
        estimate(value)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Open { counter: self.counter.clone(), graph: Arc::clone(&self.graph) })
    }
}

impl IndexFile {
    /// Answers patterns as a counter does, all of them at once. A pattern with a label that the model does
    /// not know has no answer; if the file is damaged, none has.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "there is a count for each known pattern")]
    pub fn answers(&self, patterns: &[&Pattern]) -> Vec<Result<Answer, CountError>> {
        let codes = patterns.iter().map(|pattern| self.network().pattern(pattern).map_err(unknown));
        let codes: Vec<Result<PatternCode, CountError>> = codes.collect();
        let known: Vec<&PatternCode> = codes.iter().flatten().collect();
        let counts = self.count(&known).map_err(unknown);
        let mut next = counts.iter().flatten();
        let answer = |code: &Result<PatternCode, CountError>| match (code, &counts) {
            (Err(problem), _) | (_, Err(problem)) => Err(problem.clone()),
            (Ok(_), Ok(_)) => estimate(*next.next().expect("there is a count for each of them")),
        };
        codes.iter().map(answer).collect()
    }
}
