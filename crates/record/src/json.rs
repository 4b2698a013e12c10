//! A record as a JSON object.
//!
//! ```json
//! {"pattern":"triangle","pattern_hash":"…","graph":"karate","graph_hash":"…",
//!  "semantics":"monomorphism","unit":"subgraphs","ignored":["directions"],
//!  "method":"exact","options":{…},"model":"…","time_limit":5.0,"step_limit":1000,"seed":0,
//!  "answer":"exact","count":"45","low":null,"high":null,"confidence":null,"reason":null,
//!  "open_seconds":0.0,"count_seconds":1.2e-5}
//! ```
//!
//! `answer` is `exact`, `at_least`, `estimate` or `none`; `reason` states why there is no count, or
//! why an exact count must be zero. The `count` of an estimate by sampling is null if nothing was
//! found although there may be occurrences: then it is unknown, and at most `at_most`. `count`,
//! `low` and `high` are text, because counts exceed what many JSON readers represent exactly;
//! estimates are not rounded. An estimate by sampling also has `relative_standard_error`,
//! `replicates`, the certain bounds `at_least` and `at_most`, `reliable` and `precise`. One that is
//! too large for a float has `log10`, of the count and both ends of the interval, with null for the
//! logarithm of zero. `notes`, the last key, lists what a reader of the answer should know. Values
//! that are empty or were not requested (`*_hash`, `ignored`, `options`, `model`, limits, `seed`,
//! `notes`) are left out.
//!
//! A batch writes millions of these, and most of a line is the same in all of them, so the constant
//! parts are serialised once ([`LineWriter`]). The serde implementation of [`Record`] uses the same
//! code.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::time::Duration;

use isocount_core::{Answer, Count, Estimate, Interval, Log10, Meaning, Sampled, Semantics, View};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::decimal::numbers;
use crate::{Question, Record, Said, Subject, Times};

/// Writes records of one question as lines of JSON.
///
/// ```
/// use isocount_core::{Answer, Count, Meaning, Semantics};
/// use isocount_record::json::{LineWriter, Outcome, SubjectText};
/// use isocount_record::{Question, Said, Subject, Times};
///
/// // One writer for millions of lines: what they share is turned into text once.
/// let question = Question::new(Meaning::plain(Semantics::Homomorphism), "exact");
/// let writer = LineWriter::new(&question);
/// let triangle = SubjectText::of_pattern(&Subject::named("triangle"));
/// let karate = SubjectText::of_graph(&Subject::named("karate"));
/// let said = Said::Answer(Answer::Exact(Count(270)));
/// let outcome = Outcome { said: &said, zero_reason: None, notes: &[], times: Times::default() };
/// let mut line = String::new();
/// writer.write(&mut line, &triangle, &karate, outcome);
/// assert!(line.starts_with(r#"{"pattern":"triangle","graph":"karate","semantics""#));
/// ```
#[derive(Clone, Debug)]
pub struct LineWriter {
    /// From `"semantics"` up to `"answer"`.
    question: String,
}

/// The part of a line that is not the question: the answer, and what is known about it.
///
/// ```
/// # use isocount_core::{Meaning, Semantics};
/// # use isocount_record::json::{LineWriter, SubjectText};
/// # use isocount_record::{Question, Subject};
/// # let question = Question::new(Meaning::plain(Semantics::Homomorphism), "exact");
/// # let writer = LineWriter::new(&question);
/// # let pattern = SubjectText::of_pattern(&Subject::named("C-Br"));
/// # let graph = SubjectText::of_graph(&Subject::named("aspirin"));
/// use isocount_core::{Answer, Count};
/// use isocount_record::json::Outcome;
/// use isocount_record::{Said, Times};
///
/// // A zero that needs no search, with its reason.
/// let (said, reason) = (Said::Answer(Answer::Exact(Count::ZERO)), "no atom is bromine");
/// let outcome =
///     Outcome { said: &said, zero_reason: Some(&reason), notes: &[], times: Times::default() };
/// let mut line = String::new();
/// writer.write(&mut line, &pattern, &graph, outcome);
/// assert!(line.contains(r#""count":"0""#) && line.contains(r#""reason":"no atom is bromine""#));
/// ```
#[derive(Clone, Copy)]
pub struct Outcome<'a> {
    /// The answer, or the reason why there is none.
    pub said: &'a Said,
    /// Why the count must be zero. It is written for exact counts only.
    pub zero_reason: Option<&'a dyn fmt::Display>,
    /// What a reader of the answer should know.
    pub notes: &'a [String],
    /// How long it took.
    pub times: Times,
}

