//! `isocount count PATTERN GRAPH`: one question.

use isocount::Answer;
use isocount::record::{self, Record, Said};
use isocount::session::{Collection, Session};

use super::{batch, explain};
use crate::error::Failure;
use crate::finish::Finish;
use crate::forecast;
use crate::interrupt;
use crate::job::{Manner, Single, Style};
use crate::output::remark::remark;
use crate::output::text;
use crate::progress::{Loudness, Progress};
use crate::reading::{print_model_notes, print_notation_note};
use crate::unread::report_unread;
use crate::zero_notes::{ZeroNote, Zeros};

pub(crate) fn run(job: &Single) -> Result<Finish, Failure> {
    let Single { pattern, graph, ask, explain, explain_plan, existing, manner } = job;
    if let Some(path) = explain {
        explain::check(path, *existing)?;
    }
    if ask.method().is_search() {
        interrupt::advise(if ask.method().sampling().is_some() {
            "a --time-limit or a --precision gives an estimate in time"
        } else {
            "a --time-limit gives a lower bound in time"
        });
    }
    let control = interrupt::control();
    let progress = Progress::watch(manner.loudness, control);
    let view = ask.meaning().view;
    let (pattern, graph) = (manner.patterns(pattern), manner.graphs(graph));
    let read = Session::new().read_question(pattern, graph, None, control)?;
    print_notation_note(&read, manner.loudness);
    let (patterns, first) = readable(read.patterns)?;
    let (graphs, second) = readable(read.graphs)?;
    let ([pattern], [graph], Finish::Complete) =
        (patterns.as_slice(), graphs.as_slice(), first.max(second))
    else {
        if explain.is_some() {
            return Err(Failure::usage("--explain needs one pattern and one graph"));
        }
        if *explain_plan {
            return Err(Failure::usage("--explain-plan needs one pattern and one graph"));
        }
        drop(progress);
        return Ok(first.max(second).max(batch::ask_all(ask, &patterns, graphs, manner)?));
    };
    let (pattern, graph) = (pattern.clone(), graph.clone().seen_through(view, control)?);
    if let Some(model) = ask.method().model() {
        let (pattern, graph) = ([pattern.clone().seen_through(view)], [graph.clone()]);
        let warnings = model.warnings(&pattern, &graph);
        print_model_notes(&warnings, model.why_no_interval(), manner.loudness);
    }
    let is_forecast = manner.style == Style::Text && manner.loudness == Loudness::Bar;
    if is_forecast {
        control.want_forecasts(forecast::AFTER);
    }
    let (record, plan) = match explain_plan {
        true => ask.count_explained(&pattern, &graph, control),
        false => (ask.count(&pattern, &graph, control), None),
    };
    drop(progress);

    let zero = match &record.zero_reason {
        Some(_) => Some(ZeroNote::new(ask, &pattern, &graph, control)?),
        None => None,
    };
    let zero = match zero {
        Some(note) if manner.zeros == Zeros::Refused && manner.style == Style::Text => {
            return Err(note.into_failure(pattern.name(), graph.name()));
        }
        zero => zero,
    };
    super::print(&shown(&record, manner)?)?;
    if let (Some(path), Said::Answer(_)) = (explain, &record.said) {
        explain::write(path, *existing, ask, &pattern, &graph)?;
    }
    if let Some(plan) = plan {
        plan.to_string().lines().for_each(remark);
    }
    let mut finish = Finish::of(&record.said);
    // What was found before an interrupt is a lower bound, and has been printed.
    control.check()?;
    if manner.style == Style::Text && manner.loudness != Loudness::Quiet {
        remark(&format!("{}, {}", ask.method().name(), text::time(record.times.count)));
        let forecast = control.forecast();
        if let (true, Some(answer)) = (is_forecast, record.said.answer())
            && let Some(text) = forecast::judged(&forecast, answer, record.times.count)
        {
            remark(&text);
        }
        if finish == Finish::Partial {
            remark(match record.said {
                Said::Answer(Answer::Estimate(estimate)) if estimate.is_unknown() => {
                    "the samples found nothing, and nothing proves that there is none"
                }
                Said::Answer(Answer::Estimate(_)) => {
                    "the estimate is not as precise as it should be"
                }
                _ => "the limit was reached before all were found",
            });
        }
    }
    if let Some(note) = zero {
        note.print(manner.loudness);
        if manner.zeros == Zeros::Refused {
            finish = Finish::SomeFailed;
        }
    }
    Ok(finish)
}

/// The contents of a file, or what could be read of a folder.
pub(super) fn readable<T>(collection: Collection<T>) -> Result<(Vec<T>, Finish), Failure> {
    let Collection { members, mut problems, .. } = collection;
    if members.is_empty() && !problems.is_empty() {
        return Err(problems.swap_remove(0).into());
    }
    Ok((members, report_unread(problems)))
}

/// The record of one question as it is printed. A question without an answer is a failure, except
/// in output for programs.
pub(super) fn shown(record: &Record, manner: &Manner) -> Result<String, Failure> {
    Ok(match (manner.style, &record.said) {
        (Style::Json, _) => record.to_json() + "\n",
        (Style::Csv, _) => record::csv::heading() + &record::csv::row(record),
        (Style::Text | Style::Matrix, Said::Answer(_)) => format!("{record}\n"),
        (Style::Text | Style::Matrix, Said::None { reason }) => {
            let (pattern, graph) = (record.pattern.name.clone(), record.graph.name.clone());
            return Err(Failure::Count { pattern, graph, reason: reason.clone() });
        }
    })
}
