//! Answering a batch on several threads, in order.
//!
//! Threads take stretches of the plan: several small graphs at a time, or some patterns of a large
//! one, which is then opened once and shared. A stretch grows as long as stretches are quick, so
//! that easy questions pay little for the threads, and hard ones are balanced and written soon.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use isocount_core::{Answer, Budget, Cancelled, Control, CountError, Counter, Pattern, Task};
use isocount_platform::in_order;
use isocount_record::{Record, Said, Subject, Times};

use super::plan::{Pair, Plan, Stretch};
use super::slots::Slots;
use crate::{Ask, LoadedGraph, LoadedPattern};

/// A stretch that takes less than this is too short, more than four times this too long.
const GOOD_STRETCH: Duration = Duration::from_millis(2);
/// Questions of a stretch at most.
const LONGEST_STRETCH: usize = 1024;

/// Many questions of one kind.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    ask: &'a Ask,
    patterns: &'a [LoadedPattern],
    graphs: &'a [LoadedGraph],
    plan: Plan,
}

/// One answer of a batch.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answered {
    /// The pattern and the graph.
    pub pair: Pair,
    /// What was said.
    pub said: Said,
    /// How long it took.
    pub times: Times,
}

/// How the questions of a batch ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All answers, those without a count included.
    pub answers: usize,
    /// Lower bounds, because a limit was reached.
    pub lower_bounds: usize,
    /// Questions that have no answer.
    pub none: usize,
}

impl Tally {
    /// Adds one more.
    pub fn add(&mut self, said: &Said) {
        self.answers += 1;
        match said {
            Said::Answer(Answer::AtLeast(_)) => self.lower_bounds += 1,
            Said::Answer(_) => {}
            Said::None { .. } => self.none += 1,
        }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.answers += other.answers;
        self.lower_bounds += other.lower_bounds;
        self.none += other.none;
    }
}

impl<'a> Batch<'a> {
    /// Asks about every pattern in every graph.
    #[must_use]
    pub fn all(ask: &'a Ask, patterns: &'a [LoadedPattern], graphs: &'a [LoadedGraph]) -> Self {
        let plan = Plan::all(patterns.len(), graphs.len());
        Self { ask, patterns, graphs, plan }
    }

    /// Asks about these pairs: by graph, in the order in which graphs are first named.
    ///
    /// # Panics
    /// If a pair names a place that is not there.
    #[must_use]
    pub fn listed(
        ask: &'a Ask,
        patterns: &'a [LoadedPattern],
        graphs: &'a [LoadedGraph],
        pairs: &[Pair],
    ) -> Self {
        assert!(pairs.iter().all(|it| it.pattern < patterns.len() && it.graph < graphs.len()));
        let plan = Plan::listed(pairs, graphs.len());
        Self { ask, patterns, graphs, plan }
    }

    /// What is asked.
    #[must_use]
    pub fn ask(&self) -> &Ask {
        self.ask
    }

    /// How many questions there are.
    #[must_use]
    pub fn num_pairs(&self) -> usize {
        self.plan.num_pairs
    }

