//! Estimates of an answer while it is being computed.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use isocount_core::{Answer, Control};
use isocount_record::{Record, Said};

use crate::{Ask, LoadedGraph, LoadedPattern, Method};

/// Most questions are answered within this time.
const AFTER: Duration = Duration::from_millis(250);

/// The time for the first estimate. Each further one takes twice as long as the one before.
const FIRST: Duration = Duration::from_millis(200);

/// Estimates use different random streams than the answer.
const OTHER_STREAM: u64 = 0x9E37_79B9_7F4A_7C15;

impl Ask {
    /// Does some work, such as [counting](Self::count), and meanwhile samples on one more thread,
    /// for longer and longer: `tell` receives records of estimates whose intervals become narrower.
    /// Only for methods that may sample. The result of the work does not change.
    ///
    /// ```
    /// use isocount_core::{Control, Meaning, Semantics, Unit};
    /// use isocount_count::Sampling;
    /// use isocount_format::Notation;
    /// use isocount_session::{Ask, Method, Session, Source};
    ///
    /// let mut session = Session::new();
    /// let pattern = session.read_pattern(Source::text(Notation::Text, "triangle"), &Control::NONE)?;
    /// let graph = session.read_graph(Source::text(Notation::Text, "a-b-c-a"), &Control::NONE)?;
    /// let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
    /// let ask = Ask::new(meaning, Method::auto(Sampling::default()));
    /// let control = Control::new();
    /// let tell = |estimate: &isocount_record::Record| panic!("{estimate} is unexpected");
    /// let count = || ask.count(&pattern, &graph, &control);
    /// let record = ask.with_estimates_meanwhile(&pattern, &graph, tell, count);
    /// assert_eq!(record.to_string(), "1 subgraph (monomorphism) of triangle in a-b-c-a");
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    pub fn with_estimates_meanwhile<T>(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        tell: impl Fn(&Record) + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let Some(sampling) = self.method().sampling() else { return work() };
        let (done, is_done) = mpsc::channel::<()>();
        let aside = CancelledAtTheEnd(Control::new());
        let control = aside.0.clone();
        let estimates = move || {
            if is_done.recv_timeout(AFTER) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let seed = sampling.seed.wrapping_add(OTHER_STREAM);
            let ask = Self::new(self.meaning(), Method::sample(sampling.with_seed(seed)));
            let mut time = FIRST;
            loop {
                let record =
                    ask.clone().with_time_limit(Some(time)).count(pattern, graph, &control);
                match record.said {
                    _ if control.is_cancelled() => return,
                    Said::Answer(Answer::Estimate(_)) => tell(&record),
                    // There was not enough time for an estimate.
                    Said::Answer(Answer::AtLeast(_)) => {}
                    Said::Answer(_) | Said::None { .. } => return,
                }
                time *= 2;
            }
        };
        thread::scope(|scope| {
            // If no thread can be started, there are no estimates.
            let _ = thread::Builder::new().spawn_scoped(scope, estimates);
            let result = work();
            drop((done, aside));
            result
        })
    }
}

/// Ends the estimates, even if the work panics.
struct CancelledAtTheEnd(Control);

impl Drop for CancelledAtTheEnd {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
