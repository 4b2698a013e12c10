//! The question about every pair: what is counted, by which method, within which limits.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, LabeledGraph, Meaning, Pattern, Semantics, Task,
};
use isocount_count::{Exact, Explanation, Sampling};
use isocount_record::{Question, Record, Subject, Times};

use crate::conditions::{Resolved, resolve};
use crate::method::Kind;
use crate::opened::{Advise, Searched};
use crate::relabel::{KnownLabels, relabel};
use crate::seen::{Seen, seen_pattern};
use crate::told::{Brief, Told};
use crate::zero::Profile;
use crate::{
    LoadedGraph, LoadedPattern, Method, MethodOption, OpenedGraph, SessionError, ZeroReason,
};

/// A question without its pattern and graph.
#[derive(Clone, Debug)]
pub struct Ask {
    meaning: Meaning,
    method: Method,
    time_limit: Option<Duration>,
    step_limit: Option<u64>,
    memory_limit: Option<usize>,
    threads: NonZeroUsize,
}

impl Ask {
    /// Creates a question with one thread and without limits.
    #[must_use]
    pub fn new(meaning: Meaning, method: Method) -> Self {
        let threads = NonZeroUsize::MIN;
        let (time_limit, step_limit, memory_limit) = (None, None, None);
        Self { meaning, method, time_limit, step_limit, memory_limit, threads }
    }

    /// Sets the time limit of each question, or removes it.
    #[must_use]
    pub fn with_time_limit(self, limit: Option<Duration>) -> Self {
        Self { time_limit: limit, ..self }
    }

    /// Converts a number of seconds, as given in text or by another language, to a time limit.
    ///
    /// # Errors
    /// If it is negative, or not a number.
    pub fn time_limit_of(seconds: f64) -> Result<Duration, SessionError> {
        Duration::try_from_secs_f64(seconds).map_err(|_| SessionError::TimeLimit { seconds })
    }

    /// Sets the limit on the search steps of each question, or removes it. With a limit, each
    /// question runs on one thread, so that the same limit gives the same answer everywhere.
    #[must_use]
    pub fn with_step_limit(self, limit: Option<u64>) -> Self {
        Self { step_limit: limit, ..self }
    }

    /// Sets the limit on the bytes that each question may use for caches, or restores the default
    /// of the method. Exact answers do not depend on it.
    #[must_use]
    pub fn with_memory_limit(self, limit: Option<usize>) -> Self {
        Self { memory_limit: limit, ..self }
    }

    /// Sets the number of threads. Answers do not depend on it.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Checks that the method can answer this question at all.
    ///
    /// # Errors
    /// If a trained model counts something else, or a method without limits was given one.
    pub fn check(&self) -> Result<(), SessionError> {
        let is_limited = self.time_limit.is_some() || self.step_limit.is_some();
        if is_limited && !self.method.takes(MethodOption::Limits) {
            let (method, option) = (self.method.name(), MethodOption::Limits);
            return Err(SessionError::OptionNotTaken { method, option });
        }
        #[cfg(feature = "learn")]
        if let Kind::Learned(model) = &self.method.0
            && model.meaning() != self.meaning
        {
            return Err(SessionError::OtherMeaning {
                path: model.path().to_owned(),
                trained: Box::new(model.meaning()),
                asked: Box::new(self.meaning),
            });
        }
        Ok(())
    }

    /// What is counted.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.meaning
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// The question, as part of a record.
    #[must_use]
    pub fn question(&self) -> Question {
        let mut question = Question::new(self.meaning, self.method.name());
        question.time_limit = self.time_limit;
        question.step_limit = self.step_limit;
        if let Some(sampling) = self.method.sampling().filter(|_| self.may_estimate()) {
            let mut put =
                |name: &str, value: String| question.options.insert(name.to_owned(), value);
            if let Some(precision) = sampling.precision {
                put("precision", precision.to_string());
            }
            if sampling.confidence != Sampling::DEFAULT_CONFIDENCE {
                put("confidence", sampling.confidence.to_string());
            }
            if sampling.replicates != Sampling::DEFAULT_REPLICATES {
                put("replicates", sampling.replicates.to_string());
            }
            question.seed = Some(sampling.seed);
        }
        #[cfg(feature = "learn")]
        if let Kind::Learned(model) = &self.method.0 {
            question.model = Some(model.checksum());
            crate::model::note_confidence(&mut question, model.confidence());
            let readout = model.readout();
            if readout != crate::Readout::Auto {
                question.options.insert("readout".to_owned(), readout.name().to_owned());
            }
        }
        question
    }

