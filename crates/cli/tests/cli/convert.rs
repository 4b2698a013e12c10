//! `isocount convert` and the lists.

use crate::workdir::{Workdir, complete};

#[test]
fn a_graph_survives_the_way_there_and_back() {
    let dir = Workdir::new();
    dir.write("k4.json", complete(4)).write("triangle.json", complete(3));
    for name in ["k4.gml", "k4.graphml", "k4.csv", "k4.lad", "k4.graph", "k4.llad", "k4.jsonl"] {
        dir.run(&format!("convert k4.json {name}")).ok();
        let counted = dir.run(&format!("count triangle.json {name} --quiet")).ok();
        assert_eq!(counted.split(' ').next(), Some("24"), "{name}: {counted}");
    }
    let printed = dir.run("convert k4.gml - --to json").ok();
    dir.write("again.json", printed);
    assert!(dir.run("count k4.json again.json").ok().starts_with("24 mappings"));
}

#[test]
fn collections_keep_their_names() {
    let dir = Workdir::new();
    dir.write("in/one.json", complete(3)).write("in/two.json", complete(4));
    dir.write("triangle.json", complete(3));
    let counts = |graphs: &str| {
        let table = dir.run(&format!("count --patterns triangle.json --graphs {graphs} --csv -q"));
        let rows = table.ok();
        let cell = |row: &str| {
            let cells: Vec<_> = row.split(',').collect();
            format!("{} {}", cells[1], cells[6])
        };
        rows.lines().skip(1).map(cell).collect::<Vec<_>>()
    };
    let expected = counts("in");
    dir.run("convert in all.jsonl").ok();
    dir.run("convert in all.jsonl.gz").ok();
    dir.run("convert all.jsonl out/ --to gml").ok();
    dir.run("convert all.jsonl.gz sparse --to matrix-market").ok();
    for graphs in ["all.jsonl", "all.jsonl.gz", "out", "sparse"] {
        assert_eq!(counts(graphs), expected, "{graphs}");
    }
    dir.run("convert in tu --to tu").ok();
    let renamed: Vec<_> = expected.iter().map(|row| row.split(' ').nth(1).unwrap()).collect();
    let found = counts("tu");
    let found: Vec<_> = found.iter().map(|row| row.split(' ').nth(1).unwrap()).collect();
    assert_eq!(found, renamed);
}

#[test]
fn what_cannot_be_converted_leaves_nothing() {
    let dir = Workdir::new();
    dir.write("in/one.json", complete(3)).write("in/two.json", complete(4));
    dir.write("bad/one.json", complete(3)).write("bad/two.json", "{");
    dir.write("odd.jsonl", r#"{"name": "a/b", "nodes": [0], "edges": []}"#);
    for (words, message) in [
        ("convert in all.gml", "this file takes one graph, but there are 2"),
        ("convert bad all.jsonl", "expected the rest of the JSON object"),
        ("convert odd.jsonl out/ --to gml", "`a/b` cannot be the name of a file"),
        ("convert in all.jsonl.zst", "files compressed with zstd are only read"),
        ("convert in all.net", "the format pajek is only read, not written"),
    ] {
        let outcome = dir.run(words);
        assert_eq!(outcome.code, Some(1), "{words}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{words}: {}", outcome.stderr);
    }
    let left: Vec<_> = std::fs::read_dir(dir.path("")).unwrap().flatten().collect();
    assert_eq!(left.len(), 3, "{left:?}");
    dir.run("convert in out/ --to gml").ok();
    assert_eq!(dir.run("convert in out/ --to gml").code, Some(1));
    dir.run("convert in out/ --to gml --force").ok();
}

#[test]
fn nothing_is_overwritten_or_half_written() {
    let dir = Workdir::new();
    dir.write("k4.json", complete(4)).write("out.gml", "precious");
    assert_eq!(dir.run("convert k4.json out.gml").code, Some(1));
    assert_eq!(dir.read("out.gml"), "precious");
    dir.run("convert k4.json out.gml --force").ok();
    assert!(dir.read("out.gml").contains("node"));

    dir.write("labelled.json", r#"{"nodes": ["C"], "edges": []}"#);
    let outcome = dir.run("convert labelled.json labelled.lad");
    assert_eq!(outcome.code, Some(1));
    insta::assert_snapshot!(outcome.everything());
    let files: Vec<_> = std::fs::read_dir(dir.path("")).unwrap().flatten().collect();
    assert_eq!(files.len(), 3, "no partial file is left: {files:?}");
}

#[test]
fn an_unknown_format_is_asked_for() {
    let dir = Workdir::new();
    dir.write("k4.json", complete(4)).write("k4.xyz", complete(4));
    insta::assert_snapshot!(dir.run("convert k4.json k4").everything());
    let outcome = dir.run("convert k4.xyz k4.gml");
    assert!(outcome.stderr.contains("--from"), "{outcome:?}");
    dir.run("convert k4.xyz k4.gml --from json").ok();
}

#[test]
fn lists_come_from_the_registries() {
    let dir = Workdir::new();
    insta::assert_snapshot!(dir.run("methods").ok());
    insta::assert_snapshot!(dir.run("formats").ok());
    for list in ["methods", "formats"] {
        let lines = dir.run(&format!("{list} --json")).ok();
        for line in lines.lines() {
            assert!(line.starts_with(r#"{"name":""#) && line.ends_with('}'), "{line}");
        }
    }
}

#[test]
fn what_is_written_reads_back_under_its_name() {
    let dir = Workdir::new();
    for (number, name) in ["x.tsv", "x.tsv.gz", "x.csv", "x.edges", "x.adjlist"].iter().enumerate()
    {
        dir.run(&format!("convert a->b {name}")).ok();
        dir.run(&format!("convert {name} back{number}.json")).ok();
        let back = dir.read(&format!("back{number}.json"));
        assert!(back.contains("[0, 1"), "{name}: {back}");
    }
    assert!(dir.read("x.tsv").starts_with("tail\thead\t"), "{}", dir.read("x.tsv"));
    // A graph without nodes.
    dir.write("empty.json", r#"{"nodes": [], "edges": []}"#);
    dir.run("convert empty.json empty.pattern").ok();
    dir.run("convert empty.pattern back.jsonl").ok();
    assert!(dir.read("back.jsonl").contains(r#""nodes": []"#), "{}", dir.read("back.jsonl"));
    let run = dir.run("convert empty.json empty.adjlist");
    assert_eq!((run.code, dir.path("empty.adjlist").exists()), (Some(1), false), "{run:?}");
    let text = run.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("the format adjacency-list cannot hold a graph without nodes"), "{text}");
}
