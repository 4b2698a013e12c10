//! Forecasts for exact counts that take long: the approximate count and the approximate time. A
//! thread draws samples during the search and does not change the answer. If that thread happens to
//! prove the count, because nothing had to be pruned, the search ends.

use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use isocount_core::{Answer, Budget, CountError, Forecast};

use crate::auto::AutoQuestion;
use crate::cost::auto::{FORECAST_PRECISION, FORECAST_SECONDS};
use crate::exact::Outlook;
use crate::sample::{Sample, Sampling};

/// Counts to the end. After a while, the control of the budget holds a forecast.
pub(crate) fn exact_with_forecast(
    question: &AutoQuestion<'_>,
    after: Duration,
    budget: &Budget,
) -> Result<Answer, CountError> {
    let control = &budget.control;
    control.foresee(|forecast| *forecast = Forecast::default());
    let started = Instant::now();
    let watch = |outlook: Outlook| {
        if outlook.work.is_finite() {
            let time = started.elapsed().saturating_add(outlook.time);
            control.foresee(|forecast| forecast.time = Some(time));
        }
        f64::INFINITY
    };
    // Each of the two can end the other.
    let (aside, search) = (control.child(), control.child());
    let (done, is_done) = mpsc::channel::<()>();
    let proved = OnceLock::new();
    let estimate = |is_done: Receiver<()>| {
        let limits = Budget::time(Duration::from_secs(FORECAST_SECONDS)).with_control(&aside);
        if is_done.recv_timeout(after) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let sample = Sample::new(Sampling::default().with_precision(Some(FORECAST_PRECISION)));
        match question.sample(sample, &limits) {
            Ok(Answer::Estimate(estimate)) if !aside.is_cancelled() => {
                control.foresee(|forecast| forecast.answer = Some(Answer::Estimate(estimate)));
            }
            Ok(Answer::Exact(count)) if !aside.is_cancelled() => {
                let _ = proved.set(count);
                search.cancel();
            }
            _ => {}
        }
    };
    let answer = thread::scope(|scope| {
        // Without threads, there is no estimate.
        let _ = thread::Builder::new().spawn_scoped(scope, move || estimate(is_done));
        let answer = question.exact(&budget.clone().with_control(&search), &watch);
        aside.cancel();
        drop(done);
        answer
    });
    match (answer, proved.get()) {
        (Ok(Answer::AtLeast(_)), Some(&count)) => Ok(Answer::Exact(count)),
        (answer, _) => answer,
    }
}
