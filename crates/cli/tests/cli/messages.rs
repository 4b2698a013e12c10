//! The messages for wrong input. Every file here is wrong in its own way; `testdata/bad` has more
//! files of each format.

use crate::workdir::{Workdir, complete};

fn message(dir: &Workdir, words: &str, code: i32) -> String {
    let outcome = dir.run(words);
    assert_eq!(outcome.code, Some(code), "{outcome:?}");
    assert_eq!(outcome.stdout, "");
    outcome.stderr
}

fn workdir() -> Workdir {
    let dir = Workdir::new();
    dir.write("k4.json", complete(4)).write("triangle.json", complete(3));
    dir
}

#[test]
fn wrong_files() {
    let dir = workdir();
    dir.write("bad.json", "{\"nodes\": [0, 1],\n \"edges\": [[0, 5]]}\n");
    dir.write("bad.csv", "tail,head\n1,2\n2\n");
    dir.write("empty.json", "").write("no_nodes.json", r#"{"nodes": [], "edges": []}"#);
    dir.write("graph.xyz", "1 2\n").write("folder/a.json", complete(2)).write("nothing/README", "");
    dir.write("many.jsonl", complete(2) + &complete(3)).write("latin1.csv", b"tail,head\n1,\xe9\n");
    for (name, words) in [
        ("missing", "count missing.json k4.json"),
        ("dangling", "count bad.json k4.json"),
        ("short_line", "count triangle.json bad.csv"),
        ("empty_file", "count triangle.json empty.json"),
        ("empty_pattern", "count no_nodes.json k4.json"),
        ("unknown_format", "count triangle.json graph.xyz"),
        ("folder_without_graphs", "count --patterns triangle.json --graphs nothing"),
        ("many_graphs", "convert many.jsonl many.gml"),
        ("wrong_encoding", "count triangle.json latin1.csv"),
        ("missing_pairs", "count --patterns triangle.json --graphs k4.json --pairs missing.tsv"),
        (
            "out_in_missing_folder",
            "count --patterns triangle.json --graphs k4.json --out no/r.jsonl",
        ),
    ] {
        insta::assert_snapshot!(format!("file_{name}"), message(&dir, words, 1));
    }
}

#[test]
fn long_lines_are_cut_around_the_fault() {
    let dir = workdir();
    let nodes = vec!["0"; 3000].join(", ");
    dir.write(
        "long.json",
        format!("{{\"nodes\": [{nodes}], \"edges\": [[0, 1], [1, oops], [2, 3]]}}"),
    );
    insta::assert_snapshot!(message(&dir, "count triangle.json long.json", 1));
}

#[test]
fn wrong_usage() {
    let dir = workdir();
    for (name, words) in [
        ("homomorphism_subgraphs", "count a.json b.json --semantics homomorphism --unit subgraphs"),
        ("no_graph", "count a.json"),
        ("both_ways", "count a.json b.json --patterns p --graphs g"),
        ("half_a_batch", "count --patterns p"),
        ("resume_without_out", "count --patterns p --graphs g --resume"),
        ("unknown_method", "count a.json b.json --method vf3"),
        ("unknown_format", "count a.json b.json --format gdf"),
        ("limit_without_unit", "count a.json b.json --time-limit 5"),
        ("no_threads", "count a.json b.json --threads 0"),
        ("unknown_flag", "count a.json b.json --ignore-labels"),
    ] {
        insta::assert_snapshot!(format!("usage_{name}"), message(&dir, words, 2));
    }
}
