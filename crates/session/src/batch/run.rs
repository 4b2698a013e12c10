//! Answering a batch on several threads, in order.
//!
//! Each thread takes a stretch of the plan at a time: several small graphs, or some patterns of a
//! large one, which is then opened once and shared. Stretches grow while they finish quickly, so
//! that easy questions have little overhead, and hard ones are balanced and written early.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use isocount_core::{
    Answer, Budget, Cancelled, Control, CountError, Counter, LabeledGraph, Pattern, Task,
};
use isocount_platform::in_order;
use isocount_record::{Record, Subject, Times};

use super::answered::Answered;
use super::plan::{Group, Pair, Plan, Stretch};
use super::slots::{Open, Slots};
use crate::loaded::SharedNames;
use crate::opened::Advise;
use crate::told::Told;
use crate::zero::{GraphSide, Needs, PatternSide, Profile, WhyZero};
use crate::{Ask, LoadedGraph, LoadedPattern, ZeroReason};

/// A stretch that takes less time than this is too short; more than four times this is too long.
const GOOD_STRETCH: Duration = Duration::from_millis(2);
/// Maximum number of questions in a stretch.
const LONGEST_STRETCH: usize = 1024;
/// The needs of a pattern, which explain a zero, are cached for this many patterns.
const KEPT_NEEDS: usize = 4096;

/// Many questions of one kind.
///
/// ```
/// use isocount_core::{Control, Meaning, Semantics, Unit};
/// use isocount_format::Notation;
/// use isocount_session::{Ask, Batch, Method, Session, Source};
///
/// let (mut session, control) = (Session::new(), Control::NONE);
/// let karate = session.read_graph(Source::argument("example:karate".as_ref()), &control)?;
/// let mut patterns = Vec::new();
/// for text in ["a-b", "a-b-c", "a-b-c-a"] {
///     patterns.push(session.read_pattern(Source::text(Notation::Text, text), &control)?);
/// }
///
/// // Friendships, pairs of friends of one member, and triangles in the karate club.
/// let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
/// let (ask, graphs) = (Ask::new(meaning, Method::exact()), [karate]);
/// let matrix = Batch::all(&ask, &patterns, &graphs).matrix(&control)?;
/// assert_eq!(matrix.rows[0].to_csv(), "karate,78,528,45\n");
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    ask: &'a Ask,
    patterns: &'a [LoadedPattern],
    graphs: &'a [LoadedGraph],
    plan: Plan,
    explains_zeros: bool,
}

impl<'a> Batch<'a> {
    /// Creates a batch of every pattern in every graph.
    #[must_use]
    pub fn all(ask: &'a Ask, patterns: &'a [LoadedPattern], graphs: &'a [LoadedGraph]) -> Self {
        let plan = Plan::all(patterns.len(), graphs.len());
        Self { ask, patterns, graphs, plan, explains_zeros: true }
    }

    /// Creates a batch of these pairs, ordered by graph, in the order of first occurrence.
    ///
    /// # Panics
    /// If an index is out of range.
    #[must_use]
    pub fn listed(
        ask: &'a Ask,
        patterns: &'a [LoadedPattern],
        graphs: &'a [LoadedGraph],
        pairs: &[Pair],
    ) -> Self {
        assert!(pairs.iter().all(|it| it.pattern < patterns.len() && it.graph < graphs.len()));
        let plan = Plan::listed(pairs, graphs.len());
        Self { ask, patterns, graphs, plan, explains_zeros: true }
    }

    /// Leaves out the reasons for zeros, which can take longer than small questions.
    #[must_use]
    pub fn without_zero_reasons(self) -> Self {
        Self { explains_zeros: false, ..self }
    }

    /// The question about every pair.
    #[must_use]
    pub fn ask(&self) -> &Ask {
        self.ask
    }

    /// The number of questions.
    #[must_use]
    pub fn num_pairs(&self) -> usize {
        self.plan.num_pairs
    }