/// A pattern or graph, serialised for the lines about it.
///
/// ```
/// use isocount_core::{Answer, Count, Meaning, Semantics};
/// use isocount_record::json::{LineWriter, Outcome, SubjectText};
/// use isocount_record::{Question, Said, Subject, Times};
///
/// // Both texts are made once, for all lines about this pattern and this graph.
/// let pattern = SubjectText::of_pattern(&Subject::named("C=O"));
/// let graph = SubjectText::of_graph(&Subject::named("aspirin"));
/// # let question = Question::new(Meaning::plain(Semantics::Homomorphism), "exact");
/// # let said = Said::Answer(Answer::Exact(Count(2)));
/// # let outcome = Outcome { said: &said, zero_reason: None, notes: &[], times: Times::default() };
/// # let writer = LineWriter::new(&question);
///
/// let mut line = String::new();
/// writer.write(&mut line, &pattern, &graph, outcome);
/// assert!(line.starts_with(r#"{"pattern":"C=O","graph":"aspirin","#));
/// ```
#[derive(Clone, Debug)]
pub struct SubjectText(String);

impl SubjectText {
    /// Serialises a pattern.
    #[must_use]
    pub fn of_pattern(pattern: &Subject) -> Self {
        Self::new("pattern", pattern)
    }

    /// Serialises a graph.
    #[must_use]
    pub fn of_graph(graph: &Subject) -> Self {
        Self::new("graph", graph)
    }

