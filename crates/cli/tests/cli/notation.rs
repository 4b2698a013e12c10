//! Patterns and graphs that are typed, and patterns that have a name.

use crate::workdir::{Workdir, complete};

fn workdir() -> Workdir {
    let dir = Workdir::new();
    dir.write("k4.json", complete(4));
    let table =
        "tail,head,label,tail_label,head_label\n1,2,activates,gene,gene\n2,3,binds,gene,drug\n";
    dir.write("cell.csv", table);
    dir
}

#[test]
fn text_goes_where_a_file_goes() {
    let dir = workdir();
    for (words, expected) in [
        ("count a-b-c-a k4.json --quiet", "24 mappings (monomorphism) of a-b-c-a in k4\n"),
        (
            "count triangle k4.json -q --unit subgraphs",
            "4 subgraphs (monomorphism) of triangle in k4\n",
        ),
        (
            "count cycle:4 clique:5 -q --unit subgraphs",
            "15 subgraphs (monomorphism) of cycle:4 in clique:5\n",
        ),
        (
            "count text:path:2 a->b->c -q --undirected",
            "4 mappings (monomorphism, directions ignored) of path:2 in a->b->c\n",
        ),
        (
            "count x:gene-[activates]->y:gene cell.csv -q",
            "1 mapping (monomorphism) of x:gene-[activates]->y:gene in cell\n",
        ),
        (
            "count x:gene-[*]->y:gene|drug cell.csv -q",
            "2 mappings (monomorphism) of x:gene-[*]->y:gene|drug in cell\n",
        ),
        ("count x:!gene cell.csv -q", "1 mapping (monomorphism) of x:!gene in cell\n"),
        (
            "count x:*-[!binds]->y:* cell.csv -q",
            "1 mapping (monomorphism) of x:*-[!binds]->y:* in cell\n",
        ),
    ] {
        assert_eq!(dir.run(words).ok(), expected, "{words}");
    }
    let info = dir.run("info petersen --json").ok();
    assert!(info.contains("\"nodes\":10,\"arcs\":30"), "{info}");
    // A file wins over a name, and a prefix over a file.
    dir.write("triangle", "1 2\n");
    let as_file = "count triangle k4.json -q --pattern-format edge-list";
    assert_eq!(dir.run(as_file).ok(), "12 mappings (monomorphism) of triangle in k4\n");
    let as_text = "count text:triangle k4.json -q";
    assert_eq!(dir.run(as_text).ok(), "24 mappings (monomorphism) of triangle in k4\n");
}

#[test]
fn examples_go_where_a_file_goes() {
    let dir = workdir();
    for (words, expected) in [
        (
            "count triangle example:karate -q --unit subgraphs",
            "45 subgraphs (monomorphism) of triangle in karate\n",
        ),
        (
            "count smarts:[N+](=O)[O-] example:nitropyrene -q --unit subgraphs",
            "1 subgraph (monomorphism) of [N+](=O)[O-] in nitropyrene\n",
        ),
        (
            "count x:kinase-[activates]->y:kinase example:proteins -q --method vf2 --step-limit 0",
            "at least 0 mappings (monomorphism) of x:kinase-[activates]->y:kinase in proteins\n",
        ),
    ] {
        let outcome = dir.run(words);
        assert_eq!(outcome.stdout, expected, "{words}: {outcome:?}");
    }
    let info = dir.run("info example:power-law --json").ok();
    assert!(info.contains("\"nodes\":2000,\"arcs\":11988"), "{info}");
    dir.run("convert example:karate karate.json").ok();
    let again = "count triangle karate.json -q --unit subgraphs";
    assert_eq!(dir.run(again).ok(), "45 subgraphs (monomorphism) of triangle in karate\n");
    let outcome = dir.run("count triangle example:karat");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    let there =
        "there is no example `karat`; the examples are karate, nitropyrene, power-law, proteins";
    assert!(outcome.stderr.contains(there), "{outcome:?}");
}

