//! The published patterns, where they lie beside the workspace (`../shared/data`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use isocount_core::{Control, Edge, Label, LabeledGraph, NodeId};
use isocount_data::{NamedPattern, Relabeling, Synthetic, mutag_patterns};
use isocount_format::{LabelNames, ReadOptions, read_collection};
use serde::Deserialize;

fn data(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

/// A pattern as it was published: node labels, and arcs with their number among parallel ones.
#[derive(Deserialize)]
struct Published {
    vl: Vec<u32>,
    edges: Vec<[u32; 4]>,
}

fn arcs(graph: &LabeledGraph) -> Vec<Edge> {
    graph.arcs().collect()
}

#[test]
fn small_and_large_patterns_are_the_published_ones_arc_for_arc() {
    for (set, file) in [(Synthetic::Small, "small.json"), (Synthetic::Large, "large.json")] {
        let Some(path) = data(&format!("queries/{file}")) else { return };
        let text = std::fs::read_to_string(path).unwrap();
        let published: BTreeMap<String, Published> = serde_json::from_str(&text).unwrap();
        let ours = set.patterns();
        assert_eq!(ours.len(), published.len());
        for NamedPattern { name, pattern } in &ours {
            let published = &published[name];
            let labels: Vec<Label> = published.vl.iter().copied().map(Label).collect();
            assert_eq!(pattern.node_labels(), labels, "{name}");
            let arc = |&[tail, head, label, _]: &[u32; 4]| Edge {
                tail: NodeId(tail),
                head: NodeId(head),
                label: Label(label),
            };
            let mut expected: Vec<Edge> = published.edges.iter().map(arc).collect();
            expected.sort_unstable();
            assert_eq!(arcs(pattern), expected, "{name}");
        }
    }
}

#[test]
fn mutag_patterns_are_the_published_ones_arc_for_arc() {
    let Some(folder) = data("mutag/patterns") else { return };
    let mut names = LabelNames::new();
    let published =
        read_collection(&folder, &ReadOptions::default(), &mut names, &Control::NONE).unwrap();
    let relabeling = Relabeling::of(&names);
    let ours = mutag_patterns();
    assert_eq!(ours.len(), published.len());
    for NamedPattern { name, pattern } in &ours {
        let theirs = published.iter().find(|named| &named.name == name).unwrap();
        assert_eq!(arcs(pattern), arcs(&relabeling.apply(&theirs.graph)), "{name}");
        assert_eq!(pattern.node_labels(), relabeling.apply(&theirs.graph).node_labels(), "{name}");
    }
}
