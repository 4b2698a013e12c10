//! The figures.

use super::chart::{Axes, Mark, Panel, Series, chart, panels};
use super::rows::{Row, is_trivial, main_of, title};
use super::{Cell, Picture};
use crate::{Experiment, Set};

/// All pictures with content.
pub(crate) fn all(rows: &[Row<'_>]) -> Vec<Picture> {
    let mut sets: Vec<Set> = rows.iter().map(|row| row.spec.set).collect();
    sets.sort_unstable();
    sets.dedup();
    let mut pictures = Vec::new();
    for set in sets {
        let main: Vec<&Row<'_>> = main_of(rows, set).collect();
        pictures.extend(accuracy_against_time(set, &main));
        pictures.extend(learning_curves(set, &main));
        pictures.extend(predicted_against_true(set, &main));
        pictures.extend(q_errors(set, &main));
        pictures.extend(against(set, rows, "layers", "layers K", &|experiment| match experiment {
            Experiment::Layers(layers) => Some(layers as f64),
            _ => None,
        }));
        pictures.extend(against(set, rows, "training-size", "training triples", &|experiment| {
            match experiment {
                Experiment::TrainingSize(triples) => Some(triples as f64),
                _ => None,
            }
        }));
        pictures.extend(against(set, rows, "lambda", "λ", &|experiment| match experiment {
            Experiment::Lambda(lambda) => Some(lambda),
            _ => None,
        }));
    }
    pictures
}

fn picture(
    name: &str,
    set: Set,
    [heading, caption]: [&str; 2],
    svg: Option<String>,
) -> Option<Picture> {
    Some(Picture {
        name: format!("{name}-{}", set.name()),
        title: format!("{heading}: {}", set.title()),
        caption: caption.to_owned(),
        svg: svg?,
    })
}

fn accuracy_against_time(set: Set, rows: &[&Row<'_>]) -> Option<Picture> {
    let point = |row: &&&Row<'_>| {
        let mae = row.mean(|it| it.metrics.mae)?;
        let micros = row.mean(|it| it.metrics.microseconds())?;
        Some(Series {
            name: title(&row.spec.counter),
            points: vec![(micros.max(1e-3), mae)],
            mark: Mark::Points,
        })
    };
    let comparable = rows.iter().filter(|row| row.is_comparable());
    let series: Vec<Series> = comparable.filter_map(|row| point(&row)).collect();
    let axes = Axes { x: "µs per triple", y: "MAE", x_is_log: true, y_is_log: true };
    let caption = "One point per counter; lower and further left is better. The time includes opening the graphs.";
    picture("accuracy-against-time", set, ["Accuracy against time", caption], chart(&axes, &series))
}

fn learning_curves(set: Set, rows: &[&Row<'_>]) -> Option<Picture> {
    let series: Vec<Series> = rows
        .iter()
        .filter_map(|row| {
            let (_, training) = row.trainings.first()?;
            let least = training.curve.valid_mae.iter().scan(f32::INFINITY, |least, &mae| {
                *least = least.min(mae);
                Some(f64::from(*least))
            });
            let points = (1..).map(f64::from).zip(least);
            Some(Series {
                name: title(&row.spec.counter),
                points: points.collect(),
                mark: Mark::Line,
            })
        })
        .collect();
    let all = series.iter().flat_map(|it| &it.points).map(|point| point.1);
    let (low, high) =
        all.fold((f64::INFINITY, 0.0_f64), |(low, high), y| (low.min(y), high.max(y)));
    let axes = Axes {
        x: "epoch",
        y: "least validation MAE",
        x_is_log: false,
        y_is_log: high > 20.0 * low,
    };
    let caption = "The least validation MAE up to each epoch, first seed. The page of a run shows its own curve.";
    picture("learning-curves", set, ["Learning curves", caption], chart(&axes, &series))
}

/// The number of learned counters that are shown, besides Count-GNN and Count-GNN+.
const PANELS: usize = 6;

fn predicted_against_true(set: Set, rows: &[&Row<'_>]) -> Option<Picture> {
    let learned = rows.iter().filter(|row| !row.spec.trainings.is_empty());
    let mut best: Vec<(f64, &Row<'_>)> =
        learned.filter_map(|row| Some((row.mean(|it| it.metrics.mae)?, *row))).collect();
    best.sort_by(|a, b| a.0.total_cmp(&b.0));
    let is_always_shown =
        |row: &Row<'_>| ["count-gnn", "count-gnn-plus"].contains(&row.spec.counter.as_str());
    let mut left = PANELS;
    best.retain(|(_, row)| {
        let is_shown = is_always_shown(row) || left > 0;
        left -= usize::from(is_shown && !is_always_shown(row));
        is_shown
    });
    let mut most: f64 = 1.0;
    let mut shown = Vec::new();
    for (_, row) in best {
        let Some(record) = row.records().next() else { continue };
        let points: Vec<(f64, f64)> =
            record.sample.iter().map(|pair| pair.map(|it| f64::from(it) + 1.0).into()).collect();
        most = points.iter().fold(most, |most, point| most.max(point.0));
        shown.push((title(&row.spec.counter), points));
    }
    let shown: Vec<Panel> = shown
        .into_iter()
        .map(|(title, points)| Panel {
            series: vec![
                Series {
                    name: String::new(),
                    points: vec![(1.0, 1.0), (most, most)],
                    mark: Mark::Guide,
                },
                Series { name: title.clone(), points, mark: Mark::Points },
            ],
            title,
        })
        .collect();
    let axes = Axes { x: "true count + 1", y: "predicted + 1", x_is_log: true, y_is_log: true };
    let caption = "A sample of test triples, first seed, the best counters first. On the line, the prediction is right.";
    picture(
        "predicted-against-true",
        set,
        ["Predicted against true counts", caption],
        panels(&axes, &shown),
    )
}

fn q_errors(set: Set, rows: &[&Row<'_>]) -> Option<Picture> {
    let series: Vec<Series> = rows
        .iter()
        // Of the methods, one that is always right is enough.
        .filter(|row| !["vf2", "peregrine"].contains(&row.spec.counter.as_str()))
        .filter(|row| !is_trivial(&row.spec.counter))
        .filter_map(|row| {
            let record = row.records().next()?;
            let points = record
                .q_curve
                .iter()
                .enumerate()
                .map(|(percent, &q)| (percent as f64, f64::from(q)));
            Some(Series {
                name: title(&row.spec.counter),
                points: points.collect(),
                mark: Mark::Line,
            })
        })
        .collect();
    let axes =
        Axes { x: "% of the test triples", y: "Q-error at most", x_is_log: false, y_is_log: true };
    let caption = "The Q-error that a given share of the test triples does not exceed.";
    picture("q-errors", set, ["Q-errors", caption], chart(&axes, &series))
}

fn against(
    set: Set,
    rows: &[Row<'_>],
    name: &str,
    x: &str,
    place: &dyn Fn(Experiment) -> Option<f64>,
) -> Option<Picture> {
    let points: Vec<(f64, f64)> = rows
        .iter()
        .filter(|row| row.spec.set == set)
        .filter_map(|row| Some((place(row.spec.experiment)?, row.mean(|it| it.metrics.mae)?)))
        .collect();
    let is_log = points.iter().any(|point| point.0 < 0.5 || point.0 > 100.0);
    let axes = Axes { x, y: "MAE", x_is_log: is_log, y_is_log: false };
    let series = [Series { name: "Count-GNN".to_owned(), points, mark: Mark::Line }];
    let mut caption = "Count-GNN with one setting changed, one seed.".to_owned();
    let unchanged = main_of(rows, set).find(|row| row.spec.counter == "count-gnn");
    let seeds = unchanged.map_or_else(Vec::new, |row| row.each(|it| it.metrics.mae));
    if seeds.len() > 1 {
        let spread = Cell::of(&seeds).show();
        caption += &format!(" For comparison, the MAE over splits and seeds alone is {spread}.");
    }
    picture(name, set, [x, &caption], chart(&axes, &series))
}
