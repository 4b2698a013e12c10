//! The progress of long work: a bar on a terminal, otherwise a line from time to time.
//!
//! The work stores numbers in its [`Control`]. A thread polls them, so that quick work shows no
//! progress and pays nothing for it.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{
    HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use isocount::{Control, Stage, Task, printable};

use crate::forecast;
use crate::output::remark::remark;

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

    /// Without a bar if results are printed on the same terminal, because they would get in each
    /// other's way.
    pub(crate) fn beside_results_on_stdout(self) -> Self {
        if self == Self::Bar && io::stdout().is_terminal() { Self::Quiet } else { self }
    }
}

/// Shows the progress of the work of a control until it is dropped.
pub(crate) struct Progress {
    prefix: Arc<Mutex<String>>,
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

/// The state that a watcher polls.
struct Watched {
    control: Control,
    prefix: Arc<Mutex<String>>,
    stopped: Receiver<()>,
}

impl Progress {
    /// Starts watching.
    pub(crate) fn watch(loudness: Loudness, control: &Control) -> Self {
        let prefix = Arc::default();
        let (stop, stopped) = mpsc::channel();
        let seen = Watched { control: control.clone(), prefix: Arc::clone(&prefix), stopped };
        let watcher = match loudness {
            Loudness::Quiet => None,
            Loudness::Lines => Some((stop, thread::spawn(move || print_lines(&seen)))),
            Loudness::Bar => Some((stop, thread::spawn(move || draw_bars(&seen)))),
        };
        Self { prefix, watcher }
    }

