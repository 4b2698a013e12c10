//! A graph that is kept open for many questions.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use isocount_core::{
    Answer, Budget, Cancelled, Control, CountError, LabeledGraph, OpenGraph, Pattern,
};
use isocount_record::{Question, Record, Subject, Times};

use crate::conditions::no_attributes;
use crate::loaded::SharedNames;
use crate::relabel::KnownLabels;
use crate::seen::seen_pattern;
use crate::told::Told;
use crate::zero::{GraphSide, PatternSide, Profile, WhyZero};
use crate::{Ask, LoadedGraph, LoadedPattern, ZeroReason};

/// An open graph, together with the question about it. It borrows nothing: keep it in a map, send
/// it to another thread, or [fork](Self::fork) it for several threads.
pub struct OpenedGraph {
    pub(crate) name: Arc<str>,
    pub(crate) question: Arc<Question>,
    pub(crate) method: &'static str,
    pub(crate) known: Option<Arc<KnownLabels>>,
    pub(crate) is_for_smarts: bool,
    pub(crate) limits: Budget,
    pub(crate) handle: Box<dyn OpenGraph>,
    /// The facts that explain a zero; `None` if the method does not search.
    pub(crate) searched: Option<Searched>,
    /// The notes of a model on its answers.
    pub(crate) advise: Option<Advise>,
    pub(crate) open_time: Duration,
    /// The question and the graph with its attributes, for patterns with conditions.
    pub(crate) for_conditions: Option<Arc<(Ask, LoadedGraph)>>,
}

/// The notes on an answer about a pattern of this name: what its reader should know in addition to
/// the number.
pub(crate) type Advise = Arc<dyn Fn(&str, &Pattern, Answer) -> Vec<String> + Send + Sync>;

/// A graph that is searched, and the known facts for explaining a zero. Clones share the data.
#[derive(Clone)]
pub(crate) struct Searched {
    graph: Arc<LabeledGraph>,
    profile: Arc<Mutex<Profile>>,
    names: SharedNames,
}

impl Searched {
    /// The graph through the view of the question.
    pub(crate) fn new(graph: Arc<LabeledGraph>, names: &SharedNames) -> Self {
        Self { graph, profile: Arc::default(), names: Arc::clone(names) }
    }

    fn profile(&self) -> MutexGuard<'_, Profile> {
        self.profile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn side<'a>(&'a self, profile: &'a Profile) -> GraphSide<'a> {
        GraphSide { graph: &self.graph, profile, names: &self.names }
    }
}

impl OpenedGraph {
    /// The name of the graph.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// How long opening took.
    #[must_use]
    pub fn open_time(&self) -> Duration {
        self.open_time
    }

    /// Counts a pattern.
    #[must_use]
    pub fn count(&mut self, pattern: &LoadedPattern, control: &Control) -> Record {
        if pattern.conditions().is_some()
            && let Some(asked) = &self.for_conditions
        {
            return asked.0.count(pattern, &asked.1, control);
        }
        let budget = self.limits.clone().with_control(control);
        let semantics = self.question.meaning.semantics;
        let started = Instant::now();
        let seen = self.seen(pattern);
        let answer = seen
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|pattern| self.handle.count(pattern, semantics, &budget));
        let time = started.elapsed();
        self.record(pattern, seen.as_deref().ok(), answer, time, control)
    }

    /// Why the count of a pattern must be zero, like [`Ask::why_zero`](crate::Ask::why_zero).
    /// Returns no reasons if the method does not search, for example for an index of a model.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn why_zero(
        &self,
        pattern: &LoadedPattern,
        control: &Control,
    ) -> Result<Vec<ZeroReason>, CountError> {
        if pattern.conditions().is_some()
            && let Some(asked) = &self.for_conditions
        {
            return asked.0.why_zero(pattern, &asked.1, control);
        }
        let seen = self.seen(pattern)?;
        let Some(searched) = &self.searched else { return Ok(Vec::new()) };
        let semantics = self.question.meaning.semantics;
        let (profile, needs) = (searched.profile(), OnceLock::new());
        let pattern = PatternSide { pattern: &seen, needs: &needs };
        let graph = searched.side(&profile);
        Ok(WhyZero { pattern, graph, semantics, control }.all()?)
    }

    /// Counts several patterns together, which some methods do faster than one by one. The time of
    /// each is an equal share of the total.
    #[must_use]
    pub fn count_each(&mut self, patterns: &[LoadedPattern], control: &Control) -> Vec<Record> {
        if patterns.iter().any(|pattern| pattern.conditions().is_some()) {
            return patterns.iter().map(|pattern| self.count(pattern, control)).collect();
        }
        let budget = self.limits.clone().with_control(control);
        let semantics = self.question.meaning.semantics;
        let started = Instant::now();
        let seen: Vec<Result<Arc<Pattern>, CountError>> =
            patterns.iter().map(|pattern| self.seen(pattern)).collect();
        let known: Vec<&Pattern> = seen.iter().flatten().map(AsRef::as_ref).collect();
        let mut answers = self.handle.count_each(&known, semantics, &budget).into_iter();
        let time = started.elapsed() / patterns.len().max(1) as u32;
        let answered = patterns.iter().zip(seen).map(|(pattern, seen)| {
            // There is an answer for every pattern that could be counted.
            let next = |_: &Arc<Pattern>| answers.next().unwrap_or(Err(Cancelled.into()));
            let answer = seen.as_ref().map_err(Clone::clone).and_then(next);
            self.record(pattern, seen.as_deref().ok(), answer, time, control)
        });
        answered.collect()
    }

    /// Another handle on the same open graph, for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            name: Arc::clone(&self.name),
            question: Arc::clone(&self.question),
            method: self.method,
            known: self.known.clone(),
            is_for_smarts: self.is_for_smarts,
            limits: self.limits.clone(),
            handle: self.handle.fork(),
            searched: self.searched.clone(),
            advise: self.advise.clone(),
            open_time: self.open_time,
            for_conditions: self.for_conditions.clone(),
        }
    }

    fn seen(&self, pattern: &LoadedPattern) -> Result<Arc<Pattern>, CountError> {
        if pattern.conditions().is_some() {
            return Err(if self.known.is_some() {
                let (method, what) = (self.method, "conditions on attributes");
                CountError::UnsupportedInput { method, what }
            } else {
                no_attributes()
            });
        }
        let (known, meaning) = (self.known.as_ref(), self.question.meaning);
        seen_pattern(pattern, self.is_for_smarts, meaning, known, self.method)
    }

    fn record(
        &self,
        pattern: &LoadedPattern,
        seen: Option<&Pattern>,
        answer: Result<Answer, CountError>,
        time: Duration,
        control: &Control,
    ) -> Record {
        let times = Times { open: self.open_time, count: time };
        let asked = (pattern.name(), seen);
        let told = Told::new(answer, asked, self.advise.as_ref(), times, |seen| {
            let Some(searched) = &self.searched else { return Ok(None) };
            let semantics = self.question.meaning.semantics;
            let (profile, needs) = (searched.profile(), OnceLock::new());
            let pattern = PatternSide { pattern: seen, needs: &needs };
            let graph = searched.side(&profile);
            WhyZero { pattern, graph, semantics, control }.main()
        });
        let subjects = [pattern.name(), self.name()].map(Subject::named);
        told.record(subjects, Question::clone(&self.question))
    }
}
