//! A page for one run: its learning curve, its result, its commands and its settings.

use std::collections::BTreeSet;

use super::chart::{Axes, Mark, Series, chart};
use super::html::{document, escape};
use crate::{Curve, EvaluationRecord, Step, TrainingRecord};

/// The most epochs that are drawn, in addition to the best; there are hundreds of pages.
const POINTS: usize = 100;

/// The page of a run, with its evaluation if there is one.
pub(crate) fn page(
    step: &Step,
    training: &TrainingRecord,
    tested: Option<(&Step, &EvaluationRecord)>,
) -> String {
    let curve = &training.curve;
    let drawn = drawn(curve);
    let line = |name: &str, values: &[f32]| {
        let points = drawn.iter().map(|&epoch| (epoch as f64, f64::from(values[epoch - 1])));
        let points = points.collect();
        Series { name: name.to_owned(), points, mark: Mark::Line }
    };
    let axes = Axes { x: "epoch", y: "loss, MAE", x_is_log: false, y_is_log: true };
    let series = [line("training loss", &curve.loss), line("validation MAE", &curve.valid_mae)];
    let best = curve.best().map_or(String::new(), |(epoch, mae)| {
        let epochs = curve.num_epochs();
        format!(
            "The best of {epochs} epochs was epoch {epoch}, with a validation MAE of {mae:.3}. "
        )
    });
    let result = tested.map_or(String::new(), |(_, record)| {
        let metrics = &record.metrics;
        format!(
            "On {} test triples the MAE is {:.3} and the Q-error {:.3}. ",
            metrics.number, metrics.mae, metrics.q_error
        )
    });
    let mut keys = format!("<code>{}</code> (training)", step.key);
    let mut commands = escape(&step.command);
    if let Some((test, _)) = tested {
        keys += &format!(" and <code>{}</code> (test)", test.key);
        commands += &format!("\n{}", escape(&test.command));
    }
    let [train, valid] = training.examples;
    let body = format!(
        "<main>\n<p><a href=\"../report.html\">Report</a></p>\n<h1>{}</h1>\n\
         <p class=\"lead\">{best}{result}{} parameters, {train} training and {valid} validation triples, \
         {:.3} seconds per epoch.</p>\n<figure>{}</figure>\n\
         <p>The records are the lines {keys} of <a href=\"../records.jsonl\">records.jsonl</a>.</p>\n\
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

/// The epochs that are drawn, counted from 1: an even sample, and the best, which the text
/// mentions.
fn drawn(curve: &Curve) -> Vec<usize> {
    let epochs = curve.num_epochs();
    let mut drawn: BTreeSet<usize> = (1..=epochs).step_by(epochs.div_ceil(POINTS).max(1)).collect();
    drawn.extend(curve.best().map(|(epoch, _)| epoch));
    drawn.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(epochs: usize, best: usize) -> Curve {
        let mut valid_mae = vec![2.0; epochs];
        valid_mae[best - 1] = 1.0;
        Curve { loss: vec![1.0; epochs], valid_q_error: vec![1.0; epochs], valid_mae }
    }

    #[test]
    fn the_best_epoch_is_drawn() {
        // Every fourth of 400 is drawn: 1, 5, 9, …
        let of_many = drawn(&curve(400, 303));
        assert_eq!(of_many.len(), POINTS + 1);
        assert_eq!(of_many[..3], [1, 5, 9]);
        let at = of_many.iter().position(|&epoch| epoch == 303).unwrap();
        assert_eq!(of_many[at - 1..=at + 1], [301, 303, 305]);
        assert_eq!(drawn(&curve(400, 301)).len(), POINTS);
        assert_eq!(drawn(&curve(3, 2)), [1, 2, 3]);
        assert_eq!(drawn(&Curve::default()), [0; 0]);
    }
}
