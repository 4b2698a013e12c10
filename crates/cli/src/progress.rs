//! How far long work has come: a bar on a terminal, a line now and then elsewhere.
//!
//! The work only stores a number; a thread looks at it now and then, so that quick work shows
//! nothing and pays nothing.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{
    HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

/// Where progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loudness {
    Quiet,
    Lines,
    Bar,
}

impl Loudness {
    pub(crate) fn new(quiet: bool) -> Self {
        match (quiet, io::stderr().is_terminal()) {
            (true, _) => Self::Quiet,
            (false, true) => Self::Bar,
            (false, false) => Self::Lines,
        }
    }

    /// A bar and results would be in each other's way on the same terminal.
    pub(crate) fn beside_results_on_stdout(self) -> Self {
        if self == Self::Bar && io::stdout().is_terminal() { Self::Quiet } else { self }
    }
}

/// What is being done, and how much of it there is.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// Reading a file of so many bytes, or a folder of unknown size.
    Reading { what: String, bytes: Option<u64> },
    /// One question; nobody knows how much work it is.
    Asking { what: String },
    /// Many questions, some of which were answered in an earlier run.
    Answering { pairs: u64, already: u64 },
    /// Making so many triples of a data set.
    Making { triples: u64 },
    /// Making an index of so many columns.
    Indexing { columns: u64 },
    /// Training for so many epochs, at most.
    Training { epochs: u64 },
    /// A step of a plan, of so many parts.
    Step { what: String, parts: u64 },
}

/// Work in progress; shown until it is dropped.
pub(crate) struct Progress {
    position: Arc<AtomicU64>,
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    pub(crate) fn start(loudness: Loudness, task: Task) -> Self {
        let already = if let Task::Answering { already, .. } = task { already } else { 0 };
        let position = Arc::new(AtomicU64::new(already));
        let (stop, stopped) = mpsc::channel();
        let seen = Arc::clone(&position);
        let spawn = |watch: fn(&Task, &AtomicU64, &mut dyn FnMut(Duration) -> bool)| {
            thread::spawn(move || {
                let mut goes_on =
                    |pause| stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout);
                watch(&task, &seen, &mut goes_on);
            })
        };
        let watcher = match loudness {
            Loudness::Quiet => None,
            Loudness::Lines => Some((stop, spawn(print_lines))),
            Loudness::Bar => Some((stop, spawn(draw_bar))),
        };
        Self { position, watcher }
    }

    /// So much is done.
    pub(crate) fn set(&self, position: u64) {
        self.position.store(position, Ordering::Relaxed);
    }

    /// One more is done.
    pub(crate) fn advance(&self) {
        self.advance_by(1);
    }

    /// So many more are done.
    pub(crate) fn advance_by(&self, number: u64) {
        self.position.fetch_add(number, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, watcher)) = self.watcher.take() {
            drop(stop);
            // A watcher that panicked has already ended the program.
            let _ = watcher.join();
        }
    }
}

fn draw_bar(task: &Task, position: &AtomicU64, goes_on: &mut dyn FnMut(Duration) -> bool) {
    if !goes_on(Duration::from_millis(300)) {
        return;
    }
    let (length, template, what) = match task {
        Task::Reading { what, bytes: Some(bytes) } => (
            Some(*bytes),
            "reading {msg} {wide_bar:.dim} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left",
            what.clone(),
        ),
        Task::Reading { what, bytes: None } => {
            (None, "{spinner} reading {msg}, {elapsed}", what.clone())
        }
        Task::Asking { what } => (None, "{spinner} counting {msg}, {elapsed}", what.clone()),
        Task::Answering { pairs, .. } => (
            Some(*pairs),
            "counting {wide_bar:.dim} {human_pos}/{human_len} pairs, {rate}, {eta} left",
            String::new(),
        ),
        Task::Making { triples } => (
            Some(*triples),
            "making {wide_bar:.dim} {human_pos}/{human_len} triples, {rate}, {eta} left",
            String::new(),
        ),
        Task::Indexing { columns } => (
            Some(*columns),
            "indexing {wide_bar:.dim} {human_pos}/{human_len} columns, {eta} left",
            String::new(),
        ),
        Task::Training { epochs } => (
            Some(*epochs),
            "training {wide_bar:.dim} {human_pos}/{human_len} epochs, at most {eta} left",
            String::new(),
        ),
        Task::Step { what, parts } => (
            Some(*parts),
            "{msg} {wide_bar:.dim} {human_pos}/{human_len}, {eta} left",
            what.clone(),
        ),
    };
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // Nothing but a string is written to.
        let _ = write!(out, "{:.0} a second", state.per_sec());
    };
    let style = ProgressStyle::with_template(template).expect("the templates are well-formed");
    let style = style.with_key("rate", rate);
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    bar.set_style(style);
    bar.set_message(what);
    if let Task::Answering { already, .. } = task {
        bar.set_position(*already);
        bar.reset_eta();
    }
    while goes_on(Duration::from_millis(100)) {
        bar.set_position(position.load(Ordering::Relaxed));
        bar.tick();
    }
    bar.finish_and_clear();
}

