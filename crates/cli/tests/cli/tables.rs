//! `isocount count`: matrices, and files whose format their names determine.

use crate::workdir::{Workdir, complete, path, tangle, thicket};

fn three_by_three() -> Workdir {
    let dir = Workdir::new();
    dir.write("p/path2.json", path(2)).write("p/path3.json", path(3));
    dir.write("p/triangle.json", complete(3));
    dir.write("g/k3.json", complete(3)).write("g/k4.json", complete(4)).write("g/p9.json", path(9));
    dir
}

const ASK: &str = "count --patterns p --graphs g";

#[test]
fn a_matrix_has_a_row_for_each_graph() {
    let dir = three_by_three();
    let matrix = dir.run(&format!("{ASK} --matrix")).ok();
    insta::assert_snapshot!(matrix, @"
    graph,path2,path3,triangle
    k3,6,6,6
    k4,12,24,24
    p9,16,14,0
    ");
    assert_eq!(dir.run(&format!("{ASK} --matrix --out m.csv")).ok(), "");
    assert_eq!(dir.read("m.csv"), matrix);
    dir.write("pairs.tsv", "triangle\tk4\npath2\tp9\n");
    let listed = dir.run(&format!("{ASK} --matrix --pairs pairs.tsv")).ok();
    insta::assert_snapshot!(listed, @"
    graph,path2,triangle
    k4,,24
    p9,16,
    ");
}

#[test]
fn bounds_and_missing_answers_of_a_matrix_can_be_seen() {
    let dir = Workdir::new();
    dir.write("p/a_tangle.json", tangle(12)).write("p/path2.json", path(2));
    dir.write("g/thicket.json", thicket(60));
    let run = dir.run(&format!("{ASK} --matrix --method exact --step-limit 5000"));
    assert_eq!(run.code, Some(3), "{run:?}");
    let row = run.stdout.lines().nth(1).unwrap();
    assert!(row.starts_with("thicket,>="), "{run:?}");
    assert!(run.stderr.contains("1 are lower bounds"), "{run:?}");

    let dir = Workdir::new();
    let dust = format!("{{\"nodes\":[{}],\"edges\":[]}}", vec!["0"; 40].join(","));
    dir.write("p/dust.json", dust).write("p/path2.json", path(2));
    dir.write("g/k16.json", complete(16));
    let run = dir.run(&format!("{ASK} --matrix --semantics homomorphism"));
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.stdout, "graph,dust,path2\nk16,NA,240\n");
    assert!(run.stderr.contains("1 have no answer"), "{run:?}");
}

/// The cells of all columns but the times.
fn untimed(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        assert_eq!(row.len(), 29);
        row.iter().take(17).chain(row.iter().skip(19)).map(str::to_owned).collect()
    });
    rows.collect()
}

#[test]
fn a_name_that_ends_in_csv_is_for_csv() {
    let dir = three_by_three();
    assert_eq!(dir.run(&format!("{ASK} --out r.csv --threads 2")).ok(), "");
    let rows = untimed(&dir.read("r.csv"));
    assert_eq!(rows.len(), 10);
    assert_eq!(rows[0][..3], ["pattern", "graph", "semantics"]);
    assert_eq!(rows[6][..2], ["triangle", "k4"]);
    assert_eq!(rows[6][12], "24");
    assert!(rows[6][17..19].iter().all(|hash| hash.len() == 32), "{:?}", rows[6]);
    // The same on the standard output, without checksums.
    let printed = untimed(&dir.run(&format!("{ASK} --csv")).ok());
    for (row, other) in rows.iter().zip(&printed).skip(1) {
        assert_eq!((&row[..17], &row[19..]), (&other[..17], &other[19..]));
        assert_eq!(other[17..19], ["", ""]);
    }
    // For other names, a flag determines the format.
    dir.run(&format!("{ASK} --out answers --json")).ok();
    assert!(dir.read("answers").starts_with("{\"pattern\""));
    dir.run(&format!("{ASK} --out rows.txt --csv")).ok();
    assert_eq!(untimed(&dir.read("rows.txt")), rows);
}

