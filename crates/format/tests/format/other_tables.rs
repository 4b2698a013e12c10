//! A table that is not an edge list is refused with its columns, instead of being read as edges
//! between its cells.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::path::Path;

use isocount_core::Control;
use isocount_format::{Format, FormatError, LabelNames, ReadOptions, read_bytes};

fn read(text: &str) -> Result<usize, FormatError> {
    let (path, options, mut names) = (Path::new("x.csv"), ReadOptions::new(), LabelNames::new());
    let bytes = text.as_bytes();
    let read = read_bytes(Format::EdgeList, path, bytes, &options, &mut names, &Control::NONE)?;
    Ok(read[0].graph.num_arcs())
}

#[test]
fn a_header_without_both_ends_is_refused_with_its_columns() {
    for (header, columns) in [
        ("name,smiles", "the columns `name`, `smiles`"),
        ("Compound_ID,SMILES", "the columns `Compound_ID`, `SMILES`"),
        ("id,name,\"canonical smiles\"", "the columns `id`, `name`, `canonical smiles`"),
        ("source,weight", "the columns `source`, `weight`"),
        (
            "protein1,protein2,combined_score",
            "the columns `protein1`, `protein2`, `combined_score`",
        ),
    ] {
        let row = if header.matches(',').count() == 2 { "a,b,c" } else { "aspirin,CCO" };
        let problem = read(&format!("{header}\n{row}\n")).unwrap_err();
        let expected =
            format!("x.csv:1:1: found {columns}, expected a column `tail` and a column `head`");
        assert_eq!(problem.to_string(), expected);
        let is_of_molecules = header.to_lowercase().contains("smiles");
        assert_eq!(problem.help().unwrap().contains("format smiles"), is_of_molecules, "{header}");
    }
    // Words above numbers.
    let problem = read("here,there\n1,2\n").unwrap_err().to_string();
    assert!(problem.contains("found the columns `here`, `there`"), "{problem}");
}

#[test]
fn rows_without_a_header_stay_rows() {
    for (text, arcs) in [
        ("anna,ben\nben,carl\n", 2),
        ("1,2\n2,3\n", 2),
        ("name,ben\nben,carl\n", 2),
        ("head,neck\nneck,back\n", 2),
        ("anna,ben,name\nben,carl,id\n", 2),
        ("from,to\nname,smiles\n", 1),
        ("source,target\nid,type\n", 1),
    ] {
        assert_eq!(read(text).unwrap(), arcs, "{text}");
    }
}

#[test]
fn one_column_is_no_columns() {
    let problem = read("a,b\nc\n").unwrap_err().to_string();
    assert_eq!(problem, "x.csv:2:1: found 1 column, expected 2 as in the first line");
    let problem = read("a,b\nc,d,e\n").unwrap_err().to_string();
    assert_eq!(problem, "x.csv:2:1: found 3 columns, expected 2 as in the first line");
}