    fn new(key: &str, subject: &Subject) -> Self {
        let mut text = format!(r#""{key}":{},"#, json(&subject.name));
        if let Some(hash) = &subject.hash {
            let _ = write!(text, r#""{key}_hash":{},"#, json(hash));
        }
        Self(text)
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("text, numbers and lists are JSON")
}

impl LineWriter {
    /// Creates a writer for answers to this question.
    #[must_use]
    pub fn new(question: &Question) -> Self {
        let Question { meaning, method, options, model, time_limit, step_limit, seed } = question;
        let Meaning { semantics, view } = meaning;
        let (name, unit) = (semantics.name(), semantics.unit().name());
        let mut text = format!(r#""semantics":"{name}","unit":"{unit}","#);
        let mut put = |key: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = write!(text, r#""{key}":{value},"#);
        };
        if !view.is_plain() {
            put("ignored", json(&view.ignored().collect::<Vec<_>>()));
        }
        put("method", json(method));
        if !options.is_empty() {
            put("options", json(options));
        }
        if let Some(model) = model {
            put("model", json(model));
        }
        if let Some(limit) = time_limit {
            put("time_limit", json(&limit.as_secs_f64()));
        }
        if let Some(limit) = step_limit {
            put("step_limit", json(limit));
        }
        if let Some(seed) = seed {
            put("seed", json(seed));
        }
        Self { question: text }
    }

    /// Appends one object, without the end of the line.
    pub fn write(
        &self,
        out: &mut String,
        pattern: &SubjectText,
        graph: &SubjectText,
        outcome: Outcome<'_>,
    ) {
        let Outcome { said, zero_reason, notes, times } = outcome;
        out.push('{');
        out.push_str(&pattern.0);
        out.push_str(&graph.0);
        out.push_str(&self.question);
        write_said(out, said, zero_reason);
        for (key, time) in [("open_seconds", times.open), ("count_seconds", times.count)] {
            out.push_str(",\"");
            out.push_str(key);
            out.push_str("\":");
            if time.is_zero() {
                out.push_str("0.0");
            } else {
                out.push_str(&json(&time.as_secs_f64()));
            }
        }
        if !notes.is_empty() {
            out.push_str(",\"notes\":");
            out.push_str(&json(&notes));
        }
        out.push('}');
    }
}

fn write_said(out: &mut String, said: &Said, zero_reason: Option<&dyn fmt::Display>) {
    let rest = r#","confidence":null,"reason":null"#;
    // Writing to a string cannot fail.
    let _ = match said {
        Said::Answer(Answer::Exact(Count(count))) => {
            let start = r#","low":null,"high":null"#;
            match zero_reason {
                None => write!(out, r#""answer":"exact","count":"{count}"{start}{rest}"#),
                Some(reason) => {
                    let _ = write!(
                        out,
                        r#""answer":"exact","count":"{count}"{start},"confidence":null,"reason":""#
                    );
                    let written = write!(Escaped(out), "{reason}");
                    out.push('"');
                    written
                }
            }
        }
        Said::Answer(Answer::AtLeast(Count(count))) => write!(
            out,
            r#""answer":"at_least","count":"{count}","low":"{count}","high":null{rest}"#
        ),
        Said::Answer(Answer::Estimate(estimate)) => {
            let [count, low, high] = numbers(estimate);
            let quoted = |text: Option<String>| {
                text.map_or_else(|| "null".to_owned(), |text| format!(r#""{text}""#))
            };
            let (count, low, high) = (quoted(count), quoted(low), quoted(high));
            let confidence = json(&estimate.interval.map(|interval| interval.confidence));
            let written = write!(
                out,
                r#""answer":"estimate","count":{count},"low":{low},"high":{high},"confidence":{confidence},"reason":null"#
            );
            write_sampled(out, estimate);
            written
        }
        Said::None { reason } => write!(
            out,
            r#""answer":"none","count":null,"low":null,"high":null,"confidence":null,"reason":{}"#,
            json(reason)
        ),
    };
}

/// The further results of a sampler.
fn write_sampled(out: &mut String, estimate: &Estimate) {
    if let Some(sampled) = estimate.sampled {
        let Sampled { relative_standard_error, replicates, at_least, at_most, reliable, precise } =
            sampled;
        let finite = |number: f64| number.is_finite().then_some(number);
        let text = |number: f64| json(&finite(number).map(|number| number.to_string()));
        let _ = write!(
            out,
            r#","relative_standard_error":{},"replicates":{replicates},"at_least":{},"at_most":{},"reliable":{reliable},"precise":{precise}"#,
            json(&finite(relative_standard_error)),
            text(at_least),
            text(at_most),
        );
    }
    if let Some(Log10 { value, low, high }) = estimate.log10 {
        let _ = write!(out, r#","log10":[{},{},{}]"#, json(&value), json(&low), json(&high));
    }
}

/// Escapes text as the contents of a JSON string.
struct Escaped<'a>(&'a mut String);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // The loop has no early exit, so that many bytes are processed at a time.
        let is_special = |byte: u8| matches!(byte, ..b' ' | b'"' | b'\\');
        if text.bytes().fold(false, |any, byte| any | is_special(byte)) {
            let quoted = json(text);
            self.0.push_str(&quoted[1..quoted.len() - 1]);
        } else {
            self.0.push_str(text);
        }
        Ok(())
    }
}

impl Record {
    /// The record as one JSON object, without the end of the line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        LineWriter::new(&self.question).write(
            &mut text,
            &SubjectText::of_pattern(&self.pattern),
            &SubjectText::of_graph(&self.graph),
            Outcome {
                said: &self.said,
                zero_reason: self.zero_reason.as_ref().map(|reason| reason as &dyn fmt::Display),
                notes: &self.notes,
                times: self.times,
            },
        );
        text
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_json()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// The keys of a record, for reading.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    pattern: String,
    pattern_hash: Option<String>,
    graph: String,
    graph_hash: Option<String>,
    semantics: String,
    unit: String,
    #[serde(default)]
    ignored: Vec<String>,
    method: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    model: Option<String>,
    time_limit: Option<f64>,
    step_limit: Option<u64>,
    seed: Option<u64>,
    answer: String,
    count: Option<String>,
    low: Option<String>,
    high: Option<String>,
    confidence: Option<f64>,
    reason: Option<String>,
    relative_standard_error: Option<f64>,
    replicates: Option<u32>,
    at_least: Option<String>,
    at_most: Option<String>,
    reliable: Option<bool>,
    precise: Option<bool>,
    log10: Option<[Option<f64>; 3]>,
    #[serde(default)]
    open_seconds: f64,
    #[serde(default)]
    count_seconds: f64,
    #[serde(default)]
    notes: Vec<String>,
}

/// Why a line is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Problem {
    #[error("the answer `{0}` is not one of exact, at_least, estimate and none")]
    Answer(String),
    #[error("`{key}` is missing")]
    Missing { key: &'static str },
    #[error("`{key}` is `{found}`, expected a number as text")]
    Number { key: &'static str, found: String },
    #[error("`{key}` is not a duration")]
    Time { key: &'static str },
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let line = Line::deserialize(deserializer)?;
        let semantics: Semantics =
            format!("{} {}", line.semantics, line.unit).parse().map_err(D::Error::custom)?;
        let view =
            View::ignoring(line.ignored.iter().map(String::as_str)).map_err(D::Error::custom)?;
        let seconds = |key, seconds: f64| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| D::Error::custom(Problem::Time { key }))
        };
        let time_limit = line.time_limit.map(|limit| seconds("time_limit", limit)).transpose()?;
        let times = Times {
            open: seconds("open_seconds", line.open_seconds)?,
            count: seconds("count_seconds", line.count_seconds)?,
        };
        let said = said(&line).map_err(D::Error::custom)?;
        let zero_reason = line.reason.filter(|_| said.is_exact_zero());
        Ok(Self {
            pattern: Subject { name: line.pattern, hash: line.pattern_hash },
            graph: Subject { name: line.graph, hash: line.graph_hash },
            question: Question {
                meaning: Meaning { semantics, view },
                method: line.method,
                options: line.options,
                model: line.model,
                time_limit,
                step_limit: line.step_limit,
                seed: line.seed,
            },
            said,
            zero_reason,
            notes: line.notes,
            times,
        })
    }
}

fn said(line: &Line) -> Result<Said, Problem> {
    fn number<N: std::str::FromStr>(
        key: &'static str,
        text: Option<&String>,
    ) -> Result<N, Problem> {
        let text = text.ok_or(Problem::Missing { key })?;
        text.parse().map_err(|_| Problem::Number { key, found: text.clone() })
    }
    let count = || number("count", line.count.as_ref()).map(Count);
    Ok(match line.answer.as_str() {
        "exact" => Said::Answer(Answer::Exact(count()?)),
        "at_least" => Said::Answer(Answer::AtLeast(count()?)),
        "estimate" => {
            // An estimate of a sampler that found nothing has no count.
            let value = match &line.count {
                None if line.replicates.is_some() => 0.0,
                count => number("count", count.as_ref())?,
            };
            let estimate = match line.confidence {
                None => Estimate::of(value),
                Some(confidence) => {
                    let low = number("low", line.low.as_ref())?;
                    let high = number("high", line.high.as_ref())?;
                    Estimate::within(value, Interval { low, high, confidence })
                }
            };
            let bound = |key, text: Option<&String>| {
                text.map_or(Ok(f64::INFINITY), |text| number(key, Some(text)))
            };
            let estimate = match (line.replicates, line.reliable) {
                (Some(replicates), Some(reliable)) => estimate.with_sampled(Sampled {
                    relative_standard_error: line.relative_standard_error.unwrap_or(f64::INFINITY),
                    replicates,
                    at_least: bound("at_least", line.at_least.as_ref())?,
                    at_most: bound("at_most", line.at_most.as_ref())?,
                    reliable,
                    precise: line.precise.unwrap_or(false),
                }),
                _ => estimate,
            };
            let estimate = match line.log10 {
                Some(log10) => {
                    let [value, low, high] = log10.map(|log10| log10.unwrap_or(f64::NEG_INFINITY));
                    estimate.with_log10(Log10 { value, low, high })
                }
                None => estimate,
            };
            Said::Answer(Answer::Estimate(estimate))
        }
        "none" => {
            let reason = line.reason.clone().ok_or(Problem::Missing { key: "reason" })?;
            Said::None { reason }
        }
        other => return Err(Problem::Answer(other.to_owned())),
    })
}

#[cfg(test)]
mod tests {
    use isocount_core::{CountError, Directions, Unit};
    use proptest::prelude::*;

    use super::*;

    fn record(said: Said) -> Record {
        let question = Question::new(Meaning::plain(Semantics::Homomorphism), "exact");
        let times = Times { open: Duration::ZERO, count: Duration::from_millis(2) };
        Record::new(Subject::named("p"), Subject::named("g"), question, said).with_times(times)
    }

    #[test]
    fn notes_come_last_and_read_back() {
        let notes = vec!["a \"note\"".to_owned(), "another".to_owned()];
        let record = record(Said::Answer(Answer::estimate(2.5))).with_notes(notes);
        let line = record.to_json();
        assert!(
            line.ends_with(r#""count_seconds":0.002,"notes":["a \"note\"","another"]}"#),
            "{line}"
        );
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
    }

    #[test]
    fn every_kind_of_answer_has_its_line() {
        let start = r#"{"pattern":"p","graph":"g","semantics":"homomorphism","unit":"mappings","method":"exact","#;
        let end = r#","open_seconds":0.0,"count_seconds":0.002}"#;
        let most = u128::MAX;
        let no_interval = r#""confidence":null,"reason":null"#;
        let interval = Interval { low: 9.4, high: 1e300, confidence: 0.95 };
        let sampled = Sampled {
            relative_standard_error: 0.02,
            replicates: 12,
            at_least: 8.0,
            at_most: f64::INFINITY,
            reliable: true,
            precise: true,
        };
        let none = Interval { low: 0.0, high: 1_200.0, confidence: 0.95 };
        let nothing = Sampled {
            relative_standard_error: f64::INFINITY,
            at_least: 0.0,
            at_most: 1_200.0,
            reliable: false,
            precise: false,
            ..sampled
        };
        let all = Interval { low: f64::INFINITY, high: f64::INFINITY, confidence: 0.9 };
        let log10 = Log10 { value: 400.39794, low: 400.0, high: 400.5 };
        for (said, middle) in [
            (
                Said::Answer(Answer::Exact(Count(most))),
                format!(
                    r#""answer":"exact","count":"{most}","low":null,"high":null,{no_interval}"#
                ),
            ),
            (
                Said::Answer(Answer::AtLeast(Count(most))),
                format!(
                    r#""answer":"at_least","count":"{most}","low":"{most}","high":null,{no_interval}"#
                ),
            ),
            (
                Said::Answer(Answer::estimate(10.4)),
                format!(
                    r#""answer":"estimate","count":"10.4","low":null,"high":null,{no_interval}"#
                ),
            ),
            (
                Said::Answer(Answer::Estimate(Estimate::within(10.0, interval))),
                format!(
                    r#""answer":"estimate","count":"10","low":"9.4","high":"{}","confidence":0.95,"reason":null"#,
                    1e300
                ),
            ),
            (
                Said::Answer(Answer::Estimate(Estimate::within(10.0, interval).with_sampled(sampled))),
                format!(
                    r#""answer":"estimate","count":"10","low":"9.4","high":"{}","confidence":0.95,"reason":null,"relative_standard_error":0.02,"replicates":12,"at_least":"8","at_most":null,"reliable":true,"precise":true"#,
                    1e300
                ),
            ),
            (
                Said::Answer(Answer::Estimate(
                    Estimate::within(f64::INFINITY, all).with_log10(log10),
                )),
                r#""answer":"estimate","count":"2.50000e400","low":"1.00000e400","high":"3.16228e400","confidence":0.9,"reason":null,"log10":[400.39794,400.0,400.5]"#.to_owned(),
            ),
            (
                Said::Answer(Answer::Estimate(Estimate::within(0.0, none).with_sampled(nothing))),
                r#""answer":"estimate","count":null,"low":"0","high":"1200","confidence":0.95,"reason":null,"relative_standard_error":null,"replicates":12,"at_least":"0","at_most":"1200","reliable":false,"precise":false"#.to_owned(),
            ),
            (
                Said::from(Err(CountError::Overflow)),
                format!(
                    r#""answer":"none","count":null,"low":null,"high":null,"confidence":null,"reason":"{}""#,
                    CountError::Overflow
                ),
            ),
        ] {
            let record = record(said);
            let text = serde_json::to_string(&record).unwrap();
            assert_eq!(text, format!("{start}{middle}{end}"));
            assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
        }
    }

    #[test]
    fn a_whole_question_reads_back() {
        let mut record = record(Said::Answer(Answer::Exact(Count(1))));
        record.pattern =
            Subject { name: "a \"quoted\"\n\u{1b}".to_owned(), hash: Some("00ff".into()) };
        record.graph.hash = Some("12".to_owned());
        record.question = Question {
            meaning: Meaning {
                semantics: Semantics::Induced(Unit::Subgraphs),
                view: View { directions: Directions::Ignore, ..View::default() },
            },
            method: "learned".to_owned(),
            options: [("readout".to_owned(), "fused".to_owned())].into(),
            model: Some("abc".to_owned()),
            time_limit: Some(Duration::from_millis(1_500)),
            step_limit: Some(u64::MAX),
            seed: Some(3),
        };
        let text = serde_json::to_string(&record).unwrap();
        assert!(!text.contains('\n') && !text.contains('\u{1b}'));
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
    }

    #[test]
    fn a_zero_keeps_its_reason() {
        let reason = Some("no node has the label `\"N\"`".to_owned());
        let zero =
            record(Said::Answer(Answer::Exact(Count::ZERO))).with_zero_reason(reason.clone());
        let text = zero.to_json();
        let middle = r#""answer":"exact","count":"0","low":null,"high":null,"confidence":null,"reason":"no node has the label `\"N\"`""#;
        assert!(text.contains(middle), "{text}");
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), zero);
        // A reason accompanies exact counts only, and is read back for a zero only.
        let bound = record(Said::Answer(Answer::AtLeast(Count::ZERO))).with_zero_reason(reason);
        assert!(bound.to_json().contains(r#""reason":null"#));
        let one = text.replace(r#""count":"0""#, r#""count":"1""#);
        assert_eq!(serde_json::from_str::<Record>(&one).unwrap().zero_reason, None);
    }

    #[test]
    fn what_is_not_a_record_is_refused() {
        let good = record(Said::Answer(Answer::Exact(Count(1)))).to_json();
        for (from, to) in [
            ("\"exact\",\"count\"", "\"perhaps\",\"count\""),
            ("\"count\":\"1\"", "\"count\":\"-1\""),
            ("\"count\":\"1\"", "\"count\":null"),
            ("\"unit\":\"mappings\"", "\"unit\":\"subgraphs\""),
            ("0.002", "-1"),
            ("{", "{\"news\":1,"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good);
            assert!(serde_json::from_str::<Record>(&bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn estimates_are_not_rounded(value in any::<f64>().prop_filter("finite", |v| v.is_finite())) {
            let record = record(Said::Answer(Answer::estimate(value)));
            let back: Record = serde_json::from_str(&record.to_json()).unwrap();
            prop_assert_eq!(back.said.answer().map(|it| it.value().to_bits()), Some(value.to_bits()));
        }
    }
}