    /// The questions, in the order of their answers.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.plan.pairs()
    }

    /// The questions about each graph, in the order of their answers.
    pub(super) fn groups(&self) -> impl Iterator<Item = &Group> {
        self.plan.groups.iter()
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
        let names = [self.pattern(answered.pair).name(), self.graph(answered.pair).name()];
        answered.record(names.map(Subject::named), self.ask.question())
    }

    /// Answers all questions in order, except the first `skip`. Each thread adds answers to a `T`
    /// (a text, a list) with `put`; these are passed to `take` one after the other, as soon as
    /// those before them are done.
    ///
    /// A question that was interrupted by a cancelled `control` is not passed on: to get the rest,
    /// run again and skip the finished ones. The answers are the same for any number of threads and
    /// any number of interruptions.
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
        // Computed for the whole batch, even if it is resumed: answers must not depend on where it
        // was interrupted.
        let per_graph = self.plan.num_pairs.div_ceil(self.graphs.len().max(1));
        let counter = self.ask.counter(workers, per_graph);
        // Cancels the questions in progress when `take` fails: their answers are not needed, and
        // some might never end.
        let inner = control.child();
        let run = Running {
            batch: self,
            counter: counter.as_ref(),
            budget: self.ask.budget(&inner),
            slots: Slots::default(),
            skip,
            seen: Mutex::default(),
            needs: self.patterns.iter().take(KEPT_NEEDS).map(|_| OnceLock::new()).collect(),
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

/// Doubles or halves the size of the stretches to come.
fn resize(size: &AtomicUsize, took: Duration) {
    let now = size.load(Ordering::Relaxed);
    if took < GOOD_STRETCH {
        size.store((2 * now).min(LONGEST_STRETCH), Ordering::Relaxed);
    } else if took > 4 * GOOD_STRETCH {
        size.store((now / 2).max(1), Ordering::Relaxed);
    }
}

/// A pattern as the counter sees it, or why it cannot be counted.
type SeenPattern = Result<Arc<Pattern>, CountError>;

/// The state shared by all threads.
struct Running<'r, 'a, T> {
    batch: &'r Batch<'a>,
    counter: &'r dyn Counter,
    budget: Budget,
    slots: Slots,
    /// The number of questions that were answered before.
    skip: usize,
    /// Patterns as the counter sees them, each created once. The key is the pattern, and whether it
    /// is refused because of the graph.
    seen: Mutex<BTreeMap<(usize, bool), SeenPattern>>,
    /// The needs of the first patterns, set at their first zero.
    needs: Vec<OnceLock<Needs>>,
    put: &'r (dyn Fn(&mut T, Answered) + Sync),
}

/// The graph of a question, and what is known about it when a zero is explained.
#[derive(Clone, Copy)]
struct Asked<'a> {
    /// The graph through the view; `None` if it cannot be counted in.
    graph: Option<&'a LabeledGraph>,
    profile: &'a Mutex<Profile>,
    names: &'a SharedNames,
    advise: Option<&'a Advise>,
}

/// The answers of a stretch.
struct Done<T> {
    answers: T,
    /// Whether it was completed.
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

    /// Answers all questions about a graph that no other thread uses.
    fn whole_group(&self, group: usize, answers: &mut T) -> Result<(), Cancelled> {
        let group = &self.batch.plan.groups[group];
        let control = &self.budget.control;
        let loaded = &self.batch.graphs[group.graph];
        let semantics = self.batch.ask.meaning().semantics;
        let graph = self.batch.ask.seen_graph(loaded, control);
        let (profile, names) = (Mutex::default(), loaded.names());
        let seen = graph.as_deref().ok();
        let advise = seen.and_then(|graph| self.batch.ask.advise(loaded.name(), graph));
        let asked = Asked { graph: seen, profile: &profile, names, advise: advise.as_ref() };
        if let &[pattern] = &*group.patterns {
            let pair = Pair { pattern, graph: group.graph };
            return self.answer(pair, Duration::ZERO, asked, answers, |pattern| {
                let graph = graph.as_ref().map_err(Clone::clone)?;
                self.counter.count(pattern, graph, semantics, &self.budget)
            });
        }
        let started = Instant::now();
        let open = graph.as_ref().map_err(Clone::clone);
        let mut open = open.and_then(|graph| self.counter.open(graph, control));
        let open_time = started.elapsed();
        for &pattern in &*group.patterns {
            let pair = Pair { pattern, graph: group.graph };
            let open = open.as_mut().map_err(|error| error.clone());
            self.answer(pair, open_time, asked, answers, |pattern| {
                open?.count(pattern, semantics, &self.budget)
            })?;
        }
        Ok(())
    }

