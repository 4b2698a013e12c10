//! Real data with known counts, if it is available next to the workspace (`../shared/data`).

use std::path::{Path, PathBuf};

use isocount_core::{
    Budget, Control, Counter, LabeledGraph, Labels, Pattern, Semantics, Unit, View,
};
use isocount_count::{Exact, Vf2};
use isocount_format::{LabelNames, NamedGraph, ReadOptions, read_collection, read_one};
use isocount_testkit::slow_suites;

fn data(name: &str) -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    let folder = workspace.parent()?.join("shared/data").join(name);
    if !folder.is_dir() {
        eprintln!("skipped: {} does not exist", folder.display());
        return None;
    }
    Some(folder)
}

fn read_all(folder: &Path, names: &mut LabelNames) -> Vec<NamedGraph> {
    read_collection(folder, &ReadOptions::default(), names, &Control::NONE)
        .expect("the data are readable")
}

fn seen(graph: &LabeledGraph, edge_labels: Labels) -> LabeledGraph {
    View { edge_labels, ..View::default() }.apply(graph)
}

/// All 4,512 pairs, in the three meanings with known counts.
#[test]
fn mutag_counts() {
    let Some(folder) = data("mutag") else { return };
    let mut names = LabelNames::default();
    let patterns = read_all(&folder.join("patterns"), &mut names);
    let graphs = read_all(&folder.join("graphs"), &mut names);
    let table = std::fs::read_to_string(folder.join("counts.tsv")).unwrap();
    let find = |list: &[NamedGraph], name| list.iter().position(|g| g.name == name).unwrap();

    let ways = [
        (Labels::Ignore, Semantics::Monomorphism(Unit::Mappings)),
        (Labels::Keep, Semantics::Monomorphism(Unit::Mappings)),
        (Labels::Keep, Semantics::Monomorphism(Unit::Subgraphs)),
    ];
    let counters: [&dyn Counter; 2] = [&Exact::new(), &Vf2];
    let mut num_pairs = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (p, g) = (find(&patterns, cells[0]), find(&graphs, cells[1]));
        num_pairs += 1;
        for ((edge_labels, semantics), expected) in ways.iter().zip(&cells[2..5]) {
            let graph = seen(&graphs[g].graph, *edge_labels);
            let pattern = Pattern::try_from(seen(&patterns[p].graph, *edge_labels)).unwrap();
            for counter in counters {
                let answer = counter.count(&pattern, &graph, *semantics, &Budget::UNLIMITED);
                let count = answer.unwrap().exact().unwrap().to_string();
                assert_eq!(count, *expected, "{}: {line}", counter.name());
            }
        }
    }
    assert_eq!(num_pairs, 4_512);
}

/// 200 patterns of 16 nodes in a protein network.
#[test]
fn hprd_counts() {
    let Some(folder) = data("hprd") else { return };
    let mut names = LabelNames::default();
    let options = ReadOptions::default();
    let graph =
        read_one(&folder.join("HPRD.graph"), &options, &mut names, &Control::NONE).unwrap().graph;
    let patterns = read_all(&folder.join("queries"), &mut names);
    let expected = std::fs::read_to_string(folder.join("expected_counts.txt")).unwrap();
    let expected: Vec<(&str, &str)> = expected.lines().filter_map(|l| l.split_once(':')).collect();
    assert_eq!((patterns.len(), expected.len()), (200, 200));

    let exact = Exact::with_threads(2);
    let mut open = exact.open(&graph.clone().into(), &isocount_core::Control::NONE).unwrap();
    for NamedGraph { name, graph: pattern, .. } in patterns {
        let known = expected.iter().find(|(known, _)| *known == name).unwrap().1;
        let pattern = Pattern::try_from(pattern).unwrap();
        let mappings = Semantics::Monomorphism(Unit::Mappings);
        let answer = open.count(&pattern, mappings, &Budget::UNLIMITED).unwrap();
        assert_eq!(answer.exact().unwrap().to_string(), known, "{name}");
        if slow_suites() {
            let scanned = exact.count(&pattern, &graph, mappings, &Budget::UNLIMITED);
            assert_eq!(scanned, Ok(answer), "{name}");
        }
    }
}
