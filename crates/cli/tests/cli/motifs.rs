//! `isocount motifs GRAPH`.

use std::fs;

use crate::workdir::{Workdir, repository};

/// Its edges have no direction.
fn karate() -> &'static str {
    "example:karate"
}

#[test]
fn the_census_of_karate() {
    let dir = Workdir::new();
    insta::assert_snapshot!(dir.run(&format!("motifs {}", karate())).ok());
    let rows = dir.run(&format!("motifs {} --size 3..5 --csv", karate())).ok();
    assert_eq!(rows.lines().count(), 1 + 2 + 6 + 21);
    assert!(rows.contains("\n3,triangle,\"a-b, a-c, b-c\",45,"), "{rows}");
    // Every triangle has three paths.
    let copies =
        dir.run(&format!("motifs {} --size 3 --semantics monomorphism --csv", karate())).ok();
    assert!(copies.contains("\n3,path of 3,\"a-b, a-c\",528,"), "{copies}");
    let top = dir.run(&format!("motifs {} --size 4 --top 1", karate())).ok();
    assert_eq!(top.lines().count(), 3);
    insta::assert_snapshot!(dir.run(&format!("motifs {} --size 3 --pictures", karate())).ok());
}

#[test]
fn the_pattern_of_a_motif_can_be_counted() {
    let dir = Workdir::new();
    let rows = dir.run(&format!("motifs {} --size 4 --json", karate())).ok();
    for line in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let pattern = row["pattern"].as_str().unwrap().replace(", ", ",");
        let count = dir.run(&format!(
            "count {pattern} {} --undirected --semantics induced --unit subgraphs --json",
            karate()
        ));
        let count: serde_json::Value = serde_json::from_str(&count.ok()).unwrap();
        assert_eq!(count["count"], row["count"], "{pattern}");
    }
}

/// In earlier versions, directions were ignored without --directed.
#[test]
fn directions_matter_where_the_graph_has_some() {
    let dir = Workdir::new();
    dir.write("loop.csv", "tail,head\na,b\nb,c\na,c\nc,c\n");
    let plain = dir.run("motifs loop.csv --size 3 --csv");
    assert!(plain.stderr.contains("1 loop left out"), "{}", plain.stderr);
    assert!(plain.ok().contains("\n3,030T,"));
    for (words, meaning, directed) in [
        ("loop.csv", "induced, directed, labels ignored", true),
        ("loop.csv --undirected", "induced, directions ignored, labels ignored", false),
        (karate(), "induced, undirected, labels ignored", false),
        ("example:karate --directed", "induced, directed, labels ignored", true),
    ] {
        let text = dir.run(&format!("motifs {words} --size 3")).ok();
        assert!(text.lines().next().unwrap().ends_with(meaning), "{words}: {text}");
        let line = dir.run(&format!("motifs {words} --size 3 --json")).ok();
        let line: serde_json::Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
        assert_eq!(line["directed"], directed, "{words}");
        let sample = format!("motifs {words} --size 3 --method sample --draws 100 --json");
        let line = dir.run(&sample).ok();
        let line: serde_json::Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
        assert_eq!(line["directed"], directed, "{sample}");
    }
}

#[test]
fn labels_matter_if_they_are_asked_for() {
    let dir = Workdir::new();
    let acid = repository().join("examples/molecules/acetic_acid.gml");
    let labelled = dir.run(&format!("motifs {} --size 3 --labels --csv", acid.display())).ok();
    assert!(
        labelled.lines().skip(1).all(|line| line.contains(":C") || line.contains(":O")),
        "{labelled}"
    );
}

