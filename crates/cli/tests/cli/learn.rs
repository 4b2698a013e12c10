//! `isocount train`, `eval` and `models`.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::workdir::Workdir;

const TRAIN: &str = "train count-gnn --data small --set training.epochs=4 --set training.batch=32";

fn with_data() -> Workdir {
    let dir = Workdir::new();
    dir.run("data generate small --limit 600 --out small -q").ok();
    dir
}

#[test]
fn a_model_is_trained_and_judged_beside_the_trivial_rows() {
    let dir = with_data();
    let trained = dir.run(&format!("{TRAIN} --out run"));
    assert_eq!(trained.code, Some(0), "{trained:?}");
    assert!(trained.stderr.contains("run: 4 epochs in "), "{trained:?}");
    let table = dir.run("eval exact run --data small --outcomes said.jsonl").ok();
    let names: Vec<&str> =
        table.lines().skip(2).map(|line| line.split_whitespace().next().unwrap()).collect();
    let trivial =
        ["zero", "train-mean", "train-median", "pattern-median", "pattern-rate", "smallest-tree"];
    // The last line is about the intervals of the run.
    assert_eq!(names, [&["exact", "run"][..], &trivial[..], &["run:"]].concat());
    assert!(table.contains(" of 300 intervals hold the true count ("), "{table}");
    assert!(table.starts_with("small, split paper: 300 test triples, mappings (monomorphism)\n"));
    assert!(table.contains("\nexact           0.00     1.00  0.00"), "{table}");
    assert_eq!(dir.read("said.jsonl").lines().count(), 8 * 300);

    let json: serde_json::Value =
        serde_json::from_str(&dir.run("eval vf2 --data small --limit 50 --json").ok()).unwrap();
    assert_eq!(json["rows"][0]["metrics"]["number"], 50);
    assert_eq!(json["rows"][0]["metrics"]["mae"], 0.0);
    let table = dir.run("eval peregrine --data small --limit 50 --outcomes seen.jsonl").ok();
    let note = "peregrine: counts with edge labels and directions ignored, so only its times are \
                comparable\n";
    assert!(table.contains("\nperegrine          -        -     -"), "{table}");
    assert!(table.ends_with(note), "{table}");
    let said = dir.read("seen.jsonl");
    let seen = |line: &&str| {
        let ignored = line.contains(r#""ignored":["edge_labels","directions"]"#);
        ignored && line.contains(r#""method":"peregrine""#)
    };
    assert_eq!(said.lines().filter(seen).count(), 50, "{said}");
    for flag in ["--table markdown", "--table csv"] {
        let table = dir.run(&format!("eval exact --data small --limit 50 {flag}")).ok();
        assert!(table.contains("pattern-rate"), "{table}");
    }
}

#[test]
fn a_baseline_is_trained_and_answers_without_fused_loops() {
    let dir = with_data();
    let train = "train rgin-sum --data small --width 16 --set training.epochs=2 --out rgin -q";
    let summary: serde_json::Value =
        serde_json::from_str(&dir.run(&format!("{train} --json")).ok()).unwrap();
    assert_eq!((&summary["epochs"], &summary["run"]), (&2.into(), &"rgin".into()));
    assert!(summary["parameters"].as_u64() > Some(1000), "{summary}");
    assert!(summary["seconds_per_epoch"].as_f64() > Some(0.0), "{summary}");
    let table = dir.run("eval rgin --data small --limit 50").ok();
    assert!(table.contains("\nrgin "), "{table}");
    let refused = dir.run("eval rgin --data small --readout fused");
    assert_eq!(refused.code, Some(1));
    let refused = refused.stderr;
    assert!(refused.contains("rgin-sum: there are no fused loops for this model"), "{refused}");
    let refused = dir.run("train rgcn-dn --data small --width 10 --out x").stderr;
    assert!(
        refused.contains("memory.heads must divide the width: 4 does not divide 10"),
        "{refused}"
    );
    assert!(!dir.path("x").exists());
    let train = "train rgcn-dn --data small --width 6 --set model.memory.heads=3 --out y -q";
    dir.run(&format!("{train} --set training.epochs=1")).ok();
    // A run whose settings were changed by hand.
    let path = dir.path("y/config.toml");
    let text = fs::read_to_string(&path).unwrap().replace("heads = 3", "heads = 4");
    fs::write(&path, text).unwrap();
    let refused = dir.run("eval y --data small --limit 5");
    assert!(refused.stderr.contains("4 does not divide 6"), "{refused:?}");
}

#[test]
fn a_model_that_never_sees_the_pattern_is_for_one_pattern() {
    let dir = with_data();
    let train = "train lrp --data small --width 16 --set training.epochs=2";
    let warned = dir.run(&format!("{train} --out all"));
    assert!(warned.stderr.contains("warning: lrp never sees the pattern"), "{warned:?}");
    dir.run(&format!("{train} --out one --split secondary --pattern P_N3_E2_NL2_EL2_0 -q")).ok();
    let table = dir.run("eval one --data small --split secondary --pattern P_N3_E2_NL2_EL2_0").ok();
    assert!(table.contains("\none "), "{table}");
    // It cannot answer questions about other patterns, and says so.
    let table =
        dir.run("eval one --data small --split secondary --pattern P_N8_E8_NL8_EL8_0 --json");
    let table: serde_json::Value = serde_json::from_str(&table.ok()).unwrap();
    let metrics = &table["rows"][0]["metrics"];
    assert_eq!(metrics["unanswered"], metrics["number"], "{table}");
    let table = dir.run("eval one --data small --split secondary --pattern P_N8_E8_NL8_EL8_0").ok();
    assert!(table.contains("questions got no answer"), "{table}");
}

#[test]
fn a_killed_run_continues_to_the_same_weights() {
    let dir = with_data();
    dir.run(&format!("{TRAIN} --out whole -q --threads 1")).ok();
    // How far it got is a matter of chance; what must hold afterwards is not.
    for pause in [30, 60, 90, 120, 150] {
        let mut child = dir.spawn(&format!("{TRAIN} --out killed -q --resume"));
        thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    dir.run(&format!("{TRAIN} --out killed -q --resume --threads 2")).ok();
    for file in ["weights.safetensors", "log.jsonl", "config.toml"] {
        let read = |run: &str| fs::read(dir.path(run).join(file)).unwrap();
        assert!(read("whole") == read("killed"), "{file} differs");
    }
}

/// A graph of two nodes with these labels, and one arc.
fn arc(tail: &str, head: &str) -> String {
    format!(r#"{{"nodes": [{tail}, {head}], "edges": [[0, 1, 0]]}}"#)
}

#[test]
fn a_model_answers_and_knows_labels_by_their_names() {
    let dir = with_data();
    dir.run(&format!("{TRAIN} --out run -q")).ok();
    // Labels are met in different orders; the model must not depend on the order.
    dir.write("p.json", arc("3", "1")).write("g.json", arc("3", "1"));
    dir.write("first.jsonl", arc("3", "1") + "\n" + &arc("1", "3"));
    dir.write("other.jsonl", arc("1", "3") + "\n" + &arc("3", "1"));
    let asked = "count --method learned --model run --json -q --pattern-format json-lines";
    let answer = dir.run("count p.json g.json --method learned --model run --json").ok();
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&answer["method"], &answer["answer"]), (&"learned".into(), &"estimate".into()));
    let counts = |graphs: &str| {
        let lines = dir.run(&format!("{asked} --patterns first.jsonl --graphs {graphs}")).ok();
        let mut counts: Vec<String> = lines
            .lines()
            .map(|line| {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                format!("{} {}", line["pattern"], line["count"])
            })
            .collect();
        counts.sort();
        counts
    };
    assert_eq!(counts("first.jsonl"), counts("other.jsonl"));
}

#[test]
fn what_is_larger_than_what_was_learned_from_is_answered_with_a_warning() {
    let dir = with_data();
    dir.run(&format!("{TRAIN} --out run -q")).ok();
    let nodes = vec!["3"; 100].join(", ");
    dir.write("p.json", arc("3", "3"));
    dir.write("big.json", format!(r#"{{"nodes": [{nodes}], "edges": [[0, 1, 0]]}}"#));
    let asked = "count p.json big.json --method learned --model run";
    let warned = dir.run(asked);
    assert_eq!(warned.code, Some(0), "{warned:?}");
    let warning =
        "warning: big (100 nodes, 1 arc) is larger than the graphs that the model was trained";
    assert!(warned.stderr.starts_with(warning), "{warned:?}");
    let quiet = dir.run(&format!("{asked} -q --json"));
    assert_eq!(quiet.stderr, "");
    // The record contains the warning, and so does every line of a batch.
    let sentence = warned.stderr.lines().next().unwrap().strip_prefix("warning: ").unwrap();
    let notes_of = |line: &str| -> Vec<String> {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        serde_json::from_value(record["notes"].clone()).unwrap()
    };
    assert_eq!(notes_of(&quiet.stdout)[0], sentence);
    dir.run(
        "count --patterns p.json --graphs big.json --method learned --model run --out lines.jsonl -q",
    )
    .ok();
    assert_eq!(notes_of(&dir.read("lines.jsonl")), notes_of(&quiet.stdout));
    // More confidence than the validation examples can support: the answer comes with the reason.
    let unsure = dir.run(&format!("{asked} --confidence 0.9999 --json"));
    assert!(unsure.stderr.contains("note: no interval: "), "{unsure:?}");
    assert!(notes_of(&unsure.stdout)[1].starts_with("no interval: "), "{unsure:?}");
}

/// A run, a pattern `p.json`, and a graph `g.json` of three arcs.
fn with_run() -> Workdir {
    let dir = with_data();
    dir.run(&format!("{TRAIN} --out run -q")).ok();
    dir.write("p.json", arc("3", "1"));
    dir.write("g.json", r#"{"nodes": [3, 1, 3], "edges": [[0, 1, 0], [2, 1, 0], [1, 0, 2]]}"#);
    dir
}

/// An estimate, which depends on the readout in its last digits.
fn counted(answer: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
    let count: f64 = answer["count"].as_str().unwrap().parse().unwrap();
    format!("{count:.4}")
}

#[test]
fn every_readout_and_an_index_say_the_same() {
    let dir = with_run();
    let asked = "count p.json g.json --method learned --model run --json";
    let plain = counted(&dir.run(&format!("{asked} --readout plain")).ok());
    for readout in ["auto", "fused", "indexed"] {
        assert_eq!(counted(&dir.run(&format!("{asked} --readout {readout}")).ok()), plain);
    }
    let made = dir.run("index g.json --model run --out g.index");
    assert_eq!(made.code, Some(0), "{made:?}");
    assert!(made.stderr.contains("g.index: 3 arcs in "), "{made:?}");
    assert_eq!(counted(&dir.run("count p.json --index g.index --json").ok()), plain);
    assert_eq!(counted(&dir.run("count p.json --index g.index --model run --json").ok()), plain);
    dir.write("many.jsonl", arc("3", "1") + "\n" + &arc("1", "3"));
    let many = dir.run("count --patterns many.jsonl --index g.index --json").ok();
    assert_eq!(many.lines().count(), 2);
    assert_eq!(counted(many.lines().next().unwrap()), plain);
    let text = dir.run("count p.json --index g.index").ok();
    assert!(text.ends_with("mappings (monomorphism) of p in g\n"), "{text}");
    let evaluated = |readout: &str| {
        let said = dir.run(&format!("eval run --data small --readout {readout} --json")).ok();
        let table: serde_json::Value = serde_json::from_str(&said).unwrap();
        table["rows"][0]["metrics"]["mae"].as_f64().unwrap()
    };
    let plain = evaluated("plain");
    for readout in ["auto", "fused", "indexed"] {
        assert!((evaluated(readout) - plain).abs() < 1e-4 * plain, "{readout}");
    }
}

#[test]
fn learned_answers_have_intervals_from_the_validation_part() {
    let dir = with_run();
    let interval = |arguments: &str| {
        let said = dir.run(&format!("count p.json {arguments} --json")).ok();
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        let number = |key: &str| said[key].as_str().unwrap().parse::<f64>().unwrap();
        let (low, count, high) = (number("low"), number("count"), number("high"));
        assert!(low <= count.max(0.0) && count <= high, "{said}");
        (high - low, said["confidence"].as_f64().unwrap())
    };
    let learned = "g.json --method learned --model run";
    let (width, confidence) = interval(learned);
    assert!((confidence - 0.95).abs() < 1e-12);
    let (narrower, confidence) = interval(&format!("{learned} --confidence 0.5"));
    assert!((confidence - 0.5).abs() < 1e-12 && narrower < width, "{narrower} {width}");
    let (plain, _) = interval(&format!("{learned} --readout plain"));
    assert!((plain / width - 1.0).abs() < 1e-3);
    dir.run("index g.json --model run --out g.index -q").ok();
    let (indexed, _) = interval("--index g.index");
    assert!((indexed / width - 1.0).abs() < 1e-3);
    let (indexed, _) = interval("--index g.index --confidence 0.5");
    assert!((indexed / narrower - 1.0).abs() < 1e-3);
    for arguments in [learned, "--index g.index"] {
        let said = dir.run(&format!("count p.json {arguments} --confidence 1")).stderr;
        assert!(said.contains("`confidence` must be more than 0 and less than 1"), "{said}");
        let said = dir.run(&format!("count p.json {arguments} --precision 0.1")).stderr;
        assert!(said.contains("has no option `precision`"), "{said}");
    }
    // Both kinds of intervals are judged in one table.
    let table = dir.run("eval run sample --data small --confidence 0.8 --precision 0.5").ok();
    assert!(
        table.contains("\nrun: ") && table.contains(" of 300 intervals hold the true count ("),
        "{table}"
    );
    let said = dir.run("eval exact --data small --precision 0.5").stderr;
    assert!(said.contains("the method exact has no option `precision`"), "{said}");
}

#[test]
fn an_index_is_refused_if_anything_is_wrong_with_it() {
    let dir = with_run();
    dir.run("index g.json --model run --out g.index -q").ok();
    dir.run(&format!("{TRAIN} --out other --seed 1 -q")).ok();
    dir.write("q.json", arc("3", "99"));
    let whole = fs::read(dir.path("g.index")).unwrap();
    let mut damaged = whole.clone();
    damaged[1000] ^= 1;
    fs::write(dir.path("damaged.index"), damaged).unwrap();
    fs::write(dir.path("short.index"), &whole[..whole.len() - 10]).unwrap();
    for (name, command) in [
        ("index_exists", "index g.json --model run --out g.index"),
        ("index_of_other_model", "count p.json --index g.index --model other"),
        ("index_damaged", "count p.json --index damaged.index"),
        ("index_short", "count p.json --index short.index"),
        ("index_no_index", "count p.json --index p.json"),
        ("index_missing", "count p.json --index nowhere.index"),
        ("index_unknown_label", "count q.json --index g.index"),
        ("index_graph_of_unknown_label", "index q.json --model run --out q.index"),
        ("index_folder", "count p.json --index run"),
        ("index_into_no_folder", "index g.json --model run --out nowhere/g.index"),
        ("index_other_meaning", "count p.json --index g.index --semantics induced"),
    ] {
        let refused = dir.run(command);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        insta::assert_snapshot!(name, refused.stderr);
    }
    assert!(!dir.path("q.index").exists());
    for wrong in [
        "count p.json --index g.index --method exact",
        "count p.json --index g.index --explain why.json",
        "count p.json --index nowhere.index --patterns p.json --out o",
        "count p.json --index g.index --time-limit 1s",
        "count p.json --index g.index --readout fused",
        "count p.json --index g.index --threads 2",
        "count p.json g.json --method learned --model run --step-limit 5",
        "count p.json g.json --method learned --model run --readout plain --explain why.json",
        "train count-gnn-e --data small --config run/config.toml --out new",
        "eval exact --data small --readout indexed",
    ] {
        assert_eq!(dir.run(wrong).code, Some(2), "{wrong}");
    }
    // In a batch, a question without an answer does not stop the others.
    dir.write("mixed.jsonl", arc("3", "99") + "\n" + &arc("1", "3"));
    let mixed = dir.run("count --patterns mixed.jsonl --index g.index");
    assert_eq!(mixed.code, Some(1), "{mixed:?}");
    assert!(mixed.stdout.starts_with("no answer for "), "{mixed:?}");
    assert_eq!(mixed.stdout.lines().count(), 2, "{mixed:?}");
}

#[test]
fn a_killed_index_leaves_no_file_that_opens() {
    let dir = with_run();
    // A ring in which every node knows the next three.
    let nodes = 20_000;
    let node = |ix: usize| format!("v {ix} {} 6\n", ix % 16);
    let edge = |ix: usize| format!("e {} {} 0\n", ix / 3, (ix / 3 + 1 + ix % 3) % nodes);
    let lines = (0..nodes).map(node).chain((0..3 * nodes).map(edge));
    let text = format!("t {nodes} {}\n{}", 3 * nodes, lines.collect::<String>());
    dir.write("big.graph", text);
    let command = "index big.graph --model run --out big.index -q";
    for pause in [50, 150, 300, 500, 700] {
        let mut child = dir.spawn(command);
        thread::sleep(Duration::from_millis(pause));
        let is_running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        // The process may have ended before the kill; then the file is complete, which is checked
        // below.
        if !is_running || dir.path("big.index").exists() {
            break;
        }
    }
    if !dir.path("big.index").exists() {
        dir.run(command).ok();
    }
    assert!(!dir.path("big.index.part").exists());
    dir.run("count p.json --index big.index -q").ok();
}

#[test]
fn the_settings_of_a_run_can_be_used_again() {
    let dir = with_run();
    dir.run("train count-gnn --data small --config run/config.toml --out again -q").ok();
    for file in ["weights.safetensors", "config.toml"] {
        let read = |run: &str| fs::read(dir.path(run).join(file)).unwrap();
        assert!(read("run") == read("again"), "{file} differs");
    }
    let refused = dir.run("train count-gnn --data small --set model.encoder.layers=0 --out none");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains("sizes must be from 1 to 4096: layers = 0"), "{refused:?}");
}

#[test]
fn an_answer_is_explained_as_json_and_as_a_picture() {
    let dir = with_run();
    let asked = "count p.json g.json --method learned --model run -q";
    dir.run(&format!("{asked} --explain why.json")).ok();
    let why: serde_json::Value = serde_json::from_str(&dir.read("why.json")).unwrap();
    let shares: f64 =
        why["arcs"].as_array().unwrap().iter().map(|arc| arc["share"].as_f64().unwrap()).sum();
    let [offset, output] = ["offset", "output"].map(|key| why[key].as_f64().unwrap());
    assert_eq!(why["arcs"].as_array().unwrap().len(), 3);
    assert!((offset + shares - output).abs() < 1e-9, "{why}");
    dir.run(&format!("{asked} --explain why.svg")).ok();
    assert!(dir.read("why.svg").starts_with("<svg"));
    for (wrong, code) in [
        (format!("{asked} --explain why.svg"), 1),
        (format!("{asked} --explain why.txt"), 1),
        ("count p.json g.json --explain other.svg".to_owned(), 2),
    ] {
        assert_eq!(dir.run(&wrong).code, Some(code), "{wrong}");
    }
}

#[test]
fn tensorboard_files_are_written_on_request() {
    let dir = with_data();
    dir.run(&format!("{TRAIN} --out run -q --tensorboard")).ok();
    let files = fs::read_dir(dir.path("run").join("tensorboard")).unwrap();
    let files: Vec<_> = files.map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
    assert_eq!(files.len(), 1);
    let tag = b"mae/valid_best";
    assert_eq!(files[0].windows(tag.len()).filter(|window| window == tag).count(), 4);
}

#[test]
fn models_are_listed() {
    insta::assert_snapshot!("models", Workdir::new().run("models").ok());
}

#[test]
fn mistakes() {
    let dir = with_data();
    dir.run(&format!("{TRAIN} --out run -q")).ok();
    dir.write("p.json", arc("0", "1")).write("q.json", arc("0", "\"C\""));
    dir.run("data label --graphs p.json --patterns p.json --out other -q").ok();
    for (name, words, code) in [
        ("run_exists", format!("{TRAIN} --out run"), 1),
        ("other_settings", format!("{TRAIN} --set training.rate=0.5 --out run --resume"), 1),
        ("unknown_setting", format!("{TRAIN} --set training.rat=0.5 --out x"), 1),
        ("not_a_run", "eval nothing --data small".to_owned(), 1),
        ("diverged", format!("{TRAIN} --set training.rate=1e30 --out wild"), 1),
        ("no_data", "eval exact --data run".to_owned(), 1),
        ("no_model", "count p.json p.json --method learned".to_owned(), 2),
        ("model_of_search", "count p.json p.json --model run".to_owned(), 2),
        (
            "other_meaning",
            "count p.json p.json --method learned --model run --unit subgraphs".to_owned(),
            1,
        ),
        ("unknown_label", "count p.json q.json --method learned --model run".to_owned(), 1),
        ("other_labels", "eval run --data other".to_owned(), 1),
    ] {
        let outcome = dir.run(&words);
        assert_eq!(outcome.code, Some(code), "{outcome:?}");
        assert_eq!(outcome.stdout, "");
        insta::assert_snapshot!(format!("learn_mistake_{name}"), outcome.stderr);
    }
}

#[test]
fn a_batch_of_another_model_is_not_continued() {
    let dir = with_run();
    dir.run(&format!("{TRAIN} --out other --seed 5 -q")).ok();
    let words = "count --patterns p.json --graphs g.json --method learned --out r.jsonl --model";
    dir.run(&format!("{words} run")).ok();
    let whole = dir.read("r.jsonl");
    let outcome = dir.run(&format!("{words} other --resume"));
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stderr.contains("model is `"), "{outcome:?}");
    assert_eq!(dir.read("r.jsonl"), whole);
}

#[test]
fn a_run_is_not_tested_on_what_it_was_trained_with() {
    let dir = with_data();
    dir.run(&format!("{TRAIN} --out run -q")).ok();
    let outcome = dir.run("eval run --data small --split-seed 7");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stderr.contains("the run was trained with"), "{outcome:?}");
}

#[test]
fn a_flipped_bit_in_the_weights_is_noticed() {
    let dir = with_run();
    let path = dir.path("run/weights.safetensors");
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let outcome = dir.run("count p.json g.json --method learned --model run");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stderr.contains("weights.safetensors"), "{outcome:?}");
}
