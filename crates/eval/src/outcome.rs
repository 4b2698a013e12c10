//! The answer of a counter to one triple.

use isocount_core::{Answer, Count, Interval};
use isocount_record::{Record, Said, Times, csv};

/// The answer of a counter, with the true count.
///
/// ```
/// use isocount_core::Count;
/// use isocount_eval::Outcome;
///
/// // A model says that something occurs less than zero times: that counts as zero.
/// let outcome = Outcome::estimate(0, Count(4), -0.7);
/// assert_eq!((outcome.prediction(), outcome.true_value()), (0.0, 4.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The number of the triple in its data set.
    pub triple: usize,
    /// The true count.
    pub truth: Count,
    /// The unmodified answer, or why there is none.
    pub said: Said,
    /// The time it took. Only the first question about a graph includes the time to open the graph.
    pub times: Times,
}

impl Outcome {
    /// An estimate with negligible times.
    #[must_use]
    pub fn estimate(triple: usize, truth: Count, value: f64) -> Self {
        let said = Said::Answer(Answer::estimate(value));
        Self { triple, truth, said, times: Times::default() }
    }

    /// The number that is measured: a negative or missing answer counts as zero.
    #[must_use]
    pub fn prediction(&self) -> f64 {
        let value = self.said.answer().map_or(0.0, Answer::value);
        if value.is_finite() { value.max(0.0) } else { 0.0 }
    }

    /// The true count as a number. Counts above 2⁵³ lose their last digits; errors are relative to
    /// the rounded count.
    #[must_use]
    pub fn true_value(&self) -> f64 {
        self.truth.0 as f64
    }

    /// Whether the answer is only a lower bound, since a limit ended the search.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        matches!(self.said.answer(), Some(Answer::AtLeast(_)))
    }

    /// The interval of the answer, if it has one.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        match self.said.answer() {
            Some(Answer::Estimate(estimate)) => estimate.interval,
            _ => None,
        }
    }

    /// Whether the interval of the answer contains the true count.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        self.interval().is_some_and(|it| (it.low..=it.high).contains(&self.true_value()))
    }

    /// Why there is no answer, if there is none.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match &self.said {
            Said::None { reason } => Some(reason),
            Said::Answer(_) => None,
        }
    }
}

/// An outcome as it is stored: the [record](isocount_record) of the question with the number of its
/// triple and the true count.
///
/// ```
/// use isocount_core::{Answer, Count, Meaning, Semantics};
/// use isocount_eval::OutcomeLine;
/// use isocount_record::{Question, Record, Said, Subject};
///
/// // One line of a file of outcomes, written and read again.
/// let question = Question::new(Meaning::plain(Semantics::Homomorphism), "my-model");
/// let said = Said::Answer(Answer::estimate(8.0));
/// let record = Record::new(Subject::named("triangle"), Subject::named("karate"), question, said);
/// let line = OutcomeLine { triple: 0, truth: Count(10), record };
/// assert!(line.to_json().starts_with(r#"{"triple":0,"truth":"10","pattern":"triangle","#));
/// assert_eq!(OutcomeLine::from_json(&line.to_json())?, line);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeLine {
    /// The number of the triple in its data set.
    pub triple: usize,
    /// The true count.
    pub truth: Count,
    /// The question and its answer.
    pub record: Record,
}

impl OutcomeLine {
    /// One JSON object without a line end: that of the record, preceded by the keys `triple` and
    /// `truth`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let Self { triple, truth, record } = self;
        let record = record.to_json();
        format!(r#"{{"triple":{triple},"truth":"{truth}",{}"#, &record[1..])
    }

    /// The heading of rows, with a line end.
    #[must_use]
    pub fn csv_heading() -> String {
        format!("triple,truth,{}", csv::heading())
    }

    /// One row, with a line end: that of the record, preceded by the columns `triple` and `truth`.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let Self { triple, truth, record } = self;
        format!("{triple},{truth},{}", csv::row(record))
    }

    /// Reads what [`to_json`](Self::to_json) writes.
    ///
    /// # Errors
    /// If the text is not such an object.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        use serde::de::Error;
        let mut object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text)?;
        let mut take = |key: &'static str| {
            object.remove(key).ok_or_else(|| serde_json::Error::missing_field(key))
        };
        let triple = serde_json::from_value(take("triple")?)?;
        let truth: String = serde_json::from_value(take("truth")?)?;
        let truth = truth.parse().map(Count).map_err(|_| {
            serde_json::Error::custom(format!("`truth` is `{truth}`, expected a count as text"))
        })?;
        Ok(Self { triple, truth, record: serde_json::from_value(object.into())? })
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::{CountError, Meaning, Semantics};
    use isocount_record::{Question, Subject};

    use super::*;

    #[test]
    fn a_kept_outcome_reads_back() {
        let question = Question::new(Meaning::plain(Semantics::Homomorphism), "run,B");
        for said in [
            Said::Answer(Answer::Exact(Count(u128::MAX))),
            Said::Answer(Answer::estimate(-7.25)),
            Said::from(Err(CountError::Overflow)),
        ] {
            let (pattern, graph) = (Subject::named("p"), Subject::named("g"));
            let record = Record::new(pattern, graph, question.clone(), said);
            let line = OutcomeLine { triple: 4, truth: Count(u128::MAX), record };
            assert_eq!(OutcomeLine::from_json(&line.to_json()).unwrap(), line);
            let row = line.to_csv();
            let rest = row.strip_prefix(&format!("4,{},", u128::MAX)).unwrap();
            assert_eq!(csv::parse(rest), Ok(line.record));
        }
        let columns = OutcomeLine::csv_heading();
        assert!(columns.starts_with("triple,truth,pattern,graph,"), "{columns}");
        for wrong in ["{}", r#"{"triple":1}"#, r#"{"triple":1,"truth":3}"#, "[]"] {
            assert!(OutcomeLine::from_json(wrong).is_err(), "{wrong}");
        }
    }
}
