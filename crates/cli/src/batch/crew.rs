//! The threads that answer a batch.
//!
//! Large groups (graphs that make up much of the work) are opened once and their patterns shared
//! among all threads, each with its own handle on the index. Between them, threads take the small
//! groups one by one. Either way places are taken in order, so that answers can be written soon.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use isocount::format::NamedGraph;
use isocount::{Answer, CountError, Counter, OpenGraph};

use crate::answered::Answered;
use crate::batch::plan::Group;
use crate::input::NamedPattern;
use crate::question::Question;

/// A group is large if so many of its size would be more than each thread's share.
const LARGE_GROUPS_PER_WORKER: usize = 4;

/// What all threads know.
pub(crate) struct Crew<'a> {
    pub(crate) question: &'a Question,
    pub(crate) counter: &'a dyn Counter,
    pub(crate) patterns: &'a [NamedPattern],
    pub(crate) graphs: &'a [NamedGraph],
    pub(crate) workers: usize,
}

/// Takes an answer and its place.
pub(crate) type Put<'p, 'a> = &'p (dyn Fn(usize, Answered<'a>) + Sync);

impl<'a> Crew<'a> {
    /// Answers everything.
    pub(crate) fn answer(&self, groups: &[Group], put: Put<'_, 'a>) {
        let all = groups.iter().map(|group| self.work(group)).fold(0, usize::saturating_add);
        let is_large = |group: &Group| {
            let share = self.work(group).saturating_mul(LARGE_GROUPS_PER_WORKER * self.workers);
            self.workers > 1 && group.patterns().len() > 1 && share >= all
        };
        for stretch in groups.chunk_by(|a, b| !is_large(a) && !is_large(b)) {
            match stretch {
                [group] if is_large(group) => self.share_patterns(group, put),
                groups => self.share_groups(groups, put),
            }
        }
    }

    /// A guess that only balances threads: patterns times the size of the graph.
    fn work(&self, group: &Group) -> usize {
        let graph = &self.graphs[group.graph].graph;
        group.patterns().len().saturating_mul(graph.num_nodes() + graph.num_arcs() + 1)
    }

    /// Each thread takes the next group.
    fn share_groups(&self, groups: &[Group], put: Put<'_, 'a>) {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.answer_group(group, put);
            }
        };
        on_threads((0..self.workers.min(groups.len())).map(|_| work));
    }

    /// Each thread takes the next pattern of the one graph.
    fn share_patterns(&self, group: &Group, put: Put<'_, 'a>) {
        let started = Instant::now();
        let open = match self
            .counter
            .open(&self.graphs[group.graph].graph.clone().into(), &self.question.budget.control)
        {
            Ok(open) => open,
            Err(error) => return self.refuse(group, &error, put),
        };
        let open_time = started.elapsed();
        let next = AtomicUsize::new(0);
        let next = &next;
        let handles = (0..self.workers.min(group.patterns().len())).map(|_| open.fork());
        on_threads(handles.map(|mut handle| {
            move || {
                loop {
                    let ix = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&pattern) = group.patterns().get(ix) else { return };
                    let ask = Ask { pattern, graph: group.graph, open_time };
                    put(group.first + ix, self.ask(&ask, handle.as_mut()));
                }
            }
        }));
    }

    /// The questions about one graph, one after the other.
    fn answer_group(&self, group: &Group, put: Put<'_, 'a>) {
        let graph = &self.graphs[group.graph].graph;
        if let &[pattern] = group.patterns() {
            let ask = Ask { pattern, graph: group.graph, open_time: Duration::ZERO };
            let Question { semantics, budget, .. } = self.question;
            let pattern = &self.patterns[pattern].pattern;
            let count = || self.counter.count(pattern, graph, *semantics, budget);
            return put(group.first, self.answered(&ask, count));
        }
        let started = Instant::now();
        let mut open = match self.counter.open(&graph.clone().into(), &self.question.budget.control)
        {
            Ok(open) => open,
            Err(error) => return self.refuse(group, &error, put),
        };
        let open_time = started.elapsed();
        for (ix, &pattern) in group.patterns().iter().enumerate() {
            let ask = Ask { pattern, graph: group.graph, open_time };
            put(group.first + ix, self.ask(&ask, open.as_mut()));
        }
    }

    /// A graph that cannot be opened has no answers.
    fn refuse(&self, group: &Group, error: &CountError, put: Put<'_, 'a>) {
        for (ix, &pattern) in group.patterns().iter().enumerate() {
            let ask = Ask { pattern, graph: group.graph, open_time: Duration::ZERO };
            put(group.first + ix, self.answered(&ask, || Err(error.clone())));
        }
    }

    fn ask(&self, ask: &Ask, open: &mut (dyn OpenGraph + '_)) -> Answered<'a> {
        let Question { semantics, budget, .. } = self.question;
        self.answered(ask, || open.count(&self.patterns[ask.pattern].pattern, *semantics, budget))
    }

    fn answered(
        &self,
        ask: &Ask,
        count: impl FnOnce() -> Result<Answer, CountError>,
    ) -> Answered<'a> {
        let started = Instant::now();
        let answer = count();
        Answered {
            pattern: &self.patterns[ask.pattern].name,
            graph: &self.graphs[ask.graph].name,
            answer,
            open_time: ask.open_time,
            count_time: started.elapsed(),
        }
    }
}

/// A pair, and what opening its graph took.
struct Ask {
    pattern: usize,
    graph: usize,
    open_time: Duration,
}

/// Runs all of these at once; a single one needs no thread.
fn on_threads<F: FnOnce() + Send>(work: impl ExactSizeIterator<Item = F>) {
    if work.len() == 1 {
        work.for_each(|work| work());
        return;
    }
    thread::scope(|scope| work.for_each(|work| drop(scope.spawn(work))));
}
