//! `isocount reproduce`: the plan, and where MUTAG is found. Plans are carried out in
//! `crates/reproduce/tests`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::workdir::Workdir;

#[test]
fn a_plan_is_shown_before_it_is_carried_out() {
    let dir = Workdir::new();
    let plan = dir.run("reproduce --quick --dry-run --out there").ok();
    assert!(plan.contains("small: rgin-sum, seed 0: train\n"), "{plan}");
    assert!(plan.contains("\n20 steps, 20 of them to do, about "), "{plan}");
    assert!(!dir.path("there").exists());
    dir.write("file", "");
    let refused = dir.run("reproduce --quick --out file");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("file is not a folder"), "{refused:?}");
    let refused = dir.run("reproduce --models gpt --dry-run");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("there is no model `gpt`"), "{refused:?}");
}

#[test]
fn a_plan_has_every_row_and_more_seeds_where_they_are_asked_for() {
    let dir = Workdir::new();
    let agreed = dir.run("reproduce --dry-run").ok();
    for step in
        ["small: gat, seed 0: train", "large: gat, seed 0: test", "large: gin, seed 2: test"]
    {
        assert!(agreed.contains(&format!("{step}\n")), "{step} is not in {agreed}");
    }
    for step in ["small: gat, seed 1", "large: gat, seed 1", "large: gin-count-head"] {
        assert!(!agreed.contains(step), "{step} is in {agreed}");
    }
    let asked = dir.run("reproduce large --models gat --seeds 2 --dry-run").ok();
    assert!(asked.contains("large: gat, seed 1: test\n"), "{asked}");
    let ablation = dir.run("reproduce small --tables 5 --dry-run").ok();
    assert!(ablation.contains("small: count-gnn-m, seed 2: test\n"), "{ablation}");
    assert!(!ablation.contains("gin"), "{ablation}");
    let secondary = dir.run("reproduce small --tables 4 --seeds 2 --dry-run").ok();
    assert!(secondary.contains("P_N8_E8_NL8_EL8_0, seed 1: test\n"), "{secondary}");
    let figure = dir.run("reproduce small --figures scalability --dry-run").ok();
    assert!(figure.contains("count-gnn, index, 1000000 arcs: time\n"), "{figure}");
    assert!(!figure.contains("gcn"), "{figure}");
}

#[test]
fn mutag_is_found_in_either_form() {
    let dir = Workdir::new();
    let without = dir.run("reproduce mutag --tables 2 --dry-run");
    assert!(without.stderr.contains("MUTAG is left out: `python3 scripts/mutag.py"), "{without:?}");
    assert!(without.stdout.contains("\n0 steps"), "{without:?}");
    let odd = dir.run("reproduce small --tables 4 --models gin --dry-run");
    assert!(odd.stderr.contains("gin has no row in the requested tables"), "{odd:?}");
    let refused = dir.run("reproduce mutag --mutag nowhere --dry-run");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("cannot read nowhere"), "{refused:?}");
    dir.write("empty/readme", "no graphs");
    let refused = dir.run("reproduce mutag --mutag empty --dry-run");
    assert!(refused.stderr.contains("empty has no files of MUTAG"), "{refused:?}");

    dir.write("TU/TOY_A.txt", "1, 2\n2, 1\n");
    dir.write("GML/graphs/a.gml", "graph [ node [ id 0 label \"0\" ] ]\n");
    let plan = |words: &str| dir.run(&format!("reproduce mutag {words} --tables 2 --dry-run")).ok();
    let (tu, gml) = (plan("--mutag TU"), plan("--mutag GML"));
    assert!(tu.contains("mutag-edge-blind: gat, seed 2: train\n"), "{tu}");
    // Other files make other data, and everything that follows from it.
    assert_ne!(tu, gml);
    dir.write("data/MUTAG/TOY_A.txt", "1, 2\n2, 1\n");
    assert_eq!(plan(""), tu);
}

const QUICK: &str =
    "reproduce --quick --models count-gnn,gin --tables 1,2,3,5 --figures scalability --quiet --out";

