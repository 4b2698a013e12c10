//! A graph that is kept open for many questions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isocount_core::{Answer, Budget, Cancelled, Control, CountError, OpenGraph, Pattern};
use isocount_record::{Question, Record, Said, Subject, Times};

use crate::LoadedPattern;
use crate::ask::seen_pattern;
use crate::relabel::KnownLabels;

/// An open graph with everything that is asked about it. It borrows nothing: keep it in a map, send
/// it to another thread, [fork](Self::fork) it for several.
pub struct OpenedGraph {
    pub(crate) name: Arc<str>,
    pub(crate) question: Arc<Question>,
    pub(crate) method: &'static str,
    pub(crate) known: Option<Arc<KnownLabels>>,
    pub(crate) limits: Budget,
    pub(crate) handle: Box<dyn OpenGraph>,
    pub(crate) open_time: Duration,
}

impl OpenedGraph {
    /// What the graph is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is asked about it.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// What opening took.
    #[must_use]
    pub fn open_time(&self) -> Duration {
        self.open_time
    }

    /// Counts a pattern.
    #[must_use]
    pub fn count(&mut self, pattern: &LoadedPattern, control: &Control) -> Record {
        let budget = self.limits.clone().with_control(control);
        let semantics = self.question.meaning.semantics;
        let started = Instant::now();
        let answer =
            self.seen(pattern).and_then(|pattern| self.handle.count(&pattern, semantics, &budget));
        self.record(pattern, answer, started.elapsed())
    }

    /// Counts several patterns together, which some methods do faster than one by one. The time of
    /// each is its share of the whole.
    #[must_use]
    pub fn count_each(&mut self, patterns: &[LoadedPattern], control: &Control) -> Vec<Record> {
        let budget = self.limits.clone().with_control(control);
        let semantics = self.question.meaning.semantics;
        let started = Instant::now();
        let seen: Vec<Result<Arc<Pattern>, CountError>> =
            patterns.iter().map(|pattern| self.seen(pattern)).collect();
        let known: Vec<&Pattern> = seen.iter().flatten().map(AsRef::as_ref).collect();
        let mut answers = self.handle.count_each(&known, semantics, &budget).into_iter();
        let time = started.elapsed() / patterns.len().max(1) as u32;
        let answered = patterns.iter().zip(seen).map(|(pattern, seen)| {
            // There is an answer for every pattern that could be asked about.
            let answer = seen.and_then(|_| answers.next().unwrap_or(Err(Cancelled.into())));
            self.record(pattern, answer, time)
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
            limits: self.limits.clone(),
            handle: self.handle.fork(),
            open_time: self.open_time,
        }
    }

    fn seen(&self, pattern: &LoadedPattern) -> Result<Arc<Pattern>, CountError> {
        seen_pattern(pattern, self.question.meaning, self.known.as_ref(), self.method)
    }

    fn record(
        &self,
        pattern: &LoadedPattern,
        answer: Result<Answer, CountError>,
        time: Duration,
    ) -> Record {
        let subjects = (Subject::named(pattern.name()), Subject::named(self.name()));
        let times = Times { open: self.open_time, count: time };
        Record::new(subjects.0, subjects.1, Question::clone(&self.question), Said::from(answer))
            .with_times(times)
    }
}