    /// The questions, in the order of their answers.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.plan.pairs()
    }

    /// All patterns.
    #[must_use]
    pub fn patterns(&self) -> &'a [LoadedPattern] {
        self.patterns
    }

    /// All graphs.
    #[must_use]
    pub fn graphs(&self) -> &'a [LoadedGraph] {
        self.graphs
    }

    /// The pattern of a pair.
    #[must_use]
    pub fn pattern(&self, pair: Pair) -> &LoadedPattern {
        &self.patterns[pair.pattern]
    }

    /// The graph of a pair.
    #[must_use]
    pub fn graph(&self, pair: Pair) -> &LoadedGraph {
        &self.graphs[pair.graph]
    }

    /// The record of an answer.
    #[must_use]
    pub fn record(&self, answered: Answered) -> Record {
        let Answered { pair, said, times } = answered;
        let (pattern, graph) = (self.pattern(pair).name(), self.graph(pair).name());
        let subjects = (Subject::named(pattern), Subject::named(graph));
        Record::new(subjects.0, subjects.1, self.ask.question(), said).with_times(times)
    }

    /// Answers everything, in order, but for the first `skip` questions. Each thread turns answers
    /// into a `T` (a text, a list) by `put`; these go to `take`, one after the other, as soon as
    /// those before them are there.
    ///
    /// A question that was cut short by a cancelled `control` is not handed on: whoever wants the
    /// rest asks again and skips what is there. The answers are the same for any number of threads
    /// and however often the work was stopped.
    ///
    /// # Errors
    /// If `take` fails or the work was cancelled.
    pub fn run<T: Default + Send, E: From<Cancelled> + Send>(
        &self,
        skip: usize,
        control: &Control,
        put: impl Fn(&mut T, Answered) + Sync,
        mut take: impl FnMut(T) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let total = self.plan.num_pairs as u64;
        control.begin_at(Task::Counting, "", Some(total), skip as u64);
        let workers = self.ask.threads().get().min(self.plan.num_pairs - skip).max(1);
        // The same for a batch that is resumed: its answers must not depend on where it was stopped.
        let per_graph = self.plan.num_pairs.div_ceil(self.graphs.len().max(1));
        let counter = self.ask.counter(workers, per_graph);
        // Ends the questions in work when `take` fails: nobody wants their answers, and some never end.
        let inner = control.child();
        let run = Running {
            batch: self,
            counter: counter.as_ref(),
            budget: self.ask.budget(&inner),
            slots: Slots::default(),
            skip,
            seen: Mutex::default(),
            put: &put,
        };
        let size = AtomicUsize::new(1);
        let mut position = skip;
        let stretches = std::iter::from_fn(|| {
            let (stretch, next) = self.plan.stretch(position, size.load(Ordering::Relaxed))?;
            position = next;
            Some(stretch)
        });
        let ended = in_order(
            workers,
            stretches,
            || (),
            |(), stretch| {
                let started = Instant::now();
                let done = run.stretch(&stretch);
                resize(&size, started.elapsed());
                done
            },
            |Done { answers, is_whole }| match take(answers) {
                Err(error) => {
                    inner.cancel();
                    ControlFlow::Break(error)
                }
                Ok(()) if !is_whole => ControlFlow::Break(Cancelled.into()),
                Ok(()) => ControlFlow::Continue(()),
            },
        );
        control.end();
        ended.map_or(Ok(()), Err)
    }
}

/// Doubles or halves the stretches to come.
fn resize(size: &AtomicUsize, took: Duration) {
    let now = size.load(Ordering::Relaxed);
    if took < GOOD_STRETCH {
        size.store((2 * now).min(LONGEST_STRETCH), Ordering::Relaxed);
    } else if took > 4 * GOOD_STRETCH {
        size.store((now / 2).max(1), Ordering::Relaxed);
    }
}

/// What all threads know.
struct Running<'r, 'a, T> {
    batch: &'r Batch<'a>,
    counter: &'r dyn Counter,
    budget: Budget,
    slots: Slots,
    /// How many questions were answered before.
    skip: usize,
    /// Patterns as the counter sees them, each made once.
    seen: Mutex<BTreeMap<usize, Result<Arc<Pattern>, CountError>>>,
    put: &'r (dyn Fn(&mut T, Answered) + Sync),
}

/// The answers of a stretch.
struct Done<T> {
    answers: T,
    /// Whether it came to its end.
    is_whole: bool,
}

impl<T: Default> Running<'_, '_, T> {
    fn stretch(&self, stretch: &Stretch) -> Done<T> {
        let mut answers = T::default();
        let is_whole = match stretch {
            Stretch::Groups(groups) => {
                groups.clone().all(|group| self.whole_group(group, &mut answers).is_ok())
            }
            Stretch::Part { group, patterns } => {
                let is_whole = self.part(*group, patterns.clone(), &mut answers).is_ok();
                self.slots.answered(*group, patterns.len());
                is_whole
            }
        };
        Done { answers, is_whole }
    }

