//! Ctrl-C: end at once, with whole lines in every file, and say how to go on.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What to say when interrupted.
static ADVICE: Mutex<Option<String>> = Mutex::new(None);

/// A file that is of no use unless it is finished.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Held while a line is written.
static WRITING: Mutex<()> = Mutex::new(());

/// How long a write may keep us from ending; only one to a full pipe or a dead disk takes longer.
const PATIENCE: Duration = Duration::from_millis(500);

/// Starts listening. Counters need not know: nothing they do outlives the process.
pub(crate) fn install() {
    // Without a handler Ctrl-C still ends the program, only without advice.
    let _ = ctrlc::set_handler(|| {
        let asked = Instant::now();
        let mut writing = WRITING.try_lock().ok();
        while writing.is_none() && asked.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(5));
            writing = WRITING.try_lock().ok();
        }
        if let Some(path) = lock(&UNFINISHED).take() {
            let _ = std::fs::remove_file(path);
        }
        let advice = lock(&ADVICE).take().map_or(String::new(), |advice| format!("; {advice}"));
        // The carriage return and the code clear what is left of a progress bar.
        let clear = if io::IsTerminal::is_terminal(&io::stderr()) { "\r\x1b[K" } else { "" };
        let _ = writeln!(io::stderr(), "{clear}interrupted{advice}");
        std::process::exit(130);
    });
}

/// Sets what is said after `interrupted`.
pub(crate) fn advise(text: impl Into<String>) {
    *lock(&ADVICE) = Some(text.into());
}

/// Removes a file when interrupted.
pub(crate) fn remove(path: PathBuf) {
    *lock(&UNFINISHED) = Some(path);
}

/// Does some writing that an interrupt lets finish.
pub(crate) fn whole<T>(write: impl FnOnce() -> T) -> T {
    let _writing = lock(&WRITING);
    write()
}

/// The command line that was typed, ready to be typed again with one more flag.
pub(crate) fn command_line_with(flag: &str) -> String {
    let mut words = typed_words();
    if !words.iter().any(|word| word == flag) {
        words.push(flag.to_owned());
    }
    words.join(" ")
}

/// The command line that was typed, ready to be typed again.
pub(crate) fn command_line() -> String {
    typed_words().join(" ")
}

fn typed_words() -> Vec<String> {
    std::env::args_os().map(|word| quoted(&word)).collect()
}

/// A word as a shell takes it.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy().into_owned();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word;
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A panic elsewhere ends the process anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
