//! A page for one run: how it learned, its settings, its command.

use super::chart::{Axes, Mark, Series, chart};
use super::html::{STYLE, escape};
use crate::TrainingRecord;

pub(crate) fn page(training: &TrainingRecord) -> String {
    let line = |name: &str, of: &dyn Fn(&isocount_train::Epoch) -> f64| Series {
        name: name.to_owned(),
        points: training.epochs.iter().map(|it| (it.epoch as f64, of(it))).collect(),
        mark: Mark::Line,
    };
    let axes = Axes { x: "epoch", y: "", x_is_log: false, y_is_log: true };
    let series = [line("training loss", &|it| it.loss), line("validation MAE", &|it| it.valid_mae)];
    let best = training.epochs.last().map_or(String::new(), |last| {
        format!(
            "The best of {} epochs was number {}, with a validation error of {:.3}. ",
            last.epoch, last.best_epoch, last.best_mae
        )
    });
    let [train, valid] = training.examples;
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <p><a href=\"../report.html\">Report</a></p>\n<h1>{title}</h1>\n\
         <p class=\"lead\">{best}{} parameters, {train} examples to learn from and {valid} to choose by; \
         {:.3} seconds for an epoch.</p>\n<figure>{}</figure>\n\
         <h2>Command</h2>\n<pre>{}</pre>\n<h2>Settings</h2>\n<pre>{}</pre>\n</main>\n</body>\n</html>\n",
        training.parameters,
        training.seconds_per_epoch,
        chart(&axes, &series).unwrap_or_default(),
        escape(&training.command),
        escape(&training.config),
        title = escape(&training.title),
    )
}