#[test]
fn a_csv_file_continues_wherever_it_was_cut() {
    let dir = three_by_three();
    dir.run(&format!("{ASK} --out r.csv")).ok();
    let whole = dir.read("r.csv");
    for cut in [0, 1, 100, 300, whole.len() / 2, whole.len() - 1, whole.len()] {
        dir.write("r.csv", &whole[..cut]);
        dir.run(&format!("{ASK} --out r.csv --resume")).ok();
        assert_eq!(untimed(&dir.read("r.csv")), untimed(&whole), "cut at {cut}");
    }
    let other = dir.run(&format!("{ASK} --out r.csv --resume --unit subgraphs"));
    assert_eq!(other.code, Some(1), "{other:?}");
    assert!(other.stderr.contains("unit is `mappings` in the file"), "{other:?}");
    dir.write("g/k4.json", complete(5));
    let changed = dir.run(&format!("{ASK} --out r.csv --resume"));
    assert!(changed.stderr.contains("graph_hash is"), "{changed:?}");
    dir.write("mine.csv", "name,age\nada,36\n");
    let foreign = dir.run(&format!("{ASK} --out mine.csv --resume"));
    insta::assert_snapshot!(foreign.everything());
    assert_eq!(dir.read("mine.csv"), "name,age\nada,36\n");
}

#[test]
fn names_that_say_nothing_or_something_else_are_refused() {
    let dir = three_by_three();
    let mut said = String::new();
    for flags in [
        "--out r.json",
        "--out results",
        "--out r.csv --json",
        "--out r.jsonl --csv",
        "--matrix --out m.jsonl",
        "--matrix --out m.csv --resume",
        "--force",
    ] {
        let run = dir.run(&format!("{ASK} {flags}"));
        assert_eq!(run.code, Some(2), "{flags}: {run:?}");
        let message = run.stderr.split("\n\n").next().unwrap();
        said.extend([flags, "\n", message, "\n\n"]);
    }
    insta::assert_snapshot!(said);
    let files = std::fs::read_dir(dir.path("")).unwrap().count();
    assert_eq!(files, 2, "nothing was written");
}

#[test]
fn an_existing_file_is_replaced_on_request_only() {
    let dir = three_by_three();
    for (flags, name) in
        [("--out r.jsonl", "r.jsonl"), ("--out r.csv", "r.csv"), ("--matrix --out m.csv", "m.csv")]
    {
        dir.write(name, "precious");
        let refused = dir.run(&format!("{ASK} {flags}"));
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stderr.contains("--force"), "{refused:?}");
        assert_eq!(dir.read(name), "precious");
        // What is wrong elsewhere leaves the old file alone, too.
        let wrong = dir.run(&format!("{} {flags} --force", ASK.replace("graphs g", "graphs none")));
        assert_eq!(wrong.code, Some(1), "{wrong:?}");
        assert_eq!(dir.read(name), "precious");
        dir.run(&format!("{ASK} {flags} --force")).ok();
        assert!(dir.read(name).lines().count() > 3, "{name}");
        assert!(!dir.path(&format!("{name}.part")).exists());
    }
    std::fs::create_dir(dir.path("folder.csv")).unwrap();
    let folder = dir.run(&format!("{ASK} --out folder.csv --force"));
    assert_eq!(folder.code, Some(1), "{folder:?}");
    assert!(folder.stderr.contains("folder.csv is not a file, and is not replaced"), "{folder:?}");
    let both = dir.run(&format!("{ASK} --out r.csv --force --resume"));
    assert_eq!(both.code, Some(2), "{both:?}");
}

/// What the user wrote is what the files have: names are not made printable, only quoted.
#[cfg(unix)]
#[test]
fn names_are_written_as_they_are() {
    let dir = Workdir::new();
    dir.write("p/edge.json", path(2)).write("g/v1.2, \"é\".json", path(2));
    dir.write("g/two\nlines.json", path(3)).write("named.json", path(2));
    dir.write("g/x.json", path(2).replacen('{', "{\"name\":\"tab\\t\\u001b\",", 1));
    let names = ["two\nlines", "v1.2, \"é\"", "tab\t\u{1b}"];
    let lines = dir.run(&format!("{ASK} --json")).ok();
    let graphs = lines.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["graph"].as_str().unwrap().to_owned()
    });
    assert_eq!(graphs.collect::<Vec<_>>(), names);
    for (flags, column) in [("--csv", 1), ("--matrix", 0)] {
        let text = dir.run(&format!("{ASK} {flags}")).ok();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let found: Vec<String> =
            reader.records().map(|row| row.unwrap()[column].to_owned()).collect();
        assert_eq!(found, names, "{flags}");
    }
}