    /// Whether an answer may be an estimate by sampling: depending on the method always, or only
    /// with a precision or a limit.
    #[must_use]
    pub fn may_estimate(&self) -> bool {
        let is_limited = self.time_limit.is_some() || self.step_limit.is_some();
        match &self.method.0 {
            Kind::Sample(_) => true,
            Kind::Auto(sampling) => sampling.precision.is_some() || is_limited,
            Kind::Search(_) => false,
            #[cfg(feature = "learn")]
            Kind::Learned(_) => false,
        }
    }

    /// The limits of one question, cancelled by this handle.
    #[must_use]
    pub fn budget(&self, control: &Control) -> Budget {
        let limits = Budget::UNLIMITED.with_time(self.time_limit).with_steps(self.step_limit);
        limits.with_memory(self.memory_limit).with_control(control)
    }

    /// The counter for labelling data sets, where threads work on different questions and each
    /// question runs on one thread.
    #[must_use]
    pub fn labelling_counter(&self) -> Box<dyn Counter> {
        self.counter(self.threads.get(), 1)
    }

    /// The counter for a run in which `workers` share the threads and each graph is counted with
    /// `patterns` patterns.
    pub(crate) fn counter(&self, workers: usize, patterns: usize) -> Box<dyn Counter> {
        let threads = match self.step_limit {
            Some(_) => 1,
            None => (self.threads.get() / workers).max(1),
        };
        self.method.counter(threads, patterns)
    }

    /// Answers one question. If there is no answer, the record contains the reason. It also
    /// contains the reason for a zero that can be proven without a search.
    #[must_use]
    pub fn count(&self, pattern: &LoadedPattern, graph: &LoadedGraph, control: &Control) -> Record {
        self.count_with(pattern, graph, control, |p, g, semantics, budget| {
            self.counter(1, 1).count(p, g, semantics, budget)
        })
    }

