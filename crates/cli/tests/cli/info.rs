//! `isocount info FILE...`.

use crate::workdir::{Workdir, complete, path, repository};

fn workdir() -> Workdir {
    let dir = Workdir::new();
    dir.write("arrows.csv", "tail,head\na,b\nb,c\nc,a\na,d\n").write("k4.json", complete(4));
    dir.write(
        "odd.gml",
        "graph [ directed 0
  node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] node [ id 2 label \"c\" ]
  node [ id 3 label \"d\" ] node [ id 4 label \"e\" ] node [ id 5 label \"f\" ]
  edge [ source 0 target 1 label 0.5 ] edge [ source 1 target 2 label 1.25 ]
  edge [ source 2 target 3 label 2.5 ] edge [ source 3 target 3 label 4.5 ]
  edge [ source 0 target 1 label 8.5 ] ]",
    );
    dir.write(
        "many.jsonl",
        complete(3) + &path(2) + r#"{"name": "none", "nodes": [], "edges": []}"#,
    );
    dir.write("bad.json", "{\"nodes\": [0,\n");
    dir
}

#[test]
fn one_graph_is_described_in_full() {
    let dir = workdir();
    insta::assert_snapshot!(dir.run("info arrows.csv odd.gml k4.json").ok());
    let few = dir.run("info odd.gml --labels 2").ok();
    assert!(few.contains("node labels  6: `a` (1), `b` (1) and 4 more\n"), "{few}");
    let other = dir.run("info odd.gml --node-label-key id").ok();
    assert!(other.contains("node labels  6: `0` (1), `1` (1), "), "{other}");
}

#[test]
fn many_graphs_are_a_table() {
    let dir = workdir();
    insta::assert_snapshot!(dir.run("info many.jsonl").ok());
    let molecules = repository().join("examples/molecules");
    let shown = dir.run(&format!("info {}", molecules.display())).ok();
    let (_, table) = shown.split_once('\n').unwrap();
    insta::assert_snapshot!(table);
}

#[test]
fn graphs_of_one_name_are_pointed_out() {
    let dir = workdir();
    let again = r#"{"name": "x", "nodes": [1], "edges": []}"#;
    dir.write("same.jsonl", [again; 3].join("\n"));
    let shown = dir.run("info same.jsonl").ok();
    let hint = "hint: several graphs are named `x`; a batch identifies graphs by their names and refuses \
                these\n";
    assert!(shown.ends_with(hint), "{shown}");
}

#[test]
fn programs_get_one_object_per_graph() {
    let dir = workdir();
    let lines = dir.run("info many.jsonl odd.gml --json --labels 2").ok();
    insta::assert_snapshot!(lines);
    let all = dir.run("info odd.gml --json").ok();
    assert_eq!(all.matches(r#"{"label":"#).count(), 11, "{all}");
}

#[test]
fn what_cannot_be_read_does_not_stop_the_rest() {
    let dir = workdir();
    dir.write("folder/k4.json", complete(4)).write("folder/bad.json", "{\"nodes\": [0,\n");
    dir.write("graph.xyz", "a b\n");
    let outcome = dir.run("info missing.csv folder bad.json graph.xyz k4.json");
    insta::assert_snapshot!(outcome.everything());
    assert_eq!(dir.run("info graph.xyz --format edge-list").code, Some(0));
}

#[test]
fn small_graphs_are_drawn() {
    let dir = workdir();
    dir.run("info k4.json many.jsonl --draw p.svg").ok();
    let picture = dir.read("p.svg");
    assert!(picture.starts_with("<svg") && picture.contains("k4"), "{picture}");
    // Without labels the nodes are bare.
    assert!(!picture.contains(">0<"), "{picture}");
    dir.run("info odd.gml --draw p.png").ok();
    assert!(std::fs::read(dir.path("p.png")).unwrap().starts_with(b"\x89PNG"));
    let again = dir.run("info odd.gml --draw p.svg");
    assert_eq!((again.code, again.stdout.as_str()), (Some(1), ""), "{again:?}");
    assert!(again.stderr.contains("--force"), "{again:?}");
    dir.run("info odd.gml --draw p.svg --force").ok();
    assert!(dir.read("p.svg").contains(">f<"));
}

#[test]
fn large_graphs_are_not_drawn() {
    let dir = workdir();
    dir.write("large.json", path(501));
    let refused = dir.run("info large.json --draw p.svg");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stdout.starts_with("large\n"), "it is described all the same: {refused:?}");
    insta::assert_snapshot!(refused.stderr);
    assert!(!dir.path("p.svg").exists());
    let nothing = dir.run("info missing.json --draw p.svg");
    assert!(nothing.stderr.contains("there is no graph to show"), "{nothing:?}");
    let kind = dir.run("info k4.json --draw p.pdf");
    assert!(kind.stderr.contains("let it end in .svg or .png"), "{kind:?}");
}

#[test]
fn names_from_files_cannot_forge_lines() {
    let dir = Workdir::new();
    dir.write("g.json", r#"{"name": "a\nb\u001b[2J", "nodes": ["x\ny"], "edges": []}"#);
    let shown = dir.run("info g.json").ok();
    assert!(shown.starts_with(r"a\nb\u{1b}[2J") && shown.contains(r"`x\ny` (1)"), "{shown}");
}
