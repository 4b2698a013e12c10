//! `--force`: without it nothing is touched, with it the existing result is replaced in one step.

use std::fs;

use crate::data::contents;
use crate::workdir::{Workdir, complete, repository};

const SMALL: &str = "data generate small --limit 300 -q --out small";

#[test]
fn data_sets_are_replaced_on_request_only() {
    let dir = Workdir::new();
    let examples = repository().join("examples");
    let (graphs, patterns) = (examples.join("molecules"), examples.join("patterns"));
    let from = format!("{} --patterns {}", graphs.display(), patterns.display());
    for (first, second) in [
        (SMALL.to_owned(), format!("{SMALL} --seed 1")),
        (
            format!("data import gml --from {from} --out imported -q"),
            format!("data import gml --from {from} --unit subgraphs --out imported -q"),
        ),
        (
            format!("data label --graphs {from} --out labelled -q"),
            format!("data label --graphs {from} --unit subgraphs --out labelled -q"),
        ),
    ] {
        let out = first.split(" --out ").nth(1).unwrap().split(' ').next().unwrap();
        dir.run(&first).ok();
        let old = contents(&dir.path(out));
        let refused = dir.run(&second);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stderr.contains(&format!("{out} exists")), "{refused:?}");
        assert!(refused.stderr.contains("replace it with --force"), "{refused:?}");
        assert!(contents(&dir.path(out)) == old);
        dir.run(&format!("{second} --force")).ok();
        let new = contents(&dir.path(out));
        assert!(new != old);
        dir.run(&second).ok();
        assert!(contents(&dir.path(out)) == new, "a repeated command finds the set");
        for ending in ["new", "new.partial", "replaced", "partial"] {
            assert!(!dir.path(&format!("{out}.{ending}")).exists(), "{out}.{ending}");
        }
    }
    // A folder that is not a data set stays.
    dir.write("notes/notes.txt", "mine");
    let refused = dir.run("data generate small --limit 300 --out notes --force");
    insta::assert_snapshot!(refused.everything());
    dir.write("small/notes.txt", "mine");
    let refused = dir.run(&format!("{SMALL} --force"));
    insta::assert_snapshot!(refused.everything());
    assert_eq!(
        (dir.read("small/notes.txt"), dir.read("notes/notes.txt")),
        ("mine".into(), "mine".into())
    );
}

/// A data set that another command has left unfinished next to the target is not reused.
#[test]
fn leftovers_of_another_replacement_are_no_obstacle() {
    let dir = Workdir::new();
    dir.run(SMALL).ok();
    // As after a kill between the last two steps.
    dir.run(&SMALL.replace("--out small", "--seed 7 --out small.new")).ok();
    dir.run(&format!("{SMALL} --seed 1 --force")).ok();
    dir.run(&SMALL.replace("--out small", "--seed 1 --out other")).ok();
    assert!(contents(&dir.path("small")) == contents(&dir.path("other")));
    assert!(!dir.path("small.new").exists());
}

#[test]
fn a_damaged_split_is_drawn_again() {
    let dir = Workdir::new();
    dir.run(SMALL).ok();
    let path = dir.path("small/splits/paper.split");
    let good = fs::read(&path).unwrap();
    fs::write(&path, "?").unwrap();
    let damaged = dir.run("data split small --protocol paper");
    assert_eq!(damaged.code, Some(1), "{damaged:?}");
    assert_eq!(fs::read(&path).unwrap(), b"?");
    dir.run("data split small --protocol paper --force").ok();
    assert_eq!(fs::read(&path).unwrap(), good);
}

#[test]
fn runs_and_indices_are_replaced_on_request_only() {
    let dir = Workdir::new();
    dir.run(SMALL).ok();
    let train = "train count-gnn --data small --set training.epochs=1 --width 8 --out run";
    dir.run(&format!("{train} -q --tensorboard")).ok();
    let old = contents(&dir.path("run"));
    let refused = dir.run(&format!("{train} --seed 3"));
    insta::assert_snapshot!(refused.everything());
    // If something is wrong with the new run, the old one is left alone.
    let wrong = dir.run(&format!("{train} --force --set training.batch=0"));
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    dir.write("run/notes.txt", "mine");
    let refused = dir.run(&format!("{train} --force"));
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains("run: notes.txt is not part of a run"), "{refused:?}");
    fs::remove_file(dir.path("run/notes.txt")).unwrap();
    assert!(contents(&dir.path("run")) == old);

    let both = dir.run(&format!("{train} --force --resume"));
    assert_eq!(both.code, Some(2), "{both:?}");
    let replaced = dir.run(&format!("{train} --seed 3 --force"));
    assert_eq!(replaced.code, Some(0), "{replaced:?}");
    assert!(replaced.stderr.starts_with("run: the existing run is replaced\n"), "{replaced:?}");
    assert!(dir.read("run/config.toml").contains("seed = 3"));
    assert!(!dir.path("run/tensorboard").exists() && !dir.path("run.replaced").exists());
    dir.write("folder/notes.txt", "mine");
    let refused = dir.run(&format!("{} --force", train.replace("--out run", "--out folder")));
    assert!(refused.stderr.contains("folder is not a run, and is not replaced"), "{refused:?}");
    assert_eq!(dir.read("folder/notes.txt"), "mine");

    dir.write("k4.json", complete(4)).write("k5.json", complete(5));
    dir.run("index k4.json --model run --out k.index -q").ok();
    let old = fs::read(dir.path("k.index")).unwrap();
    let refused = dir.run("index k5.json --model run --out k.index");
    assert!(refused.stderr.contains("replace it with --force"), "{refused:?}");
    assert!(fs::read(dir.path("k.index")).unwrap() == old);
    dir.run("index k5.json --model run --out k.index --force -q").ok();
    assert!(fs::read(dir.path("k.index")).unwrap() != old);
    let explain = "count k4.json k5.json --method learned --model run --explain why.json";
    dir.write("why.json", "precious");
    let refused = dir.run(explain);
    assert!(refused.stderr.contains("why.json exists"), "{refused:?}");
    dir.run(&format!("{explain} --force")).ok();
    assert!(dir.read("why.json").contains("\"arcs\""));
}
