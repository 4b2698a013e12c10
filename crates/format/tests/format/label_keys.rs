//! A label is requested by a name that does not exist: the message lists the names that do.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::path::Path;

use isocount_core::Control;
use isocount_format::{Format, LabelNames, ReadOptions, read_bytes};

fn refused(name: &str, text: &str, options: &ReadOptions) -> String {
    let (path, mut names) = (Path::new(name), LabelNames::new());
    let format = Format::from_path(path).unwrap();
    let read = read_bytes(format, path, text.as_bytes(), options, &mut names, &Control::NONE);
    read.unwrap_err().to_string()
}

#[test]
fn the_attributes_that_are_there_are_listed() {
    let node = ReadOptions::new().with_node_label_key("culb");
    let edge = ReadOptions::new().with_edge_label_key("wieght");
    let gml = "graph [ node [ id 0 club \"A\" age 7 ] node [ id 1 club \"B\" ] \
               edge [ source 0 target 1 weight 2 ] ]";
    let graphml = "<graphml><key id=\"a\" for=\"node\" attr.name=\"club\"/><key id=\"b\" for=\"edge\" \
                   attr.name=\"weight\"/><graph edgedefault=\"directed\"><node id=\"x\"/><edge source=\"x\" \
                   target=\"x\"/></graph></graphml>";
    let gexf = "<gexf><graph><attributes class=\"node\"><attribute id=\"0\" title=\"club\"/></attributes>\
                <nodes><node id=\"a\" label=\"Anna\"/></nodes><edges><edge source=\"a\" target=\"a\" \
                weight=\"2\"/></edges></graph></gexf>";
    let json = "{\"directed\": true, \"nodes\": [{\"id\": 1, \"club\": \"A\"}], \
                \"links\": [{\"source\": 1, \"target\": 1, \"weight\": 2}]}";
    let pajek = "*Vertices 1\n1 \"Anna\" 0.1 0.5 ellipse club A age 7\n*Arcs\n1 1 2.5 c Blue\n";
    let csv = "source,target,weight,source_club,target_club,note\na,b,2,A,B,\n";
    let braces = "a b {'weight': 2, 'since': 1999}\n";
    let mtx = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2.5\n";
    for (name, text, nodes, edges) in [
        ("x.gml", gml, "age, club, id", "source, target, weight"),
        ("x.graphml", graphml, "club", "weight"),
        ("x.gexf", gexf, "club, label", "weight"),
        ("x.json", json, "club, id", "source, target, weight"),
        ("x.net", pajek, "age, club, label", "c, weight"),
        ("x.csv", csv, "club", "weight, source_club, target_club, note"),
        ("x.edgelist", braces, "", "since, weight"),
        ("x.mtx", mtx, "", "value"),
    ] {
        let list = |owner: &str, there: &str| match there {
            "" => String::new(),
            there => format!("; the {owner}s have: {there}"),
        };
        let expected = format!(
            "{name}: no node has `culb`, which was requested as its label{}",
            list("node", nodes)
        );
        assert_eq!(refused(name, text, &node), expected);
        let expected = format!(
            "{name}: no edge has `wieght`, which was requested as its label{}",
            list("edge", edges)
        );
        assert_eq!(refused(name, text, &edge), expected);
    }
}

#[test]
fn an_empty_label_is_pointed_at() {
    let plain = ReadOptions::new();
    let message = refused("x.csv", "tail,head,label\na,b,x\nb,c,\n", &plain);
    assert!(message.starts_with("x.csv:3:5: "), "{message}");
    let message = refused("x.csv", "a,b,\nb,c,x\n", &plain);
    assert!(message.starts_with("x.csv:1:5: "), "{message}");
}
