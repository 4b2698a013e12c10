//! Matches one by one, as dictionaries with the user's own nodes.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::vec;

use isocount::record::Question;
use isocount::session::{self, Chances, Ending, Find, LoadedGraph, LoadedPattern, Match};
use isocount::{Cancelled, Control, NodeId};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{OrRaise, input};
use crate::graph::Graph;
use crate::interrupt::{interruptible, root_address};
use crate::node_names::NodeNames;
use crate::pattern::Pattern;

/// The matches to report.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) limit: Option<u64>,
    pub(crate) sample: Option<usize>,
    pub(crate) seed: Option<u64>,
}

/// The matches of a pattern in a graph, found on demand.
///
/// Made by :func:`isocount.find`. It is an iterator: each match is a dictionary from the nodes of
/// the pattern to nodes of the graph. The iteration may be stopped at any time, and several threads
/// may take matches from it. After a ``KeyboardInterrupt`` it continues where it was.
#[pyclass(frozen, module = "isocount")]
pub(crate) struct Matches {
    find: Find,
    /// The pattern and the graph under the view of the question.
    pattern: LoadedPattern,
    graph: LoadedGraph,
    keys: Vec<Py<PyAny>>,
    names: NodeNames,
    /// Locked with the interpreter released, or only with `try_lock`: a thread that searches needs
    /// the interpreter afterwards.
    state: Mutex<State>,
}

struct State {
    source: Source,
    num_given: u64,
    weight: Option<f64>,
}

#[expect(clippy::large_enum_variant, reason = "there is one of them for each search")]
enum Source {
    /// A search, cancelled by the control at this address.
    Search { matches: session::Matches, control: Control, root: usize },
    /// A sample that was drawn at once.
    Draws { draws: vec::IntoIter<Match>, chances: Chances, ending: Ending },
}

