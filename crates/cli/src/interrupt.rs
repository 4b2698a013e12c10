//! Ctrl-C: cancels the work, which leaves its files valid, and prints how to continue.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use isocount::Control;

/// The advice to print when interrupted.
static ADVICE: Mutex<Option<String>> = Mutex::new(None);

/// The control that Ctrl-C cancels.
static CONTROL: OnceLock<Control> = OnceLock::new();

/// How long the work may take to end; only a write to a full pipe or a dead disk takes longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The exit code of an interrupted run.
const INTERRUPTED: u8 = 130;

/// The control of the work of this process.
pub(crate) fn control() -> &'static Control {
    CONTROL.get_or_init(Control::new)
}

/// Installs the handler.
pub(crate) fn install() {
    // Without a handler, Ctrl-C still ends the program, but without advice.
    let _ = ctrlc::set_handler(|| {
        if control().is_cancelled() {
            // The second Ctrl-C ends the process at once.
            report();
            std::process::exit(INTERRUPTED.into());
        }
        control().cancel();
        thread::spawn(|| {
            thread::sleep(PATIENCE);
            report();
            std::process::exit(INTERRUPTED.into());
        });
    });
}

/// Sets the text that is printed after `interrupted`.
pub(crate) fn advise(text: impl Into<String>) {
    *lock(&ADVICE) = Some(text.into());
}

/// Reports that the work was interrupted and how to continue; returns the exit code.
pub(crate) fn report() -> ExitCode {
    let advice = lock(&ADVICE).take().map_or(String::new(), |advice| format!("; {advice}"));
    // The carriage return and the escape code clear the rest of a progress bar.
    let clear = if io::IsTerminal::is_terminal(&io::stderr()) { "\r\x1b[K" } else { "" };
    let _ = writeln!(io::stderr(), "{clear}interrupted{advice}");
    ExitCode::from(INTERRUPTED)
}

/// The command line that was typed, with one more flag, quoted for a shell. `--force` is left out:
/// what was replaced once is not replaced again.
pub(crate) fn command_line_with(flag: &str) -> String {
    let mut words = typed_words();
    words.retain(|word| word != "--force");
    if !words.iter().any(|word| word == flag) {
        words.push(flag.to_owned());
    }
    words.join(" ")
}

/// The command line that was typed, quoted for a shell.
pub(crate) fn command_line() -> String {
    typed_words().join(" ")
}

fn typed_words() -> Vec<String> {
    std::env::args_os().map(|word| quoted(&word)).collect()
}

/// A word, quoted for a shell.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy().into_owned();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word;
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A panic in another thread ends the process anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
