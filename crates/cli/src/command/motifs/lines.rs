//! Motifs as lines of JSON or CSV.

use isocount::session::{MotifRow, MotifTable};
use serde_json::{Value, json};

use super::Answered;
use crate::output::csv::line;
use crate::output::json::object;

/// One object per motif.
pub(super) fn json(answered: &Answered<'_>) -> String {
    answered.table.rows.iter().map(|row| object(&motif(answered, row))).collect()
}

fn motif(answered: &Answered<'_>, row: &MotifRow) -> Value {
    let what = &answered.args.what;
    let motif = &row.found.motif;
    let mut line = json!({
        "graph": answered.graph.name(),
        "size": motif.shape.num_nodes(),
        "motif": motif.name,
        "pattern": row.pattern,
        "directed": answered.table.directed,
        "labels": what.labels,
        "semantics": if answered.meaning().starts_with("induced") { "induced" } else { "monomorphism" },
        "orbits": (motif.first_orbit..motif.first_orbit + motif.num_orbits()).collect::<Vec<_>>(),
        "count": text(row.found.count),
        "share": row.share,
    });
    if let (Some(estimate), Some(object)) = (&row.found.estimate, line.as_object_mut()) {
        object.insert(
            "estimate".to_owned(),
            json!({
                "value": estimate.value,
                "low": estimate.low,
                "high": estimate.high,
                "confidence": answered.question.confidence(),
                "hits": estimate.hits,
                "draws": estimate.draws,
                "seed": answered.question.seed(),
            }),
        );
    }
    if let (Some(surprise), Some(object)) = (&row.surprise, line.as_object_mut()) {
        object.insert(
            "null".to_owned(),
            json!({
                "model": "degree",
                "samples": answered.table.samples.len(),
                "seed": answered.question.seed(),
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

/// Counts are strings because they exceed what many JSON readers can represent exactly.
fn text(count: u128) -> Value {
    Value::String(count.to_string())
}

/// One row per motif.
pub(super) fn csv(table: &MotifTable) -> String {
    let mut heading = vec!["size", "motif", "pattern", "count", "share"];
    if !table.samples.is_empty() {
        heading.extend(["mean", "deviation", "z", "p", "q"]);
    }
    let is_estimated = table.rows.iter().any(|row| row.found.estimate.is_some());
    if is_estimated {
        heading.extend(["low", "high", "hits", "draws"]);
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
        if let Some(estimate) = &row.found.estimate {
            cells.extend([estimate.low.to_string(), estimate.high.to_string()]);
            cells.extend([estimate.hits.to_string(), estimate.draws.to_string()]);
        }
        lines += &line(cells.into_iter());
    }
    lines
}
