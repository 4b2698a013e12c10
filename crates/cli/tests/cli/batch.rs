//! `isocount count --patterns ... --graphs ...`.

use crate::workdir::{Workdir, answers, complete, path, tangle, thicket, without_hashes};

fn three_by_three() -> Workdir {
    let dir = Workdir::new();
    dir.write("p/path2.json", path(2)).write("p/path3.json", path(3));
    dir.write("p/triangle.json", complete(3));
    dir.write("g/k3.json", complete(3)).write("g/k4.json", complete(4)).write("g/p9.json", path(9));
    dir
}

#[test]
fn every_pattern_meets_every_graph() {
    let dir = three_by_three();
    let table = dir.run("count --patterns p --graphs g").ok();
    insta::assert_snapshot!(table, @"
    pattern   graph  mappings (monomorphism)
    path2     k3     6
    path3     k3     6
    triangle  k3     6
    path2     k4     12
    path3     k4     24
    triangle  k4     24
    path2     p9     16
    path3     p9     14
    triangle  p9     0
    ");
}

#[test]
fn a_file_or_folder_of_many_is_asked_about_pair_by_pair() {
    let dir = three_by_three();
    dir.write("many.jsonl", complete(3) + &complete(4));
    let table = "pattern   graph   mappings (monomorphism)
triangle  many#0  6
triangle  many#1  24
";
    assert_eq!(dir.run("count p/triangle.json many.jsonl").ok(), table);
    let lines = dir.run("count p g/k4.json --json").ok();
    assert_eq!(lines.lines().count(), 3, "{lines}");
    // What cannot be read in a folder does not stop the others.
    dir.write("g/k5.json", "{");
    let run = dir.run("count p/triangle.json g --csv");
    assert_eq!((run.code, run.stdout.lines().count()), (Some(1), 4), "{run:?}");
    assert!(run.stderr.contains("k5.json"), "{run:?}");
}

#[test]
fn the_order_does_not_depend_on_threads() {
    let dir = Workdir::new();
    let patterns = (2..7).map(path).collect::<String>() + &(3..6).map(complete).collect::<String>();
    let graphs = (1..40).map(|n| thicket(n % 13 + 2)).collect::<String>() + &thicket(40);
    dir.write("p.jsonl", patterns).write("g.jsonl", graphs);
    let ask = |threads| {
        let words = "count --patterns p.jsonl --graphs g.jsonl --json --threads";
        answers(&dir.run(&format!("{words} {threads}")).ok())
    };
    let one = ask(1);
    assert_eq!(one.len(), 8 * 40);
    assert!(one[0].contains(r#""pattern":"p#0","graph":"g#0""#), "{}", one[0]);
    assert_eq!(ask(2), one);
    assert_eq!(ask(5), one);
    let out = dir.run("count --patterns p.jsonl --graphs g.jsonl --out r.jsonl --threads 3");
    assert_eq!(out.ok(), "", "with --out, nothing goes to stdout");
    // In a file every line has the checksums of its pattern and graph.
    let lines = answers(&dir.read("r.jsonl"));
    assert!(lines.iter().all(|line| line.contains("_hash")), "{}", lines[0]);
    let bare: Vec<String> = lines.iter().map(|line| without_hashes(line)).collect();
    assert_eq!(bare, one);
}

#[test]
fn listed_pairs_are_grouped_by_graph() {
    let dir = three_by_three();
    dir.write("pairs.tsv", "pattern\tgraph\n# a remark\ntriangle\tk4\npath2\tp9\n\npath2\tk4\n");
    let table = dir.run("count --patterns p --graphs g --pairs pairs.tsv").ok();
    let rows: Vec<_> = table.lines().skip(1).collect();
    assert_eq!(rows, ["triangle  k4     24", "path2     k4     12", "path2     p9     16"]);
}

#[test]
fn wrong_pairs_are_refused_with_their_line() {
    let dir = three_by_three();
    dir.write("pairs.csv", "path2,k4\npath2,k5\n");
    let unknown = dir.run("count --patterns p --graphs g --pairs pairs.csv");
    insta::assert_snapshot!(unknown.everything());
    dir.write("pairs.csv", "path2 k4\n");
    let unsplit = dir.run("count --patterns p --graphs g --pairs pairs.csv");
    insta::assert_snapshot!(unsplit.everything());
}

#[test]
fn lower_bounds_do_not_stop_the_rest() {
    let dir = three_by_three();
    dir.write("g/thicket.json", thicket(60)).write("p/a_tangle.json", tangle(12));
    let words = "count --patterns p --graphs g --method exact --step-limit 5000 --out r.jsonl";
    let outcome = dir.run(words);
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("are lower bounds"), "{outcome:?}");
    assert_eq!(answers(&dir.read("r.jsonl")).len(), 16);
    // Resuming the finished batch ends with the same exit code.
    assert_eq!(dir.run(&format!("{words} --resume")).code, Some(3));
}

#[test]
fn a_question_without_an_answer_does_not_stop_the_rest() {
    let dir = three_by_three();
    let dust = format!("{{\"nodes\":[{}],\"edges\":[]}}", vec!["0"; 40].join(","));
    dir.write("p/dust.json", dust).write("k16.json", complete(16));
    let outcome =
        dir.run("count --patterns p --graphs k16.json --semantics homomorphism --out s.jsonl");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    let lines = dir.read("s.jsonl");
    assert_eq!(lines.lines().count(), 4);
    let error = lines.lines().find(|line| line.contains("dust")).unwrap();
    assert!(
        error.contains(
            r#""answer":"none","count":null,"low":null,"high":null,"confidence":null,"reason":"there are more than"#
        ),
        "{error}"
    );
}

#[test]
fn opening_and_counting_are_timed_apart() {
    let dir = three_by_three();
    let alone = dir.run("count --patterns p/path2.json --graphs g --json").ok();
    for line in alone.lines() {
        assert!(line.contains(r#""open_seconds":0.0,"#), "one pattern needs no index: {line}");
    }
    let many = dir.run("count --patterns p --graphs g/k4.json --json").ok();
    let open_times: Vec<_> = many
        .lines()
        .map(|line| line.split("open_seconds").nth(1).unwrap().split(',').next())
        .collect();
    assert!(open_times.windows(2).all(|pair| pair[0] == pair[1]), "{many}");
}

#[test]
fn one_pattern_and_one_graph_may_be_a_batch_too() {
    let dir = three_by_three();
    dir.run("count p/path2.json g/k3.json --out one.jsonl").ok();
    dir.run("count p/path2.json g/k3.json --out one.jsonl --resume").ok();
    dir.run("count --patterns p/path2.json --graphs g/k3.json --out other.jsonl").ok();
    let [one, other] = ["one.jsonl", "other.jsonl"].map(|name| dir.read(name));
    let untimed = |text: &str| text.split("\"open_seconds\"").next().unwrap().to_owned();
    assert_eq!(one.lines().count(), 1);
    assert_eq!(untimed(&one), untimed(&other));
    let matrix = dir.run("count p/path2.json g/k3.json --matrix").ok();
    assert_eq!(matrix, "graph,path2\nk3,6\n");
    dir.write("pairs.tsv", "path2\tk3\n");
    let pairs = dir.run("count p/path2.json g/k3.json --pairs pairs.tsv --csv").ok();
    assert_eq!(pairs.lines().count(), 2);
}

#[test]
fn two_graphs_of_one_name_are_refused() {
    let dir = three_by_three();
    dir.write("g/k3.gml", "graph [ node [ id 0 ] ]");
    let run = dir.run("count --patterns p --graphs g");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("two graphs are called `k3`"), "{run:?}");
}

#[test]
fn a_bad_file_is_reported_and_the_others_are_asked() {
    let dir = three_by_three();
    dir.write("g/k5.json", "{\"nodes\": [0,");
    let run = dir.run("count --patterns p --graphs g --json");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("k5.json"), "{run:?}");
    assert_eq!(run.stdout.lines().count(), 9, "{run:?}");
    // A graph that no pair names is not read.
    dir.write("pairs.tsv", "path2\tk4\n");
    let run = dir.run("count --patterns p --graphs g --pairs pairs.tsv --json");
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 1), "{run:?}");
}

#[test]
fn more_threads_than_there_can_be_are_accepted() {
    let dir = three_by_three();
    let run = dir.run("count --patterns p --graphs g --threads 50000");
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = dir.run("count p/path2.json g/k4.json --threads 50000");
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn comma_separated_values_quote_what_needs_it() {
    let dir = Workdir::new();
    dir.write("p/a,b.json", path(2)).write("g/k3.json", complete(3));
    let table = dir.run("count --patterns p --graphs g --csv").ok();
    let mut lines = table.lines();
    assert!(lines.next().unwrap().starts_with("pattern,graph,semantics,unit,"), "{table}");
    assert!(lines.next().unwrap().starts_with("\"a,b\",k3,monomorphism,mappings,"), "{table}");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_does_not_block() {
    let dir = three_by_three();
    let pipe = dir.path("g/pipe.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let run = dir.run("count --patterns p --graphs g --json");
    assert_eq!((run.code, run.stdout.lines().count()), (Some(1), 9), "{run:?}");
}
