//! Forecasts of an exact count that takes long, passed to a function of the caller while the count
//! goes on.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use isocount::record::{Question, Record, Said, Subject};
use isocount::{Control, Forecast};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::ask::Ask;
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::pattern::Pattern;

/// A count gets a forecast once it has run for this long.
const AFTER: Duration = Duration::from_secs(1);

/// The interval between checks for a new forecast.
const PAUSE: Duration = Duration::from_millis(50);

/// The function to call, and the question that it is called about.
struct Listener<'a> {
    tell: &'a Py<PyAny>,
    question: &'a Arc<Question>,
    pattern: &'a Py<Pattern>,
    graph: &'a Py<Graph>,
}

impl Listener<'_> {
    /// Passes every new forecast to the function until the count has ended. Returns the exception
    /// that the function raised, which ends the count.
    fn listen(&self, count: &Control, has_ended: Receiver<()>) -> Option<PyErr> {
        let mut last = Forecast::default();
        while has_ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            let new = count.forecast();
            if new == last || count.is_cancelled() {
                continue;
            }
            last = new;
            if let Err(raised) = Python::attach(|py| self.tell(py, new)) {
                count.cancel();
                return Some(raised);
            }
        }
        None
    }

    fn tell(&self, py: Python<'_>, forecast: Forecast) -> PyResult<()> {
        let Some(said) = forecast.answer else { return Ok(()) };
        let (pattern, graph) = (self.pattern.clone_ref(py), self.graph.clone_ref(py));
        let of = Subject::named(pattern.get().loaded.name());
        let within = Subject::named(graph.get().loaded.name());
        let record = Record::new(of, within, Question::clone(self.question), Said::Answer(said));
        let answer = Answer::of_record(py, record, self.question, Some(pattern), Some(graph))?;
        let seconds = forecast.time.map(|time| time.as_secs_f64());
        self.tell.call1(py, (answer, seconds)).map(drop)
    }
}

/// Counts, and calls `tell` with forecasts if the count is exact and takes longer than a second.
pub(crate) fn count(
    py: Python<'_>,
    ask: &Ask,
    pattern: &Py<Pattern>,
    graph: &Py<Graph>,
    tell: &Py<PyAny>,
) -> PyResult<Record> {
    let listener = Listener { tell, question: &ask.question, pattern, graph };
    let (loaded, within) = (&pattern.get().loaded, &graph.get().loaded);
    let (record, raised) = interruptible(py, |control| {
        control.want_forecasts(AFTER);
        // An exception of the function ends the count, but is not an interrupt.
        let count = &control.child();
        let (end, has_ended) = channel();
        thread::scope(|scope| {
            let listening = scope.spawn(|| listener.listen(count, has_ended));
            let record = ask.ask.count(loaded, within, count);
            drop(end);
            (record, listening.join().ok().flatten())
        })
    })?;
    raised.map_or(Ok(record), Err)
}
