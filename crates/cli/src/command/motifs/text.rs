//! Motifs as a table for people, or the nodes or edges with the largest counts.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::num::NonZeroUsize;

use isocount::motif::{Estimated, Shape};
use isocount::printable;
use isocount::session::MotifRow;

use super::{Answered, braille, part_names};
use crate::output::part_lines;
use crate::output::text::number_of;

/// How many nodes are shown per motif by default.
const NODES: usize = 5;

pub(super) fn text(answered: &Answered<'_>) -> String {
    let graph = answered.graph.graph();
    let nodes = graph.num_nodes();
    let mut text = format!(
        "motifs of {} ({nodes} nodes): {}\n",
        printable(answered.graph.name()),
        answered.meaning()
    );
    if !answered.table.samples.is_empty() {
        let samples = answered.table.samples.len();
        let unmoved =
            answered.table.samples.iter().map(|s| s.unmoved).sum::<f64>() / samples as f64;
        // Writing to a string cannot fail; this holds for all of them below.
        let _ = writeln!(
            text,
            "compared with {samples} randomised graphs of the same degrees, which keep {:.0} % of the edges; \
             p is at least {:.3}",
            100.0 * unmoved,
            (2.0 / (samples as f64 + 1.0)).min(1.0)
        );
    }
    if let (Some(draws), Some(confidence)) = (answered.draws(), answered.question.confidence()) {
        let confidence = 100.0 * confidence;
        let _ = writeln!(
            text,
            "estimated from {} of each size, with {confidence} % intervals",
            number_of(draws, "random subgraph")
        );
    }
    let most = answered.args.output.top.map_or(NODES, NonZeroUsize::get);
    match &answered.parts[..] {
        [] => text += &motifs(answered),
        [parts] => text += &part_lines::tops(parts, most),
        several => {
            for (name, parts) in part_names(&answered.args.what).iter().zip(several) {
                let _ = writeln!(text, "{name}:\n{}", part_lines::tops(parts, most).trim_end());
            }
        }
    }
    text
}

/// A row per motif.
fn motifs(answered: &Answered<'_>) -> String {
    let table = &answered.table;
    let mut heading = vec!["size", "motif", "pattern", "count", "share"];
    if !table.samples.is_empty() {
        heading.extend(["mean", "z", "p", "q"]);
    }
    if answered.draws().is_some() {
        heading.push("interval");
    }
    let mut shapes = Vec::new();
    let mut rows = vec![heading.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for size in answered.args.what.size.clone() {
        let of_size = |row: &&MotifRow| row.found.motif.shape.num_nodes() == size && occurs(row);
        let mut shown: Vec<&MotifRow> = table.rows.iter().filter(of_size).collect();
        if let Some(top) = answered.args.output.top.map(NonZeroUsize::get) {
            shown.sort_by_key(|row| Reverse(row.found.count));
            shown.truncate(top);
        }
        shapes.extend(shown.iter().map(|row| row.found.motif.shape));
        rows.extend(shown.into_iter().map(cells));
    }
    let missing = table.rows.iter().filter(|row| !occurs(row)).count();
    let mut text = aligned(&rows);
    if answered.args.output.pictures {
        text = with_pictures(&text, &shapes);
    }
    if missing > 0 {
        let _ = writeln!(text, "{} not occur", does(missing));
    }
    text
}

/// A picture to the left of every row but the heading.
fn with_pictures(text: &str, shapes: &[Shape]) -> String {
    let mut lines = text.lines();
    let mut shown = String::new();
    if let Some(heading) = lines.next() {
        let _ = writeln!(shown, "{:10}{heading}", "");
    }
    for (row, &shape) in lines.zip(shapes) {
        for (place, picture) in braille::lines(shape).iter().enumerate() {
            let row = if place == 1 { row } else { "" };
            let _ = writeln!(shown, "{}", format!("{picture}  {row}").trim_end());
        }
        shown.push('\n');
    }
    shown
}

/// Whether the motif occurs in the graph, may occur in it, or occurs in a randomised one.
fn occurs(row: &MotifRow) -> bool {
    let may_occur = row.found.estimate.is_some_and(|estimate| estimate.high >= 1.0);
    row.found.count > 0 || may_occur || row.surprise.is_some_and(|surprise| surprise.mean > 0.0)
}

/// `1 motif does`, `2 motifs do`
fn does(number: usize) -> String {
    if number == 1 { "1 motif does".to_owned() } else { format!("{number} motifs do") }
}

fn cells(row: &MotifRow) -> Vec<String> {
    let motif = &row.found.motif;
    let mut cells = vec![
        motif.shape.num_nodes().to_string(),
        motif.name.clone().unwrap_or_default(),
        printable(&row.pattern).to_string(),
        row.found.count.to_string(),
        format!("{:.1} %", 100.0 * row.share),
    ];
    if let Some(surprise) = &row.surprise {
        let z = surprise.z.map_or_else(|| "–".to_owned(), |z| format!("{z:.1}"));
        let [p, q] = [surprise.p, surprise.q].map(|p| format!("{p:.3}"));
        cells.extend([format!("{:.1}", surprise.mean), z, p, q]);
    }
    if let Some(Estimated { low, high, .. }) = row.found.estimate {
        cells.push(format!("{} – {}", low.floor(), high.ceil()));
    }
    cells
}

/// Aligns names to the left and numbers to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if (1..=2).contains(&column) {
                format!("{cell:width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        let line = padded.collect::<Vec<_>>().join("  ");
        text += line.trim_end();
        text.push('\n');
    }
    text
}
