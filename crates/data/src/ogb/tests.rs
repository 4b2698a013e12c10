//! The reader and the import, on folders made here in the layout of OGB.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use isocount_core::{Budget, Control, Counter, LabeledGraph, Rng, Semantics};
use isocount_count::{BruteForce, Exact};
use isocount_testkit::{Tiring, graph, pattern};
use tempfile::{TempDir, tempdir};

use super::*;
use crate::{
    Completion, DataError, Dataset, GraphEntry, GraphStore, Making, NamedPattern, SubPatternSize,
    SubPatterns, Undirected, ppa_patterns, sub_patterns,
};

/// A triangle with a tail, and an edge next to an isolated node; the edge is listed both ways.
const SMALL: [(&str, &str); 5] = [
    ("num-node-list", "4\n3\n"),
    ("num-edge-list", "4\n2\n"),
    ("edge", "0,1\n1,2\n2,0\n3,2\n1,0\n0,1\n"),
    ("edge-feat", "0.1,1\n0.2,1\n0.3,1\n0.4,1\n0.5,1\n0.5,1\n"),
    ("graph-label", "7\n8\n"),
];

fn write_gz(path: &Path, text: &str) {
    let mut file = GzEncoder::new(File::create(path).unwrap(), Compression::fast());
    file.write_all(text.as_bytes()).unwrap();
    file.finish().unwrap();
}

/// The folder of `SMALL`, with one table changed.
fn folder(changed: Option<(&str, &str)>) -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("raw")).unwrap();
    for (name, text) in SMALL {
        let text = changed.filter(|&(table, _)| table == name).map_or(text, |(_, text)| text);
        write_gz(&folder.path().join(format!("raw/{name}.csv.gz")), text);
    }
    folder
}

fn read(folder: &Path) -> Result<Vec<LabeledGraph>, DataError> {
    OgbGraphs::open(folder, &Control::NONE)?.collect()
}

/// The message without the folder, and the help.
fn complaint(folder: &Path) -> (String, String) {
    let error = read(folder).unwrap_err();
    let start = format!("{}/", folder.display());
    (error.to_string().replace(&start, ""), error.help().unwrap())
}

#[test]
fn graphs_are_symmetric_and_labelled_by_degree() {
    let expected = [graph("a:2 - b:2, b - c:6, c - a, d:0 - c"), graph("a:2 - b:2, c:0")];
    let root = folder(None);
    assert_eq!(read(root.path()).unwrap(), expected);
    assert_eq!(read(&root.path().join("raw")).unwrap(), expected);

    let plain = tempdir().unwrap();
    for (name, text) in &SMALL[..3] {
        let text = text.replace('\n', "\r\n");
        fs::write(plain.path().join(format!("{name}.csv")), text).unwrap();
    }
    assert_eq!(read(plain.path()).unwrap(), expected, "features and classes may be missing");
}

