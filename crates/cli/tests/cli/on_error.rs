//! `--on-error record`: what cannot be read has a record with the reason.

use crate::workdir::Workdir;

/// Three molecules, of which the second cannot be read.
fn drugs() -> Workdir {
    let dir = Workdir::new();
    dir.write("drugs.smi", "CCO ethanol\nCC( broken\nC methane\n").write("p.smi", "C carbon\n");
    dir
}

#[test]
fn a_bad_molecule_has_a_record_and_the_others_have_answers() {
    let dir = drugs();
    let run = dir.run("count p.smi drugs.smi --on-error record");
    assert_eq!(run.code, Some(1), "{run:?}");
    let table = "pattern  graph    mappings (monomorphism)
carbon   ethanol  2
carbon   broken   no answer: the graph could not be read: drugs.smi:2:3: this branch has no closing `)`
carbon   methane  1
";
    assert_eq!(run.stdout, table);
    assert!(run.stderr.contains("drugs.smi:2:"), "{run:?}");
    assert!(run.stderr.ends_with("error: 1 graph could not be read\n"), "{run:?}");
    let json = dir.run("count p.smi drugs.smi --on-error record --json").stdout;
    let line = json.lines().nth(1).unwrap();
    assert!(line.contains(r#""graph":"broken""#) && line.contains(r#""answer":"none""#), "{line}");
    assert!(line.contains(r#""reason":"the graph could not be read: drugs.smi:2:"#), "{line}");
    let csv = dir.run("count p.smi drugs.smi --on-error record --csv").stdout;
    assert!(csv.contains("the graph could not be read: drugs.smi:2:"), "{csv}");
    let matrix = dir.run("count p.smi drugs.smi --on-error record --matrix").stdout;
    assert_eq!(matrix, "graph,carbon\nethanol,2\nbroken,NA\nmethane,1\n");
    // Without the option the file is refused as a whole.
    let run = dir.run("count p.smi drugs.smi");
    assert_eq!((run.code, &*run.stdout), (Some(1), ""), "{run:?}");
}

#[test]
fn a_bad_file_of_a_folder_and_a_bad_pattern_have_records() {
    let dir = drugs();
    dir.write("g/a.smi", "C a\n").write("g/b.gml", "graph [").write("g/c.smi", "CC c\n");
    dir.write("p/one.smi", "C one\n").write("p/two.smi", "C( two\n");
    let words = "count --patterns p --graphs g --out out.jsonl --on-error record";
    let run = dir.run(words);
    assert_eq!(run.code, Some(1), "{run:?}");
    let (patterns, graphs) = ("1 pattern", "1 graph");
    let end = format!("error: {patterns} and {graphs} could not be read\n");
    assert!(run.stderr.ends_with(&end), "{run:?}");
    let text = dir.read("out.jsonl");
    assert_eq!(text.lines().count(), 6, "{text}");
    assert_eq!(text.matches(r#""answer":"none""#).count(), 4, "{text}");
    let again = dir.run(&format!("{words} --resume"));
    assert_eq!((again.code, dir.read("out.jsonl")), (Some(1), text), "{again:?}");
    assert!(again.stderr.contains("6 were already there"), "{again:?}");

    dir.write("pairs.csv", "pattern,graph\none,b\none,c\n");
    let words = "count --patterns p --graphs g --pairs pairs.csv --json";
    let run = dir.run(&format!("{words} --on-error record"));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.code, lines.len()), (Some(1), 2), "{run:?}");
    assert!(lines[0].contains("g/b.gml:1:"), "{run:?}");
    assert_eq!(dir.run(words).stdout.lines().count(), 1);
}

#[test]
fn many_bad_lines_are_counted_and_not_all_shown() {
    let dir = drugs();
    dir.write("bad.smi", "C(\n".repeat(25));
    let run = dir.run("count p.smi bad.smi --on-error record --json");
    assert_eq!((run.code, run.stdout.lines().count()), (Some(1), 25), "{run:?}");
    assert!(run.stderr.contains("error: 15 more could not be read\n"), "{run:?}");
    assert!(run.stderr.ends_with("error: 25 graphs could not be read\n"), "{run:?}");
}

#[test]
fn find_info_and_convert_go_on_after_it() {
    let dir = drugs();
    let run = dir.run("find p.smi drugs.smi --on-error record --json");
    assert_eq!((run.code, run.stdout.lines().count()), (Some(1), 3), "{run:?}");
    assert!(run.stderr.ends_with("error: 1 graph could not be read\n"), "{run:?}");
    assert_eq!(dir.run("find p.smi drugs.smi --json").stdout, "");

    let run = dir.run("info drugs.smi --on-error record --json");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.code, lines.len()), (Some(1), 3), "{run:?}");
    assert!(lines[1].starts_with(r#"{"graph":"broken","problem":"drugs.smi:2:"#), "{run:?}");
    assert_eq!(dir.run("info drugs.smi --json").stdout, "");

    let run = dir.run("convert drugs.smi out.jsonl --on-error record");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("1 entry could not be read and was left out\n"), "{run:?}");
    let text = dir.read("out.jsonl");
    assert!(text.contains("ethanol") && text.contains("methane"), "{text}");
    let run = dir.run("convert drugs.smi other.jsonl");
    assert_eq!((run.code, dir.path("other.jsonl").exists()), (Some(1), false), "{run:?}");
    let run = dir.run("count p.smi drugs.smi --per node --on-error record");
    assert_eq!(run.code, Some(2), "{run:?}");
}
