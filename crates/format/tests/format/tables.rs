//! Tables of edges as real programs write them. `testdata/tables.py` made the files.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::{Control, LabeledGraph};
use isocount_format::{Format, FormatError, LabelNames, ReadOptions, read_bytes, read_one};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// Node labels, then arcs as `tail>head:label`.
fn show(graph: &LabeledGraph, names: &LabelNames) -> String {
    let nodes = graph.node_labels().iter().map(|&label| names.node_text(label).unwrap().to_owned());
    let arcs = graph.arcs().map(|arc| {
        format!("{}>{}:{}", arc.tail.0, arc.head.0, names.edge_text(arc.label).unwrap())
    });
    let (nodes, arcs): (Vec<_>, Vec<_>) = (nodes.collect(), arcs.collect());
    format!("{} | {}", nodes.join(" "), arcs.join(" "))
}

fn shown(path: &Path, options: &ReadOptions) -> Result<String, FormatError> {
    let mut names = LabelNames::new();
    let read = read_one(path, options, &mut names, &Control::NONE)?;
    Ok(show(&read.graph, &names))
}

/// Reads from bytes instead of a file.
fn shown_from_memory(path: &Path, options: &ReadOptions) -> Result<String, FormatError> {
    let mut names = LabelNames::new();
    let (format, bytes) = (Format::from_path(path).unwrap(), fs::read(path).unwrap());
    let graphs = read_bytes(format, path, &bytes, options, &mut names, &Control::NONE)?;
    assert_eq!(graphs.len(), 1);
    Ok(show(&graphs[0].graph, &names))
}

fn good_files(format: Format) -> Vec<PathBuf> {
    let folder = testdata().join("good").join(format.name());
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.file_stem().unwrap() != "types").collect();
    files.sort();
    files
}

#[test]
fn every_program_and_every_compression() {
    let nodes = "person person company person";
    let arcs = "0>1:knows 0>2:founded 1>2:works at 1>3:knows 3>2:works at";
    for (format, at_least) in [(Format::Parquet, 15), (Format::Arrow, 12)] {
        let files = good_files(format);
        assert!(files.len() >= at_least, "{format} has only {} files", files.len());
        for path in files {
            assert_eq!(Format::from_path(&path), Some(format));
            let with = |options: ReadOptions| {
                let shown = shown(&path, &options).unwrap_or_else(|error| panic!("{error}"));
                let again = shown_from_memory(&path, &options).unwrap();
                assert_eq!(shown, again, "{}", path.display());
                shown
            };
            let all = with(ReadOptions::new());
            assert_eq!(all, format!("{nodes} | {arcs}"), "{}", path.display());
            let edges = with(ReadOptions::new().without_node_labels());
            assert_eq!(edges, format!("0 0 0 0 | {arcs}"), "{}", path.display());
            let plain = with(ReadOptions::new().without_node_labels().without_edge_labels());
            assert_eq!(plain, "0 0 0 0 | 0>1:0 0>2:0 1>2:0 1>3:0 3>2:0", "{}", path.display());
            // A missing value.
            let since = shown(&path, &ReadOptions::new().with_edge_label_key("since"));
            let error = since.unwrap_err().to_string();
            assert!(
                error.ends_with(
                    ": row 2, column `since`: no `since` here, although others of its kind have one"
                ),
                "{error}"
            );
        }
    }
}

#[test]
fn whatever_is_around_a_table_is_taken_off() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    for name in ["parquet/polars.parquet", "arrow/polars.arrow"] {
        let plain = testdata().join("good").join(name);
        let packed = folder.path().join(format!("{}.gz", plain.file_name().unwrap().display()));
        let file = fs::File::create(&packed).unwrap();
        let mut gzip = flate2::write::GzEncoder::new(file, flate2::Compression::default());
        gzip.write_all(&fs::read(&plain).unwrap()).unwrap();
        gzip.finish().unwrap();
        let options = ReadOptions::new();
        assert_eq!(shown(&packed, &options).unwrap(), shown(&plain, &options).unwrap());
    }
}

