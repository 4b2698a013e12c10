//! Messages on a terminal about an exact count that takes long: what to expect of it, and in the
//! end how good the forecast was.

use std::time::Duration;

use isocount::record::text::number;
use isocount::{Answer, Forecast};

use crate::output::text::span;

/// A question gets a forecast once it has run for this long.
pub(crate) const AFTER: Duration = Duration::from_secs(1);

/// `1.24e9 ± 3.3 % (95 %); the exact count may take about 3 min`. None before there is an estimate.
pub(crate) fn sentence(forecast: &Forecast) -> Option<String> {
    let answer = forecast.answer?;
    let time = forecast.time.map(|time| format!("about {}", span(time.as_secs_f64())));
    let time = time.unwrap_or_else(|| "long".to_owned());
    Some(format!("{}; the exact count may take {time}", about(answer)))
}

/// How far off the forecast was: `forecast: 1.24e9 ± 3.3 % (95 %), 0.41 % too high; 3 min, it took
/// 2 min`.
pub(crate) fn judged(forecast: &Forecast, answer: Answer, took: Duration) -> Option<String> {
    let (said, Answer::Exact(_)) = (forecast.answer?, answer) else { return None };
    if matches!(said, Answer::Estimate(estimate) if estimate.is_unknown()) {
        return None;
    }
    let off = 100.0 * (said.value() / answer.value().max(1.0) - 1.0);
    let direction = if off < 0.0 { "low" } else { "high" };
    let text = format!("forecast: {}, {:.2} % too {direction}", about(said), off.abs());
    let Some(time) = forecast.time else { return Some(text) };
    let [expected, took] = [time, took].map(|time| span(time.as_secs_f64()));
    Some(format!("{text}; about {expected}, it took {took}"))
}

fn about(answer: Answer) -> String {
    let text = number(answer);
    if text.starts_with("about") || text.starts_with("unknown") {
        text
    } else {
        format!("about {text}")
    }
}

#[cfg(test)]
mod tests {
    use isocount::{Control, Count, Estimate, Interval, Sampled};

    use super::*;

    #[test]
    fn a_forecast_is_a_sentence_and_is_judged() {
        let control = Control::new();
        assert_eq!(sentence(&control.forecast()), None);
        let interval = Interval { low: 0.97e9, high: 1.03e9, confidence: 0.95 };
        let sampled = Sampled {
            relative_standard_error: 0.01,
            replicates: 12,
            at_least: 1e4,
            at_most: 1e12,
            reliable: true,
            precise: true,
        };
        let estimate = Estimate::within(1e9, interval).with_sampled(sampled);
        control.foresee(|forecast| forecast.answer = Some(Answer::Estimate(estimate)));
        assert_eq!(
            sentence(&control.forecast()).as_deref(),
            Some("about 1.00e9 ± 3 % (95 %); the exact count may take long")
        );
        control.foresee(|forecast| forecast.time = Some(Duration::from_secs(180)));
        assert_eq!(
            sentence(&control.forecast()).as_deref(),
            Some("about 1.00e9 ± 3 % (95 %); the exact count may take about 3 min")
        );
        let exact = Answer::Exact(Count(1_250_000_000));
        assert_eq!(
            judged(&control.forecast(), exact, Duration::from_secs(70)).as_deref(),
            Some("forecast: about 1.00e9 ± 3 % (95 %), 20.00 % too low; about 3 min, it took 70 s")
        );
        let interrupted = Answer::AtLeast(Count(7));
        assert_eq!(judged(&control.forecast(), interrupted, Duration::ZERO), None);
    }
}
