//! The names of nodes, kept on request, in every format that has them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::path::Path;

use isocount_core::Control;
use isocount_format::{Format, LabelNames, ReadOptions, read_bytes};

fn names(format: Format, text: &str, options: &ReadOptions) -> Vec<String> {
    let (mut labels, path) = (LabelNames::new(), Path::new("x"));
    let read = read_bytes(format, path, text.as_bytes(), options, &mut labels, &Control::NONE);
    let named = read.unwrap().remove(0);
    named.graph.nodes().map(|node| named.node_names.get(node).into_owned()).collect()
}

#[test]
fn names_are_those_of_the_file() {
    let keep = ReadOptions::new().with_node_names();
    let graphml = r#"<graphml><graph edgedefault="directed"><node id="n7"/><node id="Mr Hi"/>
        <edge source="Mr Hi" target="n7"/></graph></graphml>"#;
    let gexf = r#"<gexf><graph><nodes><node id="b"/><node id="a"/></nodes>
        <edges><edge source="a" target="b"/></edges></graph></gexf>"#;
    let node_link = r#"{"directed": true, "multigraph": false, "graph": {},
        "nodes": [{"id": "x"}, {"id": 12}], "links": [{"source": 12, "target": "x"}]}"#;
    for (format, text, expected) in [
        (Format::EdgeList, "tail,head\nMr Hi,7\n7,\"a, b\"\n", vec!["Mr Hi", "7", "a, b"]),
        (Format::EdgeList, "900000000000 x\nx 3\n", vec!["900000000000", "x", "3"]),
        (Format::AdjacencyList, "anna ben\nben 9\n", vec!["anna", "ben", "9"]),
        (
            Format::Gml,
            "graph [ node [ id 5 ] node [ id 3 ] edge [ source 3 target 5 ] ]",
            vec!["5", "3"],
        ),
        (Format::GraphMl, graphml, vec!["n7", "Mr Hi"]),
        (Format::Gexf, gexf, vec!["b", "a"]),
        (Format::Json, node_link, vec!["x", "12"]),
        (Format::Json, r#"{"nodes": [0, 0], "edges": [[0, 1]]}"#, vec!["0", "1"]),
        (Format::Pajek, "*Vertices 2\n*Arcs\n2 1\n", vec!["1", "2"]),
    ] {
        assert_eq!(names(format, text, &keep), expected, "{format:?}");
        let forgotten = names(format, text, &ReadOptions::new());
        let numbers: Vec<String> = (0..expected.len()).map(|node| node.to_string()).collect();
        assert_eq!(forgotten, numbers, "{format:?}");
    }
}

#[test]
fn many_numbers_keep_their_names() {
    let lines: Vec<String> =
        (0..3_000_u64).map(|i| format!("{} {}", i * 7919 % 10_007, i << 40)).collect();
    let text = lines.join("\n");
    let keep = ReadOptions::new().with_node_names().with_duplicates_merged();
    let found = names(Format::EdgeList, &text, &keep);
    let mut expected: Vec<String> = Vec::new();
    for i in 0..3_000_u64 {
        for name in [i * 7919 % 10_007, i << 40] {
            let name = name.to_string();
            if !expected.contains(&name) {
                expected.push(name);
            }
        }
    }
    assert_eq!(found, expected);
}
