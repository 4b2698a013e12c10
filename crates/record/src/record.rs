//! The question, the answer, and how long it took.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use isocount_core::{Answer, Count, CountError, Meaning};

/// A question without its pattern and graph: the part that all questions of a batch share.
///
/// ```
/// use isocount_core::{Meaning, Semantics, Unit};
/// use isocount_record::Question;
///
/// // May an answer of last week be used again? Not if something else is asked today.
/// let subgraphs = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
/// let induced = Meaning::plain(Semantics::Induced(Unit::Subgraphs));
/// let (then, now) = (Question::new(subgraphs, "exact"), Question::new(induced, "exact"));
/// assert_eq!(then.difference(&then), None);
/// let difference = then.difference(&now).expect("other semantics");
/// assert_eq!(difference.what, "semantics");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// What is counted.
    pub meaning: Meaning,
    /// The name of the method.
    pub method: String,
    /// Options of the method that can change an answer, by name. The number of threads is not among
    /// them.
    pub options: BTreeMap<String, String>,
    /// The checksum of the model, if a model was used.
    pub model: Option<String>,
    /// The time limit of each question.
    pub time_limit: Option<Duration>,
    /// The step limit of each question.
    pub step_limit: Option<u64>,
    /// The seed, if the method is randomised.
    pub seed: Option<u64>,
}

impl Question {
    /// A question without options and limits.
    #[must_use]
    pub fn new(meaning: Meaning, method: impl Into<String>) -> Self {
        Self {
            meaning,
            method: method.into(),
            options: BTreeMap::new(),
            model: None,
            time_limit: None,
            step_limit: None,
            seed: None,
        }
    }
}

/// The pattern or the graph of a question.
///
/// ```
/// use isocount_record::{Subject, SubjectKeys};
///
/// // The same name, and other contents.
/// let hashed = |hash: &str| Subject { hash: Some(hash.to_owned()), ..Subject::named("karate") };
/// let difference = hashed("1f3a").difference(&hashed("77c0"), SubjectKeys::GRAPH);
/// assert_eq!(difference.map(|it| it.what), Some("graph_hash"));
///
/// // What has no checksum is compared by name.
/// let named = Subject::named("karate");
/// assert_eq!(named.difference(&hashed("77c0"), SubjectKeys::GRAPH), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// Its name.
    pub name: String,
    /// A checksum of its contents, if one was computed.
    pub hash: Option<String>,
}

impl Subject {
    /// A subject without a checksum.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), hash: None }
    }
}

/// An answer, or the reason why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// An answer.
    Answer(Answer),
    /// No answer, for this reason.
    None {
        /// The reason.
        reason: String,
    },
}

impl Said {
    /// The answer, if there is one.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        match self {
            Self::Answer(answer) => Some(*answer),
            Self::None { .. } => None,
        }
    }

    /// Whether the count is exactly zero. A lower bound or an estimate of zero is not.
    #[must_use]
    pub fn is_exact_zero(&self) -> bool {
        matches!(self, Self::Answer(Answer::Exact(Count::ZERO)))
    }
}

impl From<Result<Answer, CountError>> for Said {
    fn from(answer: Result<Answer, CountError>) -> Self {
        match answer {
            Ok(answer) => Self::Answer(answer),
            Err(error) => Self::None { reason: error.to_string() },
        }
    }
}

/// How long it took.
///
/// ```
/// use std::time::Duration;
/// use isocount_record::Times;
///
/// // Opening took two seconds, and each of a thousand questions a millisecond: on average 3 ms.
/// let each = Times { open: Duration::from_secs(2), count: Duration::from_millis(1) };
/// assert_eq!(each.open / 1000 + each.count, Duration::from_millis(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Opening the graph, once for all its patterns; zero if the graph was not opened.
    pub open: Duration,
    /// Answering the question.
    pub count: Duration,
}

/// An answered question.
///
/// ```
/// use isocount_core::{Answer, Count, Meaning, Semantics, Unit};
/// use isocount_record::{Question, Record, Said, Subject};
///
/// // The answer of a method of your own, in the words and the files of all others.
/// let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
/// let (pattern, graph) = (Subject::named("triangle"), Subject::named("karate"));
/// let said = Said::Answer(Answer::Exact(Count(45)));
/// let record = Record::new(pattern, graph, Question::new(meaning, "my-counter"), said);
/// assert_eq!(record.to_string(), "45 subgraphs (monomorphism) of triangle in karate");
/// assert!(record.to_json().contains(r#""method":"my-counter","answer":"exact","count":"45""#));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Record {
    /// The pattern.
    pub pattern: Subject,
    /// The graph.
    pub graph: Subject,
    /// The rest of the question.
    pub question: Question,
    /// The answer, or the reason why there is none.
    pub said: Said,
    /// Why the count is exactly zero, if that was proven without a search. Text, like the reason of
    /// [`Said::None`].
    pub zero_reason: Option<String>,
    /// What the reader of the answer should know: why it may be inaccurate, or why it has no
    /// interval.
    pub notes: Vec<String>,
    /// How long it took.
    pub times: Times,
}

impl Record {
    /// A record without times.
    #[must_use]
    pub fn new(pattern: Subject, graph: Subject, question: Question, said: Said) -> Self {
        let (notes, times) = (Vec::new(), Times::default());
        Self { pattern, graph, question, said, zero_reason: None, notes, times }
    }

    /// Sets or removes the reason for a count of zero.
    #[must_use]
    pub fn with_zero_reason(self, reason: Option<String>) -> Self {
        Self { zero_reason: reason, ..self }
    }

    /// Sets the notes.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// Sets the times.
    #[must_use]
    pub fn with_times(self, times: Times) -> Self {
        Self { times, ..self }
    }
}

impl fmt::Display for Record {
    /// A sentence that names what was counted; see [`text`](crate::text).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::text::sentence(
            self.question.meaning,
            &self.said,
            &self.pattern.name,
            &self.graph.name,
        ))
    }
}
