//! Matches of many pairs on several threads, in order and within bounded memory.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use isocount_core::{Control, Task};
use isocount_count::{Chances, Ending};

use super::{Find, FindProblem, Match};
use crate::{LoadedGraph, LoadedPattern, Pair, ZeroReason};

/// Patterns, graphs, and the pairs of them to be searched.
///
/// ```
/// use isocount_core::{Control, Meaning, Semantics, Unit};
/// use isocount_format::{Notation, ReadOptions};
/// use isocount_session::{Find, FindPairs, Found, Session, SessionError, Source};
/// # let (mut session, control) = (Session::new(), Control::NONE);
/// # let mut read = |text| session.read_pattern(Source::text(Notation::Text, text), &control);
/// # let patterns = [read("a->b")?, read("a->b->c")?];
/// # let chain = Source::text(Notation::Text, "Ann->Bob->Cid")
/// #     .with_options(ReadOptions::new().with_node_names());
/// # let graphs = [session.read_graph(chain, &control)?];
///
/// // One arc, then two in a row, in a chain of three people.
/// let find = Find::new(Meaning::plain(Semantics::Monomorphism(Unit::Mappings)));
/// let mut lines = Vec::new();
/// FindPairs::all(&find, &patterns, &graphs).run(
///     &control,
///     |chunk: &mut Vec<String>, found| {
///         if let Found::Match(found) = found {
///             chunk.push(found.to_record().to_string());
///         }
///     },
///     |chunk| {
///         lines.extend(chunk);
///         Ok::<(), SessionError>(())
///     },
/// )?;
/// assert_eq!(lines, ["a = Ann, b = Bob", "a = Bob, b = Cid", "a = Ann, b = Bob, c = Cid"]);
/// # Ok::<(), SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FindPairs<'a> {
    find: &'a Find,
    patterns: &'a [LoadedPattern],
    graphs: &'a [LoadedGraph],
    pairs: Option<&'a [Pair]>,
}

/// A result about a pair.
#[derive(Debug)]
#[non_exhaustive]
pub enum Found {
    /// A match.
    Match(Match),
    /// The last result about this pair.
    End(PairEnd),
}

/// How the search of one pair ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct PairEnd {
    /// The pair.
    pub pair: Pair,
    /// The number of matches that were found or drawn.
    pub found: u64,
    /// Why there are no more matches, or why the pair was refused.
    pub ending: Result<Ending, FindProblem>,
    /// The probabilities of the draws.
    pub chances: Option<Chances>,
    /// Why there is no match, if that can be proven without a search.
    pub zero_reason: Option<ZeroReason>,
}

/// A chunk is passed on when it contains this many matches, or when it has waited this long.
const MOST_IN_CHUNK: u64 = 4096;
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// How many chunks of a pair may wait for those of earlier pairs.
const CHUNKS_AHEAD: usize = 4;

impl<'a> FindPairs<'a> {
    /// All patterns in all graphs, grouped by graph.
    #[must_use]
    pub fn all(find: &'a Find, patterns: &'a [LoadedPattern], graphs: &'a [LoadedGraph]) -> Self {
        Self { find, patterns, graphs, pairs: None }
    }

