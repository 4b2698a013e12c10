//! Quoted fields of edge lists according to RFC 4180: separators, quotes and line ends in names and
//! labels, checked against the `csv` crate in both directions.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::path::Path;

use isocount_core::{Control, LabeledGraph};
use isocount_format::{Format, FormatError, LabelNames, ReadOptions, read_bytes, write};
use proptest::collection::vec;
use proptest::prelude::*;

fn read(path: &str, text: &str, names: &mut LabelNames) -> Result<LabeledGraph, FormatError> {
    let (path, options) = (Path::new(path), ReadOptions::new());
    let format = Format::EdgeList;
    let graphs = read_bytes(format, path, text.as_bytes(), &options, names, &Control::NONE);
    graphs.map(|mut graphs| graphs.remove(0).graph)
}

/// The label of each edge, in the order of tails.
fn edge_labels(graph: &LabeledGraph, names: &LabelNames) -> Vec<String> {
    graph.arcs().map(|arc| names.edge_text(arc.label).unwrap().to_owned()).collect()
}

#[test]
fn a_quoted_field_may_hold_anything() {
    for (path, by) in [("x.csv", ","), ("x.tsv", "\t"), ("x.txt", "\t")] {
        let rows = [
            ["a", "b", "\"x,y\t\"\"z\"\"\"\n"],
            ["\"b\"", "c", "\"two\nlines\"\r\n# comment\n"],
            ["\"c\n# no comment\n\n\"", "a", "\"\n\"\n"],
        ];
        let text = rows.map(|row| row.join(by)).concat();
        let names = &mut LabelNames::new();
        let graph = read(path, &text, names).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(graph.num_nodes(), 4, "{path}");
        assert_eq!(edge_labels(&graph, names), ["x,y\t\"z\"", "two\nlines", "\n"], "{path}");
    }
}

#[test]
fn the_header_may_be_quoted_over_lines() {
    let names = &mut LabelNames::new();
    let text = "\"tail\",\"a\nnote\",head,label\n1,x,2,\"p\r\nq\"\n2,\"y\n\",1,r\n";
    let graph = read("x.csv", text, names).unwrap();
    assert_eq!(edge_labels(&graph, names), ["p\r\nq", "r"]);
}

#[test]
fn errors_after_a_field_of_many_lines_are_located() {
    let message = |text: &str| read("x.csv", text, &mut LabelNames::new()).unwrap_err().to_string();
    assert_eq!(
        message("a,b,\"1\n2\n3\"\nc,d\n"),
        "x.csv:4:1: found 2 columns, expected 3 as in the first line"
    );
    assert_eq!(
        message("a,b,\"1\n2\" 3\n"),
        "x.csv:2:4: found `3`, expected the separator or the end of the line after a closing quote"
    );
    assert_eq!(
        message("a,b,c\nd,e, \"1\n2\n3,\"\"\n"),
        "x.csv:2:6: this string has no closing quote"
    );
    assert_eq!(
        message("a,b,\"1\n\"\na,b,\"1\n\"\n"),
        "x.csv:3:1: the arc from node `a` to node `b` with this label is given twice; parallel arcs must differ in their label"
    );
}

#[test]
fn an_unclosed_quote_does_not_take_quadratic_time() {
    // Each line ends within quotes, so the record grows line by line.
    let text = format!("a,b,\"{}", "\"\"\n".repeat(2_000_000));
    let error = read("x.csv", &text, &mut LabelNames::new()).unwrap_err().to_string();
    assert_eq!(error, "x.csv:1:5: this string has no closing quote");
}

/// Texts with all troublesome characters.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a"),
        Just(","),
        Just("\""),
        Just("\n"),
        Just("\r"),
        Just("\r\n"),
        Just("\t"),
        Just(" "),
        Just("#"),
        Just("%"),
        Just("{"),
        Just("ä"),
        Just("7"),
        Just("-"),
    ];
    vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    /// The csv crate correctly reads what we write.
    #[test]
    fn the_csv_crate_reads_what_we_write(labels in vec(text(), 1..8)) {
        let mut names = LabelNames::new();
        let mut builder = LabeledGraph::builder();
        let nodes: Vec<_> =
            labels.iter().map(|label| builder.node(names.node_label(label))).collect();
        for (i, label) in labels.iter().enumerate() {
            builder.edge(nodes[i], nodes[0], names.edge_label(label));
        }
        let graph = builder.build().unwrap();
        let mut bytes = Vec::new();
        write(&graph, &names, Format::EdgeList, &mut bytes, &Control::NONE).unwrap();
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(rows.len(), labels.len());
        for (row, arc) in rows.iter().zip(graph.arcs()) {
            prop_assert_eq!(row.get(2), names.edge_text(arc.label));
            prop_assert_eq!(row.get(3), names.node_text(graph.node_label(arc.tail)));
            prop_assert_eq!(row.get(4), names.node_text(graph.node_label(arc.head)));
        }
    }

    /// We correctly read what the csv crate writes, including names of nodes.
    #[test]
    fn we_read_what_the_csv_crate_writes(rows in vec((text(), text(), text()), 1..8)) {
        let mut writer =
            csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
        writer.write_record(["tail", "head", "label"]).unwrap();
        for (i, (tail, head, label)) in rows.iter().enumerate() {
            // A separate row, however often names repeat.
            writer.write_record([format!("t{i}{tail}"), format!("h{head}"), label.clone()]).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let names = &mut LabelNames::new();
        let graph = read("x.csv", &text, names).unwrap();
        let labels: Vec<String> = rows.iter().map(|(_, _, label)| label.clone()).collect();
        let shortest = |label: &String| names.clone().edge_label(label);
        let expected: Vec<_> = labels.iter().map(shortest).collect();
        let found: Vec<_> = graph.arcs().map(|arc| arc.label).collect();
        prop_assert_eq!(found.len(), rows.len());
        let (mut found, mut expected) = (found, expected);
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
        let mut heads: Vec<&String> = rows.iter().map(|(_, head, _)| head).collect();
        heads.sort_unstable();
        heads.dedup();
        prop_assert_eq!(graph.num_nodes(), rows.len() + heads.len());
    }
}