#[test]
fn nodes_have_their_orbits() {
    let dir = Workdir::new();
    dir.write("kite.csv", "tail,head\na,b\nb,c\nc,a\nc,d\n");
    let rows = dir.run("motifs kite.csv --undirected --size 3 --per orbit --csv").ok();
    assert_eq!(rows, "node,orbit 1,orbit 2,orbit 3\na,1,0,1\nb,1,0,1\nc,0,2,1\nd,2,0,0\n");
    let nodes = dir.run("motifs kite.csv --undirected --size 3 --per node --top 1").ok();
    assert!(
        nodes.contains("path of 3: c (2), …") && nodes.contains("triangle: a (1), …"),
        "{nodes}"
    );
    dir.run("motifs kite.csv --undirected --size 3 --per orbit --out orbits.npy").ok();
    let bytes = fs::read(dir.path("orbits.npy")).unwrap();
    assert_eq!(bytes.len(), 128 + 8 * 4 * 3);
    let lines = dir.run("motifs kite.csv --undirected --size 3 --per node --json").ok();
    assert!(
        lines.starts_with("{\"counts\":{\"path of 3\":\"1\",\"triangle\":\"1\"},\"node\":\"a\"}\n"),
        "{lines}"
    );
}

#[test]
fn randomised_graphs_are_kept_and_continued() {
    let dir = Workdir::new();
    let question = format!("motifs {} --size 3 --null degree --seed 4 --csv", karate());
    let whole = dir.run(&format!("{question} --samples 12 --threads 1")).ok();
    dir.run(&format!("{question} --samples 5 --threads 2 --samples-file kept.jsonl")).ok();
    assert_eq!(dir.read("kept.jsonl").lines().count(), 6);
    // As if it had been killed in the middle of a line.
    let torn = dir.read("kept.jsonl") + "{\"counts\":[\"3";
    dir.write("kept.jsonl", torn);
    let rest =
        dir.run(&format!("{question} --samples 12 --threads 2 --samples-file kept.jsonl")).ok();
    assert_eq!(rest, whole);
    assert_eq!(dir.read("kept.jsonl").lines().count(), 13);
    let other = dir.run(&format!(
        "motifs {} --size 4 --null degree --seed 4 --samples-file kept.jsonl",
        karate()
    ));
    assert_eq!(other.code, Some(1));
    assert!(other.stderr.contains("another question"), "{}", other.stderr);
    let page = format!("motifs {} --null degree --samples 9 --out page.html", karate());
    dir.run(&page).ok();
    let written = dir.read("page.html");
    assert_eq!(written.matches("<tr").count(), 1 + 2 + 6);
    assert!(written.contains("9 randomised graphs") && written.ends_with("</html>\n"));
    assert_eq!(dir.run(&page).code, Some(1), "a file that exists is kept");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let dir = Workdir::new();
    dir.write("kite.csv", "tail,head\na,b\nb,c\nc,a\nc,d\n");
    for (words, part) in [
        ("--size 7 --undirected", "undirected motifs have 3 to 6 nodes (got 7)"),
        ("--size 3..6", "directed motifs have 3 to 5 nodes (got 3 to 6)"),
        ("--directed --undirected", "cannot be used with"),
        ("--per node,orbit", "--per takes node or orbit, and edge, each once"),
        ("--per edge,edge", "--per takes node or orbit, and edge, each once"),
        ("--per node,edge --csv", "name files with --out FILE.csv"),
        (
            "--labels --semantics monomorphism",
            "motifs with labels are counted as induced subgraphs only",
        ),
        ("--size three", "expected a number such as 4, or a range such as 3..5"),
        ("--out table.txt", "let the name of --out end in"),
        ("--out table.npy", "add --per node, edge or orbit"),
        ("--samples 10", "--null"),
    ] {
        let outcome = dir.run(&format!("motifs kite.csv {words}"));
        assert!(outcome.code.is_some_and(|code| code == 1 || code == 2), "{words}: {outcome:?}");
        assert!(outcome.stderr.contains(part), "{words}: {}", outcome.stderr);
    }
}

