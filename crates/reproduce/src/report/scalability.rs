//! Time against the number of arcs.

use super::chart::{Axes, Mark, Series, chart};
use super::rows::title;
use super::{Cell, Grid, Picture};
use crate::{Plan, ReproduceError, ScalingRecord, Store};

/// The measurements.
pub(crate) fn read(plan: &Plan, store: &Store) -> Result<Vec<ScalingRecord>, ReproduceError> {
    let mut records = Vec::new();
    for scale in &plan.scales {
        records.extend(store.read(&scale.key)?);
    }
    Ok(records)
}

/// A table and two pictures; nothing if there are no measurements.
pub(crate) fn of(records: &[ScalingRecord]) -> (Option<Grid>, Vec<Picture>) {
    if records.is_empty() {
        return (None, Vec::new());
    }
    let pictures = [
        picture(
            records,
            "scalability",
            "Time per question",
            &|it| it.count_seconds,
            [
                "s per question",
                "Questions to an open graph on one thread, the mean over twelve patterns of SMALL. The time limit of a question is \
             five seconds; a question without an answer by then counts as five seconds. Peregrine ignores edge labels and directions, so \
             more matches are there to be found.",
            ],
        ),
        picture(
            records,
            "scalability-open",
            "Time to open a graph",
            &|it| it.open_seconds,
            [
                "s to open",
                "Paid once per graph: the exact engine and VF2 sort its arcs; Peregrine sorts its nodes and their neighbours; Count-GNN embeds them, and sorts the embeddings if it \
             builds an index.",
            ],
        ),
    ];
    (Some(table(records)), pictures.into_iter().flatten().collect())
}

fn picture(
    records: &[ScalingRecord],
    name: &str,
    heading: &str,
    seconds: &dyn Fn(&ScalingRecord) -> f64,
    [y, caption]: [&str; 2],
) -> Option<Picture> {
    let mut series: Vec<Series> = Vec::new();
    for record in records {
        let point = (record.arcs as f64, seconds(record).max(1e-9));
        let name = title(&record.counter);
        match series.iter_mut().find(|it| it.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name, points: vec![point], mark: Mark::Line }),
        }
    }
    let axes = Axes { x: "arcs", y, x_is_log: true, y_is_log: true };
    Some(Picture {
        name: name.to_owned(),
        title: format!("{heading} against arcs"),
        caption: caption.to_owned(),
        svg: chart(&axes, &series)?,
    })
}

fn table(records: &[ScalingRecord]) -> Grid {
    let heading = ["counter", "arcs", "ms to open", "ms per question", "questions", "unanswered"];
    let rows = records.iter().map(|it| {
        vec![
            Cell::text(title(&it.counter)),
            Cell::text(it.arcs.to_string()),
            Cell::of(&[it.open_seconds * 1e3]),
            Cell::of(&[it.count_seconds * 1e3]),
            Cell::text(it.asked.to_string()),
            Cell::text(it.unanswered.to_string()),
        ]
    });
    Grid {
        name: "scalability".to_owned(),
        title: "Time against arcs".to_owned(),
        caption: "Random graphs with four arcs per node, four node labels and four edge labels."
            .to_owned(),
        heading: heading.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