#[test]
fn errors_state_their_position() {
    for (table, text, expected) in [
        ("num-node-list", "4\nx\n", "2: found `x`, expected a whole number"),
        ("num-node-list", "4\n3,1\n", "2: found `3,1`, expected a whole number"),
        ("num-node-list", "4\n\n", "2: found ``, expected a whole number"),
        ("num-edge-list", "4\n-2\n", "2: found `-2`, expected a whole number"),
        (
            "num-edge-list",
            "4\n",
            "2: the file ends here, expected a line for graph 1, counted from 0",
        ),
        (
            "num-edge-list",
            "4\n2\n0\n",
            "3: found a further line, expected the end after the last of 2 graphs",
        ),
        ("edge", "0,1\n1\n", "2: found `1`, expected `tail,head`, two whole numbers"),
        ("edge", "0,1\n1,2,3\n", "2: found `1,2,3`, expected `tail,head`, two whole numbers"),
        ("edge", "0,1\n1,two\n", "2: found `1,two`, expected `tail,head`, two whole numbers"),
        ("edge", "0,1\n1,4\n", "2: node 4 does not exist; graph 0 has 4 nodes, numbered from 0"),
        ("edge", "0,1\n1,2\n", "3: the file ends here, expected edge 3 of the 4 of graph 0"),
        (
            "edge",
            "0,1\n1,2\n2,0\n3,2\n1,0\n0,1\n0,0\n",
            "7: found a further line, expected the end after the last of 2 graphs",
        ),
        ("edge-feat", "0.1,1\n0.2\n", "2: found 1 columns, the lines before have 2"),
        ("edge-feat", "0.1,1\n0.2,?\n", "2: found `?`, expected a number"),
        ("edge-feat", "0.1,1\n0.2,nan\n", "2: found `nan`, expected a number"),
        ("edge-feat", "0.1,1\n", "2: the file ends here, expected edge 2 of the 4 of graph 0"),
        (
            "graph-label",
            "7\n",
            "2: the file ends here, expected a line for graph 1, counted from 0",
        ),
        (
            "graph-label",
            "7\n8\n9\n",
            "3: found a further line, expected the end after the last of 2 graphs",
        ),
    ] {
        let (message, help) = complaint(folder(Some((table, text))).path());
        assert_eq!(message, format!("raw/{table}.csv.gz:{expected}"));
        assert!(!help.is_empty());
    }
}

#[test]
fn damaged_and_missing_files_are_reported() {
    let cut = folder(None);
    let path = cut.path().join("raw/edge.csv.gz");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 6]).unwrap();
    let (message, help) = complaint(cut.path());
    assert!(message.starts_with("raw/edge.csv.gz:"), "{message}");
    assert!(message.ends_with("the compressed data ends too early"), "{message}");
    assert!(help.contains("fetch it again"));

    fs::write(&path, "0,1\n1,2\n2,0\n").unwrap();
    let (message, _) = complaint(cut.path());
    assert!(message.starts_with("raw/edge.csv.gz:1: cannot be read: "), "{message}");

    fs::remove_file(&path).unwrap();
    let (message, help) = complaint(cut.path());
    assert_eq!(message, "raw: found neither edge.csv.gz nor edge.csv");
    assert!(help.contains("`raw`"));
}

#[test]
fn nothing_follows_an_error() {
    let wrong = folder(Some(("edge", "0,9\n")));
    let mut graphs = OgbGraphs::open(wrong.path(), &Control::NONE).unwrap();
    assert!(graphs.next().unwrap().is_err());
    assert!(graphs.next().is_none());
}

/// A folder of random graphs of 30 nodes, some denser than others.
fn random_folder(num_graphs: usize) -> TempDir {
    let mut rng = Rng::new(11);
    let (mut nodes, mut numbers, mut edges) = (String::new(), String::new(), String::new());
    for _ in 0..num_graphs {
        let percent = rng.between(10, 60);
        let mut number = 0;
        for a in 0..30 {
            for b in 0..a {
                if rng.chance(percent) {
                    writeln!(edges, "{a},{b}").unwrap();
                    number += 1;
                }
            }
        }
        nodes.push_str("30\n");
        writeln!(numbers, "{number}").unwrap();
    }
    let folder = tempdir().unwrap();
    for (name, text) in [("num-node-list", nodes), ("num-edge-list", numbers), ("edge", edges)] {
        write_gz(&folder.path().join(format!("{name}.csv.gz")), &text);
    }
    folder
}

fn import(
    from: &Path,
    out: &Path,
    options: &OgbPpaImport,
    counter: &dyn Counter,
    threads: usize,
) -> Result<OgbPpaReport, DataError> {
    let threads = NonZeroUsize::new(threads).unwrap();
    import_ogb_ppa(from, out, options, Making { counter, threads, control: &Control::NONE })
}

fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    ["dataset.toml", "patterns.bin", "graphs.bin", "triples.bin", "SHA256SUMS"]
        .map(|file| fs::read(folder.join(file)).unwrap())
        .to_vec()
}