fn print_lines(task: &Task, position: &AtomicU64, goes_on: &mut dyn FnMut(Duration) -> bool) {
    let started = Instant::now();
    let mut pause = Duration::from_secs(5);
    // Training speaks for itself: an epoch has more to say than its number.
    while !matches!(task, Task::Training { .. }) && goes_on(pause) {
        let line = line(task, position.load(Ordering::Relaxed), started.elapsed());
        let _ = writeln!(io::stderr(), "{line}");
        // Half a minute is often enough for whoever reads a log.
        pause = (pause * 2).min(Duration::from_secs(30));
    }
}

fn line(task: &Task, position: u64, elapsed: Duration) -> String {
    match task {
        Task::Reading { what, bytes: Some(bytes) } => {
            format!("reading {what}: {} of {}", HumanBytes(position), HumanBytes(*bytes))
        }
        Task::Reading { what, bytes: None } => format!("reading {what}: {}s", elapsed.as_secs()),
        Task::Asking { what } => format!("counting {what}: {}s", elapsed.as_secs()),
        Task::Answering { pairs, already } => {
            let work = pace(position, *already, *pairs, elapsed);
            format!("counting: {position} of {pairs} pairs, {work}")
        }
        Task::Making { triples } => {
            let work = pace(position, 0, *triples, elapsed);
            format!("making: {position} of {triples} triples, {work}")
        }
        Task::Indexing { columns } => {
            let work = pace(position, 0, *columns, elapsed);
            format!("indexing: {position} of {columns} columns, {work}")
        }
        Task::Training { epochs } => format!("training: {position} of {epochs} epochs"),
        Task::Step { what, parts } => format!("{what}: {position} of {parts}"),
    }
}

/// How fast it goes and how long it will take.
fn pace(position: u64, already: u64, all: u64, elapsed: Duration) -> String {
    let rate = position.saturating_sub(already) as f64 / elapsed.as_secs_f64();
    if rate > 0.0 {
        let seconds = (all.saturating_sub(position) as f64 / rate).min(1e9);
        let left = HumanDuration(Duration::from_secs_f64(seconds));
        format!("{rate:.0} a second, {left} left")
    } else {
        "0 a second, none done yet".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_far_and_how_long() {
        let task = Task::Answering { pairs: 1000, already: 100 };
        let seen = line(&task, 200, Duration::from_secs(10));
        assert_eq!(seen, "counting: 200 of 1000 pairs, 10 a second, 80 seconds left");
        let task = Task::Reading { what: "g.csv".to_owned(), bytes: Some(4 << 20) };
        assert_eq!(line(&task, 1 << 20, Duration::ZERO), "reading g.csv: 1.00 MiB of 4.00 MiB");
    }

    #[test]
    fn quick_work_ends_at_once() {
        let started = Instant::now();
        for loudness in [Loudness::Quiet, Loudness::Lines, Loudness::Bar] {
            let progress = Progress::start(loudness, Task::Asking { what: String::new() });
            progress.set(1);
        }
        assert!(started.elapsed() < Duration::from_secs(5), "a watcher was waited for");
    }
}
