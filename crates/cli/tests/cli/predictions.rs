//! `isocount eval --predictions`.

use crate::workdir::Workdir;

/// A data set, and a prediction of 1 for every pair of its test part.
fn predicted() -> (Workdir, Vec<String>) {
    let dir = Workdir::new();
    dir.run("data generate small --limit 200 --out small -q").ok();
    dir.run("data export small --to jsonl --out pairs -q").ok();
    let triples = dir.read("pairs/triples.jsonl");
    let triples = triples.lines().map(|line| serde_json::from_str(line).unwrap());
    let rows = triples.filter(|line: &serde_json::Value| line["part"] == "test").map(|line| {
        let name = |key: &str| line[key].as_str().unwrap().to_owned();
        format!("{},{},1\n", name("pattern"), name("graph"))
    });
    let rows: Vec<String> = rows.collect();
    assert_eq!(rows.len(), 100);
    (dir, rows)
}

fn table(rows: &[String]) -> String {
    format!("pattern,graph,prediction\n{}", rows.concat())
}

#[test]
fn predictions_stand_beside_the_exact_row_and_the_trivial_ones() {
    let (dir, rows) = predicted();
    dir.write("mine.csv", table(&rows));
    let text = dir.run("eval --predictions mine.csv --data small --outcomes said.csv").ok();
    let first: Vec<&str> = text.lines().skip(2).map(|l| l.split(' ').next().unwrap()).collect();
    let trivial =
        ["zero", "train-mean", "train-median", "pattern-median", "pattern-rate", "smallest-tree"];
    assert_eq!(first, [["exact", "mine.csv"].as_slice(), &trivial].concat());
    let mine = text.lines().nth(3).unwrap();
    assert!(mine.ends_with("  -        -"), "times are not known: {text}");

    // The same as a rule that always says 1: the mean distance of the true counts from 1.
    let said = dir.read("said.csv");
    let mut reader = csv::Reader::from_reader(said.as_bytes());
    let columns: Vec<&str> = reader.headers().unwrap().iter().take(4).collect();
    assert_eq!(columns, ["triple", "truth", "pattern", "graph"]);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 8 * 100);
    let of_mine: Vec<_> = rows.iter().filter(|row| &row[7] == "mine.csv").collect();
    assert_eq!(of_mine.len(), 100);
    let distance = |row: &&csv::StringRecord| (row[1].parse::<f64>().unwrap() - 1.0).abs();
    let mae = of_mine.iter().map(distance).sum::<f64>() / 100.0;
    let json = dir.run("eval --predictions mine.csv --data small --json").ok();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let row = &json["rows"][1];
    assert_eq!(
        (row["counter"].as_str(), row["timing"].as_str()),
        (Some("mine.csv"), Some("unknown"))
    );
    assert!((row["metrics"]["mae"].as_f64().unwrap() - mae).abs() < 1e-9, "{row}");

    // Several files, a counter, and a part of the test.
    let words =
        "eval vf2 exact --predictions mine.csv --predictions mine.csv --data small --limit 10";
    let text = dir.run(&format!("{words} --table csv")).ok();
    let counters: Vec<&str> = text.lines().skip(1).map(|l| l.split(',').next().unwrap()).collect();
    assert_eq!(counters[..4], ["vf2", "exact", "mine.csv", "mine.csv"]);
}

#[test]
fn intervals_are_judged() {
    let (dir, rows) = predicted();
    let row = |row: &String| {
        let mut row: serde_json::Value = {
            let cells: Vec<&str> = row.trim_end().split(',').collect();
            serde_json::json!({"pattern": cells[0], "graph": cells[1], "prediction": 1.5})
        };
        (row["low"], row["high"]) = (0.into(), 1e30.into());
        format!("{row}\n")
    };
    dir.write("mine.jsonl", rows.iter().map(row).collect::<String>());
    let text = dir.run("eval --predictions mine.jsonl --data small").ok();
    let note = "mine.jsonl: 100 of 100 intervals hold the true count (100.0 %); their median \
                half-width is 3.3e31 %\n";
    assert!(text.ends_with(note), "{text}");
}

#[test]
fn what_is_missing_or_too_much_is_named() {
    let (dir, rows) = predicted();
    let mut said = String::new();
    let unknown = format!("{}{}", rows[0].replacen("P_", "Q_", 1), rows.concat());
    for (name, text) in [
        ("missing.csv", table(&rows[..97])),
        ("twice.csv", table(&[rows.clone(), vec![rows[5].clone()]].concat())),
        ("unknown.csv", format!("pattern,graph,prediction\n{unknown}")),
        ("heading.csv", rows.concat()),
        ("nan.csv", table(&rows).replacen(",1\n", ",nan\n", 1)),
        ("mine.txt", table(&rows)),
    ] {
        dir.write(name, text);
        let run = dir.run(&format!("eval --predictions {name} --data small --outcomes o.jsonl"));
        assert_eq!(run.code, Some(1), "{run:?}");
        assert_eq!(run.stdout, "");
        said.extend([name, "\n", &run.stderr, "\n"]);
    }
    insta::assert_snapshot!(said);
    assert!(!dir.path("o.jsonl").exists() && !dir.path("o.jsonl.part").exists());
    let none = dir.run("eval --data small");
    assert_eq!(none.code, Some(2), "{none:?}");
}

#[test]
fn outcomes_are_what_their_name_says_and_replaced_on_request_only() {
    let (dir, _) = predicted();
    let words = "eval exact --data small --limit 5 -q --outcomes";
    dir.run(&format!("{words} o.jsonl")).ok();
    let lines = dir.read("o.jsonl");
    let line: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert!(line["pattern"].as_str().unwrap().starts_with("P_"), "{line}");
    assert!(line["graph"].as_str().unwrap().contains("/G_"), "{line}");
    let refused = dir.run(&format!("{words} o.jsonl"));
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains("replace it with --force"), "{refused:?}");
    assert_eq!(dir.read("o.jsonl"), lines);
    dir.write("o.csv", "precious");
    dir.run(&format!("{words} o.csv --force")).ok();
    assert_eq!(dir.read("o.csv").lines().count(), 1 + 7 * 5);
    let unsaid = dir.run(&format!("{words} outcomes"));
    assert_eq!(unsaid.code, Some(2), "{unsaid:?}");
    assert!(unsaid.stderr.contains("the name of --outcomes"), "{unsaid:?}");
}
