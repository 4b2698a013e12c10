//! A trained model, and the way in which it answers.

use std::path::Path;
use std::sync::Arc;

use isocount::data::{LabelTable, Meaning};
use isocount::infer::{FastCounter, IndexFile, InferError, Network, Readout};
use isocount::train::{Largest, Learned, Run};
use isocount::{Control, CountError, Counter, LabeledGraph, OpenGraph};

use crate::args::ReadoutArg;
use crate::error::Failure;

/// A model that was read.
#[derive(Clone)]
pub(crate) struct LearnedModel {
    plain: Arc<Learned>,
    /// What answers without a tape; nothing if the tape was asked for, or is all there is.
    fast: Option<(Arc<Network>, ReadoutArg)>,
    /// The graph that was indexed before.
    index: Option<Arc<IndexFile>>,
}

impl LearnedModel {
    /// The model of a run.
    pub(crate) fn of_run(run: &Path, readout: ReadoutArg) -> Result<Self, Failure> {
        let plain = Arc::new(Learned::load(&Run::at(run))?);
        if readout == ReadoutArg::Plain {
            return Ok(Self { plain, fast: None, index: None });
        }
        let fast = match Network::load(run) {
            Ok(network) => Some((Arc::new(network), readout)),
            Err(InferError::Unsupported(_)) if readout == ReadoutArg::Auto => None,
            Err(problem) => return Err(Failure::infer(run, problem)),
        };
        Ok(Self { plain, fast, index: None })
    }

    /// A model for its labels and meaning.
    pub(crate) fn of_parts(path: &Path, config: &str, weights: &[u8]) -> Result<Self, Failure> {
        let plain = Arc::new(Learned::from_parts(path, config, weights)?);
        Ok(Self { plain, fast: None, index: None })
    }

    /// The model of an index, which must be that of the run if one is given.
    pub(crate) fn of_index(path: &Path, run: Option<&Path>) -> Result<Self, Failure> {
        let wrong = |problem| Failure::infer(path, problem);
        let index = IndexFile::open(path).map_err(wrong)?;
        if let Some(run) = run {
            let network = Network::load(run).map_err(|problem| Failure::infer(run, problem))?;
            index.check_model(&network, run).map_err(wrong)?;
        }
        let (config, weights) = index.model().map_err(wrong)?;
        let model = Self::of_parts(path, config, weights)?;
        Ok(Self { index: Some(Arc::new(index)), ..model })
    }

    /// The labels that it knows.
    pub(crate) fn labels(&self) -> &LabelTable {
        self.plain.labels()
    }

    /// What it counts.
    pub(crate) fn meaning(&self) -> &Meaning {
        self.plain.meaning()
    }

    /// The largest that it learned from.
    pub(crate) fn largest(&self) -> Option<Largest> {
        self.plain.largest()
    }

    /// The graph that was indexed before.
    pub(crate) fn index(&self) -> Option<&IndexFile> {
        self.index.as_deref()
    }

    /// What can explain an answer.
    pub(crate) fn network(&self) -> Option<&Network> {
        self.fast.as_ref().map(|(network, _)| network.as_ref())
    }

    /// The counter, if each graph meets so many patterns.
    pub(crate) fn counter(&self, patterns: usize, threads: usize) -> Box<dyn Counter> {
        match &self.fast {
            None => Box::new(Shared(Arc::clone(&self.plain))),
            Some((network, readout)) => {
                let semantics = self.meaning().semantics();
                let readout = match readout {
                    ReadoutArg::Auto | ReadoutArg::Plain => Readout::For { patterns },
                    ReadoutArg::Fused => Readout::Fused,
                    ReadoutArg::Indexed => Readout::Indexed,
                };
                Box::new(FastCounter::new(Arc::clone(network), semantics, readout, threads))
            }
        }
    }
}

/// A counter that several owners have.
struct Shared(Arc<Learned>);

impl Counter for Shared {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        self.0.open(graph, control)
    }
}