fn mean_count(patterns: &[NamedPattern], graph: &LabeledGraph) -> f64 {
    let meaning = Semantics::Monomorphism(isocount_core::Unit::Mappings);
    let count = |named: &NamedPattern| {
        let answer = Exact::new().count(&named.pattern, graph, meaning, &Budget::UNLIMITED);
        answer.unwrap().exact().unwrap().0 as f64
    };
    patterns.iter().map(count).sum::<f64>() / patterns.len() as f64
}

/// Patterns that occur in the small graphs of these tests: cut out of them.
fn drawn(from: &Path, graphs: u64) -> OgbPpaImport {
    let found = read(from).unwrap();
    let wanted = SubPatterns {
        sizes: [(3, 3), (4, 4), (5, 5), (6, 7)]
            .map(|(nodes, arcs)| SubPatternSize { nodes, arcs: Some(arcs) })
            .to_vec(),
        per_size: 3,
        node_labels: None,
        edge_labels: None,
        undirected: Undirected::Orient,
    };
    let store = GraphStore::pack(found.iter().map(|graph| GraphEntry { name: "", graph }));
    OgbPpaImport { patterns: sub_patterns(&store, &wanted, 0, &Control::NONE).unwrap(), graphs }
}

#[test]
fn the_first_graphs_above_ten_are_taken_with_all_their_pairs() {
    let from = random_folder(300);
    let place = tempdir().unwrap();
    let options = drawn(from.path(), 50);
    let one = place.path().join("one");
    let report = import(from.path(), &one, &options, &Exact::new(), 1).unwrap();
    let dataset = Dataset::read(&one, &Control::NONE).unwrap();
    assert_eq!(report.graphs, 50);
    assert_eq!(dataset.patterns().len(), 12);
    assert_eq!(dataset.triples().len(), 600);

    let selected = read(from.path()).unwrap().into_iter().enumerate();
    let selected = selected.filter(|(_, graph)| mean_count(dataset.patterns(), graph) > 10.0);
    let selected: Vec<_> = selected.take(50).collect();
    for (ix, (number, graph)) in selected.iter().enumerate() {
        assert_eq!(dataset.graph_name(ix), format!("G_{number}"));
        assert_eq!(&dataset.graph(ix), graph);
    }
    assert!(selected[49].0 > 50, "some graphs were left out");
    assert_eq!(report.looked_at, (selected[49].0 as u64 / 64 + 1) * 64);

    let two = place.path().join("two");
    assert_eq!(import(from.path(), &two, &options, &Exact::new(), 2).unwrap(), report);
    assert_eq!(bytes(&one), bytes(&two));

    let there = OgbPpaReport { completion: Completion::AlreadyThere, ..report };
    assert_eq!(import(from.path(), &two, &options, &Exact::new(), 2).unwrap(), there);
    let refused = import(folder(None).path(), &two, &options, &Exact::new(), 2);
    assert!(matches!(refused, Err(DataError::Exists { .. })), "{refused:?}");
}

#[test]
fn counts_are_those_of_the_specification() {
    let from = random_folder(8);
    let place = tempdir().unwrap();
    let out = place.path().join("out");
    import(from.path(), &out, &drawn(from.path(), 6_000), &Exact::new(), 1).unwrap();
    let dataset = Dataset::read(&out, &Control::NONE).unwrap();
    let small = |pattern: u32| dataset.patterns()[pattern as usize].pattern.num_nodes() <= 4;
    for triple in dataset.triples().iter().filter(|triple| small(triple.pattern)) {
        let pattern = &dataset.patterns()[triple.pattern as usize].pattern;
        let graph = dataset.graph(triple.graph as usize);
        let meaning = dataset.semantics();
        let answer = BruteForce.count(pattern, &graph, meaning, &Budget::UNLIMITED).unwrap();
        assert_eq!(triple.truth.exact(), answer.exact());
    }
}

