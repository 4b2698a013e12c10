//! `isocount find`.

use crate::workdir::{Outcome, Workdir, complete, path, thicket};

const FRIENDS: &str = "tail,head\nMr Hi,Ben\nBen,\"Carl, jr\"\n\"Carl, jr\",Mr Hi\nMr Hi,Dora\n";

fn friends() -> Workdir {
    let dir = Workdir::new();
    dir.write("friends.csv", FRIENDS).write("triangle.csv", "tail,head\nx,y\ny,z\nz,x\n");
    dir
}

#[test]
fn one_line_per_match_in_every_form() {
    let dir = friends();
    for (name, flags) in [
        ("text", ""),
        ("mappings", "--unit mappings --limit 2"),
        ("json", "--json"),
        ("csv", "--csv"),
        ("sample", "--sample 3 --seed 4 --csv"),
    ] {
        let found = dir.run(
            &format!("find triangle.csv friends.csv --undirected --unit subgraphs {flags} -q")
                .replace("--unit subgraphs --unit mappings", "--unit mappings"),
        );
        insta::assert_snapshot!(format!("find_{name}"), found.ok());
    }
}

/// The messages on stderr, without the time.
fn said(outcome: &Outcome) -> String {
    let first = outcome.stderr.lines().next().unwrap_or_default();
    let end = first.rfind(", ").map_or(first.len(), |end| end);
    let rest: Vec<&str> = outcome.stderr.lines().skip(1).collect();
    format!("{}\n{}", &first[..end], rest.join("\n"))
}

#[test]
fn the_end_says_whether_that_was_all() {
    let dir = friends();
    dir.write("square.json", path(4).replace("[2,3]", "[2,3],[3,0],[0,3]"));
    for (name, words, code) in [
        ("all", "triangle.csv friends.csv --undirected --unit subgraphs", 0),
        ("limited", "triangle.csv friends.csv --undirected --limit 2", 0),
        ("drawn", "triangle.csv friends.csv --undirected --sample 2", 0),
        ("cut", "triangle.csv friends.csv --undirected --step-limit 4", 3),
        ("none", "triangle.csv square.json", 0),
        ("nothing_to_draw", "triangle.csv square.json --sample 2", 0),
    ] {
        let outcome = dir.run(&format!("find {words}"));
        assert_eq!(outcome.code, Some(code), "{outcome:?}");
        insta::assert_snapshot!(format!("find_end_{name}"), said(&outcome));
    }
}

#[test]
fn batches_go_to_files_in_order() {
    let dir = Workdir::new();
    dir.write("p/edge.json", path(2)).write("p/triangle.json", complete(3));
    dir.write("g/k4.json", complete(4)).write("g/line.json", path(3)).write("g/broken.json", "{");
    dir.write("pairs.csv", "triangle,k4\nedge,line\n");
    let words = "find --patterns p --graphs g --unit subgraphs";
    let all = dir.run(&format!("{words} --out all.jsonl"));
    assert_eq!(all.code, Some(1), "one file is broken: {all:?}");
    let lines = dir.read("all.jsonl");
    assert_eq!(lines.lines().count(), 6 + 4 + 2);
    assert!(lines.starts_with(r#"{"pattern":"edge","graph":"k4","match":{"0":"0","1":"1"}}"#));
    assert!(
        all.stderr.contains("12 subgraphs (monomorphism) in 4 pairs; 1 without any"),
        "{all:?}"
    );
    for threads in [1, 3] {
        let again = dir.run(&format!("{words} --json -q --threads {threads}"));
        assert_eq!(again.stdout, lines);
    }
    let listed = dir.run(&format!("{words} --pairs pairs.csv --csv -q")).ok();
    assert!(
        listed.starts_with("pattern,graph,node_1,node_2,node_3\ntriangle,k4,0,1,2\n"),
        "{listed}"
    );
    assert!(listed.ends_with("edge,line,0,1,\nedge,line,1,2,\n"), "{listed}");
    let there = dir.run(&format!("{words} --out all.jsonl"));
    assert!(there.code == Some(1) && there.stderr.contains("--force"), "{there:?}");
    assert_eq!(
        dir.run(&format!("{words} --pairs pairs.csv --out all.jsonl --force")).code,
        Some(0)
    );
    assert_eq!(dir.read("all.jsonl").lines().count(), 6);
}

#[test]
fn subgraphs_and_pictures_are_files() {
    let dir = friends();
    let words = "find triangle.csv friends.csv --undirected --limit 2 -q";
    dir.run(&format!("{words} --subgraphs parts --to json --draw match.svg")).ok();
    let count = dir.run("count triangle.csv parts/triangle-in-friends-2.json --undirected -q").ok();
    assert!(count.starts_with("6 mappings"), "{count}");
    let picture = dir.read("match.svg");
    assert!(picture.starts_with("<svg") && picture.contains("friends 2"), "{picture}");
    let there = dir.run(&format!("{words} --subgraphs parts --to json"));
    assert!(there.code == Some(1) && there.stderr.contains("--force"), "{there:?}");
    dir.run(&format!("{words} --subgraphs parts --to json --draw match.svg --force")).ok();
    dir.write("k4.json", complete(4));
    let none = dir.run("find k4.json friends.csv --draw none.svg");
    assert!(none.code == Some(1) && none.stderr.contains("no match to show"), "{none:?}");
}

#[test]
fn mistakes_are_named() {
    let dir = friends();
    dir.write("long.json", path(65));
    for (words, code, what) in [
        ("triangle.csv friends.csv --limit 2 --sample 2", 2, "--sample"),
        ("triangle.csv friends.csv --out matches.xyz", 2, ".jsonl for JSON lines"),
        ("triangle.csv friends.csv --json --out matches.csv", 2, "disagree"),
        ("triangle.csv friends.csv --unit subgraphs --semantics homomorphism", 2, "tip"),
        ("triangle.csv friends.csv --force", 2, "--force goes with"),
        ("long.json friends.csv", 1, "at most 64 nodes"),
        ("triangle.csv", 2, "GRAPH"),
        ("--patterns triangle.csv", 2, "--graphs"),
    ] {
        let outcome = dir.run(&format!("find {words}"));
        assert_eq!(outcome.code, Some(code), "{words}: {outcome:?}");
        assert!(outcome.stderr.contains(what), "{words}: {}", outcome.stderr);
    }
}

/// A search that takes practically forever: its first match is printed at once, and a limit ends
/// it.
#[test]
fn a_limit_on_time_ends_an_endless_search() {
    let dir = Workdir::new();
    dir.write("p.json", path(9)).write("g.json", thicket(120));
    let cut = dir.run("find p.json g.json --time-limit 400ms --out cut.jsonl");
    assert_eq!(cut.code, Some(3), "{cut:?}");
    assert!(cut.stderr.contains("the limit was reached before all were found"), "{}", cut.stderr);
    // How many matches are found by then depends on the machine.
    let lines = dir.read("cut.jsonl");
    assert!(lines.lines().all(|line| line.ends_with("}}")), "half a line");
    let first = dir.run("find p.json g.json --limit 1 -q").ok();
    assert_eq!(first.lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_lines() {
    use std::process::Command;
    use std::{fs, thread, time::Duration};

    let dir = Workdir::new();
    dir.write("p.json", path(9)).write("g.json", thicket(120));
    let child = dir.spawn("find p.json g.json --out found.jsonl");
    while fs::metadata(dir.path("found.jsonl")).map_or(0, |file| file.len()) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let lines = dir.read("found.jsonl");
    assert!(lines.ends_with("}}\n") && lines.lines().all(|line| line.ends_with("}}")));
}
