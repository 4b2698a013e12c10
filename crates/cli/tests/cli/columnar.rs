//! Graphs from Parquet and Arrow files, whose format the program recognises by itself.

use crate::workdir::{Workdir, repository};

fn workdir() -> Workdir {
    let dir = Workdir::new();
    let testdata = repository().join("testdata");
    for (name, file) in [
        ("karate.parquet", "exports/pandas.parquet"),
        ("karate.feather", "exports/pandas.feather"),
        ("bad/missing_tail.parquet", "bad/parquet/missing_tail.parquet"),
        ("bad/unknown_columns.parquet", "bad/parquet/unknown_columns.parquet"),
        ("bad/repeated_arc.arrow", "bad/arrow/repeated_arc.arrow"),
        ("bad/cut_off.arrow", "bad/arrow/cut_off.arrow"),
        ("bad/many_rows.parquet", "bad/parquet/many_rows.parquet"),
    ] {
        dir.write(name, std::fs::read(testdata.join(file)).unwrap());
    }
    dir.write("triangle.json", crate::workdir::complete(3));
    dir
}

#[test]
fn triangles_of_the_karate_club() {
    let dir = workdir();
    for name in ["karate.parquet", "karate.feather"] {
        let words = format!("count triangle.json {name} --undirected --unit subgraphs");
        let answer = dir.run(&words).ok();
        assert!(answer.starts_with("45 subgraphs"), "{name}: {answer}");
    }
    let text = dir.run("convert karate.feather karate.csv");
    assert_eq!(text.code, Some(0), "{text:?}");
    assert_eq!(dir.read("karate.csv").lines().count(), 1 + 78);
}

/// There are no lines to show, so the message names the row.
#[test]
fn wrong_tables() {
    let dir = workdir();
    for name in [
        "missing_tail.parquet",
        "unknown_columns.parquet",
        "repeated_arc.arrow",
        "cut_off.arrow",
        "many_rows.parquet",
    ] {
        let outcome = dir.run(&format!("count triangle.json bad/{name}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{outcome:?}");
        insta::assert_snapshot!(format!("table_{name}"), outcome.stderr);
    }
}

#[test]
fn tables_are_not_written() {
    let dir = workdir();
    let outcome = dir.run("convert karate.feather karate.parquet");
    insta::assert_snapshot!(outcome.everything());
}