    /// Answers one question like [`count`](Self::count), without a record: the reason for a zero is
    /// found by [`zero_reason`](Self::zero_reason) if somebody wants to know it, which can take
    /// longer than a small question. No progress is shown.
    #[must_use]
    pub fn count_briefly(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Brief {
        let seen = if pattern.conditions().is_some() {
            self.seen(pattern, graph, control).map(|seen| (seen.pattern, seen.graph))
        } else {
            self.seen_pattern(pattern, graph)
                .and_then(|pattern| Ok((pattern, self.seen_graph(graph, control)?)))
        };
        let (budget, started) = (self.budget(control), Instant::now());
        let answer = seen.as_ref().map_err(Clone::clone).and_then(|(pattern, graph)| {
            self.counter(1, 1).count(pattern, graph, self.meaning.semantics, &budget)
        });
        let times = Times { open: Duration::ZERO, count: started.elapsed() };
        let seen = seen.as_ref().ok();
        let advise = seen.and_then(|(_, seen)| self.advise(graph.name(), seen));
        let asked = (pattern.name(), seen.map(|(seen, _)| &**seen));
        Told::new(answer, asked, advise.as_ref(), times, |_| Ok(None)).brief()
    }

    /// The reason for a zero that a record contains: the first of [`why_zero`](Self::why_zero),
    /// found without the others.
    ///
    /// # Errors
    /// As [`why_zero`](Self::why_zero).
    pub fn zero_reason(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Option<ZeroReason>, CountError> {
        let seen = self.seen(pattern, graph, control)?;
        Ok(seen.main_reason(self.meaning.semantics, control)?)
    }

    /// Answers one question like [`count`](Self::count), and explains how the exact engine found
    /// the answer: its choices, predictions and costs. Other methods return no explanation.
    #[must_use]
    pub fn count_explained(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> (Record, Option<Explanation>) {
        if !self.is_by_exact_engine() {
            return (self.count(pattern, graph, control), None);
        }
        let threads = self.search_threads();
        let mut explanation = None;
        let record = self.count_with(pattern, graph, control, |p, g, semantics, budget| {
            let (answer, how) = Exact::with_threads(threads).explain(p, g, semantics, budget)?;
            explanation = Some(how);
            Ok(answer)
        });
        (record, explanation)
    }

    /// Whether the method is the exact engine, or may use it: `auto` without a precision.
    pub(crate) fn is_exact(&self) -> bool {
        let is_auto =
            matches!(&self.method.0, Kind::Auto(sampling) if sampling.precision.is_none());
        self.method.name() == Exact::NAME || is_auto
    }

    /// The threads of one search.
    pub(crate) fn search_threads(&self) -> usize {
        if self.step_limit.is_some() { 1 } else { self.threads.get() }
    }

    /// Whether the exact engine answers: the method is `exact`, or `auto` without precision and
    /// limits.
    #[must_use]
    pub fn is_by_exact_engine(&self) -> bool {
        let is_auto = matches!(&self.method.0, Kind::Auto(_));
        self.method.name() == Exact::NAME || is_auto && !self.may_estimate()
    }

    fn count_with(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
        ask: impl FnOnce(&Pattern, &LabeledGraph, Semantics, &Budget) -> Result<Answer, CountError>,
    ) -> Record {
        let what = format!("{} in {}", pattern.name(), graph.name());
        control.begin(Task::Counting, &what, None);
        let (mut times, semantics) = (Times::default(), self.meaning.semantics);
        let seen = self.seen(pattern, graph, control);
        let answer = seen.as_ref().map_err(Clone::clone).and_then(|seen| {
            let budget = self.budget(control);
            let started = Instant::now();
            let answer = ask(&seen.pattern, &seen.graph, semantics, &budget);
            times.count = started.elapsed();
            answer
        });
        let seen = seen.as_ref().ok();
        let advise = seen.and_then(|seen| self.advise(graph.name(), &seen.graph));
        let asked = (pattern.name(), seen.map(|seen| &*seen.pattern));
        let told = Told::new(answer, asked, advise.as_ref(), times, |_| {
            seen.map_or(Ok(None), |seen| seen.main_reason(semantics, control))
        });
        control.end();
        told.record([pattern.name(), graph.name()].map(Subject::named), self.question())
    }

    /// Why the count of a pattern in a graph must be zero, as far as that can be proven without a
    /// search: the most helpful reason first. The result is empty if only a search can tell. The
    /// first reason is the one in the record of a zero.
    ///
    /// # Errors
    /// If the method does not know a label, or the work was cancelled.
    pub fn why_zero(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Vec<ZeroReason>, CountError> {
        let seen = self.seen(pattern, graph, control)?;
        Ok(seen.all_reasons(self.meaning.semantics, control)?)
    }

    fn seen(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Seen, CountError> {
        let Resolved { pattern, graph, unmet, .. } = self.resolved(pattern, graph, control)?;
        let (pattern, names) = (self.seen_pattern(&pattern, &graph)?, Arc::clone(graph.names()));
        let graph = self.seen_graph(&graph, control)?;
        let (needs, profile) = (OnceLock::new(), Profile::default());
        Ok(Seen { pattern, graph, names, needs, profile, unmet })
    }

    /// The pattern and the graph with labels in place of conditions. Without conditions, they stay
    /// as they are.
    pub(crate) fn resolved(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Resolved, CountError> {
        if pattern.conditions().is_some() && self.known_labels().is_some() {
            let (method, what) = (self.method.name(), "conditions on attributes");
            return Err(CountError::UnsupportedInput { method, what });
        }
        let resolved = resolve(pattern, graph, self.meaning.view, control)?;
        Ok(resolved.unwrap_or_else(|| {
            let (pattern, graph) = (pattern.clone(), graph.clone());
            Resolved { pattern, graph, unmet: Vec::new(), known: None }
        }))
    }

    /// Answers a question with conditions for a batch.
    pub(crate) fn told_with_conditions(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        counter: &dyn Counter,
        budget: &Budget,
    ) -> Told {
        let (mut times, semantics) = (Times::default(), self.meaning.semantics);
        let started = Instant::now();
        let seen = self.seen(pattern, graph, &budget.control);
        times.open = started.elapsed();
        let started = Instant::now();
        let answer = seen
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|seen| counter.count(&seen.pattern, &seen.graph, semantics, budget));
        times.count = started.elapsed();
        let seen = seen.as_ref().ok();
        let asked = (pattern.name(), seen.map(|seen| &*seen.pattern));
        Told::new(answer, asked, None, times, |_| {
            seen.map_or(Ok(None), |seen| seen.main_reason(semantics, &budget.control))
        })
    }

    /// Prepares a graph for many questions. The result can be kept.
    ///
    /// # Errors
    /// If the graph cannot be prepared, or the work was cancelled.
    pub fn open(&self, graph: &LoadedGraph, control: &Control) -> Result<OpenedGraph, CountError> {
        let seen = self.seen_graph(graph, control)?;
        // An open graph will be used for many patterns.
        let counter = self.counter(1, usize::MAX);
        let started = Instant::now();
        let handle = counter.open(&seen, control)?;
        let open_time = started.elapsed();
        let advise = self.advise(graph.name(), &seen);
        Ok(OpenedGraph {
            name: graph.name().into(),
            question: Arc::new(self.question()),
            method: self.method.name(),
            known: self.known_labels().cloned(),
            is_for_smarts: graph.is_for_smarts(),
            limits: self.budget(&Control::NONE),
            for_conditions: graph.attributes().map(|_| Arc::new((self.clone(), graph.clone()))),
            handle,
            searched: self.method.is_search().then(|| Searched::new(seen, graph.names())),
            advise,
            open_time,
        })
    }

    /// The notes on answers about a graph as the counter sees it; only models have any.
    #[cfg_attr(not(feature = "learn"), expect(unused_variables, reason = "no model to ask"))]
    pub(crate) fn advise(&self, name: &str, graph: &LabeledGraph) -> Option<Advise> {
        match &self.method.0 {
            Kind::Search(_) | Kind::Auto(_) | Kind::Sample(_) => None,
            #[cfg(feature = "learn")]
            Kind::Learned(model) => Some(model.advise(name, isocount_model::Size::of(graph))),
        }
    }

    /// The labels of the model, if the method is one.
    pub(crate) fn known_labels(&self) -> Option<&Arc<KnownLabels>> {
        match &self.method.0 {
            Kind::Search(_) | Kind::Auto(_) | Kind::Sample(_) => None,
            #[cfg(feature = "learn")]
            Kind::Learned(model) => Some(model.known_labels()),
        }
    }

    /// The graph as the counter sees it: through the view, with the labels of the model.
    pub(crate) fn seen_graph(
        &self,
        graph: &LoadedGraph,
        control: &Control,
    ) -> Result<Arc<LabeledGraph>, CountError> {
        graph.check_read()?;
        if graph.view() == self.meaning.view && self.known_labels().is_none() {
            return Ok(Arc::clone(graph.graph()));
        }
        let seen = graph.clone().seen_through(self.meaning.view, control)?;
        let Some(known) = self.known_labels() else { return Ok(Arc::clone(seen.graph())) };
        let names = graph.names().read().unwrap_or_else(PoisonError::into_inner);
        relabel(seen.graph(), &names, known)
            .map_err(|problem| problem.in_method(self.method.name()))
    }

    /// The pattern as the counter sees it together with this graph.
    pub(crate) fn seen_pattern(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
    ) -> Result<Arc<Pattern>, CountError> {
        let (known, method) = (self.known_labels(), self.method.name());
        seen_pattern(pattern, graph.is_for_smarts(), self.meaning, known, method)
    }
}
