//! The karate club as networkx, igraph, pandas, `SciPy` and Gephi write it: 45 triangles, however
//! it comes.
//!
//! `testdata/exports/exports.py` made the files.

use std::path::{Path, PathBuf};

use crate::workdir::{Workdir, complete};

fn exports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/exports")
}

/// Each file, and the flags that make it right.
const EXPORTS: [(&str, &str); 25] = [
    ("networkx.gml", "--no-node-labels"),
    ("networkx.gml.gz", "--no-node-labels"),
    ("networkx.graphml", ""),
    ("networkx.gexf", ""),
    ("networkx.net", ""),
    ("networkx.adjlist", "--undirected"),
    ("networkx-attributes.edgelist", "--undirected"),
    ("networkx-plain.edgelist", "--undirected"),
    ("networkx-weighted.edgelist", "--undirected --no-edge-labels"),
    ("networkx.g6", ""),
    ("networkx.s6", ""),
    ("networkx-links.json", ""),
    ("networkx-edges.json", ""),
    ("igraph.gml", ""),
    ("igraph.graphml", ""),
    ("igraph.net", ""),
    ("igraph.edgelist", "--undirected"),
    ("igraph.ncol", "--undirected"),
    ("pandas-index.csv", "--undirected"),
    ("pandas-semicolon.csv", "--undirected"),
    ("pandas-no-header.tsv", "--undirected --no-edge-labels"),
    ("pandas.parquet", "--undirected"),
    ("pandas.feather", "--undirected"),
    ("scipy.mtx", ""),
    ("gephi.csv", ""),
];

#[test]
fn every_export_has_45_triangles() {
    let dir = Workdir::new();
    dir.write("triangle.json", complete(3));
    for (name, flags) in EXPORTS {
        let path = exports().join(name);
        let counted = dir.run(&format!(
            "count triangle.json {} --unit subgraphs --quiet {flags}",
            path.display()
        ));
        assert!(counted.stdout.starts_with("45 subgraphs"), "{name} {flags}: {counted:?}");
        assert_eq!((counted.code, counted.stderr.as_str()), (Some(0), ""), "{name}");
    }
}

#[test]
fn no_export_is_zero_in_silence() {
    let dir = Workdir::new();
    dir.write("triangle.json", complete(3));
    let mut explained = 0;
    for (name, flags) in EXPORTS {
        let path = exports().join(name);
        let counted = dir.run(&format!("count triangle.json {} --unit subgraphs", path.display()));
        if counted.stdout.starts_with("45 subgraphs") {
            assert_eq!(flags, "", "{name}");
            continue;
        }
        // What was read is not what was meant: the message names a flag that makes it right.
        assert!(counted.stdout.starts_with("0 subgraphs"), "{name}: {counted:?}");
        for flag in flags.split(' ') {
            let same = flag.replace("--no-", "--ignore-");
            assert!(counted.stderr.contains(&same), "{name}: {same} is not in {}", counted.stderr);
        }
        let repaired = flags.replace("--no-", "--ignore-");
        let path = path.display();
        let counted = dir.run(&format!("count triangle.json {path} --unit subgraphs {repaired}"));
        assert!(counted.stdout.starts_with("45 subgraphs"), "{name} {repaired}: {counted:?}");
        explained += 1;
    }
    assert!(explained > 8, "{explained}");
}
