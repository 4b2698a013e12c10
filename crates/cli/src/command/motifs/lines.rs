//! Motifs, or nodes, as lines of JSON or CSV.

use isocount::NodeId;
use isocount::session::{MotifRow, MotifTable};
use serde_json::{Map, Value, json};

use super::Answered;
use crate::output::json::object;

/// One object per motif or node.
pub(super) fn json(answered: &Answered<'_>) -> String {
    match &answered.table.nodes {
        None => answered.table.rows.iter().map(|row| object(&motif(answered, row))).collect(),
        Some(nodes) => {
            let columns = answered.table.columns(answered.per_orbit());
            let line = |node: usize| {
                let counts = answered.table.node_row(node, &columns);
                let counts = columns.iter().zip(counts).map(|(c, n)| (c.title.clone(), text(n)));
                let name = answered.graph.node_names().get(NodeId(node as u32));
                object(&json!({ "node": name, "counts": counts.collect::<Map<_, _>>() }))
            };
            (0..nodes.num_nodes()).map(line).collect()
        }
    }
}

fn motif(answered: &Answered<'_>, row: &MotifRow) -> Value {
    let what = &answered.args.what;
    let motif = &row.found.motif;
    let mut line = json!({
        "graph": answered.graph.name(),
        "size": motif.shape.num_nodes(),
        "motif": motif.name,
        "pattern": row.pattern,
        "directed": what.directed,
        "labels": what.labels,
        "semantics": if answered.meaning().starts_with("induced") { "induced" } else { "monomorphism" },
        "orbits": (motif.first_orbit..motif.first_orbit + motif.num_orbits()).collect::<Vec<_>>(),
        "count": text(row.found.count),
        "share": row.share,
    });
    if let (Some(surprise), Some(object)) = (&row.surprise, line.as_object_mut()) {
        object.insert(
            "null".to_owned(),
            json!({
                "model": "degree",
                "samples": answered.table.samples.len(),
                "seed": answered.args.null.seed,
                "mean": surprise.mean,
                "deviation": surprise.deviation,
                "z": surprise.z,
                "p": surprise.p,
                "q": surprise.q,
            }),
        );
    }
    line
}

/// Counts are texts: they exceed what many readers of JSON hold exactly.
fn text(count: u128) -> Value {
    Value::String(count.to_string())
}

/// One row per motif or node.
pub(super) fn csv(answered: &Answered<'_>) -> String {
    match &answered.table.nodes {
        None => motifs_csv(&answered.table),
        Some(nodes) => {
            let columns = answered.table.columns(answered.per_orbit());
            let mut lines = line(
                ["node".to_owned()].into_iter().chain(columns.iter().map(|c| c.title.clone())),
            );
            for node in 0..nodes.num_nodes() {
                let name = answered.graph.node_names().get(NodeId(node as u32)).into_owned();
                let counts = answered.table.node_row(node, &columns);
                lines += &line([name].into_iter().chain(counts.iter().map(u128::to_string)));
            }
            lines
        }
    }
}

fn motifs_csv(table: &MotifTable) -> String {
    let mut heading = vec!["size", "motif", "pattern", "count", "share"];
    if !table.samples.is_empty() {
        heading.extend(["mean", "deviation", "z", "p", "q"]);
    }
    let mut lines = line(heading.into_iter().map(str::to_owned));
    for row in &table.rows {
        let motif = &row.found.motif;
        let mut cells = vec![
            motif.shape.num_nodes().to_string(),
            motif.name.clone().unwrap_or_default(),
            row.pattern.clone(),
            row.found.count.to_string(),
            row.share.to_string(),
        ];
        if let Some(surprise) = &row.surprise {
            let z = surprise.z.map(|z| z.to_string()).unwrap_or_default();
            cells.extend([surprise.mean.to_string(), surprise.deviation.to_string(), z]);
            cells.extend([surprise.p.to_string(), surprise.q.to_string()]);
        }
        lines += &line(cells.into_iter());
    }
    lines
}

/// Cells with commas, quotes or ends of lines are quoted.
fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = cells.map(|cell| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell
        }
    });
    let mut line = quoted.collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}
