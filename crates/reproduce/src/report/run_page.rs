//! A page for one run: how it learned, what came of it, its settings, its command.

use super::chart::{Axes, Mark, Series, chart};
use super::html::{document, escape};
use crate::{EvaluationRecord, Step, TrainingRecord};

/// So many epochs are drawn at most; there are hundreds of pages.
const POINTS: usize = 100;

/// A run, and what it was asked afterwards, if it was.
pub(crate) fn page(
    (step, training): (&Step, &TrainingRecord),
    asked: Option<(&Step, &EvaluationRecord)>,
) -> String {
    let curve = &training.curve;
    let line = |name: &str, values: &[f32]| {
        let points = (1..).map(f64::from).zip(values.iter().copied().map(f64::from));
        let points = points.step_by(values.len().div_ceil(POINTS).max(1)).collect();
        Series { name: name.to_owned(), points, mark: Mark::Line }
    };
    let axes = Axes { x: "epoch", y: "loss, MAE", x_is_log: false, y_is_log: true };
    let series = [line("training loss", &curve.loss), line("validation MAE", &curve.valid_mae)];
    let best = curve.best().map_or(String::new(), |(epoch, mae)| {
        let epochs = curve.num_epochs();
        format!(
            "The best of {epochs} epochs was number {epoch}, with a validation error of {mae:.3}. "
        )
    });
    let tested = asked.map_or(String::new(), |(_, record)| {
        let metrics = &record.metrics;
        format!(
            "On {} test triples its error is {:.3} and its Q-error {:.3}. ",
            metrics.number, metrics.mae, metrics.q_error
        )
    });
    let mut records =
        format!("<li><a href=\"../records/{}.json\">The training</a></li>\n", step.key);
    let mut commands = escape(&step.command);
    if let Some((asked, _)) = asked {
        records += &format!("<li><a href=\"../records/{}.json\">The test</a></li>\n", asked.key);
        commands += &format!("\n{}", escape(&asked.command));
    }
    let [train, valid] = training.examples;
    let body = format!(
        "<main>\n<p><a href=\"../report.html\">Report</a></p>\n<h1>{}</h1>\n\
         <p class=\"lead\">{best}{tested}{} parameters, {train} examples to learn from and {valid} to choose by; \
         {:.3} seconds for an epoch.</p>\n<figure>{}</figure>\n\
         <h2>Records</h2>\n<ul>\n{records}</ul>\n\
         <h2>Commands</h2>\n<pre tabindex=\"0\">{commands}</pre>\n\
         <h2>Settings</h2>\n<pre tabindex=\"0\">{}</pre>\n</main>",
        escape(&training.title),
        training.parameters,
        training.seconds_per_epoch,
        chart(&axes, &series).unwrap_or_default(),
        escape(&training.config),
    );
    document(&training.title, &body)
}