impl Matches {
    /// Starts; only a sample is drawn now. `graph` may already be seen through the view.
    pub(crate) fn begin(
        py: Python<'_>,
        (question, threads): (&Question, std::num::NonZeroUsize),
        pattern: &Pattern,
        graph: &Graph,
        seen: Option<&LoadedGraph>,
        wanted: Wanted,
    ) -> PyResult<Self> {
        let Wanted { limit, sample, seed } = wanted;
        if sample.is_some() && limit.is_some() {
            let remedy = "sample= is the number of matches to draw";
            return Err(input(py, "limit= and sample= do not go together", remedy));
        }
        if sample.is_none() && seed.is_some() {
            let remedy = "add sample=, or leave seed= out";
            return Err(input(py, "seed= is for matches that are drawn at random", remedy));
        }
        let meaning = question.meaning;
        let mut find = Find::new(meaning)
            .with_limit(limit)
            .with_time_limit(question.time_limit)
            .with_step_limit(question.step_limit)
            .with_threads(threads);
        if let Some(number) = sample {
            find = find.with_sample(number, seed.unwrap_or(0));
        }
        let loaded = pattern.loaded.clone().seen_through(meaning.view);
        let within = seen.unwrap_or(&graph.loaded);
        let begun = interruptible(py, |control| {
            let within = within.clone().seen_through(meaning.view, control)?;
            let source = if sample.is_some() {
                let session::SampledMatches { draws, chances, ending, .. } =
                    find.sample(&loaded, &within, control)?;
                Source::Draws { draws: draws.into_iter(), chances, ending }
            } else {
                search(&find, &loaded, &within, control)?
            };
            Ok::<_, session::FindProblem>((within, source))
        })?;
        let (within, source) = begun.or_raise(py)?;
        let nodes = loaded.pattern().nodes();
        let keys = nodes.map(|node| pattern.about.node(py, node).map(Bound::unbind));
        Ok(Self {
            find,
            keys: keys.collect::<PyResult<_>>()?,
            pattern: loaded,
            graph: within,
            names: graph.about.nodes.clone_ref(py),
            state: Mutex::new(State { source, num_given: 0, weight: None }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next match, if it needs no search.
    fn ready(&self) -> Option<Vec<NodeId>> {
        let mut state = self.state.try_lock().ok()?;
        match &state.source {
            Source::Search { matches, .. } if matches.num_ready() == 0 => None,
            _ => state.take(),
        }
    }

    /// The next match. A search that was cancelled starts again and skips the matches that were
    /// returned.
    fn search(&self, control: &Control) -> Result<Option<Vec<NodeId>>, session::FindProblem> {
        let mut state = self.lock();
        if let Source::Search { control: own, root, .. } = &state.source
            && (own.is_cancelled() || *root != root_address())
        {
            let mut again = search(&self.find, &self.pattern, &self.graph, control)?;
            if let Source::Search { matches, .. } = &mut again {
                for _ in 0..state.num_given {
                    matches.next();
                }
            }
            // If this one was cancelled as well, the next call starts again.
            state.source = again;
            control.check()?;
        }
        Ok(state.take())
    }

    fn to_dict<'py>(&self, py: Python<'py>, images: &[NodeId]) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (key, &image) in self.keys.iter().zip(images) {
            found.set_item(key, self.names.get(py, image)?)?;
        }
        Ok(found)
    }

    /// Reads the state, with the interpreter released.
    fn look<T: Send>(&self, py: Python<'_>, at: impl FnOnce(&State) -> T + Send) -> T {
        py.detach(|| at(&self.lock()))
    }
}

impl State {
    fn take(&mut self) -> Option<Vec<NodeId>> {
        let found = match &mut self.source {
            Source::Search { matches, .. } => matches.next(),
            Source::Draws { draws, .. } => draws.next(),
        }?;
        self.num_given += 1;
        self.weight = found.weight();
        Some(found.images().to_vec())
    }

    fn ending(&self) -> Option<Ending> {
        match &self.source {
            Source::Search { matches, .. } => matches.ending(),
            Source::Draws { draws, ending, .. } => draws.as_slice().is_empty().then_some(*ending),
        }
    }
}

fn search(
    find: &Find,
    pattern: &LoadedPattern,
    graph: &LoadedGraph,
    control: &Control,
) -> Result<Source, session::FindProblem> {
    let matches = find.matches(pattern, graph, control)?;
    Ok(Source::Search { matches, control: control.clone(), root: root_address() })
}

#[pymethods]
impl Matches {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let images = if let Some(images) = self.ready() {
            Some(images)
        } else {
            interruptible(py, |control| self.search(control))?.or_raise(py)?
        };
        images.map(|images| self.to_dict(py, &images)).transpose()
    }

    /// Why there are no further matches: ``"complete"`` (all were found), ``"limited"`` (the
    /// requested number was reached) or ``"out_of_budget"`` (the limit on time or steps was
    /// reached). ``None`` while there may be more.
    #[getter]
    fn ending(&self, py: Python<'_>) -> Option<&'static str> {
        match self.look(py, State::ending)? {
            Ending::Complete => Some("complete"),
            Ending::Limited => Some("limited"),
            Ending::OutOfBudget => Some("out_of_budget"),
            // The search starts again with the next request.
            _ => None,
        }
    }

    /// The number of matches returned so far.
    #[getter]
    fn num_found(&self, py: Python<'_>) -> u64 {
        self.look(py, |state| state.num_given)
    }

    /// The number of matches that a sample was drawn from, if all were equally likely; otherwise
    /// ``None``.
    #[getter]
    fn total(&self, py: Python<'_>) -> Option<u128> {
        self.look(py, |state| match state.source {
            Source::Draws { chances: Chances::Equal { total }, .. } => Some(total.0),
            _ => None,
        })
    }

    /// The weight of the last match, the reciprocal of its probability, if matches of a sample
    /// could not be drawn with equal probabilities; otherwise ``None``.
    #[getter]
    fn weight(&self, py: Python<'_>) -> Option<f64> {
        self.look(py, |state| state.weight)
    }

    /// What counts as a match, in words.
    #[getter]
    fn meaning(&self) -> String {
        self.find.meaning().to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (pattern, graph) = (self.pattern.name(), self.graph.name());
        let num_found = self.num_found(py);
        format!("Matches({}, {pattern} in {graph}, {num_found} so far)", self.find.meaning())
    }
}

impl crate::error::Raise for session::FindProblem {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Cancelled(Cancelled) => Cancelled.raise(py),
            problem => {
                let class = crate::error::Class::NoAnswer;
                let is_smarts = matches!(problem, Self::NoMolecules(_));
                let remedy = is_smarts.then_some(crate::error::FOR_SMARTS);
                crate::error::exception(py, class, &problem.to_string(), remedy)
            }
        }
    }
}
