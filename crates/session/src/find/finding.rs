//! A search for matches, and its limits.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use isocount_core::{Budget, Cancelled, Control, CountError, Meaning, NodeId, NotRead};
use isocount_count::{self as count, Chances, Ending, FindError, MatchSampling};

use super::Match;
use super::found::Looked;
use crate::conditions::resolve;
use crate::{Ask, LoadedGraph, LoadedPattern, Method, NoMolecules, ZeroReason};

/// Why there can be no search for matches.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FindProblem {
    /// The search does not support this kind of pattern.
    #[error(transparent)]
    Refused(#[from] FindError),
    /// The pattern is SMARTS, and the graph is not a molecule that was read for SMARTS.
    #[error(transparent)]
    NoMolecules(#[from] NoMolecules),
    /// A condition does not fit the attributes of the graph.
    #[error("{problem}")]
    Attribute {
        /// What does not fit, and what there is.
        problem: String,
    },
    /// The pattern or the graph could not be read.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// The work was cancelled before it began.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A search for matches without its pattern and graph.
///
/// ```
/// use isocount_core::{Control, Meaning, Semantics, Unit};
/// use isocount_format::ReadOptions;
/// use isocount_session::{Find, Session, Source};
///
/// let mut session = Session::new();
/// let edge = Source::bytes("edge.json", br#"{"nodes": [0, 0], "edges": [[0, 1]]}"#);
/// let edge = session.read_pattern(edge, &Control::NONE)?;
/// let graph = Source::bytes("friends.csv", b"tail,head\nAnna,Ben\nBen,Carl\n")
///     .with_options(ReadOptions::new().with_node_names());
/// let graph = session.read_graph(graph, &Control::NONE)?;
///
/// let find = Find::new(Meaning::plain(Semantics::Monomorphism(Unit::Mappings)));
/// let matches = find.matches(&edge, &graph, &Control::NONE)?;
/// let lines: Vec<String> = matches.map(|found| found.to_record().to_string()).collect();
/// assert_eq!(lines, ["0 = Anna, 1 = Ben", "0 = Ben, 1 = Carl"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Find {
    meaning: Meaning,
    limit: Option<u64>,
    sample: Option<(usize, u64)>,
    time_limit: Option<Duration>,
    step_limit: Option<u64>,
    threads: NonZeroUsize,
}

impl Find {
    /// Creates a search for all matches, without limits and on one thread.
    #[must_use]
    pub fn new(meaning: Meaning) -> Self {
        let (time_limit, step_limit, threads) = (None, None, NonZeroUsize::MIN);
        Self { meaning, limit: None, sample: None, time_limit, step_limit, threads }
    }

    /// Sets the maximum number of matches of each pair, or removes it.
    #[must_use]
    pub fn with_limit(self, limit: Option<u64>) -> Self {
        Self { limit, ..self }
    }

    /// Draws `number` matches of each pair at random instead, with replacement, from the stream of
    /// `seed`.
    #[must_use]
    pub fn with_sample(self, number: usize, seed: u64) -> Self {
        Self { sample: Some((number, seed)), ..self }
    }

    /// Sets the time limit of each pair, or removes it.
    #[must_use]
    pub fn with_time_limit(self, limit: Option<Duration>) -> Self {
        Self { time_limit: limit, ..self }
    }

    /// Sets the limit on the search steps of each pair, or removes it.
    #[must_use]
    pub fn with_step_limit(self, limit: Option<u64>) -> Self {
        Self { step_limit: limit, ..self }
    }

    /// Sets the number of threads. The matches do not depend on it.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// What counts as a match.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.meaning
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// The number of matches drawn at random; `None` if all matches are listed.
    #[must_use]
    pub fn sample_size(&self) -> Option<usize> {
        self.sample.map(|(number, _)| number)
    }

    /// The question that counts the matches.
    #[must_use]
    pub fn ask(&self) -> Ask {
        Ask::new(self.meaning, Method::exact()).with_threads(self.threads)
    }

    /// Begins a search for the matches of a pattern in a graph. The iterator finds them lazily.
    ///
    /// # Errors
    /// If the pattern is too large, or the work was cancelled.
    pub fn matches(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Matches, FindProblem> {
        let looked = self.looked(pattern, graph, control)?;
        let (pattern, graph) = (looked.pattern.pattern(), looked.graph.graph());
        let semantics = self.meaning.semantics;
        let inner = count::Mappings::new(pattern, graph, semantics, &self.budget(control))?;
        let inner = match self.limit {
            None => inner,
            Some(limit) => inner.limited_to(limit),
        };
        Ok(Matches { looked: Arc::new(looked), inner })
    }

    /// Draws matches of a pattern in a graph, as many as set by [`with_sample`](Self::with_sample).
    ///
    /// # Errors
    /// As [`matches`](Self::matches).
    pub fn sample(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<SampledMatches, FindProblem> {
        let looked = Arc::new(self.looked(pattern, graph, control)?);
        let (number, seed) = self.sample.unwrap_or_default();
        let sample = MatchSampling::new(number, seed).with_threads(self.threads.get()).draw(
            looked.pattern.pattern(),
            looked.graph.graph(),
            self.meaning.semantics,
            &self.budget(control),
        )?;
        let to_match = |drawn: count::Drawn| {
            let (images, weight) = (drawn.images, drawn.weight);
            Match { looked: Arc::clone(&looked), images, weight }
        };
        let draws = sample.draws.into_iter().map(to_match).collect();
        Ok(SampledMatches { draws, chances: sample.chances, ending: sample.ending })
    }

    /// Why there cannot be a match, as far as that can be proven without a search: the most helpful
    /// reason first.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn why_none(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Vec<ZeroReason>, Cancelled> {
        self.ask().why_zero(pattern, graph, control).map_err(|_| Cancelled)
    }

    fn looked(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Looked, FindProblem> {
        pattern.check_read()?;
        graph.check_read()?;
        let view = self.meaning.view;
        let resolved = match resolve(pattern, graph, view, control) {
            Err(CountError::Attribute { problem }) => {
                return Err(FindProblem::Attribute { problem });
            }
            Err(CountError::Cancelled(cancelled)) => return Err(cancelled.into()),
            resolved => resolved.ok().flatten(),
        };
        let known = resolved.as_ref().and_then(|it| it.known.clone());
        let resolved = resolved.as_ref().map(|it| (&it.pattern, &it.graph));
        let (pattern, graph) = resolved.unwrap_or((pattern, graph));
        let pattern = pattern.clone().for_graph(graph.is_for_smarts())?.seen_through(view);
        let graph = graph.clone().seen_through(view, control)?;
        Ok(Looked { pattern, graph, known })
    }

    fn budget(&self, control: &Control) -> Budget {
        let limits = Budget::UNLIMITED.with_time(self.time_limit).with_steps(self.step_limit);
        limits.with_control(control)
    }
}

/// A lazy iterator over the matches of one pattern in one graph. It owns all its data, and can be
/// sent to another thread.
#[derive(Debug)]
pub struct Matches {
    looked: Arc<Looked>,
    inner: count::Mappings,
}

impl Matches {
    /// Why there are no further matches; `None` while there may be some.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.inner.ending()
    }

    /// The number of matches that have been found but not yet returned.
    #[must_use]
    pub fn num_ready(&self) -> usize {
        self.inner.num_ready()
    }
}

impl Iterator for Matches {
    type Item = Match;

    fn next(&mut self) -> Option<Match> {
        let images: Vec<NodeId> = self.inner.next()?;
        Some(Match { looked: Arc::clone(&self.looked), images, weight: None })
    }
}

/// A sample of matches.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SampledMatches {
    /// The draws, with replacement: a match may occur twice.
    pub draws: Vec<Match>,
    /// The probabilities of the draws.
    pub chances: Chances,
    /// Why the draws ended.
    pub ending: Ending,
}