    /// Answers some questions about a graph that several threads share.
    fn part(
        &self,
        number: usize,
        patterns: std::ops::Range<usize>,
        answers: &mut T,
    ) -> Result<(), Cancelled> {
        let group = &self.batch.plan.groups[number];
        let control = &self.budget.control;
        let semantics = self.batch.ask.meaning().semantics;
        let loaded = &self.batch.graphs[group.graph];
        let answered_before = self.skip.saturating_sub(group.first);
        let slot = self.slots.slot(number, group.patterns.len() - answered_before);
        let opened = slot.get_or_init(|| {
            let started = Instant::now();
            let graph = self.batch.ask.seen_graph(loaded, control)?;
            let handle = Mutex::new(self.counter.open(&graph, control)?);
            let advise = self.batch.ask.advise(loaded.name(), &graph);
            let (profile, time) = (Mutex::default(), started.elapsed());
            Ok(Open { handle, graph, profile, advise, time })
        });
        let open = match opened {
            Ok(open) => open,
            Err(error) => {
                let profile = Mutex::default();
                let names = loaded.names();
                let asked = Asked { graph: None, profile: &profile, names, advise: None };
                return patterns.map(|place| group.patterns[place]).try_for_each(|pattern| {
                    let pair = Pair { pattern, graph: group.graph };
                    self.answer(pair, Duration::ZERO, asked, answers, |_| Err(error.clone()))
                });
            }
        };
        let mut handle = open.handle.lock().unwrap_or_else(PoisonError::into_inner).fork();
        let names = loaded.names();
        let (graph, profile, advise) = (Some(&*open.graph), &open.profile, open.advise.as_ref());
        let asked = Asked { graph, profile, names, advise };
        for &pattern in &group.patterns[patterns] {
            let pair = Pair { pattern, graph: group.graph };
            self.answer(pair, open.time, asked, answers, |pattern| {
                handle.count(pattern, semantics, &self.budget)
            })?;
        }
        Ok(())
    }

    fn answer(
        &self,
        pair: Pair,
        open: Duration,
        asked: Asked<'_>,
        answers: &mut T,
        count: impl FnOnce(&Pattern) -> Result<Answer, CountError>,
    ) -> Result<(), Cancelled> {
        let loaded = self.batch.pattern(pair);
        if loaded.conditions().is_some() {
            let (ask, graph) = (self.batch.ask, self.batch.graph(pair));
            let told = ask.told_with_conditions(loaded, graph, self.counter, &self.budget);
            return self.put(pair, told, answers);
        }
        let pattern = self.pattern(pair);
        let pattern = pattern.as_deref();
        let started = Instant::now();
        let answer = pattern.map_err(Clone::clone).and_then(count);
        let times = Times { open, count: started.elapsed() };
        let subject = (self.batch.pattern(pair).name(), pattern.ok());
        let told = Told::new(answer, subject, asked.advise, times, |seen| {
            self.why_zero(pair, seen, asked)
        });
        self.put(pair, told, answers)
    }

    fn put(&self, pair: Pair, told: Told, answers: &mut T) -> Result<(), Cancelled> {
        // An interrupted question has no answer.
        self.budget.control.check()?;
        (self.put)(answers, Answered::new(pair, told));
        self.budget.control.advance(1);
        Ok(())
    }

    fn why_zero(
        &self,
        pair: Pair,
        pattern: &Pattern,
        asked: Asked<'_>,
    ) -> Result<Option<ZeroReason>, Cancelled> {
        let Asked { graph, profile, names, .. } = asked;
        let wants_reasons = self.batch.explains_zeros && self.batch.ask.method().is_search();
        let Some(graph) = graph.filter(|_| wants_reasons) else {
            return Ok(None);
        };
        let profile = &profile.lock().unwrap_or_else(PoisonError::into_inner);
        let new = OnceLock::new();
        let needs = self.needs.get(pair.pattern).unwrap_or(&new);
        let why = WhyZero {
            pattern: PatternSide { pattern, needs },
            graph: GraphSide { graph, profile, names },
            semantics: self.batch.ask.meaning().semantics,
            control: &self.budget.control,
        };
        why.main()
    }

    fn pattern(&self, pair: Pair) -> SeenPattern {
        let (loaded, graph) = (self.batch.pattern(pair), self.batch.graph(pair));
        let meaning = self.batch.ask.meaning();
        let is_ready =
            !loaded.is_smarts() && loaded.problem().is_none() && loaded.view() == meaning.view;
        if is_ready && self.batch.ask.known_labels().is_none() {
            return Ok(Arc::clone(loaded.pattern()));
        }
        // SMARTS are refused for some graphs and accepted for others.
        let key = (pair.pattern, loaded.is_smarts() && !graph.is_for_smarts());
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.entry(key).or_insert_with(|| self.batch.ask.seen_pattern(loaded, graph)).clone()
    }
}
