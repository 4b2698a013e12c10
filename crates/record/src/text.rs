//! An answer as a sentence that names what was counted.

use isocount_core::{Answer, Count, Meaning, Unit, printable};

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

/// What was said, for a cell of a table: a number, or why there is none.
#[must_use]
pub fn short(said: &Said) -> String {
    match said {
        Said::Answer(answer) => number(*answer),
        Said::None { reason } => format!("no answer: {}", printable(reason)),
    }
}

/// `12`, `at least 12`, `about 12.5` or `about 12.5 (11 to 14 with 95 % confidence)`.
#[must_use]
pub fn number(answer: Answer) -> String {
    match answer {
        Answer::Exact(count) => count.to_string(),
        Answer::AtLeast(count) => format!("at least {count}"),
        Answer::Estimate(estimate) => {
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

/// A number with at least six significant digits and no more decimals than that takes.
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
    use isocount_core::{Estimate, Interval, Semantics};

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
    fn a_name_cannot_forge_a_line() {
        let meaning = Meaning::plain(Semantics::Homomorphism);
        let said = Said::Answer(Answer::Exact(Count(1)));
        let text = sentence(meaning, &said, "p", "g\n100 mappings");
        assert_eq!(text, r"1 mapping (homomorphism) of p in g\n100 mappings");
    }
}