    /// Only these pairs.
    #[must_use]
    pub fn listed(
        find: &'a Find,
        patterns: &'a [LoadedPattern],
        graphs: &'a [LoadedGraph],
        pairs: &'a [Pair],
    ) -> Self {
        Self { find, patterns, graphs, pairs: Some(pairs) }
    }

    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.map_or(self.patterns.len() * self.graphs.len(), <[Pair]>::len)
    }

    /// Whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pattern of a pair.
    #[must_use]
    pub fn pattern(&self, pair: Pair) -> &'a LoadedPattern {
        &self.patterns[pair.pattern]
    }

    /// The graph of a pair.
    #[must_use]
    pub fn graph(&self, pair: Pair) -> &'a LoadedGraph {
        &self.graphs[pair.graph]
    }

    fn pair(&self, place: usize) -> Option<Pair> {
        match self.pairs {
            Some(pairs) => pairs.get(place).copied(),
            None if self.patterns.is_empty() => None,
            None => {
                let pattern = place % self.patterns.len();
                let graph = place / self.patterns.len();
                (graph < self.graphs.len()).then_some(Pair { pattern, graph })
            }
        }
    }

    /// Searches all pairs. `add` puts a result into a chunk, on any thread; `take` receives the
    /// chunks in the order of the pairs. The first match of a pair is passed on immediately.
    /// Threads that are ahead wait, so that memory stays bounded.
    ///
    /// # Errors
    /// The error of `take`, which ends the search.
    pub fn run<C: Default + Send, E>(
        &self,
        control: &Control,
        add: impl Fn(&mut C, Found) + Sync,
        mut take: impl FnMut(C) -> Result<(), E>,
    ) -> Result<(), E> {
        let threads = self.find.threads().get().min(self.len()).max(1);
        let what = if self.len() == 1 { "matches" } else { "pairs" };
        control.begin(Task::Counting, what, (self.len() > 1).then_some(self.len() as u64));
        // A pair is taken and its channel announced in one step, so that channels come in order.
        let (announce, announced) = sync_channel::<Receiver<C>>(2 * threads);
        let next = Mutex::new((0, Some(announce)));
        let work = || {
            loop {
                let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                let pair = self.pair(next.0).filter(|_| !control.is_cancelled());
                let (Some(pair), Some(announce)) = (pair, &next.1) else {
                    next.1 = None;
                    return;
                };
                let (send, receive) = sync_channel(CHUNKS_AHEAD);
                if announce.send(receive).is_err() {
                    next.1 = None;
                    return;
                }
                next.0 += 1;
                drop(next);
                self.look_into(pair, control, &add, &send);
                if self.len() > 1 {
                    control.advance(1);
                }
            }
        };
        let result = thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
            // An error here drops the channels, which ends the threads.
            announced.into_iter().try_for_each(|chunks| chunks.into_iter().try_for_each(&mut take))
        });
        control.end();
        result
    }

    /// Searches one pair, until the receiver is gone.
    fn look_into<C: Default>(
        &self,
        pair: Pair,
        control: &Control,
        add: &impl Fn(&mut C, Found),
        send: &SyncSender<C>,
    ) {
        let (pattern, graph) = (self.pattern(pair), self.graph(pair));
        let mut chunk = Chunk { content: C::default(), matches: 0, begun: Instant::now() };
        let mut found = 0;
        let mut pass_on = |a_match: Match| {
            found += 1;
            add(&mut chunk.content, Found::Match(a_match));
            chunk.matches += 1;
            let is_due = found == 1
                || chunk.matches >= MOST_IN_CHUNK
                || chunk.begun.elapsed() >= LONGEST_WAIT;
            !is_due || send.send(chunk.start_anew()).is_ok()
        };
        let (mut chances, mut is_heard) = (None, true);
        let ending = if self.find.sample_size().is_some() {
            // With several pairs, each is searched on one thread; a single pair uses all threads.
            let threads = if self.len() > 1 { NonZeroUsize::MIN } else { self.find.threads() };
            let find = self.find.clone().with_threads(threads);
            find.sample(pattern, graph, control).map(|sampled| {
                chances = Some(sampled.chances);
                is_heard = sampled.draws.into_iter().all(&mut pass_on);
                sampled.ending
            })
        } else {
            self.find.matches(pattern, graph, control).map(|mut matches| {
                is_heard = matches.by_ref().all(&mut pass_on);
                matches.ending().unwrap_or(Ending::Complete)
            })
        };
        if !is_heard {
            return;
        }
        let zero_reason = match ending {
            Ok(Ending::Complete) if found == 0 && chances_are_known(chances) => {
                let reasons = self.find.why_none(pattern, graph, control).unwrap_or_default();
                reasons.into_iter().next()
            }
            _ => None,
        };
        let end = PairEnd { pair, found, ending, chances, zero_reason };
        add(&mut chunk.content, Found::End(end));
        let _ = send.send(chunk.content);
    }
}

/// Whether finding no match proves that there is none.
fn chances_are_known(chances: Option<Chances>) -> bool {
    !matches!(chances, Some(Chances::Weighted { .. }))
}

/// Results that wait to be passed on.
struct Chunk<C> {
    content: C,
    matches: u64,
    begun: Instant,
}

impl<C: Default> Chunk<C> {
    fn start_anew(&mut self) -> C {
        (self.matches, self.begun) = (0, Instant::now());
        std::mem::take(&mut self.content)
    }
}
