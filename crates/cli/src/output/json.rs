//! One JSON object per answer.

use isocount::{Answer, Count, Estimate};
use serde::Serialize;

use crate::answered::Answered;
use crate::question::Question;

/// The keys of an answer. Counts are text, because they pass what JSON readers hold exactly.
#[derive(Debug, Serialize)]
struct Line<'a> {
    pattern: &'a str,
    graph: &'a str,
    semantics: &'static str,
    unit: &'static str,
    method: &'static str,
    /// Only there if the view leaves something out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<&'static str>,
    answer: &'static str,
    count: Option<String>,
    low: Option<Bound>,
    high: Option<Bound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    open_seconds: f64,
    count_seconds: f64,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Bound {
    Whole(u128),
}

/// The object, with the end of its line.
pub(crate) fn line(question: &Question, answered: &Answered<'_>) -> String {
    let mut line = Line {
        pattern: answered.pattern,
        graph: answered.graph,
        semantics: question.semantics.name(),
        unit: question.semantics.unit().name(),
        method: question.way.name(),
        ignored: question.ignored(),
        answer: "error",
        count: None,
        low: None,
        high: None,
        error: None,
        open_seconds: answered.open_time.as_secs_f64(),
        count_seconds: answered.count_time.as_secs_f64(),
    };
    match &answered.answer {
        Ok(Answer::Exact(count)) => {
            line.answer = "exact";
            line.count = Some(count.to_string());
        }
        Ok(Answer::AtLeast(count)) => {
            line.answer = "at_least";
            line.count = Some(count.to_string());
            let Count(low) = *count;
            line.low = Some(Bound::Whole(low));
        }
        Ok(Answer::Estimate(Estimate { value, .. })) => {
            line.answer = "estimate";
            line.count = Some(format!("{value:.0}"));
        }
        Err(error) => line.error = Some(error.to_string()),
    }
    object(&line)
}

/// Anything as one line.
pub(crate) fn object(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("text and numbers are JSON");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use isocount::{Budget, CountError, METHODS, Semantics, View};

    use super::*;
    use crate::question::Way;

    fn json(answer: Result<Answer, CountError>) -> String {
        let question = Question {
            semantics: Semantics::Homomorphism,
            view: View::default(),
            budget: Budget::UNLIMITED,
            way: Way::Search(METHODS[0]),
            threads: NonZeroUsize::MIN,
        };
        let (open_time, count_time) = (Duration::ZERO, Duration::from_millis(2));
        line(&question, &Answered { pattern: "p", graph: "g", answer, open_time, count_time })
    }

    #[test]
    fn every_kind_of_answer_has_its_line() {
        let start = r#"{"pattern":"p","graph":"g","semantics":"homomorphism","unit":"mappings","method":"exact","#;
        let end = r#""open_seconds":0.0,"count_seconds":0.002}"#;
        let most = u128::MAX;
        for (answer, middle) in [
            (
                Ok(Answer::Exact(Count(most))),
                format!(r#""answer":"exact","count":"{most}","low":null,"high":null,"#),
            ),
            (
                Ok(Answer::AtLeast(Count(most))),
                format!(r#""answer":"at_least","count":"{most}","low":{most},"high":null,"#),
            ),
            (
                Ok(Answer::estimate(10.4)),
                r#""answer":"estimate","count":"10","low":null,"high":null,"#.to_owned(),
            ),
            (
                Err(CountError::Overflow),
                format!(
                    r#""answer":"error","count":null,"low":null,"high":null,"error":"{}","#,
                    CountError::Overflow
                ),
            ),
        ] {
            assert_eq!(json(answer), format!("{start}{middle}{end}\n"));
        }
    }
}
