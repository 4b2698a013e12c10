//! A piece of work for one request, on a thread of its own. It ends when it is done, when its time
//! is over, or when the client is gone: then the future is dropped, which cancels the work.

use std::sync::Arc;
use std::time::Duration;

use isocount_core::Control;
use tokio::task::{JoinError, JoinHandle};

use crate::app::App;
use crate::gate::Admission;
use crate::problem::Problem;

/// Like [`work()`], but for small pieces of work, which do not wait behind hard questions.
pub(crate) async fn quick_work<T: Send + 'static>(
    app: &Arc<App>,
    job: impl FnOnce(&Control) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let control = Control::new();
    let admission = app.quick.enter(&control).await?;
    Running::start(admission, control, job).end_within(app.limits.time).await
}

/// Waits for a turn, then works. `longest` limits work without a limit of its own, and what comes
/// before and after a question.
pub(crate) async fn work<T: Send + 'static>(
    app: &Arc<App>,
    longest: Duration,
    job: impl FnOnce(&Control) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let control = Control::new();
    let admission = app.gate.enter(&control).await?;
    let mut running = Running::start(admission, control, job);
    running.end_within(longest).await
}

/// Work in progress, which is cancelled when this is dropped.
pub(crate) struct Running<T> {
    control: Control,
    handle: JoinHandle<Result<T, Problem>>,
}

impl<T: Send + 'static> Running<T> {
    pub(crate) fn start(
        admission: Admission,
        control: Control,
        job: impl FnOnce(&Control) -> Result<T, Problem> + Send + 'static,
    ) -> Self {
        let own = control.clone();
        // The span of the request is passed on, so that log lines of the work have its id.
        let span = tracing::Span::current();
        let handle = tokio::task::spawn_blocking(move || {
            let _admission = admission;
            span.in_scope(|| job(&own))
        });
        Self { control, handle }
    }

    /// Waits for the result; cancels the work after `longest`.
    pub(crate) async fn end_within(&mut self, longest: Duration) -> Result<T, Problem> {
        if let Ok(joined) = tokio::time::timeout(longest, &mut self.handle).await {
            return ended(joined);
        }
        self.control.cancel();
        ended((&mut self.handle).await)
    }

    /// Waits for the result.
    pub(crate) async fn end(&mut self) -> Result<T, Problem> {
        ended((&mut self.handle).await)
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.control.cancel();
    }
}

fn ended<T>(joined: Result<Result<T, Problem>, JoinError>) -> Result<T, Problem> {
    joined.unwrap_or_else(|error| {
        tracing::error!(%error, "a request panicked");
        Err(Problem::bug())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::Gate;

    #[test]
    fn a_panic_is_the_problem_of_one_request() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let gate = Arc::new(Gate::new(1, 0));
        runtime.block_on(async {
            let control = Control::new();
            let admission = gate.enter(&control).await.unwrap();
            let mut running: Running<u32> = Running::start(admission, control, |_| panic!("a bug"));
            assert_eq!(running.end().await.unwrap_err().status.as_u16(), 500);
            // The place is free again.
            let control = Control::new();
            let admission = gate.enter(&control).await.unwrap();
            let mut running = Running::start(admission, control, |_| Ok(7));
            assert_eq!(running.end().await.unwrap(), 7);
        });
        assert_eq!(gate.load(), (0, 0, 0));
    }
}
