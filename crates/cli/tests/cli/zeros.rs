//! A zero explains itself: on stderr with what helps, in the record, and as an error with
//! `--strict`.

use crate::workdir::{Outcome, Workdir, answers, complete, path};

const TRIANGLE: &str =
    r#"{"directed": false, "nodes": [0, 0, 0], "edges": [[0, 1], [1, 2], [2, 0]]}"#;

/// A ring of six nodes as networkx's GML has it: every node is labelled with its name.
fn named_ring() -> String {
    let nodes = (0..6).map(|v| format!("node [ id {v} label \"{v}\" ]\n"));
    let edges = (0..6).map(|v| format!("edge [ source {v} target {} ]\n", (v + 1) % 6));
    format!("graph [\n{}{}]\n", nodes.collect::<String>(), edges.collect::<String>())
}

fn workdir() -> Workdir {
    let dir = Workdir::new();
    dir.write("triangle.json", TRIANGLE).write("k4.json", complete(4));
    dir.write("arrows.csv", "tail,head\na,b\nb,c\nc,a\na,d\n").write("names.gml", named_ring());
    dir.write(
        "weights.csv",
        "tail,head,label\na,b,0.5\nb,c,1.5\nc,a,2.25\na,d,3.5\nd,e,4.125\nb,d,0.75\n",
    );
    dir.write("labels.json", r#"{"nodes": ["C", "C", "O"], "edges": [[0, 1], [1, 2], [2, 0]]}"#);
    dir.write("loop.json", r#"{"nodes": [0], "edges": [[0, 0]]}"#);
    dir.write("double.json", r#"{"nodes": [0, 0], "edges": [[0, 1, 1], [0, 1, 2]]}"#);
    dir.write("single.json", r#"{"nodes": [0, 0, 0], "edges": [[0, 1, 1], [1, 2, 2]]}"#);
    dir.write("arrow.json", r#"{"nodes": [0, 0], "edges": [[0, 1]]}"#);
    dir.write("one_way.json", r#"{"nodes": [1, 2], "edges": [[0, 1]]}"#);
    dir.write("other_way.json", r#"{"nodes": [1, 2], "edges": [[1, 0]]}"#);
    dir.write("empty.json", r#"{"nodes": [], "edges": []}"#);
    dir.write("star.json", r#"{"nodes": [0, 0, 0], "edges": [[0, 1], [0, 2]]}"#);
    dir.write("chain.json", r#"{"nodes": [0, 0, 0], "edges": [[0, 1], [1, 2]]}"#);
    dir.write("loops.json", r#"{"nodes": [0, 0], "edges": [[0, 0], [1, 1], [0, 1]]}"#);
    dir
}

/// The messages in addition to the answer and the time.
fn notes(outcome: &Outcome) -> String {
    let lines = outcome.stderr.lines().filter(|line| !line.starts_with("auto, "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn every_reason_has_its_note() {
    let dir = workdir();
    let mut said = String::new();
    for words in [
        "triangle.json arrows.csv",
        "triangle.json names.gml",
        "triangle.json weights.csv",
        "triangle.json labels.json",
        "labels.json k4.json",
        "k4.json triangle.json",
        "triangle.json empty.json",
        "loop.json k4.json",
        "double.json single.json",
        "one_way.json other_way.json",
        "star.json chain.json",
        "arrow.json k4.json --semantics induced",
        "arrow.json loops.json --semantics induced",
    ] {
        let outcome = dir.run(&format!("count {words}"));
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        assert!(outcome.stdout.starts_with("0 mappings"), "{words}: {outcome:?}");
        said.extend(["$ count ", words, "\n", &notes(&outcome), "\n"]);
    }
    insta::assert_snapshot!(said);
}

/// Following the advice of a note ends the zero.
#[test]
fn the_remedy_helps() {
    let dir = workdir();
    for (words, flags, answer) in [
        ("triangle.json arrows.csv", "--undirected", "6 mappings"),
        ("triangle.json weights.csv", "--ignore-edge-labels --undirected", "12 mappings"),
        ("one_way.json other_way.json", "--undirected", "1 mapping"),
        ("double.json single.json", "--ignore-edge-labels", "2 mappings"),
        ("arrow.json k4.json --semantics induced", "--undirected", "12 mappings"),
        ("labels.json k4.json", "--ignore-node-labels", "24 mappings"),
    ] {
        let before = dir.run(&format!("count {words}"));
        assert!(before.stdout.starts_with("0 "), "{before:?}");
        for flag in flags.split(' ') {
            assert!(before.stderr.contains(flag), "{before:?}");
        }
        let after = dir.run(&format!("count {words} {flags}"));
        assert!(after.stdout.starts_with(answer), "{words} {flags}: {after:?}");
        assert_eq!(notes(&after), "");
    }
}

#[test]
fn quiet_says_nothing_and_the_record_says_it_anyway() {
    let dir = workdir();
    let quiet = dir.run("count triangle.json arrows.csv --quiet");
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
    let reason = "the pattern has undirected edges (pairs of opposite arcs), and no arc of the graph has \
                  its reverse";
    let json = dir.run("count triangle.json arrows.csv --json");
    assert!(
        json.stdout.contains(&format!(
            r#""count":"0","low":null,"high":null,"confidence":null,"reason":"{reason}""#
        )),
        "{json:?}"
    );
    assert!(
        json.stderr.starts_with(&format!("note: the count is 0 because {reason}\nhelp: ")),
        "{json:?}"
    );
    let csv = dir.run("count triangle.json arrows.csv --csv --quiet").ok();
    assert!(csv.contains(&format!(",exact,0,,,,\"{reason}\",")), "{csv}");
    // A zero that only a search can find has none.
    dir.write("path.json", path(4));
    let searched = dir.run("count triangle.json path.json --json");
    assert!(searched.stdout.contains(r#""count":"0""#), "{searched:?}");
    assert!(searched.stdout.contains(r#""reason":null"#), "{searched:?}");
    assert_eq!(searched.stderr, "");
}

#[test]
fn with_strict_a_zero_is_an_error() {
    let dir = workdir();
    let refused = dir.run("count triangle.json names.gml --strict");
    insta::assert_snapshot!(refused.everything());
    // Programs get the record all the same.
    let json = dir.run("count triangle.json names.gml --strict --json");
    assert_eq!((json.code, json.stdout.lines().count()), (Some(1), 1), "{json:?}");
    // Other answers are not affected, nor are zeros that took a search.
    dir.write("path.json", path(4));
    assert_eq!(dir.run("count triangle.json path.json --strict").code, Some(0));
    assert_eq!(dir.run("count triangle.json k4.json --strict").code, Some(0));
    assert_eq!(
        dir.run("count triangle.json names.gml --strict --ignore-node-labels").code,
        Some(0)
    );
}

fn batch() -> Workdir {
    let dir = workdir();
    dir.write("p/triangle.json", TRIANGLE).write("p/one_way.json", dir.read("one_way.json"));
    dir.write("g/arrows.csv", dir.read("arrows.csv")).write("g/names.gml", named_ring());
    dir.write("g/k4.json", complete(4)).write("g/labels.json", dir.read("labels.json"));
    dir
}

#[test]
fn a_batch_says_each_reason_once() {
    let dir = batch();
    let outcome = dir.run("count --patterns p --graphs g");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let (_, notes) = outcome.stderr.split_once('\n').unwrap();
    insta::assert_snapshot!(notes);
    let quiet = dir.run("count --patterns p --graphs g --quiet");
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
    // The same on any number of threads.
    for threads in [1, 3] {
        let again = dir.run(&format!("count --patterns p --graphs g --threads {threads}"));
        assert!(again.stderr.ends_with(notes), "{again:?}");
    }
}

#[test]
fn swapped_folders_are_suspected() {
    let dir = batch();
    let outcome = dir.run("count --patterns k4.json --graphs triangle.json");
    assert!(
        outcome.stderr.contains("note: the answer is 0 because the pattern is larger"),
        "{outcome:?}"
    );
    assert!(
        outcome.stderr.contains("help: perhaps --patterns and --graphs are swapped"),
        "{outcome:?}"
    );
}

#[test]
fn a_strict_batch_goes_on_and_fails_at_the_end() {
    let dir = batch();
    let outcome = dir.run("count --patterns p --graphs g --strict --out r.jsonl");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(
        outcome.stderr.ends_with("error: 6 zeros with a visible reason (--strict)\n"),
        "{outcome:?}"
    );
    let lines = answers(&dir.read("r.jsonl"));
    assert_eq!(lines.len(), 8);
    assert_eq!(lines.iter().filter(|line| line.contains(r#""reason":null"#)).count(), 2);
    // The reasons do not prevent the batch from being continued, and still count.
    let whole = dir.read("r.jsonl");
    let half: String = whole.split_inclusive('\n').take(5).collect();
    dir.write("r.jsonl", half);
    let resumed = dir.run("count --patterns p --graphs g --strict --out r.jsonl --resume");
    assert_eq!(resumed.code, Some(1), "{resumed:?}");
    assert_eq!(answers(&dir.read("r.jsonl")), lines);
    // A file of an earlier version has no reasons.
    let bare = without_reasons(&whole);
    dir.write("r.jsonl", bare);
    assert_eq!(dir.run("count --patterns p --graphs g --out r.jsonl --resume").code, Some(0));
}

/// All reasons as `null`.
fn without_reasons(lines: &str) -> String {
    let without = |line: &str| {
        let (start, rest) = line.split_once(r#""reason":"#).unwrap();
        let (_, end) = rest.split_once(r#","open_seconds""#).unwrap();
        format!("{start}\"reason\":null,\"open_seconds\"{end}\n")
    };
    lines.lines().map(without).collect()
}