/// `kill -9` while data are made, a model is trained, a counter is asked, its time is taken, and
/// the report is written. Minutes without optimisation, so it runs with `ISOCOUNT_SLOW=1` alone.
#[test]
fn a_plan_survives_a_kill_in_every_kind_of_step() {
    if !isocount_testkit::slow_suites() {
        return;
    }
    let dir = Workdir::new();
    let carry_out = |out: &str| {
        let done = dir.spawn(&format!("{QUICK} {out}")).wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    carry_out("whole");
    let plan = dir.run(&format!("{} --dry-run", QUICK.replace("--out", "--out killed"))).ok();
    let steps: Vec<(String, String)> = plan.lines().filter_map(key_and_title).collect();
    assert_eq!(steps.len(), 37, "{plan}");
    let is_done = |key: &str| {
        let packed = fs::read_to_string(dir.path("killed/records.jsonl")).unwrap_or_default();
        packed.contains(&format!("{{\"key\":\"{key}\""))
            || dir.path(&format!("killed/records/{key}.json")).exists()
    };
    for kind in [": data", ": vf2, split 0", ": train", ": test", ": time"] {
        // A busy machine may let every step of this kind end before it is killed; nothing depends
        // on that.
        let _ = (0..20).any(|attempt| {
            let mut child = dir.spawn(&format!("{QUICK} killed"));
            // Until the first step that is not done is one of this kind.
            let key = loop {
                match steps.iter().find(|(key, _)| !is_done(key)) {
                    Some((_, title)) if !title.ends_with(kind) => {
                        thread::sleep(Duration::from_micros(200));
                    }
                    found => break found.map(|(key, _)| key),
                }
            };
            thread::sleep(Duration::from_millis(attempt % 4));
            child.kill().unwrap();
            child.wait().unwrap();
            key.is_none_or(|key| !is_done(key))
        });
    }
    // Killed once the page exists: every step is done, and pictures may be missing.
    let first = "report.html";
    let mut child = dir.spawn(&format!("{QUICK} killed"));
    while !dir.path(&format!("killed/{first}")).exists() {
        thread::sleep(Duration::from_micros(200));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(steps.iter().all(|(key, _)| is_done(key)));
    carry_out("killed");

    // The records are equal but for times, and equal records make equal reports.
    let (whole, killed) = (dir.path("whole"), dir.path("killed"));
    let [records, others] =
        [&whole, &killed].map(|folder| fs::read_to_string(folder.join("records.jsonl")).unwrap());
    assert_eq!(records.lines().count(), steps.len());
    for (record, other) in records.lines().zip(others.lines()) {
        assert_eq!(without_times(record), without_times(other));
    }
    fs::write(killed.join("records.jsonl"), records).unwrap();
    dir.run(&format!("{QUICK} killed --report")).ok();
    for part in ["", "tables", "figures", "pages"] {
        let [whole, killed] = [&whole, &killed].map(|folder| files(&folder.join(part)));
        assert_eq!(whole.keys().collect::<Vec<_>>(), killed.keys().collect::<Vec<_>>());
        for (name, text) in &whole {
            assert!(*text == killed[name], "{part}/{name} is another one");
        }
    }
}

/// The key and the title in a line of the plan.
fn key_and_title(line: &str) -> Option<(String, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_key = |word: &&str| word.len() == 12 && word.chars().all(|it| it.is_ascii_hexdigit());
    let at = words.iter().position(is_key)?;
    Some((words[at].to_owned(), words[at + 1..].join(" ")))
}

/// A record without the times that were measured.
fn without_times(record: &str) -> String {
    let mut kept = String::new();
    let mut rest = record;
    while let Some((before, after)) = rest.split_once("seconds") {
        kept += before;
        // Up to the end of the number after the name.
        rest = after.find([',', '}']).map_or("", |end| &after[end..]);
    }
    kept + rest
}

/// The texts in a folder, by their names.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_file() {
            let name = entry.file_name().into_string().unwrap();
            texts.insert(name, fs::read_to_string(entry.path()).unwrap());
        }
    }
    texts
}
