//! Trained models and indices of graphs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use isocount_core::{Counter, LabeledGraph, Meaning, Pattern};
use isocount_data::LabelTable;
use isocount_infer::{FastCounter, IndexFile, InferError, Network};
use isocount_train::{Largest, Learned, Run, Size};

use crate::relabel::KnownLabels;
use crate::{LoadedGraph, LoadedPattern, Readout, SessionError};

/// A trained model. Clones share it.
#[derive(Clone)]
pub struct TrainedModel {
    path: PathBuf,
    plain: Learned,
    /// What answers without a tape; nothing if the tape was asked for, or is all there is.
    fast: Option<Arc<Network>>,
    readout: Readout,
    known: Arc<KnownLabels>,
}

/// A pattern or graph that is larger than any the model was trained on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Larger {
    /// What it is called.
    pub name: String,
    /// How large it is.
    pub size: Size,
    /// The largest that the model was trained on.
    pub trained: Size,
    /// How many others are too large.
    pub others: usize,
}

impl TrainedModel {
    /// Reads the model of a run.
    ///
    /// # Errors
    /// If there is none, or it cannot be read in this way.
    pub fn load(run: &Path, readout: Readout) -> Result<Self, SessionError> {
        let plain = Learned::load(&Run::at(run))?;
        let fast = match (readout, Network::load(run)) {
            (Readout::Plain, _) | (Readout::Auto, Err(InferError::Unsupported(_))) => None,
            (_, Ok(network)) => Some(Arc::new(network)),
            (_, Err(problem)) => return Err(SessionError::Infer { path: run.into(), problem }),
        };
        let known = known_labels(plain.labels());
        Ok(Self { path: run.to_owned(), plain, fast, readout, known })
    }

    /// Where it was read.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The labels that it knows.
    #[must_use]
    pub fn labels(&self) -> &LabelTable {
        self.plain.labels()
    }

    /// What it counts.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.plain.meaning()
    }

    /// How it computes an answer.
    #[must_use]
    pub fn readout(&self) -> Readout {
        self.readout
    }

    /// How many numbers it has learned.
    #[must_use]
    pub fn num_parameters(&self) -> usize {
        self.plain.num_parameters()
    }

    /// A checksum of its settings and weights.
    #[must_use]
    pub fn checksum(&self) -> String {
        self.plain.checksum().to_owned()
    }

    /// What can explain an answer, if the model has fused loops.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        self.fast.as_deref()
    }

    /// The first of these patterns that is larger than any the model was trained on.
    #[must_use]
    pub fn larger_pattern(&self, patterns: &[LoadedPattern]) -> Option<Larger> {
        let trained = self.plain.largest()?.pattern;
        larger(trained, patterns.iter().map(|it| (it.name(), Size::of(it.pattern().graph()))))
    }

    /// The first of these graphs that is larger than any the model was trained on.
    #[must_use]
    pub fn larger_graph(&self, graphs: &[LoadedGraph]) -> Option<Larger> {
        let trained = self.plain.largest()?.graph;
        larger(trained, graphs.iter().map(|it| (it.name(), Size::of(it.graph()))))
    }

    pub(crate) fn known_labels(&self) -> &Arc<KnownLabels> {
        &self.known
    }

    /// The counter, if each graph meets so many patterns.
    pub(crate) fn counter(&self, patterns: usize, threads: usize) -> Box<dyn Counter> {
        match &self.fast {
            None => Box::new(self.plain.clone()),
            Some(network) => {
                let readout = match self.readout {
                    Readout::Auto | Readout::Plain => isocount_infer::Readout::Auto { patterns },
                    Readout::Fused => isocount_infer::Readout::Fused,
                    Readout::Indexed => isocount_infer::Readout::Indexed,
                };
                let semantics = self.meaning().semantics;
                Box::new(FastCounter::new(Arc::clone(network), semantics, readout, threads))
            }
        }
    }
}

fn known_labels(labels: &LabelTable) -> Arc<KnownLabels> {
    Arc::new(KnownLabels { nodes: labels.nodes.clone(), edges: labels.edges.clone() })
}

fn larger<'a>(trained: Size, sizes: impl Iterator<Item = (&'a str, Size)>) -> Option<Larger> {
    let mut larger = sizes.filter(|(_, size)| trained.is_exceeded_by(*size));
    let (name, size) = larger.next()?;
    Some(Larger { name: name.to_owned(), size, trained, others: larger.count() })
}

/// A graph that was indexed for a model before, read from its file. Clones share it.
#[derive(Clone, Debug)]
pub struct GraphIndex {
    path: PathBuf,
    file: IndexFile,
}

impl GraphIndex {
    /// Opens an index file.
    ///
    /// # Errors
    /// If it is not an index, is damaged, or belongs to another model than that of `run`.
    pub fn open(path: &Path, run: Option<&Path>) -> Result<Self, SessionError> {
        let wrong = |problem| SessionError::Infer { path: path.to_owned(), problem };
        let file = IndexFile::open(path).map_err(wrong)?;
        if let Some(run) = run {
            let network = Network::load(run)
                .map_err(|problem| SessionError::Infer { path: run.to_owned(), problem })?;
            file.check_model(&network, run).map_err(wrong)?;
        }
        Ok(Self { path: path.to_owned(), file })
    }
}
