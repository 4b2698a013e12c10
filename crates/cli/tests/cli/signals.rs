//! Ctrl-C.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use crate::workdir::{Workdir, answers, path, tangle, thicket};

/// Interrupts the process, waits for the end, and returns the exit code and the messages.
fn interrupt(child: Child) -> (Option<i32>, String) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// An easy question, followed by one that takes practically forever.
fn endless() -> Workdir {
    let dir = Workdir::new();
    dir.write("p.jsonl", path(2) + &tangle(40)).write("g.jsonl", thicket(120));
    dir.write("hard.json", tangle(40));
    dir
}

#[test]
fn an_interrupted_batch_leaves_whole_lines_and_says_how_to_go_on() {
    let dir = endless();
    for threads in [1, 2] {
        let out = format!("r{threads}.jsonl");
        let words =
            format!("count --patterns p.jsonl --graphs g.jsonl --out {out} --threads {threads}");
        let child = dir.spawn(&words);
        while !dir.path(&out).exists() || !dir.read(&out).ends_with('\n') {
            thread::sleep(Duration::from_millis(1));
        }
        let (code, said) = interrupt(child);
        assert_eq!(code, Some(130), "{said}");
        assert!(
            said.starts_with(&format!("interrupted; {out} is valid; to continue:\n")),
            "{said}"
        );
        assert!(said.trim_end().ends_with(&format!("{words} --resume")), "{said}");
        assert_eq!(answers(&dir.read(&out)).len(), 1);
    }
}

/// The graph comes from a pipe: once it has been read, the program is counting and handles signals.
#[test]
fn an_interrupted_question_ends_at_once() {
    let dir = endless();
    assert!(Command::new("mkfifo").arg(dir.path("pipe.json")).status().unwrap().success());
    let child = dir.spawn("count hard.json pipe.json");
    fs::write(dir.path("pipe.json"), thicket(120)).unwrap();
    let (code, said) = interrupt(child);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.starts_with("interrupted; a --time-limit or a --precision gives"), "{said}");
}
