//! A few bytes that state four billion nodes are refused, or read in the memory that they need.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::path::Path;

use isocount_core::Control;
use isocount_format::{Format, LabelNames, ReadOptions, read_bytes};

#[test]
fn numbers_of_a_file_reserve_no_memory() {
    let banner = "%%MatrixMarket matrix coordinate pattern general\n";
    for (name, text) in [
        ("x.lad", "4000000000\n0\n".to_owned()),
        ("x.lad", "1\n4000000000 0\n".to_owned()),
        ("x.llad", "4000000000\n".to_owned()),
        ("x.llad", "1\n0 4000000000 0 0\n".to_owned()),
        ("x.graph", "t 4000000000 4000000000\nv 0 0 0\n".to_owned()),
        ("x.graph", "t 1 4000000000\nv 0 0 4000000000\n".to_owned()),
        ("x.mtx", format!("{banner}4000000000 4000000000 1\n1 4000000000\n")),
        ("x.mtx", format!("{banner}2 2 4000000000\n1 2\n")),
        ("x.net", "*Vertices 4000000000\n*Arcs\n1 4000000000\n".to_owned()),
        ("x.net", "*Vertices 4000000000\n4000000000 \"last\"\n".to_owned()),
        ("x.g6", "~~?~~~~~\n".to_owned()),
        ("x.s6", ":~~?~~~~~\n".to_owned()),
        ("x.d6", "&~~?~~~~~\n".to_owned()),
        ("x.sdf", "x\n\n\n999999  0  0  0  0  0  0  0  0999 V2000\n".to_owned()),
    ] {
        let (path, options, mut names) = (Path::new(name), ReadOptions::new(), LabelNames::new());
        let format = Format::from_path(path).unwrap();
        let bytes = text.as_bytes();
        let problem = read_bytes(format, path, bytes, &options, &mut names, &Control::NONE);
        let problem = problem.unwrap_err();
        assert!(problem.location().is_some(), "{text}: {problem}");
    }
    // Numbers as names are ordinary names.
    let (path, options, mut names) = (Path::new("x.txt"), ReadOptions::new(), LabelNames::new());
    let read =
        read_bytes(Format::EdgeList, path, b"0 4000000000\n", &options, &mut names, &Control::NONE);
    assert_eq!(read.unwrap()[0].graph.num_nodes(), 2);
}
