//! Labelling by several processes, for `isocount.cluster`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use isocount::Control;
use isocount::data::{self, About, Collecting, DataError, Made, Making, Pairs, label};
use isocount::format::NamedGraph;
use pyo3::prelude::*;

use super::dataset::{Dataset, named_graphs, named_patterns};
use crate::ask::Ask;
use crate::error::OrRaise;
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::labels::session;
use crate::pattern::Pattern;
use crate::work::Work;

/// The name and the origin of a data set.
pub(crate) struct Description {
    pub(crate) name: String,
    pub(crate) licence: Option<String>,
    pub(crate) sample: Option<usize>,
    pub(crate) seed: u64,
}

/// Patterns and graphs to count, prepared for labelling.
pub(crate) fn prepare(
    ask: &Ask,
    patterns: &[NamedGraph],
    graphs: &[NamedGraph],
    description: &Description,
    control: &Control,
) -> Result<data::Labelling, DataError> {
    let labels = session().labels();
    let mut collecting = Collecting::new();
    collecting.add_patterns(patterns.iter().cloned(), &labels, control)?;
    collecting.add_graphs(graphs.iter().cloned(), &labels, control)?;
    let collection = collecting.finish(control)?;
    let made = Made::by("import").with_seed(description.seed).with_parameter("from", "Python");
    let about = About {
        name: description.name.clone(),
        note: "Imported.".to_owned(),
        licence: description.licence.clone().unwrap_or_else(|| "not stated".to_owned()),
        truth: "counted exactly; loops and parallel arcs must match".to_owned(),
        meaning: ask.ask.meaning(),
        made: made.with_parameter("method", ask.ask.method().name()),
        labels: collection.labels,
        ..About::default()
    };
    let pairs = description.sample.map_or(Pairs::All, Pairs::Sample);
    let budget = ask.ask.budget(&Control::NONE);
    data::Labelling::new(about, collection.patterns, collection.graphs, pairs, budget, control)
}

/// A data set that is labelled piece by piece, by any number of processes with the same input.
#[pyclass(frozen, module = "isocount._native")]
pub(crate) struct Labelling {
    pieces: data::Labelling,
    ask: Py<Ask>,
    out: PathBuf,
}

#[pymethods]
impl Labelling {
    #[new]
    #[pyo3(signature = (ask, patterns, graphs, out, name, licence, sample, seed))]
    #[expect(
        clippy::too_many_arguments,
        reason = "one caller, isocount/cluster/_labelling.py, which names them"
    )]
    fn new(
        py: Python<'_>,
        ask: Py<Ask>,
        patterns: Vec<Py<Pattern>>,
        graphs: Vec<Py<Graph>>,
        out: PathBuf,
        name: String,
        licence: Option<String>,
        sample: Option<usize>,
        seed: u64,
    ) -> PyResult<Self> {
        let (patterns, graphs) = (named_patterns(py, &patterns)?, named_graphs(&graphs));
        let description = Description { name, licence, sample, seed };
        let asked = ask.get();
        let labelling =
            interruptible(py, |control| prepare(asked, &patterns, &graphs, &description, control))?;
        Ok(Self { pieces: labelling.or_raise(py)?, ask, out })
    }

    /// The number of pieces.
    #[getter]
    fn num_pieces(&self) -> usize {
        self.pieces.num_pieces()
    }

    /// The number of counts.
    #[getter]
    fn num_pairs(&self) -> usize {
        self.pieces.questions().num_pairs()
    }

    /// Starts, and returns the pieces that are missing; `None` if the data set is finished.
    fn missing(&self, py: Python<'_>) -> PyResult<Option<Vec<usize>>> {
        interruptible(py, |control| self.pieces.missing(&self.out, control))?.or_raise(py)
    }

    /// Makes pieces `start..stop` on one thread.
    fn make(&self, py: Python<'_>, start: usize, stop: usize, maker: &str) -> PyResult<()> {
        let counter = self.ask.get().ask.labelling_counter();
        let done = interruptible(py, |control| {
            let threads = NonZeroUsize::MIN;
            let making = Making { counter: counter.as_ref(), threads, control };
            self.pieces.make(&self.out, start..stop, maker, making)
        })?;
        done.or_raise(py)
    }

    /// Assembles the data set. Missing pieces are made first.
    fn finish(&self, py: Python<'_>, work: Option<Py<Work>>) -> PyResult<Dataset> {
        let (asked, work) = (&self.ask.get().ask, work.as_ref().map(Py::get));
        let counter = asked.labelling_counter();
        let done = interruptible(py, |control| {
            if let Some(work) = work {
                work.follow(control);
            }
            let making = Making { counter: counter.as_ref(), threads: asked.threads(), control };
            let budget = self.pieces.budget().clone().with_control(control);
            label(&self.pieces.questions(), &budget, &self.out, making)
        })?;
        done.or_raise(py)?;
        Dataset::read(py, &self.out)
    }
}