    /// All questions about a graph, which nobody else needs.
    fn whole_group(&self, group: usize, answers: &mut T) -> Result<(), Cancelled> {
        let group = &self.batch.plan.groups[group];
        let control = &self.budget.control;
        let loaded = &self.batch.graphs[group.graph];
        let semantics = self.batch.ask.meaning().semantics;
        let graph = self.batch.ask.seen_graph(loaded, control);
        if let &[pattern] = &*group.patterns {
            let pair = Pair { pattern, graph: group.graph };
            let seen = graph.and_then(|graph| Ok((graph, self.pattern(pattern)?)));
            return self.answer(pair, Duration::ZERO, answers, || {
                let (graph, pattern) = seen?;
                self.counter.count(&pattern, &graph, semantics, &self.budget)
            });
        }
        let started = Instant::now();
        let mut open = graph.and_then(|graph| self.counter.open(&graph, control));
        let open_time = started.elapsed();
        for &pattern in &*group.patterns {
            let pair = Pair { pattern, graph: group.graph };
            let seen = self.pattern(pattern);
            let open = open.as_mut().map_err(|error| error.clone());
            self.answer(pair, open_time, answers, || {
                open?.count(seen?.as_ref(), semantics, &self.budget)
            })?;
        }
        Ok(())
    }

    /// Some questions about a graph that several threads share.
    fn part(
        &self,
        number: usize,
        patterns: std::ops::Range<usize>,
        answers: &mut T,
    ) -> Result<(), Cancelled> {
        let group = &self.batch.plan.groups[number];
        let control = &self.budget.control;
        let semantics = self.batch.ask.meaning().semantics;
        let answered_before = self.skip.saturating_sub(group.first);
        let slot = self.slots.slot(number, group.patterns.len() - answered_before);
        let opened = slot.get_or_init(|| {
            let started = Instant::now();
            let graph = self.batch.ask.seen_graph(&self.batch.graphs[group.graph], control)?;
            let open = self.counter.open(&graph, control)?;
            Ok((Mutex::new(open), started.elapsed()))
        });
        let mut open = opened.as_ref().map_err(Clone::clone).map(|(open, time)| {
            (open.lock().unwrap_or_else(PoisonError::into_inner).fork(), *time)
        });
        for &pattern in &group.patterns[patterns] {
            let pair = Pair { pattern, graph: group.graph };
            let seen = self.pattern(pattern);
            let open_time = open.as_ref().map_or(Duration::ZERO, |(_, time)| *time);
            let open = open.as_mut().map_err(|error| error.clone());
            self.answer(pair, open_time, answers, || {
                open?.0.count(seen?.as_ref(), semantics, &self.budget)
            })?;
        }
        Ok(())
    }

    fn answer(
        &self,
        pair: Pair,
        open: Duration,
        answers: &mut T,
        count: impl FnOnce() -> Result<Answer, CountError>,
    ) -> Result<(), Cancelled> {
        let started = Instant::now();
        let answer = count();
        let times = Times { open, count: started.elapsed() };
        // What was cut short is not an answer.
        self.budget.control.check()?;
        (self.put)(answers, Answered { pair, said: Said::from(answer), times });
        self.budget.control.advance(1);
        Ok(())
    }

    fn pattern(&self, place: usize) -> Result<Arc<Pattern>, CountError> {
        let loaded = &self.batch.patterns[place];
        let meaning = self.batch.ask.meaning();
        if self.batch.ask.known_labels().is_none() && loaded.view() == meaning.view {
            return Ok(Arc::clone(loaded.pattern()));
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.entry(place).or_insert_with(|| self.batch.ask.seen_pattern(loaded)).clone()
    }
}