    /// Sets the text before the stage, such as the number of a step.
    pub(crate) fn set_prefix(&self, text: String) {
        *self.prefix.lock().unwrap_or_else(PoisonError::into_inner) = text;
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

impl Watched {
    /// Waits; returns false once there is nothing to watch any more.
    fn goes_on(&self, pause: Duration) -> bool {
        self.stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout)
    }

    fn prefix(&self) -> String {
        self.prefix.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A stage is shown once it has lasted this long.
const WORTH_A_BAR: Duration = Duration::from_millis(300);

fn draw_bars(watched: &Watched) {
    let mut shown: Option<(Stage, Instant, Option<ProgressBar>)> = None;
    let mut foreseen = None;
    while watched.goes_on(Duration::from_millis(100)) {
        let progress = watched.control.progress();
        let is_new = progress.as_ref().map(|now| &now.stage) != shown.as_ref().map(|old| &old.0);
        if is_new {
            if let Some((stage, _, Some(bar))) = shown.take() {
                end_bar(&bar, &stage, &watched.control);
            }
            shown = progress.clone().map(|now| (now.stage, Instant::now(), None));
        }
        if let (Some(progress), Some((stage, since, bar))) = (progress, &mut shown)
            && since.elapsed() >= WORTH_A_BAR
        {
            let bar = bar.get_or_insert_with(|| new_bar(stage, &watched.prefix()));
            bar.set_position(progress.done);
            bar.tick();
            let sentence = forecast::sentence(&watched.control.forecast());
            if sentence != foreseen {
                if let Some(sentence) = &sentence {
                    bar.suspend(|| remark(sentence));
                }
                foreseen = sentence;
            }
        }
    }
    if let Some((stage, _, Some(bar))) = shown {
        end_bar(&bar, &stage, &watched.control);
    }
}

/// Shows the final position of a stage, which may have ended between two polls, and removes the
/// bar.
fn end_bar(bar: &ProgressBar, stage: &Stage, control: &Control) {
    if let Some(done) = came_to(stage, control) {
        bar.set_position(done);
        bar.force_draw();
    }
    bar.finish_and_clear();
}

/// The position of a stage that has ended or has been left.
fn came_to(stage: &Stage, control: &Control) -> Option<u64> {
    let now = control.progress().filter(|now| now.stage == *stage);
    let seen = now.or_else(|| control.ended().filter(|ended| ended.stage == *stage));
    seen.map(|progress| progress.done)
}

fn new_bar(stage: &Stage, prefix: &str) -> ProgressBar {
    let (verb, thing) = words(stage.task);
    let template = match (stage.task, stage.total) {
        (_, None) => "{spinner} {prefix}{msg}, {elapsed}".to_owned(),
        (Task::Reading, Some(_)) => {
            "{prefix}{msg} {wide_bar:.dim} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left"
                .to_owned()
        }
        (Task::Indexing | Task::Training, Some(_)) => {
            format!(
                "{{prefix}}{{msg}} {{wide_bar:.dim}} {{human_pos}}/{{human_len}} {thing}, {{eta}} left"
            )
        }
        _ => format!(
            "{{prefix}}{{msg}} {{wide_bar:.dim}} {{human_pos}}/{{human_len}} {thing}, {{rate}}, {{eta}} left"
        ),
    };
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // Writing to a string cannot fail.
        let _ = write!(out, "{:.0} per second", state.per_sec());
    };
    let style = ProgressStyle::with_template(&template).expect("the templates are well-formed");
    let bar = ProgressBar::with_draw_target(stage.total, ProgressDrawTarget::stderr());
    bar.set_style(style.with_key("rate", rate));
    bar.set_prefix(printable(prefix).into_owned());
    bar.set_message(message(verb, stage));
    bar.set_position(stage.already);
    bar.reset_eta();
    bar
}

fn message(verb: &str, stage: &Stage) -> String {
    format!("{verb} {}", printable(&stage.what)).trim_end().to_owned()
}

/// The activity, and the unit that is counted.
fn words(task: Task) -> (&'static str, &'static str) {
    match task {
        Task::Reading => ("reading", "bytes"),
        Task::Counting => ("counting", "pairs"),
        Task::Making => ("generating", "triples"),
        Task::Indexing => ("indexing", "columns"),
        Task::Training => ("training", "epochs"),
        Task::Evaluating => ("evaluating", "triples"),
        Task::Exporting => ("exporting", "graphs"),
        _ => ("working", "steps"),
    }
}

fn print_lines(watched: &Watched) {
    let (first, longest) = (Duration::from_secs(5), Duration::from_secs(30));
    let mut shown: Option<(Stage, Instant)> = None;
    let (mut pause, mut due) = (first, Instant::now() + first);
    while watched.goes_on(Duration::from_millis(200)) {
        let Some(progress) = watched.control.progress() else { continue };
        if shown.as_ref().map(|(stage, _)| stage) != Some(&progress.stage) {
            shown = Some((progress.stage.clone(), Instant::now()));
        }
        // Training prints its own lines, which contain more than the number of the epoch.
        if Instant::now() < due || progress.stage.task == Task::Training {
            continue;
        }
        let elapsed = shown.as_ref().map_or(Duration::ZERO, |(_, since)| since.elapsed());
        let line = line(&progress.stage, progress.done, elapsed);
        let _ = writeln!(io::stderr(), "{}{line}", printable(&watched.prefix()));
        // A line every half minute is enough for a log.
        pause = (pause * 2).min(longest);
        due = Instant::now() + pause;
    }
}

fn line(stage: &Stage, done: u64, elapsed: Duration) -> String {
    let (verb, thing) = words(stage.task);
    let what = message(verb, stage);
    match (stage.task, stage.total) {
        (_, None) => format!("{what}: {} s", elapsed.as_secs()),
        (Task::Reading, Some(total)) => {
            format!("{what}: {} of {}", HumanBytes(done), HumanBytes(total))
        }
        (_, Some(total)) => {
            let pace = pace(done, stage.already, total, elapsed);
            format!("{what}: {done} of {total} {thing}, {pace}")
        }
    }
}

/// The rate and the remaining time.
fn pace(position: u64, already: u64, all: u64, elapsed: Duration) -> String {
    let rate = position.saturating_sub(already) as f64 / elapsed.as_secs_f64();
    if rate > 0.0 {
        let seconds = (all.saturating_sub(position) as f64 / rate).min(1e9);
        let left = HumanDuration(Duration::from_secs_f64(seconds));
        format!("{rate:.0} per second, {left} left")
    } else {
        "none done yet".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_far_and_how_long() {
        let stage =
            Stage { task: Task::Counting, what: String::new(), total: Some(1_000), already: 100 };
        let seen = line(&stage, 200, Duration::from_secs(10));
        assert_eq!(seen, "counting: 200 of 1000 pairs, 10 per second, 80 seconds left");
        let what = "g\u{1b}[2J.csv".to_owned();
        let stage = Stage { task: Task::Reading, what, total: Some(4 << 20), already: 0 };
        let seen = line(&stage, 1 << 20, Duration::ZERO);
        assert_eq!(seen, r"reading g\u{1b}[2J.csv: 1.00 MiB of 4.00 MiB");
    }

    #[test]
    fn the_end_of_a_stage_is_seen_although_nobody_looked() {
        let control = Control::new();
        control.begin(Task::Training, "run", Some(60));
        control.set(56);
        let stage = control.progress().unwrap().stage;
        assert_eq!(came_to(&stage, &control), Some(56));
        control.set(60);
        control.end();
        assert_eq!(came_to(&stage, &control), Some(60));
        control.begin(Task::Reading, "x", None);
        assert_eq!(came_to(&stage, &control), Some(60));
        control.end();
        assert_eq!(came_to(&stage, &control), None);
    }

    /// However long the watcher still has to wait; if it is not woken, this test hangs.
    #[test]
    fn a_watcher_ends_with_the_work() {
        let (stop, stopped) = mpsc::channel();
        let watched = Watched { control: Control::new(), prefix: Arc::default(), stopped };
        drop(stop);
        assert!(!watched.goes_on(Duration::from_hours(1)));
        for loudness in [Loudness::Quiet, Loudness::Lines, Loudness::Bar] {
            let control = Control::new();
            let progress = Progress::watch(loudness, &control);
            control.begin(Task::Counting, "", None);
            drop(progress);
        }
    }
}
