//! `isocount count PATTERN GRAPH`.

use crate::workdir::{Workdir, complete, path, tangle, thicket, without_times};

fn triangle_and_k4() -> Workdir {
    let dir = Workdir::new();
    dir.write("triangle.json", complete(3)).write("k4.json", complete(4));
    dir
}

#[test]
fn a_graph_comes_from_the_standard_input() {
    let dir = Workdir::new();
    dir.write("triangle.json", complete(3)).write("k4.json", complete(4));
    let counted = dir.run_with_input("count triangle.json - --format json -q", &complete(4));
    assert_eq!(counted.ok(), "24 mappings (monomorphism) of triangle in stdin\n");
    let counted = dir.run_with_input("count - k4.json --pattern-format json -q", &complete(3));
    assert_eq!(counted.ok(), "24 mappings (monomorphism) of stdin in k4\n");
    let unknown = dir.run_with_input("count triangle.json -", &complete(4));
    assert!(unknown.stderr.contains("--format"), "{unknown:?}");
    let both = dir.run_with_input("count - - --format json --pattern-format json", &complete(4));
    assert_eq!(both.code, Some(2));
    assert!(both.stderr.contains("only one of them"), "{both:?}");
    let faulty = dir.run_with_input("count triangle.json - --format edge-list", "a b\nc\n");
    assert!(faulty.stderr.contains("standard input:2:1"), "{faulty:?}");
}

#[test]
fn the_answer_names_what_was_counted() {
    let dir = triangle_and_k4();
    for (flags, answer) in [
        ("", "24 mappings (monomorphism)"),
        ("--unit subgraphs", "4 subgraphs (monomorphism)"),
        ("--semantics induced", "24 mappings (induced)"),
        ("--semantics homomorphism", "24 mappings (homomorphism)"),
        ("--method vf2", "24 mappings (monomorphism)"),
        ("--method peregrine", "24 mappings (monomorphism)"),
        ("--method peregrine --semantics induced --unit subgraphs", "4 subgraphs (induced)"),
        ("--method brute-force", "24 mappings (monomorphism)"),
        (
            "--undirected --ignore-edge-labels",
            "24 mappings (monomorphism, edge labels ignored, directions ignored)",
        ),
    ] {
        let outcome = dir.run(&format!("count triangle.json k4.json {flags}"));
        assert_eq!(outcome.stdout, format!("{answer} of triangle in k4\n"), "{flags}");
        assert_eq!(outcome.code, Some(0));
        assert_eq!(outcome.stderr.lines().count(), 1, "method and time: {}", outcome.stderr);
    }
}

/// In earlier versions, the answer was `about 0`, and a count of 0 in JSON and CSV.
#[test]
fn an_estimate_of_nothing_is_unknown() {
    let dir = Workdir::new();
    let ask = "count clique:9 example:power-law --method sample --step-limit 1000";
    let text = dir.run(ask);
    assert_eq!(text.code, Some(3));
    let bound = "unknown, at most 1.61e13 mappings (monomorphism) of clique:9 in power-law\n";
    assert_eq!(text.stdout, bound);
    assert!(text.stderr.contains("nothing proves that there is none"), "{}", text.stderr);
    let line = dir.run(&format!("{ask} --json")).stdout;
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&line["answer"], &line["count"]), (&"estimate".into(), &serde_json::Value::Null));
    assert_eq!((&line["low"], &line["at_most"]), (&"0".into(), &line["high"]));
    let row = dir.run(&format!("{ask} --csv")).stdout;
    assert!(row.contains(",estimate,,0,16119627821266,"), "{row}");
    dir.run(&format!("{ask} --out one.jsonl"));
    let again = dir.run(&format!("{ask} --out one.jsonl --resume"));
    assert!(again.code.is_some_and(|code| code != 1), "{again:?}");
}

#[test]
fn a_method_names_what_it_cannot_count() {
    let dir = triangle_and_k4();
    let refused =
        dir.run("count triangle.json k4.json --method peregrine --semantics homomorphism");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    let reason = "triangle in k4: peregrine cannot count homomorphism mappings";
    assert!(refused.stderr.contains(reason), "{}", refused.stderr);
}

#[test]
fn one_is_singular_and_quiet_is_quiet() {
    let dir = triangle_and_k4();
    let outcome = dir.run("count triangle.json triangle.json --unit subgraphs --quiet");
    assert_eq!(outcome.stdout, "1 subgraph (monomorphism) of triangle in triangle\n");
    assert_eq!(outcome.stderr, "");
}