#[test]
fn values_of_every_type() {
    let text = "a text of more than twelve bytes";
    let lossy = [("float16", "2.5"), ("float32", "0.1"), ("float64", "0.1"), ("whole", "3.0")];
    let whole = [
        ("int8", "-5"),
        ("int16", "-5"),
        ("int32", "-5"),
        ("int64", "-5"),
        ("uint8", "255"),
        ("uint16", "65535"),
        ("uint32", "4294967295"),
        ("uint64", "18446744073709551615"),
        ("bool", "true"),
        ("string", text),
        ("large_string", text),
        ("string_view", text),
        ("binary", text),
        ("large_binary", text),
        ("binary_view", text),
        ("dictionary", "ä"),
        ("numbers", "70"),
    ];
    let refused = [
        ("date", "dates"),
        ("time", "times"),
        ("timestamp", "timestamps"),
        ("decimal", "decimal numbers"),
        ("fixed", "bytes of fixed size"),
        ("list", "lists"),
        ("struct", "structs"),
        ("map", "maps"),
    ];
    for name in ["parquet/types.parquet", "arrow/types.arrow"] {
        let path = testdata().join("good").join(name);
        let with = |column: &str| {
            // The second row has no label, and does not need one.
            let options = ReadOptions::new().with_edge_label_key(column);
            shown(&path, &options.clone().without_edge_labels())?;
            shown(&path, &options)
        };
        assert_eq!(shown(&path, &ReadOptions::new()).unwrap(), "0 0 0 | 0>1:0 1>2:0");
        for (column, value) in whole.into_iter().chain(lossy) {
            let error = with(column).unwrap_err().to_string();
            let expected = format!(
                "row 2, column `{column}`: no `{column}` here, although others of its kind have one"
            );
            assert!(error.ends_with(&expected), "{name}, {column}: {error}");
            // Merging both arcs keeps only the label of the first row.
            let shown = only_first_row(&path, column);
            assert_eq!(shown, value, "{name}, {column}");
        }
        for (column, what) in refused {
            let error = with(column).unwrap_err().to_string();
            let expected = format!("column `{column}`: found {what}, expected numbers or text");
            assert!(error.ends_with(&expected), "{name}: {error}");
        }
        let error = with("null").unwrap_err().to_string();
        assert!(error.ends_with("no edge has `null`, which was requested as its label"), "{error}");
    }
    let path = testdata().join("good/arrow/types.arrow");
    for (column, what) in [("duration", "durations"), ("list_view", "lists")] {
        let error = shown(&path, &ReadOptions::new().with_edge_label_key(column));
        let expected = format!("column `{column}`: found {what}, expected numbers or text");
        assert!(error.unwrap_err().to_string().ends_with(&expected));
    }
}

/// The label that the first row registered before the second one was refused.
fn only_first_row(path: &Path, column: &str) -> String {
    let mut names = LabelNames::new();
    let options = ReadOptions::new().with_edge_label_key(column);
    read_one(path, &options, &mut names, &Control::NONE).unwrap_err();
    let labels: Vec<_> = (0..names.num_edge_labels() as u32)
        .map(|label| names.edge_text(isocount_core::Label(label)).unwrap().to_owned())
        .filter(|text| text != "0")
        .collect();
    labels.join(" ")
}

/// pandas' own two ways to write the karate club.
#[test]
fn karate_club() {
    for name in ["pandas.parquet", "pandas.feather"] {
        let path = testdata().join("exports").join(name);
        let mut names = LabelNames::new();
        let options = ReadOptions::new();
        let graph = read_one(&path, &options, &mut names, &Control::NONE).unwrap().graph;
        assert_eq!((graph.num_nodes(), graph.num_arcs()), (34, 78), "{name}");
        let csv = testdata().join("exports/pandas-index.csv");
        let expected = read_one(&csv, &options, &mut names, &Control::NONE).unwrap().graph;
        assert_eq!(graph, expected, "{name}");
    }
}

#[test]
fn progress_counts_bytes_to_the_end() {
    for name in ["parquet/pyarrow-wide.parquet", "arrow/pyarrow-wide.arrow"] {
        let path = testdata().join("good").join(name);
        let control = Control::new();
        read_one(&path, &ReadOptions::new(), &mut LabelNames::new(), &control).unwrap();
        let progress = control.progress().unwrap();
        let len = fs::metadata(&path).unwrap().len();
        assert_eq!((progress.stage.total, progress.done), (Some(len), len), "{name}");
    }
}

#[test]
fn tables_are_not_written() {
    let graph = LabeledGraph::builder().build().unwrap();
    for format in [Format::Parquet, Format::Arrow] {
        assert!(format.can_read() && !format.can_write());
        let mut out = Vec::new();
        let names = LabelNames::new();
        let error = isocount_format::write(&graph, &names, format, &mut out, &Control::NONE);
        let expected = format!("the format {format} is only read, not written");
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}
