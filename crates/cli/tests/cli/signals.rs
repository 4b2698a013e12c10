//! Ctrl-C.
#![cfg(unix)]

use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::workdir::{Workdir, answers, path, tangle, thicket};

/// Interrupts, and returns the exit code and what was said.
fn interrupt(child: Child) -> (Option<i32>, String) {
    let sent = Instant::now();
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
    let output = child.wait_with_output().unwrap();
    // A second is promised; a loaded machine may take a little longer to notice.
    assert!(sent.elapsed() < Duration::from_secs(5), "it did not end");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A question that nobody will see the end of comes after an easy one.
fn endless() -> Workdir {
    let dir = Workdir::new();
    dir.write("p.jsonl", path(2) + &tangle(40)).write("g.jsonl", thicket(120));
    dir.write("hard.json", tangle(40)).write("g.json", thicket(120));
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

#[test]
fn an_interrupted_question_ends_at_once() {
    let dir = endless();
    let child = dir.spawn("count hard.json g.json");
    thread::sleep(Duration::from_millis(700));
    let (code, said) = interrupt(child);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.starts_with("interrupted; a --time-limit or a --precision gives"), "{said}");
}
