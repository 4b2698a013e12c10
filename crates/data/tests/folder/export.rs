//! Exports contain what the data set contains.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use isocount_core::{Budget, Control, Count, LabeledGraph, Meaning, Semantics, Unit};
use isocount_count::Exact;
use isocount_data::{
    About, Collecting, DataError, Dataset, Existing, Export, ExportFormat, ImportFolder, Pairs,
    Part, Protocol, Questions, Split, Triple, Truth, keep_given, label, read_counts,
};
use isocount_format::ReadOptions;
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::json;

use crate::{Scratch, contents, generated, making, npz, read};

fn split(dataset: &Dataset) -> Split {
    Split::get(dataset, Protocol::Paper, 0, &Control::NONE).unwrap()
}

fn export(dataset: &Dataset, format: ExportFormat, out: &Path) -> Result<(), DataError> {
    let split = split(dataset);
    Export::new(dataset, &split)?.write(format, out, Existing::Refuse, &Control::NONE)
}

/// A pattern and three graphs with odd names and labels, and every kind of count.
fn odd_set(out: &Path) -> Dataset {
    let folder = out.with_extension("source");
    fs::create_dir(&folder).unwrap();
    let graphs = r#"{"name":"a, \"b\"","nodes":["C",7],"edges":[[0,1,"é"],[1,0,"x y"]]}
{"name":"tab\u0009","nodes":["C"],"edges":[]}
{"name":"loop","nodes":[7],"edges":[[0,0,"é"]]}
{"name":"dot","nodes":[7],"edges":[]}
"#;
    fs::write(folder.join("graphs.jsonl"), graphs).unwrap();
    fs::write(folder.join("patterns.jsonl"), r#"{"name":"p","nodes":["C"],"edges":[]}"#).unwrap();
    let mut collecting = Collecting::new();
    let options = ReadOptions::default();
    collecting.read_graphs(&folder.join("graphs.jsonl"), &options, &Control::NONE).unwrap();
    collecting.read_patterns(&folder.join("patterns.jsonl"), &options, &Control::NONE).unwrap();
    let collection = collecting.finish(&Control::NONE).unwrap();
    let about = About { labels: collection.labels.clone(), ..About::default() };
    let (patterns, graphs) = (&collection.patterns, &collection.graphs);
    let estimate = Truth::Estimate { count: Count(9), low: Count(7), high: Count(1 << 90) };
    let truths =
        [Truth::Exact(Count(1 << 100)), Truth::AtLeast(Count(3)), Truth::TooLarge, estimate];
    let triples: Vec<Triple> =
        (0..4).map(|graph| Triple { pattern: 0, graph, truth: truths[graph as usize] }).collect();
    let questions = Questions { about, patterns, graphs, pairs: Pairs::All };
    keep_given(&questions, &triples, out, &Control::NONE).unwrap();
    read(out).unwrap()
}

/// Imports a folder with graphs, patterns and counts, as `isocount data import` does.
fn imported(folder: &Path, out: &Path) -> Dataset {
    let parts = ImportFolder::find(folder).unwrap().unwrap();
    let mut collecting = Collecting::new();
    let options = ReadOptions::default();
    collecting.read_graphs(&parts.graphs, &options, &Control::NONE).unwrap();
    collecting.read_patterns(&parts.patterns.unwrap(), &options, &Control::NONE).unwrap();
    let collection = collecting.finish(&Control::NONE).unwrap();
    let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
    let counts = parts.counts.unwrap();
    let triples = read_counts(&counts, None, &collection, meaning, &Control::NONE).unwrap();
    let about = About { labels: collection.labels.clone(), ..About::default() };
    let (patterns, graphs) = (&collection.patterns, &collection.graphs);
    let questions = Questions { about, patterns, graphs, pairs: Pairs::All };
    keep_given(&questions, &triples, out, &Control::NONE).unwrap();
    read(out).unwrap()
}

/// Everything by name: labels of nodes, arcs, counts.
fn by_name(dataset: &Dataset) -> BTreeMap<String, String> {
    let labels = &dataset.about().labels;
    let mut all = BTreeMap::new();
    let patterns = dataset.raw_patterns().iter().map(|it| (&*it.name, it.pattern.graph().clone()));
    let graphs = (0..dataset.num_graphs())
        .map(|ix| (dataset.graph_name(ix), dataset.raw_graphs().graph(ix)));
    for (kind, (name, graph)) in
        patterns.map(|it| ("pattern", it)).chain(graphs.map(|it| ("graph", it)))
    {
        let nodes: Vec<String> =
            graph.node_labels().iter().map(|label| labels.node_name(*label)).collect();
        let mut arcs: Vec<(u32, u32, String)> =
            graph.arcs().map(|arc| (arc.tail.0, arc.head.0, labels.edge_name(arc.label))).collect();
        arcs.sort();
        all.insert(format!("{kind} {name}"), format!("{nodes:?} {arcs:?}"));
    }
    for triple in dataset.triples() {
        let pattern = &dataset.raw_patterns()[triple.pattern as usize].name;
        let graph = dataset.graph_name(triple.graph as usize);
        all.insert(format!("triple {pattern} {graph}"), format!("{:?}", triple.truth));
    }
    all
}

#[test]
fn folders_come_back_as_the_same_data_set() {
    let scratch = Scratch::new();
    generated(&scratch.path("small"));
    let small = read(&scratch.path("small")).unwrap();
    let odd = odd_set(&scratch.path("odd"));
    for (set, name, format) in [
        (&small, "small-jsonl", ExportFormat::JsonLines),
        (&small, "small-gml", ExportFormat::Gml),
        (&odd, "odd-jsonl", ExportFormat::JsonLines),
        (&odd, "odd-gml", ExportFormat::Gml),
    ] {
        let out = scratch.path(name);
        export(set, format, &out).unwrap();
        let again = imported(&out, &scratch.path(&format!("{name}-again")));
        let mut expected = by_name(set);
        if format == ExportFormat::Gml {
            // Names of files cannot have slashes and tabs.
            let escaped = |name: String| name.replace('/', "%2F").replace('\t', "%09");
            expected = expected.into_iter().map(|(name, it)| (escaped(name), it)).collect();
        }
        assert!(by_name(&again) == expected, "{name}");
        let about: serde_json::Value =
            serde_json::from_slice(&fs::read(out.join("dataset.json")).unwrap()).unwrap();
        assert_eq!(about["checksum"], set.checksum());
        assert_eq!(about["meaning"]["semantics"], "monomorphism");
        assert_eq!(about["split"]["train"], split(set).sizes().train);
    }
}

#[test]
fn triples_state_their_part() {
    let scratch = Scratch::new();
    let odd = odd_set(&scratch.path("odd"));
    let out = scratch.path("jsonl");
    export(&odd, ExportFormat::JsonLines, &out).unwrap();
    let lines = fs::read_to_string(out.join("triples.jsonl")).unwrap();
    let expected = format!(
        r#"{{"pattern":"p","graph":"a, \"b\"","answer":"exact","count":"{}","part":"train"}}
{{"pattern":"p","graph":"tab\t","answer":"at_least","count":"3","part":"unused"}}
{{"pattern":"p","graph":"loop","answer":"too_large","count":null,"part":"unused"}}
{{"pattern":"p","graph":"dot","answer":"estimate","count":"9","low":"7","high":"{}","part":"train"}}
"#,
        1_u128 << 100,
        1_u128 << 90
    );
    let part = |triple: usize| match split(&odd).parts()[triple] {
        Part::Train => "train",
        Part::Valid => "valid",
        Part::Test => "test",
        Part::Unused => "unused",
    };
    let (first, last) = expected.split_at(expected.rfind("train").unwrap());
    let (first, last) = (first.replacen("train", part(0), 1), last.replacen("train", part(3), 1));
    assert_eq!(lines, first + &last);
}

#[test]
fn arrays_contain_the_data_set() {
    let scratch = Scratch::new();
    generated(&scratch.path("small"));
    let small = read(&scratch.path("small")).unwrap();
    let odd = odd_set(&scratch.path("odd"));
    for (name, set) in [("small.npz", &small), ("odd.npz", &odd)] {
        let out = scratch.path(name);
        export(set, ExportFormat::Npz, &out).unwrap();
        let arrays = npz::read(&fs::read(&out).unwrap());
        assert_eq!(arrays.len(), 22, "{:?}", arrays.keys());
        let graphs: Vec<_> = set.raw_graphs().iter().collect();
        let patterns: Vec<_> = set
            .raw_patterns()
            .iter()
            .map(|it| isocount_format::NamedGraph::new(&*it.name, it.pattern.graph().clone()))
            .collect();
        for (kind, members) in [("pattern", &patterns), ("graph", &graphs)] {
            let array = |what: &str| &arrays[&format!("{kind}_{what}")];
            let names: Vec<&str> = members.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(array("name").texts(), names);
            let (nodes, edges) = (array("node_ptr").places(), array("edge_ptr").places());
            assert_eq!(nodes.len(), members.len() + 1);
            let index = array("edge_index");
            let num_arcs = *edges.last().unwrap();
            assert_eq!(index.shape, [2, num_arcs]);
            let index = index.integers();
            let (node_labels, edge_labels) =
                (array("node_label").integers(), array("edge_label").integers());
            for (ix, it) in members.iter().enumerate() {
                let range = |ptr: &[usize]| ptr[ix]..ptr[ix + 1];
                let labels = it.graph.node_labels().iter().map(|label| i64::from(label.0));
                assert!(node_labels[range(&nodes)].iter().copied().eq(labels));
                let arcs =
                    range(&edges).map(|at| [index[at], index[num_arcs + at], edge_labels[at]]);
                let expected =
                    it.graph.arcs().map(|arc| [arc.tail.0, arc.head.0, arc.label.0].map(i64::from));
                assert!(arcs.eq(expected), "{}", it.name);
            }
        }
        let split = split(set);
        for (mask, part) in
            [("train_mask", Part::Train), ("val_mask", Part::Valid), ("test_mask", Part::Test)]
        {
            let expected: Vec<bool> = split.parts().iter().map(|it| *it == part).collect();
            assert_eq!(arrays[mask].flags(), expected);
        }
        let numbers = |of: fn(&Triple) -> u32| -> Vec<i64> {
            set.triples().iter().map(|triple| of(triple).into()).collect()
        };
        assert_eq!(arrays["pattern"].integers(), numbers(|triple| triple.pattern));
        assert_eq!(arrays["graph"].integers(), numbers(|triple| triple.graph));
        let counts: Vec<f64> = set
            .triples()
            .iter()
            .map(|triple| match triple.truth {
                Truth::Exact(count) | Truth::AtLeast(count) | Truth::Estimate { count, .. } => {
                    count.0 as f64
                }
                Truth::TooLarge => f64::INFINITY,
            })
            .collect();
        assert_eq!(arrays["count"].floats(), counts);
        let exact: Vec<bool> =
            set.triples().iter().map(|triple| triple.truth.exact().is_some()).collect();
        assert_eq!(arrays["exact"].flags(), exact);
        let about = &arrays["about"];
        assert!(about.shape.is_empty());
        let about: serde_json::Value = serde_json::from_str(&about.texts()[0]).unwrap();
        assert_eq!(about["checksum"], set.checksum());
        assert_eq!(arrays["edge_label_name"].texts(), set.about().labels.edges);
        assert_eq!(arrays["node_label_name"].texts(), set.about().labels.nodes);
    }
}

/// The rows of a table, as the crate `parquet` reads them.
fn table_rows(path: &Path) -> Vec<String> {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap();
    rows.map(|row| row.unwrap().to_json_value().to_string()).collect()
}

#[test]
fn tables_contain_the_data_set() {
    let scratch = Scratch::new();
    generated(&scratch.path("small"));
    let small = read(&scratch.path("small")).unwrap();
    let odd = odd_set(&scratch.path("odd"));
    for (name, set) in [("small-tables", &small), ("odd-tables", &odd)] {
        let out = scratch.path(name);
        export(set, ExportFormat::Parquet, &out).unwrap();
        let labels = &set.about().labels;
        let row = |name: &str, graph: &LabeledGraph| {
            let nodes = graph.node_labels().iter().map(|label| labels.node_name(*label));
            let edges = graph.arcs().map(|arc| labels.edge_name(arc.label));
            let row = json!({
                "name": name,
                "node_labels": nodes.collect::<Vec<_>>(),
                "tails": graph.arcs().map(|arc| arc.tail.0).collect::<Vec<_>>(),
                "heads": graph.arcs().map(|arc| arc.head.0).collect::<Vec<_>>(),
                "edge_labels": edges.collect::<Vec<_>>(),
            });
            row.to_string()
        };
        let patterns = set.raw_patterns().iter().map(|it| row(&it.name, it.pattern.graph()));
        assert!(table_rows(&out.join("patterns.parquet")).into_iter().eq(patterns), "{name}");
        let graphs =
            (0..set.num_graphs()).map(|ix| row(set.graph_name(ix), &set.raw_graphs().graph(ix)));
        assert!(table_rows(&out.join("graphs.parquet")).into_iter().eq(graphs), "{name}");

        let lines = scratch.path(&format!("{name}-jsonl"));
        export(set, ExportFormat::JsonLines, &lines).unwrap();
        let lines = fs::read_to_string(lines.join("triples.jsonl")).unwrap();
        let triples: Vec<_> = table_rows(&out.join("triples.parquet"));
        assert_eq!(triples.len(), lines.lines().count());
        for (found, line) in triples.iter().zip(lines.lines()) {
            let mut expected: serde_json::Value = serde_json::from_str(line).unwrap();
            let value = expected["count"].as_str().map(|count| count.parse::<f64>().unwrap());
            for end in ["low", "high"] {
                let found = expected[end].take();
                expected[end] = found;
            }
            // JSON has no infinity.
            expected["value"] = json!(value);
            assert_eq!(found, &expected.to_string());
        }
    }
}

/// The same data produces the same bytes.
#[test]
fn exports_are_repeatable() {
    let scratch = Scratch::new();
    generated(&scratch.path("small"));
    let small = read(&scratch.path("small")).unwrap();
    for format in ExportFormat::ALL {
        let [one, other] = ["one", "other"].map(|name| scratch.path(&format!("{format}-{name}")));
        export(&small, *format, &one).unwrap();
        export(&small, *format, &other).unwrap();
        if one.is_dir() {
            assert!(contents(&one) == contents(&other), "{format}");
        } else {
            assert!(fs::read(&one).unwrap() == fs::read(&other).unwrap(), "{format}");
        }
    }
}

#[test]
fn only_exports_are_replaced_and_only_on_request() {
    let scratch = Scratch::new();
    let odd = odd_set(&scratch.path("odd"));
    let split = split(&odd);
    let export = Export::new(&odd, &split).unwrap();
    let write = |format, out: &Path, existing| export.write(format, out, existing, &Control::NONE);
    let out = scratch.path("jsonl");
    write(ExportFormat::JsonLines, &out, Existing::Refuse).unwrap();
    let before = contents(&out);
    let refused = write(ExportFormat::JsonLines, &out, Existing::Refuse);
    assert!(matches!(refused, Err(DataError::Exists { .. })));
    assert!(contents(&out) == before);
    write(ExportFormat::JsonLines, &out, Existing::Replace).unwrap();
    assert!(contents(&out) == before);

    fs::write(out.join("notes.txt"), "mine").unwrap();
    let error = write(ExportFormat::JsonLines, &out, Existing::Replace).unwrap_err();
    assert!(error.to_string().contains("notes.txt is not part of an export"), "{error}");
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");

    // A data set, and a folder that looks like an export but was made by hand.
    let error =
        write(ExportFormat::JsonLines, &scratch.path("odd"), Existing::Replace).unwrap_err();
    assert!(error.to_string().contains("is not an export, and is not replaced"), "{error}");
    let error =
        write(ExportFormat::JsonLines, &scratch.path("odd.source"), Existing::Replace).unwrap_err();
    assert!(error.to_string().contains("is not an export, and is not replaced"), "{error}");
    assert!(read(&scratch.path("odd")).is_ok());

    let file = scratch.path("arrays.npz");
    fs::write(&file, "precious").unwrap();
    assert!(matches!(
        write(ExportFormat::Npz, &file, Existing::Refuse),
        Err(DataError::Exists { .. })
    ));
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    write(ExportFormat::Npz, &file, Existing::Replace).unwrap();
    npz::read(&fs::read(&file).unwrap());
    let error = write(ExportFormat::Npz, &out, Existing::Replace).unwrap_err();
    assert!(error.to_string().ends_with("is not a file, and is not replaced"), "{error}");
    let error = write(ExportFormat::Gml, &file, Existing::Replace).unwrap_err();
    assert!(error.to_string().ends_with("is not a folder, and is not replaced"), "{error}");
}

#[test]
fn a_cancelled_export_leaves_nothing_and_spoils_nothing() {
    let scratch = Scratch::new();
    generated(&scratch.path("small"));
    let small = read(&scratch.path("small")).unwrap();
    let split = split(&small);
    let export = Export::new(&small, &split).unwrap();
    for format in ExportFormat::ALL {
        let out = scratch.path(format.name());
        let control = Control::new();
        control.cancel();
        let cancelled = export.write(*format, &out, Existing::Refuse, &control);
        assert!(matches!(cancelled, Err(DataError::Cancelled(_))), "{format}");
        // In the middle, while it replaces another one.
        export.write(*format, &out, Existing::Refuse, &Control::NONE).unwrap();
        let modified = fs::metadata(&out).unwrap().modified().unwrap();
        let control = Control::new();
        let ended = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.load(std::sync::atomic::Ordering::Relaxed) {
                    if control.progress().is_some_and(|progress| progress.done > 1_000) {
                        control.cancel();
                    }
                }
            });
            let cancelled = export.write(*format, &out, Existing::Replace, &control);
            ended.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(matches!(cancelled, Err(DataError::Cancelled(_))), "{format}");
        });
        assert_eq!(fs::metadata(&out).unwrap().modified().unwrap(), modified);
    }
    let mut left: Vec<String> = fs::read_dir(scratch.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["gml", "jsonl", "npz", "parquet", "small"]);
}

/// The view of the counts is stated, but not applied.
#[test]
fn an_export_has_the_graphs_of_the_files() {
    let scratch = Scratch::new();
    let odd = odd_set(&scratch.path("odd"));
    let view = isocount_core::View {
        node_labels: isocount_core::Labels::Ignore,
        ..isocount_core::View::default()
    };
    let meaning = Meaning { semantics: Semantics::Homomorphism, view };
    let about = About { meaning, labels: odd.about().labels.clone(), ..About::default() };
    let (patterns, graphs) = (odd.raw_patterns(), odd.raw_graphs());
    let questions = Questions { about, patterns, graphs, pairs: Pairs::All };
    let (counter, blind) = (Exact::with_threads(1), scratch.path("blind"));
    label(&questions, &Budget::UNLIMITED, &blind, making(&counter, 1)).unwrap();
    let blind = read(&blind).unwrap();
    let out = scratch.path("jsonl");
    export(&blind, ExportFormat::JsonLines, &out).unwrap();
    let text = fs::read_to_string(out.join("graphs.jsonl")).unwrap();
    assert!(text.contains("\"C\""), "{text}");
    let about = fs::read_to_string(out.join("dataset.json")).unwrap();
    assert!(about.contains("node_labels"), "{about}");
}
