//! `kill -9` at random moments: the same command continues and ends with the same bytes.
#![cfg(unix)]

use std::thread;
use std::time::Duration;

use isocount::Rng;

use crate::data::contents;
use crate::workdir::Workdir;

/// Kills `command` at ten random moments, then lets it end, and compares with an undisturbed run.
fn kill_and_continue(dir: &Workdir, command: &str, seed: u64) {
    dir.run(&format!("{command} --out undisturbed -q")).ok();
    let expected = contents(&dir.path("undisturbed"));
    let mut rng = Rng::new(seed);
    let (mut kills, mut rounds) = (0, 0);
    while kills < 10 {
        let out = format!("round{rounds}");
        rounds += 1;
        while kills < 10 && !dir.path(&out).exists() {
            let mut child = dir.spawn(&format!("{command} --out {out} -q"));
            thread::sleep(Duration::from_millis(rng.between(5, 150) as u64));
            kills += usize::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
        }
        if !dir.path(&out).exists() {
            dir.run(&format!("{command} --out {out} -q")).ok();
        }
        assert!(contents(&dir.path(&out)) == expected, "round {rounds} after {kills} kills");
        // A kill between the last move and the cleaning up leaves something, which the next run
        // clears. That run finds the set complete; if the leftovers no longer show what was made,
        // it may report that the folder exists.
        if dir.path(&format!("{out}.partial")).exists() {
            let again = dir.run(&format!("{command} --out {out} -q"));
            assert!(matches!(again.code, Some(0 | 1)), "{again:?}");
        }
        assert!(!dir.path(&format!("{out}.partial")).exists());
    }
}

#[test]
fn generation_continues() {
    kill_and_continue(&Workdir::new(), "data generate small --limit 40000", 1);
}

#[test]
fn labelling_continues() {
    let dir = Workdir::new();
    dir.run("data generate small --limit 4000 --out graphs -q").ok();
    let command = "data label --graphs graphs --patterns small --sample 60000 --name l";
    kill_and_continue(&dir, command, 2);
}

/// A data set that is replaced is the old one or the new one, whenever the process is killed.
#[test]
fn a_replaced_set_is_always_whole() {
    let dir = Workdir::new();
    let command = "data generate small --limit 40000 -q";
    dir.run(&format!("{command} --seed 1 --out new")).ok();
    dir.run("data generate small --limit 300 -q --out set").ok();
    let (mut old, new) = (contents(&dir.path("set")), contents(&dir.path("new")));
    let mut rng = Rng::new(3);
    let (mut kills, mut replaced) = (0, 0);
    while kills < 10 {
        let mut child = dir.spawn(&format!("{command} --seed 1 --out set --force"));
        thread::sleep(Duration::from_millis(rng.between(5, 150) as u64));
        kills += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let found = contents(&dir.path("set"));
        assert!(found == old || found == new, "after {kills} kills");
        if found == new && old != new {
            replaced += 1;
            old.clone_from(&new);
        }
    }
    dir.run(&format!("{command} --seed 1 --out set --force")).ok();
    assert!(contents(&dir.path("set")) == new, "{replaced} of {kills} were whole before");
    for ending in ["new", "new.partial", "replaced"] {
        assert!(!dir.path(&format!("set.{ending}")).exists(), "set.{ending}");
    }
}
