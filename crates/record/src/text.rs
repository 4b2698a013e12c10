//! An answer as a sentence that names what was counted.

use isocount_core::{Answer, Count, Estimate, Interval, Meaning, Unit, printable};

use crate::Said;

/// `12 mappings (monomorphism) of triangle in k4`
#[must_use]
pub fn sentence(meaning: Meaning, said: &Said, pattern: &str, graph: &str) -> String {
    let (pattern, graph) = (printable(pattern), printable(graph));
    let answer = match said {
        Said::Answer(answer) => *answer,
        Said::None { reason } => {
            return format!("no answer for {pattern} in {graph}: {}", printable(reason));
        }
    };
    let unit = match (answer, meaning.semantics.unit()) {
        (Answer::Exact(Count::ONE) | Answer::AtLeast(Count::ONE), Unit::Mappings) => "mapping",
        (Answer::Exact(Count::ONE) | Answer::AtLeast(Count::ONE), Unit::Subgraphs) => "subgraph",
        (_, unit) => unit.name(),
    };
    format!("{} {unit} ({}) of {pattern} in {graph}", number(answer), meaning.convention())
}

/// The answer for a table cell: a number, or why there is none.
#[must_use]
pub fn short(said: &Said) -> String {
    match said {
        Said::Answer(answer) => number(*answer),
        Said::None { reason } => format!("no answer: {}", printable(reason)),
    }
}

/// `12`, `at least 12`, `about 12.5`, `about 12.5 (11 to 14 with 95 % confidence)`. From a sampler:
/// `1.24e9 ± 3 % (95 %)`, the certain bounds if the interval is unreliable, or `unknown, at most
/// 1.20e9` if it found nothing.
#[must_use]
pub fn number(answer: Answer) -> String {
    match answer {
        Answer::Exact(count) => count.to_string(),
        Answer::AtLeast(count) => format!("at least {count}"),
        Answer::Estimate(estimate) => {
            if let (Some(interval), Some(sampled)) = (estimate.interval, estimate.sampled) {
                return sampled_number(&estimate, interval, sampled.reliable);
            }
            let value = about(estimate.value);
            match estimate.interval {
                None => format!("about {value}"),
                Some(interval) => format!(
                    "about {value} ({} to {} with {} % confidence)",
                    about(interval.low),
                    about(interval.high),
                    about(interval.confidence * 100.0)
                ),
            }
        }
    }
}

fn sampled_number(estimate: &Estimate, interval: Interval, reliable: bool) -> String {
    let [value, low, high] = match estimate.log10 {
        Some(log10) => [log10.value, log10.low, log10.high].map(brief_log10),
        None => [estimate.value, interval.low, interval.high].map(brief),
    };
    if estimate.is_unknown() {
        return format!("unknown, at most {high}");
    }
    if !reliable {
        return format!("about {value} (unreliable; certainly {low} to {high})");
    }
    let half = match estimate.log10 {
        Some(log10) => {
            (10_f64.powf(log10.high - log10.value) - 10_f64.powf(log10.low - log10.value)) / 2.0
        }
        None => interval.relative_half_width(estimate.value),
    };
    let percent = 100.0 * half;
    let percent = if percent >= 9.95 {
        format!("{percent:.0}")
    } else {
        about((10.0 * percent).ceil() / 10.0)
    };
    format!("{value} ± {percent} % ({} %)", about(interval.confidence * 100.0))
}

/// Rounds to three significant digits where the number is not known better than that.
fn brief(value: f64) -> String {
    if value.abs() < 1e5 && value.fract() == 0.0 {
        return value.to_string();
    }
    if value.is_finite() && value.abs() >= 1e5 {
        let text = format!("{value:.2e}");
        return text;
    }
    if value.is_finite() {
        about((value * 10.0).round() / 10.0)
    } else {
        "an unknown number".to_owned()
    }
}

fn brief_log10(log10: f64) -> String {
    let text = crate::decimal::from_log10(log10);
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", &mantissa[..4]),
        None => text,
    }
}

/// Formats a number with at least six significant digits and as few decimals as possible.
fn about(value: f64) -> String {
    let size = value.abs();
    let decimals = (0..6).take_while(|&decimals| size * 10_f64.powi(decimals) < 1e5).count();
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::{Log10, Sampled, Semantics};

    use super::*;

    #[test]
    fn answers_that_are_not_exact_say_so() {
        assert_eq!(number(Answer::AtLeast(Count(7))), "at least 7");
        assert_eq!(number(Answer::estimate(6.625)), "about 6.625");
        assert_eq!(number(Answer::estimate(0.0)), "about 0");
        assert_eq!(number(Answer::estimate(-0.25)), "about -0.25");
        assert_eq!(number(Answer::estimate(123_456_789.25)), "about 123456789");
        let interval = Interval { low: 5.5, high: 8.0, confidence: 0.95 };
        let estimate = Answer::Estimate(Estimate::within(6.6, interval));
        assert_eq!(number(estimate), "about 6.6 (5.5 to 8 with 95 % confidence)");
    }

    #[test]
    fn the_error_of_a_sampler_is_shown() {
        let interval = Interval { low: 1.2e9, high: 1.28e9, confidence: 0.95 };
        let sampled = Sampled {
            relative_standard_error: 0.01,
            replicates: 12,
            at_least: 4e4,
            at_most: 3e10,
            reliable: true,
            precise: true,
        };
        let estimate = Estimate::within(1.24e9, interval).with_sampled(sampled);
        assert_eq!(number(Answer::Estimate(estimate)), "1.24e9 ± 3.3 % (95 %)");
        let wide = Interval { low: 4e4, high: 3e10, confidence: 0.95 };
        let sampled = Sampled { reliable: false, ..sampled };
        let estimate = Estimate::within(1.24e9, wide).with_sampled(sampled);
        let text = "about 1.24e9 (unreliable; certainly 40000 to 3.00e10)";
        assert_eq!(number(Answer::Estimate(estimate)), text);
        let none = Interval { low: 0.0, high: 1.2e9, confidence: 0.95 };
        let sampled = Sampled { at_least: 0.0, at_most: 1.2e9, ..sampled };
        let estimate = Estimate::within(0.0, none).with_sampled(sampled);
        assert_eq!(number(Answer::Estimate(estimate)), "unknown, at most 1.20e9");
        let log10 = Log10 { value: f64::NEG_INFINITY, low: f64::NEG_INFINITY, high: 400.0 };
        let sampled = Sampled { at_most: f64::INFINITY, ..sampled };
        let estimate = Estimate::within(0.0, none).with_sampled(sampled).with_log10(log10);
        assert_eq!(number(Answer::Estimate(estimate)), "unknown, at most 1.00e400");
        let log10 = Log10 { value: 400.0, low: 399.99, high: 400.01 };
        let sampled = Sampled { reliable: true, ..sampled };
        let all = Interval { low: f64::INFINITY, high: f64::INFINITY, confidence: 0.9 };
        let estimate = Estimate::within(f64::INFINITY, all).with_sampled(sampled).with_log10(log10);
        assert_eq!(number(Answer::Estimate(estimate)), "1.00e400 ± 2.4 % (90 %)");
    }

    #[test]
    fn a_name_cannot_forge_a_line() {
        let meaning = Meaning::plain(Semantics::Homomorphism);
        let said = Said::Answer(Answer::Exact(Count(1)));
        let text = sentence(meaning, &said, "p", "g\n100 mappings");
        assert_eq!(text, r"1 mapping (homomorphism) of p in g\n100 mappings");
    }
}
