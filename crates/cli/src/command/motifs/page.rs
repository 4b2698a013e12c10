//! An HTML page: every motif with its picture, its count as a bar, and its count among those of the
//! randomised graphs.

use std::fmt::Write as _;

use isocount::printable;
use isocount::session::{MotifRow, MotifTable};

use super::Answered;
use super::picture::svg;

const STYLE: &str = "body{font:14px/1.4 system-ui,sans-serif;margin:2em;max-width:70em;color:#222;background:#fff}\
table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;border-bottom:1px solid #ddd}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}svg{vertical-align:middle}\
svg path{stroke:#555;stroke-width:1.5;fill:none}svg path.head{fill:#555;stroke:none}svg circle{fill:#1f6fb2}\
svg rect{fill:#9ec5e3}svg .here{stroke:#c43;stroke-width:2.5}tr.more td.z{color:#a3420f;font-weight:600}\
tr.less td.z{color:#1f5f9b;font-weight:600}";

pub(super) fn page(answered: &Answered<'_>) -> String {
    let table = &answered.table;
    let title = escaped(&format!("Motifs of {}", printable(answered.graph.name())));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style>\n<h1>{title}</h1>\n\
         <p>{} nodes; {}.",
        answered.graph.graph().num_nodes(),
        escaped(&answered.meaning())
    );
    if let Some(draws) = answered.draws() {
        let _ =
            write!(page, " Estimated from {draws} random subgraphs of each size, with intervals.");
    }
    if !table.samples.is_empty() {
        let _ = write!(
            page,
            " Compared with {} randomised graphs of the same degrees (seed {}): the bars show how many of them have each number of occurrences, \
             the line marks this graph. z is in standard deviations; q is the two-sided empirical p-value adjusted for the number of \
             motifs; rows with q ≤ 0.05 are coloured.",
            table.samples.len(),
            answered.question.seed().unwrap_or_default()
        );
    }
    page += "</p>\n<table><tr><th></th><th>motif</th><th class=\"n\">count</th><th>share</th>";
    if !table.samples.is_empty() {
        page += "<th class=\"n\">mean</th><th>randomised</th><th class=\"n\">z</th><th class=\"n\">p</th><th class=\"n\">q</th>";
    }
    page += "</tr>\n";
    for (place, row) in table.rows.iter().enumerate() {
        page += &line(table, place, row);
    }
    page + "</table>\n</html>\n"
}

fn line(table: &MotifTable, place: usize, row: &MotifRow) -> String {
    let name = row
        .found
        .motif
        .name
        .as_deref()
        .filter(|_| row.found.labels.is_none())
        .unwrap_or(&row.pattern);
    let is_surprising = row.surprise.filter(|it| it.q <= 0.05).and_then(|it| it.z);
    let class =
        is_surprising.map_or("", |z| if z > 0.0 { " class=\"more\"" } else { " class=\"less\"" });
    let count = match row.found.estimate {
        None => row.found.count.to_string(),
        Some(it) => {
            format!("≈ {} ({:.0} – {:.0})", row.found.count, it.low.floor(), it.high.ceil())
        }
    };
    let mut line = format!(
        "<tr{class}><td>{}</td><td title=\"{}\">{}</td><td class=\"n\">{}</td><td>{}</td>",
        svg(row.found.motif.shape),
        escaped(&printable(&row.pattern)),
        escaped(&printable(name)),
        count,
        bar(row.share)
    );
    if let Some(surprise) = &row.surprise {
        let z = surprise.z.map_or_else(|| "–".to_owned(), |z| format!("{z:.1}"));
        let samples: Vec<f64> = table.samples.iter().map(|it| it.counts[place] as f64).collect();
        let _ = write!(
            line,
            "<td class=\"n\">{:.1}</td><td>{}</td><td class=\"n z\">{z}</td><td class=\"n\">{:.3}</td><td class=\"n\">{:.3}</td>",
            surprise.mean,
            histogram(&samples, row.found.count as f64),
            surprise.p,
            surprise.q
        );
    }
    line + "</tr>\n"
}

const BAR: f64 = 120.0;

fn bar(share: f64) -> String {
    format!(
        "<svg width=\"{BAR}\" height=\"12\"><rect width=\"{:.1}\" height=\"12\"/></svg> {:.1} %",
        BAR * share,
        100.0 * share
    )
}

const BINS: usize = 30;
const WIDTH: f64 = 180.0;
const HEIGHT: f64 = 32.0;

/// How many samples have each count, and where the count of the graph itself is.
fn histogram(samples: &[f64], own: f64) -> String {
    let low = samples.iter().copied().fold(own, f64::min);
    let high = samples.iter().copied().fold(own, f64::max);
    let span = (high - low).max(1.0);
    let bin = |count: f64| ((count - low) / span * (BINS - 1) as f64).round();
    let in_bin = |place: usize| {
        samples.iter().filter(|&&count| (bin(count) - place as f64).abs() < 0.5).count()
    };
    let bins: Vec<usize> = (0..BINS).map(in_bin).collect();
    let most = bins.iter().copied().max().unwrap_or(1).max(1) as f64;
    let step = WIDTH / BINS as f64;
    let mut svg = format!("<svg width=\"{WIDTH}\" height=\"{HEIGHT}\">");
    for (place, &samples) in bins.iter().enumerate().filter(|&(_, &samples)| samples > 0) {
        let height = HEIGHT * samples as f64 / most;
        let (x, y) = (place as f64 * step, HEIGHT - height);
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{step:.1}\" height=\"{height:.1}\"/>"
        );
    }
    let x = ((own - low) / span * (BINS - 1) as f64 + 0.5) * step;
    let _ = write!(svg, "<path class=\"here\" d=\"M{x:.1} 0V{HEIGHT}\"/>");
    svg + "</svg>"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
