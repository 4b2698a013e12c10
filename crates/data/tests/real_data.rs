//! The published patterns, if they are next to the workspace (`../shared/data`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use isocount_core::{Control, Edge, Label, LabeledGraph, NodeId};
use isocount_data::{
    Collecting, MUTAG_CODES, NamedPattern, Relabeling, Spelling, Synthetic, mutag_patterns,
};
use isocount_format::{LabelNames, ReadOptions, read_collection};
use serde::Deserialize;

fn data(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} does not exist", path.display());
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

/// The codes are those of the README of MUTAG in the TU collection: no other reading of them
/// results in molecules.
#[test]
fn mutag_is_recognised_and_its_names_make_molecules() {
    let Some(folder) = data("mutag/graphs") else { return };
    let mut collecting = Collecting::new();
    collecting.read_graphs(&folder, &ReadOptions::default(), &Control::NONE).unwrap();
    let recognised = collecting.recognised(&Control::NONE).unwrap().expect("this is MUTAG");
    assert_eq!((recognised.codes, recognised.spelling), (&MUTAG_CODES, Spelling::Codes));
    let named = collecting.respelled(recognised.codes, Spelling::Names);
    let named = named.finish(&Control::NONE).unwrap();
    assert_eq!(named.labels.nodes, MUTAG_CODES.nodes);
    assert_eq!(named.labels.edges, MUTAG_CODES.edges);
    let mut atoms: BTreeMap<String, usize> = BTreeMap::new();
    let mut overfull = 0;
    for graph in named.graphs.iter().map(|named| named.graph) {
        for node in 0..graph.num_nodes() as u32 {
            let node = NodeId(node);
            let element = named.labels.node_name(graph.node_label(node));
            // Halves of bonds; hydrogen is not there, so an atom may have less than its valence.
            let bonds = graph.arcs().filter(|arc| arc.tail == node);
            let halves: usize = bonds
                .map(|arc| match named.labels.edge_name(arc.label).as_str() {
                    "aromatic" => 3,
                    "single" => 2,
                    "double" => 4,
                    "triple" => 6,
                    other => panic!("{other} is not a bond"),
                })
                .sum();
            // Three aromatic bonds of a carbon between rings count as four and a half; a nitro
            // group has a single and a double bond to oxygen. Two carbons have a bond too many, as
            // published.
            let most = match element.as_str() {
                "C" if halves == 10 => {
                    overfull += 1;
                    10
                }
                "C" => 9,
                "N" => 8,
                "O" => 6,
                _ => 2,
            };
            assert!(halves <= most, "{element} has {halves} halves of bonds");
            *atoms.entry(element).or_default() += 1;
        }
    }
    assert_eq!(overfull, 2);
    let expected =
        [("Br", 2), ("C", 2395), ("Cl", 23), ("F", 12), ("I", 1), ("N", 345), ("O", 593)];
    assert!(atoms.iter().map(|(element, number)| (element.as_str(), *number)).eq(expected));
}
