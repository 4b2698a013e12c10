//! `isocount data export`.

use std::process::Command;

use crate::workdir::{Workdir, repository};

fn small() -> Workdir {
    let dir = Workdir::new();
    dir.run("data generate small --limit 200 --out small -q").ok();
    dir
}

#[test]
fn a_folder_can_be_imported_again() {
    let dir = small();
    let said = dir.run("data export small --to jsonl --out small-jsonl");
    assert_eq!((said.code, said.stdout.as_str()), (Some(0), ""));
    let start = said.stderr.split(", in ").next().unwrap();
    assert_eq!(start, "small-jsonl: 200 triples as jsonl, split paper");
    dir.run("data export small --to gml --out small-gml -q").ok();
    for (kind, folder) in [("jsonl", "small-jsonl"), ("gml", "small-gml")] {
        // One hundred of the counts are verified.
        dir.run(&format!("data import {kind} --from {folder} --out again-{kind} -q")).ok();
        let stats = |set: &str| {
            let text = dir.run(&format!("data stats {set} --json")).ok();
            let stats: serde_json::Value = serde_json::from_str(&text).unwrap();
            (stats["graphs"].clone(), stats["patterns"].clone(), stats["counts"].clone())
        };
        assert_eq!(stats(&format!("again-{kind}")), stats("small"), "{kind}");
    }
}

#[test]
fn the_split_is_the_one_that_was_asked_for() {
    let dir = small();
    let words = "data export small --to jsonl --split held-out-patterns --split-seed 3 -q";
    dir.run(&format!("{words} --out held")).ok();
    let about: serde_json::Value = serde_json::from_str(&dir.read("held/dataset.json")).unwrap();
    assert_eq!(about["split"]["name"], "held-out-patterns-seed3");
    let parts = dir.read("held/triples.jsonl").matches(r#""part":"test""#).count();
    assert_eq!(about["split"]["test"], parts);
    let wrong = dir.run("data export small --to jsonl --pattern 1 --out wrong");
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
}

#[test]
fn an_export_is_replaced_on_request_only() {
    let dir = small();
    for (format, out) in [("jsonl", "a"), ("gml", "b"), ("npz", "c.npz")] {
        let words = format!("data export small --to {format} --out {out} -q");
        dir.run(&words).ok();
        let refused = dir.run(&words);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stderr.contains(&format!("{out} exists")), "{refused:?}");
        assert!(refused.stderr.contains("replace it with --force"), "{refused:?}");
        dir.run(&format!("{words} --force")).ok();
    }
    let refused = dir.run("data export small --to jsonl --out small --force");
    insta::assert_snapshot!(refused.everything());
    dir.write("a/notes.txt", "mine");
    let refused = dir.run("data export small --to jsonl --out a --force");
    insta::assert_snapshot!(refused.everything());
    assert_eq!(dir.read("a/notes.txt"), "mine");
}

/// numpy reads what was written, and so does the reader in the documentation, if PyTorch Geometric
/// is there. Runs with `ISOCOUNT_SLOW=1` alone, with the Python of `ISOCOUNT_PYTHON` or `python3`.
#[test]
fn numpy_reads_the_arrays() {
    const CHECK: &str = r#"
import json, sys
import numpy
z = numpy.load("small.npz")
assert len(z.files) == 22 and all(z[key].dtype != object for key in z.files)
about = json.loads(z["about"].item())
assert about["split"]["name"] == "paper" and about["meaning"]["unit"] == "mappings"
graphs = [json.loads(line) for line in open("small-jsonl/graphs.jsonl")]
patterns = [json.loads(line) for line in open("small-jsonl/patterns.jsonl")]
triples = [json.loads(line) for line in open("small-jsonl/triples.jsonl")]
for kind, members in (("graph", graphs), ("pattern", patterns)):
    n, e = z[kind + "_node_ptr"], z[kind + "_edge_ptr"]
    for i, member in enumerate(members):
        assert z[kind + "_name"][i] == member["name"]
        nodes = z["node_label_name"][z[kind + "_node_label"][n[i]:n[i + 1]]]
        assert nodes.tolist() == [str(label) for label in member["nodes"]]
        tails, heads = z[kind + "_edge_index"][:, e[i]:e[i + 1]]
        labels = z["edge_label_name"][z[kind + "_edge_label"][e[i]:e[i + 1]]]
        arcs = [list(arc) for arc in zip(tails.tolist(), heads.tolist(), labels.tolist())]
        assert arcs == [[tail, head, str(label)] for tail, head, label in member["edges"]], (arcs, member)
for i, triple in enumerate(triples):
    assert z["graph_name"][z["graph"][i]] == triple["graph"]
    assert z["pattern_name"][z["pattern"][i]] == triple["pattern"]
    assert z["count"][i] == int(triple["count"]) and z["exact"][i]
    masks = {"train": "train_mask", "valid": "val_mask", "test": "test_mask"}
    assert [part for part, mask in masks.items() if z[mask][i]] == [triple["part"]]
"#;
    if !isocount_testkit::slow_suites() {
        return;
    }
    let python = std::env::var("ISOCOUNT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = |module: &str| {
        let run = Command::new(&python).args(["-c", &format!("import {module}")]).output();
        run.is_ok_and(|run| run.status.success())
    };
    if !has("numpy") {
        eprintln!("skipped: {python} has no numpy");
        return;
    }
    let dir = small();
    dir.run("data export small --to npz --out small.npz -q").ok();
    dir.run("data export small --to jsonl --out small-jsonl -q").ok();
    let run = |script: &str| {
        let run =
            Command::new(&python).args(["-c", script]).current_dir(dir.path("")).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    };
    run(CHECK);
    if !has("torch_geometric") {
        eprintln!("skipped: {python} has no torch_geometric");
        return;
    }
    // What docs/data.md shows.
    let guide = std::fs::read_to_string(repository().join("docs/data.md")).unwrap();
    let reader = guide.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let reader = reader.replace("data-small.npz", "small.npz");
    let check = "\nassert len(train) == z['train_mask'].sum() and len(train) > 0\n\
                 p, g, y = train[0]\n\
                 assert p.validate() and g.validate() and y >= 0\n\
                 assert g.num_edges == g.edge_attr.numel() and g.num_nodes == g.x.numel()\n";
    run(&format!("{reader}{check}"));
    let judged = dir.run("eval --predictions predictions.csv --data small");
    assert_eq!(judged.code, Some(0), "{judged:?}");
}
