//! `--out` and `--resume`: nothing is lost, nothing is counted twice.

use std::thread;
use std::time::Duration;

use crate::workdir::{Workdir, answers, complete, path, thicket};

/// Questions of some milliseconds each.
const SLOW: &str = "count --patterns p.jsonl --graphs g.jsonl --semantics homomorphism \
                    --method brute-force --threads 2";

/// Three patterns in `graphs` graphs.
fn slow_batch(graphs: usize) -> Workdir {
    let dir = Workdir::new();
    dir.write("p.jsonl", (2..5).map(path).collect::<String>());
    dir.write("g.jsonl", (0..graphs).map(|n| thicket(12 + n % 3)).collect::<String>());
    dir
}

/// Kills the batch after three answers; false if it was done before that.
fn killed_in_the_middle(dir: &Workdir) -> bool {
    let mut child = dir.spawn(&format!("{SLOW} --out killed.jsonl"));
    while !dir.path("killed.jsonl").exists() || dir.read("killed.jsonl").lines().count() < 3 {
        thread::sleep(Duration::from_millis(1));
    }
    let is_at_work = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    is_at_work
}

#[test]
fn a_killed_batch_continues_where_it_was() {
    // A batch that is done before it could be killed was too small for this machine.
    let sizes = (0..).map(|round| 20 << round);
    let dir = sizes.map(slow_batch).find(killed_in_the_middle).unwrap();
    let kept = dir.read("killed.jsonl");

    let resumed = dir.run(&format!("{SLOW} --out killed.jsonl --resume"));
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    dir.run(&format!("{SLOW} --out whole.jsonl")).ok();
    let (killed, whole) = (dir.read("killed.jsonl"), dir.read("whole.jsonl"));
    assert_eq!(answers(&killed), answers(&whole));
    assert!(killed.starts_with(&kept[..=kept.rfind('\n').unwrap()]), "answers were kept");
}

fn small_batch() -> Workdir {
    let dir = Workdir::new();
    dir.write("p.jsonl", (2..5).map(path).collect::<String>());
    dir.write("g.jsonl", (3..6).map(complete).collect::<String>());
    dir
}

const SMALL: &str = "count --patterns p.jsonl --graphs g.jsonl --out r.jsonl";

#[test]
fn half_a_line_is_dropped_wherever_it_was_cut() {
    let dir = small_batch();
    dir.run(SMALL).ok();
    let whole = dir.read("r.jsonl");
    for cut in [0, 1, 100, whole.len() / 2, whole.len() - 1, whole.len()] {
        dir.write("r.jsonl", &whole[..cut]);
        dir.run(&format!("{SMALL} --resume")).ok();
        assert_eq!(answers(&dir.read("r.jsonl")), answers(&whole), "cut at {cut}");
    }
    std::fs::remove_file(dir.path("r.jsonl")).unwrap();
    dir.run(&format!("{SMALL} --resume")).ok();
    assert_eq!(answers(&dir.read("r.jsonl")), answers(&whole), "nothing was there");
}

#[test]
fn an_existing_file_is_never_overwritten() {
    let dir = small_batch();
    dir.write("r.jsonl", "precious\n");
    let outcome = dir.run(SMALL);
    insta::assert_snapshot!(outcome.everything());
    assert_eq!(dir.read("r.jsonl"), "precious\n");
}

#[test]
fn another_question_is_refused() {
    let dir = small_batch();
    dir.run(SMALL).ok();
    let whole = dir.read("r.jsonl");
    for flags in [
        "--semantics induced",
        "--unit subgraphs",
        "--method vf2",
        "--undirected",
        "--graphs p.jsonl",
    ] {
        let words = match flags.strip_prefix("--graphs ") {
            Some(graphs) => SMALL.replace("g.jsonl", graphs),
            None => format!("{SMALL} {flags}"),
        };
        let outcome = dir.run(&format!("{words} --resume"));
        assert_eq!(outcome.code, Some(1), "{flags}: {outcome:?}");
        assert!(outcome.stderr.contains("the beginning of this batch"), "{flags}: {outcome:?}");
        assert_eq!(dir.read("r.jsonl"), whole, "{flags} changed the file");
    }
    insta::assert_snapshot!(
        dir.run(&format!("{SMALL} --unit subgraphs --resume"))
            .everything()
            .split('╭')
            .next()
            .unwrap()
    );
    // Fewer questions than there are answers.
    dir.write("g.jsonl", complete(3));
    let outcome = dir.run(&format!("{SMALL} --resume"));
    assert!(outcome.stderr.contains("more answers than this batch has questions"), "{outcome:?}");
    // Not a file of answers at all.
    dir.write("r.jsonl", "precious\n");
    let outcome = dir.run(&format!("{SMALL} --resume"));
    assert!(outcome.stderr.contains("not an answer of this version"), "{outcome:?}");
    assert_eq!(dir.read("r.jsonl"), "precious\n");
}

#[test]
fn a_graph_that_changed_is_noticed() {
    let dir = small_batch();
    dir.run(SMALL).ok();
    let whole = dir.read("r.jsonl");
    dir.write("g.jsonl", (3..6).map(|n| complete(if n == 4 { 5 } else { n })).collect::<String>());
    let outcome = dir.run(&format!("{SMALL} --resume"));
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stderr.contains("graph_hash is"), "{outcome:?}");
    assert_eq!(dir.read("r.jsonl"), whole);
}

#[test]
fn other_limits_are_another_question() {
    let dir = small_batch();
    dir.run(SMALL).ok();
    let outcome = dir.run(&format!("{SMALL} --resume --time-limit 5s"));
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stderr.contains("time_limit is not set in the file"), "{outcome:?}");
}