#[test]
fn fewer_graphs_than_wanted_are_reported() {
    let from = random_folder(70);
    let place = tempdir().unwrap();
    let out = place.path().join("out");
    let report = import(from.path(), &out, &drawn(from.path(), 6_000), &Exact::new(), 2).unwrap();
    assert_eq!(report.looked_at, 70);
    assert!((1..70).contains(&report.graphs), "{report:?}");
    assert_eq!(Dataset::read(&out, &Control::NONE).unwrap().num_graphs() as u64, report.graphs);
}

#[test]
fn patterns_can_be_given_and_must_fit() {
    let from = random_folder(20);
    let place = tempdir().unwrap();
    let given = |text| {
        let named = NamedPattern { name: "mine".to_owned(), pattern: pattern(text) };
        OgbPpaImport { patterns: vec![named], ..OgbPpaImport::default() }
    };
    let run = |name: &str, options| {
        import(from.path(), &place.path().join(name), &options, &Exact::new(), 1)
    };
    assert!(run("fits", given("a -> b -> c")).unwrap().graphs > 0);
    let error = run("node", given("a:8 -> b:7")).unwrap_err();
    assert_eq!(error.to_string(), "pattern mine has a label that no graph of OGB-PPA has");
    assert!(run("edge", given("a:7 -[1]-> b:7")).is_err());
    let error = run("never", given("a:7->b:7->c:7->a, a->d:0->e:0->a")).unwrap_err();
    assert!(error.to_string().ends_with("none of 20 graphs has a mean count above 10"), "{error}");
}

#[test]
fn a_run_that_was_stopped_continues_to_the_same_bytes() {
    let from = random_folder(300);
    let place = tempdir().unwrap();
    let options = drawn(from.path(), 100);
    let whole = place.path().join("whole");
    let report = import(from.path(), &whole, &options, &Exact::new(), 1).unwrap();
    for pieces in [0, 1, 2, 3] {
        let out = place.path().join(format!("stopped-{pieces}"));
        // In the middle of the next piece.
        let tired = Tiring::after(12 * (64 * pieces + 30), Exact::new());
        assert!(import(from.path(), &out, &options, &tired, 1).is_err());
        assert!(matches!(Dataset::read(&out, &Control::NONE), Err(DataError::Unfinished { .. })));
        let kept = fs::read_dir(place.path().join(format!("stopped-{pieces}.partial/chunks")));
        assert_eq!(kept.unwrap().count(), pieces);

        let other = OgbPpaImport { patterns: ppa_patterns(), ..options.clone() };
        let refused = import(from.path(), &out, &other, &Exact::new(), 1);
        assert!(matches!(refused, Err(DataError::OtherRun { .. })));

        assert_eq!(import(from.path(), &out, &options, &Exact::new(), 2).unwrap(), report);
        assert_eq!(bytes(&whole), bytes(&out));
    }
}

#[test]
fn anything_after_the_needed_graphs_is_ignored() {
    let from = random_folder(100);
    let path = from.path().join("num-node-list.csv.gz");
    write_gz(&path, &format!("{}x\n", "30\n".repeat(99)));
    let place = tempdir().unwrap();
    let given = NamedPattern { name: "arc".to_owned(), pattern: pattern("a -> b") };
    let options = OgbPpaImport { patterns: vec![given], graphs: 5 };
    let run = |name: &str, options, threads| {
        import(from.path(), &place.path().join(name), options, &Exact::new(), threads)
    };
    let report = OgbPpaReport { completion: Completion::Made, graphs: 5, looked_at: 64 };
    for threads in [1, 2, 3] {
        let name = format!("threads-{threads}");
        assert_eq!(run(&name, &options, threads).unwrap(), report);
        assert_eq!(bytes(&place.path().join(&name)), bytes(&place.path().join("threads-1")));
    }
    let error = run("more", &OgbPpaImport { graphs: 80, ..options.clone() }, 1).unwrap_err();
    assert!(error.to_string().ends_with("100: found `x`, expected a whole number"), "{error}");
}
