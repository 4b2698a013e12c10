//! Counts of nodes or edges: the largest ones for people, JSON and CSV for programs.

use std::fmt::Write as _;

use isocount::printable;
use isocount::session::{PartTable, Parts};
use serde_json::{Map, Value, json};

use super::csv::line;
use super::json::object;

/// For each column, the rows with the largest counts; columns without counts are left out.
pub(crate) fn tops(table: &PartTable, most: usize) -> String {
    let mut text = String::new();
    for (place, column) in table.columns.iter().enumerate() {
        let name =
            |row: usize| format!("{} ({})", printable(&table.row_name(row)), column.counts[row]);
        let first: Vec<String> = table.top(place, most).into_iter().map(name).collect();
        let more = if table.num_taking_part(place) > most { ", …" } else { "" };
        let title = match &column.about {
            Some(about) => format!("{}, {about}", column.title),
            None => column.title.clone(),
        };
        if !first.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}: {}{more}", printable(&title), first.join(", "));
        }
    }
    text
}

/// The single column of a question without orbits, one row per line.
pub(crate) fn list(table: &PartTable, most: usize) -> String {
    let rows = table.top(0, most);
    let name = |row: &usize| printable(&table.row_name(*row)).to_string();
    let names: Vec<String> = rows.iter().map(name).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let counts: Vec<String> =
        rows.iter().map(|&row| table.columns[0].counts[row].to_string()).collect();
    let longest = counts.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (name, count) in names.iter().zip(&counts) {
        let _ = writeln!(text, "{name:widest$}  {count:>longest$}");
    }
    if table.num_taking_part(0) > most {
        text += "…\n";
    }
    text
}

/// One object per row.
pub(crate) fn json(table: &PartTable) -> String {
    (0..table.num_rows()).map(|row| object(&json_row(table, row))).collect()
}

/// Counts are strings because they exceed what many JSON readers can represent exactly.
fn json_row(table: &PartTable, row: usize) -> Value {
    let mut line = Map::new();
    if let Some([tail, head]) = table.ends(row) {
        line.insert("source".to_owned(), json!(table.node_name(tail)));
        line.insert("target".to_owned(), json!(table.node_name(head)));
        line.extend(table.label_name(row).map(|label| ("label".to_owned(), json!(label))));
    } else {
        line.insert("node".to_owned(), json!(table.row_name(row)));
    }
    let counts = table.columns.iter().map(|c| (c.title.clone(), json!(c.counts[row].to_string())));
    if table.is_single() {
        line.extend(counts);
    } else {
        line.insert("counts".to_owned(), Value::Object(counts.collect()));
    }
    Value::Object(line)
}

/// A heading, then one line per row.
pub(crate) fn csv(table: &PartTable) -> String {
    let ends: &[&str] = match (&table.parts, table.has_edge_labels()) {
        (Parts::Nodes, _) => &["node"],
        (_, false) => &["source", "target"],
        (_, true) => &["source", "target", "label"],
    };
    let titles = table.columns.iter().map(|column| column.title.clone());
    let mut lines = line(ends.iter().map(|end| (*end).to_owned()).chain(titles));
    for row in 0..table.num_rows() {
        let mut cells = match table.ends(row) {
            None => vec![table.row_name(row)],
            Some(ends) => ends.map(|node| table.node_name(node)).to_vec(),
        };
        cells.extend(table.label_name(row));
        cells.extend(table.columns.iter().map(|column| column.counts[row].to_string()));
        lines += &line(cells.into_iter());
    }
    lines
}