#[test]
fn json_has_the_documented_keys() {
    let dir = triangle_and_k4();
    let line = dir.run("count triangle.json k4.json --json").ok();
    assert_eq!(
        without_times(line.trim_end()),
        r#"{"pattern":"triangle","graph":"k4","semantics":"monomorphism","unit":"mappings","method":"auto","answer":"exact","count":"24","low":null,"high":null,"confidence":null,"reason":null"#
    );
    assert!(line.contains(r#","open_seconds":0.0,"count_seconds":"#), "{line}");
    let line = dir.run("count triangle.json k4.json --json --undirected").ok();
    assert!(line.contains(r#""ignored":["directions"]"#), "{line}");
}

#[test]
fn a_plan_is_explained_beside_the_answer() {
    let dir = triangle_and_k4();
    for (words, strategy) in
        [("triangle.json k4.json", "greedy search"), ("k4.json triangle.json", "sieve")]
    {
        let plain = dir.run(&format!("count {words} --quiet"));
        let outcome = dir.run(&format!("count {words} --explain-plan"));
        assert!(outcome.stdout.starts_with(plain.stdout.trim_end()), "{outcome:?}");
        assert!(outcome.stderr.contains(&format!("strategy: {strategy}")), "{outcome:?}");
    }
    let outcome = dir.run("count triangle.json k4.json --method vf2 --explain-plan");
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("--method exact"), "{outcome:?}");
    for batch in ["--out answers.jsonl", "--matrix --out answers.csv"] {
        let outcome = dir.run(&format!("count triangle.json k4.json --explain-plan {batch}"));
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert!(outcome.stderr.contains("--explain-plan needs one question"), "{outcome:?}");
    }
}

#[test]
fn a_limit_gives_a_lower_bound_and_exit_code_3() {
    let dir = Workdir::new();
    dir.write("hard.json", tangle(12)).write("thicket.json", thicket(60));
    for method in ["exact", "vf2", "peregrine", "brute-force"] {
        let question = format!("count hard.json thicket.json --method {method} --step-limit 5000");
        let outcome = dir.run(&question);
        assert_eq!(outcome.code, Some(3), "{method}: {outcome:?}");
        assert!(outcome.stdout.starts_with("at least "), "{outcome:?}");
        let json = dir.run(&format!("{question} --json"));
        assert_eq!(json.code, Some(3));
        assert!(json.stdout.contains(r#""answer":"at_least","count":""#), "{json:?}");
        // The same steps, the same answer, whatever the threads.
        let line = |threads| {
            without_times(
                dir.run(&format!("{question} --json --threads {threads}")).stdout.trim_end(),
            )
        };
        assert_eq!(line(1), line(2));
    }
    let outcome = dir.run("count hard.json thicket.json --method exact --time-limit 50ms --json");
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
}

#[test]
fn a_precision_gives_an_estimate_and_the_same_seed_the_same() {
    let dir = Workdir::new();
    dir.write("hard.json", tangle(12)).write("thicket.json", thicket(60));
    let question = "count hard.json thicket.json --precision 0.2 --method sample --seed 3";
    let text = dir.run(question).ok();
    assert!(text.contains(" ± ") && text.contains(" % (95 %) mappings"), "{text}");
    let line = |words: &str| without_times(dir.run(words).ok().trim_end());
    let json = line(&format!("{question} --json --threads 1"));
    assert_eq!(json, line(&format!("{question} --json --threads 3")));
    let keys = r#""method":"sample","options":{"precision":"0.2"},"seed":3,"answer":"estimate""#;
    assert!(json.contains(keys) && json.contains(r#""reliable":true,"precise":true"#), "{json}");
    // If the precision cannot be reached in time, the answer says so.
    let outcome = dir.run("count hard.json thicket.json --precision 0.00001 --time-limit 60ms");
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    for (flag, said) in [
        ("--precision 2", "`precision` must be"),
        ("--confidence 1", "`confidence` must be"),
        ("--replicates 1", "`replicates` must be"),
        ("--method exact --seed 1", "the method exact has no option `seed`"),
    ] {
        let outcome = dir.run(&format!("count hard.json thicket.json {flag}"));
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert!(outcome.stderr.contains(said), "{outcome:?}");
    }
}

#[test]
fn a_count_beyond_128_bits_is_an_error_not_a_number() {
    let dir = Workdir::new();
    let dust = format!("{{\"nodes\":[{}],\"edges\":[]}}", vec!["0"; 40].join(","));
    dir.write("dust.json", dust).write("k.json", complete(16));
    let outcome = dir.run("count dust.json k.json --semantics homomorphism");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{outcome:?}");
    assert!(outcome.stderr.contains("128 bits"), "{outcome:?}");
    let outcome = dir.run("count dust.json k.json --semantics homomorphism --json");
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stdout.contains(r#""answer":"none","count":null"#), "{outcome:?}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let dir = Workdir::new();
    dir.write("p.json", path(2)).write("g.json", complete(3));
    let many = (0..2000).map(|_| path(3)).collect::<String>();
    dir.write("many.jsonl", many);
    dir.write("hard.jsonl", path(2) + &tangle(40)).write("thicket.jsonl", thicket(120).repeat(2));
    for words in [
        "count --patterns p.json --graphs many.jsonl --json",
        // The second question takes practically forever; nobody waits for it.
        "count --patterns hard.jsonl --graphs thicket.jsonl --json --threads 2",
    ] {
        let mut child = dir.spawn(words);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}