#[test]
fn a_graph_that_is_not_a_file_is_read_as_notation() {
    let dir = workdir();
    let note = "note: no file named power-law: read as notation, 2 nodes, 1 edge";
    for words in [
        "count a-b power-law",
        "count a-b power-law --per node",
        "count --patterns a-b --graphs power-law",
        "find a-b power-law",
        "motifs power-law",
        "info power-law",
    ] {
        let outcome = dir.run(words);
        assert!(outcome.stderr.lines().any(|line| line == note), "{words}: {outcome:?}");
        let quiet = dir.run(&format!("{words} -q"));
        assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""), "{words}");
        assert_eq!(quiet.stdout, outcome.stdout, "{words}");
    }
    let converted = dir.run("convert power-law typed.json");
    assert_eq!(converted.stderr.lines().next(), Some(note), "{converted:?}");
    let arcs = dir.run("count a->b a->b->c");
    assert!(arcs.stderr.contains("a->b->c: read as notation, 3 nodes, 2 arcs"), "{arcs:?}");
    // No note for explicit text, a file or an example.
    for graph in ["text:power-law", "k4.json", "example:karate"] {
        let outcome = dir.run(&format!("count a-b {graph}"));
        assert!(!outcome.stderr.contains("read as notation"), "{graph}: {outcome:?}");
    }
}

#[test]
fn a_zero_of_text_without_labels_explains_itself() {
    let outcome = workdir().run("count a->b cell.csv");
    assert_eq!(outcome.stdout, "0 mappings (monomorphism) of a->b in cell\n");
    insta::assert_snapshot!(outcome.stderr.lines().skip(1).collect::<Vec<_>>().join("\n"));
}

#[test]
fn wrong_texts_are_pointed_at() {
    let dir = workdir();
    let mut said = String::new();
    for pattern in [
        "trianlge",
        "a-b-",
        "a<->b",
        "a:C-b,a:N",
        "a->b,a->b",
        "(a-b)",
        "path:0",
        "clique:5000",
        "text:a=b",
        "a-[x->b",
        "a:'x",
        "x:C|*",
        "nofile.csv",
        "folder/a-b",
    ] {
        let outcome = dir.run(&format!("count {pattern} k4.json"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{pattern}");
        said.extend(["$ ", pattern, "\n", &outcome.stderr, "\n"]);
    }
    insta::assert_snapshot!(said);
}

#[test]
fn the_notation_is_converted_back() {
    let dir = workdir();
    for text in ["a-b-c-a", "x:F|Cl-[*]->y,z", "(:C)-[!a|b]-(:!*)"] {
        let once = dir.run(&format!("convert {text} - --to text")).ok();
        dir.write("once.pattern", &once);
        assert_eq!(dir.run("convert once.pattern - --to text").ok(), once, "{text}");
    }
    assert_eq!(dir.run("convert k4.json - --to text").ok(), "0-1-2-3-0-2, 1-3\n");
    dir.run("convert x:F|Cl->y sets.pattern").ok();
    assert_eq!(dir.read("sets.pattern"), "x:F|Cl->y\n");
    let refused = dir.run("convert sets.pattern sets.gml");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("sets of labels"), "{}", refused.stderr);
    // JSON has sets as well, but no names of nodes.
    dir.run("convert x:F|Cl-[*]->y sets.json").ok();
    assert_eq!(dir.run("convert sets.json - --to text").ok(), "0:F|Cl-[*]->1\n");
    dir.run("convert sets.json again.json").ok();
    assert_eq!(dir.read("again.json"), dir.read("sets.json"));
    // A graph of a pattern without sets is a graph in every format.
    dir.run("convert triangle triangle.graph").ok();
    assert_eq!(
        dir.run("count edge triangle.graph -q").ok(),
        "6 mappings (monomorphism) of edge in triangle\n"
    );
}

#[test]
fn named_patterns_are_listed_and_drawn() {
    let dir = workdir();
    insta::assert_snapshot!(dir.run("patterns").ok());
    let some = dir.run("patterns path:6 bi-fan --json --draw some.svg").ok();
    assert!(
        some.starts_with("{\"name\":\"path:6\",\"usage\":\"path:N\",\"nodes\":6,\"arcs\":10,"),
        "{some}"
    );
    assert!(dir.read("some.svg").contains("bi-fan"));
    dir.run("patterns --draw all.svg").ok();
    assert!(dir.read("all.svg").contains("feed-forward-loop"));
}
