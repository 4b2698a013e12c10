//! `isocount count PATTERN GRAPH --per node|edge|orbit`.

use std::fs;

use crate::workdir::{Workdir, repository};

fn karate() -> String {
    repository().join("examples/karate.csv").display().to_string()
}

const KITE: &str = "tail,head\na,b\nb,c\nc,a\nc,d\n";

#[test]
fn nodes_edges_and_orbits_of_karate() {
    let dir = Workdir::new();
    let ask = format!("count triangle {} --undirected --unit subgraphs", karate());
    let nodes = dir.run(&format!("{ask} --per node --top 3 --quiet")).ok();
    assert_eq!(
        nodes,
        "45 subgraphs (monomorphism, directions ignored) of triangle in karate\n1   18\n34  15\n33  13\n…\n"
    );
    let rows = dir.run(&format!("{ask} --per node --csv")).ok();
    let sum: u32 = rows
        .lines()
        .skip(1)
        .map(|row| row.split_once(',').unwrap().1.parse::<u32>().unwrap())
        .sum();
    assert_eq!(sum, 3 * 45);
    let rows = dir.run(&format!("{ask} --per edge --csv")).ok();
    assert!(rows.starts_with("source,target,count\n"), "{rows}");
    // A row per edge, whatever its direction in the file.
    assert_eq!(rows.lines().count(), 1 + 78);
    let sum: u32 = rows
        .lines()
        .skip(1)
        .map(|row| row.rsplit_once(',').unwrap().1.parse::<u32>().unwrap())
        .sum();
    assert_eq!(sum, 3 * 45);
}

#[test]
fn every_form_of_output() {
    let dir = Workdir::new();
    dir.write("kite.csv", KITE);
    let ask = "count a-b-c kite.csv --undirected --unit subgraphs";
    let orbits = dir.run(&format!("{ask} --per orbit --csv")).ok();
    assert_eq!(orbits, "node,a c,b\na,3,1\nb,3,1\nc,2,3\nd,2,0\n");
    let orbits = dir.run(&format!("{ask} --per orbit --top 1 --quiet")).ok();
    assert!(orbits.ends_with("a c: a (3), …\nb: c (3), …\n"), "{orbits}");
    let lines = dir.run(&format!("{ask} --per edge --json")).ok();
    assert_eq!(
        lines.lines().next().unwrap(),
        "{\"count\":\"2\",\"source\":\"a\",\"target\":\"b\"}"
    );
    dir.run(&format!("{ask} --per node --out nodes.npy")).ok();
    assert_eq!(fs::read(dir.path("nodes.npy")).unwrap().len(), 128 + 8 * 4);
    dir.run(&format!("{ask} --per node --out nodes.jsonl --draw nodes.svg")).ok();
    let lines = fs::read_to_string(dir.path("nodes.jsonl")).unwrap();
    assert!(lines.starts_with("{\"count\":\"4\",\"node\":\"a\"}\n"), "{lines}");
    assert!(fs::read_to_string(dir.path("nodes.svg")).unwrap().contains("node 2 (5)"));
    dir.run(&format!("{ask} --per edge --draw edges.png --quiet")).ok();
    assert!(fs::read(dir.path("edges.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn directions_labels_and_meanings_matter() {
    let dir = Workdir::new();
    dir.write("kite.csv", KITE);
    let arcs = dir.run("count a->b->c kite.csv --per edge --csv").ok();
    assert_eq!(arcs, "source,target,count\na,b,2\nb,c,3\nc,a,2\nc,d,1\n");
    let homs =
        dir.run("count a-b kite.csv --undirected --semantics homomorphism --per node --csv").ok();
    assert_eq!(homs, "node,count\na,4\nb,4\nc,6\nd,2\n");
    dir.write("labels.csv", "tail,head,label\na,b,x\na,b,y\nb,c,y\n");
    let labelled = dir.run("count u-[y]->v labels.csv --per edge --csv").ok();
    assert_eq!(labelled, "source,target,label,count\na,b,y,1\na,b,x,0\nb,c,y,1\n");
}

#[test]
fn what_cannot_be_asked_is_reported() {
    let dir = Workdir::new();
    dir.write("kite.csv", KITE);
    for (flags, said) in [
        ("--per node --method sample", "each node or edge"),
        ("--per node --time-limit 5s --seed 3", "`seed` has no effect"),
        ("--per node --precision 0.1", "`precision` has no effect"),
        ("--per node --out counts.txt", ".jsonl, .csv or .npy"),
        ("--per node --draw heat.txt", "end in .svg or .png"),
        ("--top 3", "--per"),
        ("--per node --matrix", "--matrix"),
        ("--per node --force", "--force goes with"),
    ] {
        let run = dir.run(&format!("count a-b kite.csv {flags}"));
        assert!(run.stderr.contains(said), "{flags}: {}", run.stderr);
    }
    let nothing =
        dir.run("count clique:4 kite.csv --undirected --per node --draw heat.svg --quiet");
    assert!(nothing.stderr.contains("all counts are 0"), "{}", nothing.stderr);
    let limited =
        dir.run(&format!("count path:6 {} --undirected --per node --step-limit 10", karate()));
    assert_eq!(limited.code, Some(3));
    assert!(limited.stdout.contains("at least"), "{}", limited.stdout);
}