#[test]
fn edges_take_part_too() {
    let dir = Workdir::new();
    dir.write("kite.csv", "tail,head\na,b\nb,c\nc,a\nc,d\n");
    let rows = dir.run("motifs kite.csv --undirected --size 3 --per edge --csv").ok();
    assert_eq!(rows, "source,target,path of 3,triangle\na,b,0,1\na,c,1,1\nb,c,1,1\nc,d,2,0\n");
    let lines = dir.run("motifs kite.csv --undirected --size 3 --per edge --json").ok();
    assert!(
        lines.starts_with("{\"counts\":{\"path of 3\":\"0\",\"triangle\":\"1\"},\"source\":\"a\""),
        "{lines}"
    );
    dir.run("motifs kite.csv --undirected --size 3 --per edge --draw edges.svg").ok();
    let picture = fs::read_to_string(dir.path("edges.svg")).unwrap();
    assert!(picture.contains("path of 3") && picture.contains("triangle"), "{picture}");
    dir.run("motifs kite.csv --undirected --size 3 --per node --draw nodes.png").ok();
    assert!(fs::read(dir.path("nodes.png")).unwrap().starts_with(b"\x89PNG"));
    let refused =
        dir.run("motifs kite.csv --undirected --size 3 --per edge --semantics monomorphism");
    assert!(refused.stderr.contains("induced subgraphs only"), "{}", refused.stderr);
}

/// In earlier versions, the counts of the nodes were dropped.
#[test]
fn nodes_and_edges_can_be_asked_for_together() {
    let dir = Workdir::new();
    dir.write("kite.csv", "tail,head\na,b\nb,c\nc,a\nc,d\n");
    let ask = |words: &str| dir.run(&format!("motifs kite.csv --undirected --size 3 {words}")).ok();
    let lines = ask("--per node,edge --json");
    assert_eq!(lines, ask("--per node --json") + &ask("--per edge --json"));
    let text = ask("--per orbit --per edge --top 1");
    assert!(text.contains("\nnodes:\norbit 1, path of 3: d (2), …\n"), "{text}");
    assert!(text.contains("\nedges:\npath of 3: c – d (2), …\n"), "{text}");
    ask("--per orbit,edge --out both.csv --draw both.svg");
    assert_eq!(dir.read("both.nodes.csv"), ask("--per orbit --csv"));
    assert_eq!(dir.read("both.edges.csv"), ask("--per edge --csv"));
    assert!(dir.read("both.nodes.svg").contains("orbit 1"));
    assert!(dir.read("both.edges.svg").contains("path of 3"));
    let again = dir.run("motifs kite.csv --undirected --per node,edge --out both.csv");
    assert!(again.stderr.contains("both.nodes.csv"), "{}", again.stderr);
    ask("--per node,edge --out both.npy");
    assert_eq!(fs::read(dir.path("both.edges.npy")).unwrap().len(), 128 + 8 * 4 * 2);
}

#[test]
fn directed_motifs_of_five_nodes_are_shown_if_they_occur() {
    let dir = Workdir::new();
    dir.write("line.csv", "tail,head\na,b\nb,c\nc,d\nd,e\n");
    let rows = dir.run("motifs line.csv --size 5 --csv").ok();
    assert_eq!(rows.lines().count(), 2, "{rows}");
    assert!(rows.ends_with(",1,1\n"), "{rows}");
}

#[test]
fn a_sample_has_intervals() {
    let dir = Workdir::new();
    let ask = format!("motifs {} --size 3..4 --method sample --draws 50000 --seed 3", karate());
    let text = dir.run(&ask).ok();
    assert!(
        text.contains("estimated from 51,200 random subgraphs of each size, with 95 % intervals")
    );
    assert_eq!(text, dir.run(&format!("{ask} --threads 3")).ok());
    let rows = dir.run(&format!("{ask} --json")).ok();
    let truth = [393.0, 45.0, 681.0, 1098.0, 36.0, 452.0, 85.0, 11.0];
    let mut held = 0;
    for (line, truth) in rows.lines().zip(truth) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let [low, high] = ["low", "high"].map(|end| row["estimate"][end].as_f64().unwrap());
        held += usize::from((low..=high).contains(&truth));
        assert!(high < 2.0 * truth, "{line}");
    }
    assert!(held >= 7, "{rows}");
    let refused = dir.run(&format!("motifs {} --method sample --per node", karate()));
    assert!(refused.stderr.contains("not those of each node or edge"), "{}", refused.stderr);
    let refused = dir.run(&format!("motifs {} --draws 100", karate()));
    assert!(refused.stderr.contains("choose the method sample"), "{}", refused.stderr);
    let refused = dir.run(&format!("motifs {} --seed 1", karate()));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("`seed` has no effect"), "{}", refused.stderr);
}
