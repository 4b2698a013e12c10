//! A network as a counter.

use std::sync::{Arc, OnceLock};

use isocount_core::{
    Answer, Budget, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};

use crate::{Encoded, Index, IndexFile, Network, PatternCode};

/// How `r` is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Readout {
    /// By a pass over all rows until the passes have cost as much as an index, and from the index then.
    #[default]
    Auto,
    /// By a pass over all rows.
    Fused,
    /// From an index that is made when a graph is opened.
    Indexed,
}

/// How many patterns make an index of a graph cheaper than a pass over its rows for each, as measured in
/// `benchmarks/infer`; `None` if none do, since a few rows are passed over as fast as an index is searched.
fn worth_an_index(num_rows: usize) -> Option<usize> {
    (num_rows >= 256).then(|| 64 + 120_000 / num_rows)
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

    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        let index = OnceLock::new();
        let encoded = match self.readout {
            Readout::Indexed => {
                let encoded = self.network.encode_rows(graph, self.threads).map_err(unknown)?;
                let _ = index.set(Index::of_rows(&self.network, &encoded, self.threads));
                encoded
            }
            Readout::Auto | Readout::Fused => {
                self.network.encode(graph, self.threads).map_err(unknown)?
            }
        };
        let graph = Arc::new(Prepared { encoded, index });
        Ok(Box::new(Open { counter: self, graph, asked: 0 }))
    }
}

/// A graph, encoded, and its index if there is one.
struct Prepared {
    encoded: Encoded,
    index: OnceLock<Index>,
}

struct Open<'a> {
    counter: &'a FastCounter,
    graph: Arc<Prepared>,
    /// How many patterns were asked before.
    asked: usize,
}

impl Open<'_> {
    fn answer(&mut self, pattern: &PatternCode) -> f64 {
        let FastCounter { network, readout, threads, .. } = self.counter;
        let Prepared { encoded, index } = &*self.graph;
        self.asked += 1;
        // Passes have then cost as much as an index: at worst twice the least cost is paid.
        let is_due = worth_an_index(encoded.num_rows()).is_some_and(|worth| self.asked > worth);
        if is_due && *readout == Readout::Auto {
            index.get_or_init(|| Index::of_rows(network, encoded, *threads));
        }
        match index.get() {
            Some(index) => network.indexed(index, pattern),
            None => network.fused(encoded, pattern),
        }
    }
}

impl OpenGraph for Open<'_> {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        _: &Budget,
    ) -> Result<Answer, CountError> {
        if self.counter.semantics != Some(semantics) {
            return Err(CountError::Unsupported { method: NAME, semantics });
        }
        let pattern = self.counter.network.pattern(pattern).map_err(unknown)?;
        Ok(Answer::Estimate { value: self.answer(&pattern), std_error: None })
    }

    fn fork(&self) -> Box<dyn OpenGraph + '_> {
        let graph = Arc::clone(&self.graph);
        Box::new(Open { counter: self.counter, graph, asked: self.asked })
    }
}

impl IndexFile {
    /// Answers one pattern, as a counter does.
    ///
    /// # Errors
    /// If the pattern has a label that the model does not know, or the file is damaged.
    pub fn answer(&self, pattern: &Pattern) -> Result<Answer, CountError> {
        let code = self.network().pattern(pattern).map_err(unknown)?;
        let value = self.count(&[&code]).map_err(unknown)?[0];
        Ok(Answer::Estimate { value, std_error: None })
    }
}
