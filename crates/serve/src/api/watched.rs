//! A question that is watched while it is counted: events about the progress, and estimates that
//! become better.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::response::Response;
use isocount_core::Control;
use isocount_session::Ask;
use serde_json::json;
use tokio::sync::mpsc::Sender;

use super::count::{Asked, CountRequest, EXTRA_TIME};
use crate::app::App;
use crate::problem::Problem;
use crate::stream::{EVENTS, event, streamed};
use crate::work::Running;

/// The interval between events.
const BEAT: Duration = Duration::from_millis(200);

/// Counts, and reports the progress meanwhile.
pub(crate) async fn count(
    app: &Arc<App>,
    ask: Ask,
    request: CountRequest,
) -> Result<Response, Problem> {
    let control = Control::new();
    let admission = app.gate.enter(&control).await?;
    let (sender, response) = streamed(EVENTS);
    let (shared, estimates) = (Arc::clone(app), sender.clone());
    let job = move |control: &Control| {
        let asked = Asked::new(&shared, &request, &ask, control)?;
        // A slow reader misses estimates, but not the answer.
        let tell = |record: &isocount_record::Record| {
            let _ = estimates.try_send(event("estimate", &record.to_json()));
        };
        ask.with_estimates_meanwhile(&asked.pattern, &asked.graph, tell, || {
            asked.answer(&ask, &shared, control)
        })
    };
    let running = Running::start(admission, control.clone(), job);
    let longest = app.limits.time + EXTRA_TIME;
    tokio::spawn(async move { tell(running, control, sender, longest).await });
    Ok(response)
}

/// Reports the progress of the work until it ends, or until the client is gone.
async fn tell(
    mut running: Running<String>,
    control: Control,
    sender: Sender<Bytes>,
    longest: Duration,
) {
    let started = Instant::now();
    let mut beat = tokio::time::interval(BEAT);
    let last = loop {
        tokio::select! {
            ended = running.end() => break ended,
            () = sender.closed() => return,
            _ = beat.tick() => {
                if started.elapsed() > longest {
                    control.cancel();
                }
                let _ = sender.try_send(progress(&control, started));
            }
        }
    };
    let event = match last {
        Ok(record) => event("answer", &record),
        Err(problem) => event("problem", &problem.to_json()),
    };
    let _ = sender.send(event).await;
}

/// The progress of the work.
pub(super) fn progress(control: &Control, started: Instant) -> Bytes {
    let progress = control.progress();
    let stage = progress.as_ref().map(|progress| &progress.stage);
    let object = json!({
        "what": stage.map(|stage| stage.what.as_str()),
        "done": progress.as_ref().map(|progress| progress.done),
        "total": stage.and_then(|stage| stage.total),
        "seconds": started.elapsed().as_secs_f64(),
    });
    event("progress", &object.to_string())
}
