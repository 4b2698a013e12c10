//! The answers of a batch, and the number of each kind.

use isocount_core::{Answer, Estimate};
use isocount_record::{Question, Record, Said, Subject, Times};

use super::plan::Pair;
use crate::ZeroReason;
use crate::told::Told;

/// One answer of a batch.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answered {
    /// Pattern and graph.
    pub pair: Pair,
    /// The answer, or why there is none.
    pub said: Said,
    /// Why the count is exactly zero, if that can be proven without a search.
    pub zero_reason: Option<ZeroReason>,
    /// What the reader of a learned answer should know in addition to the number.
    pub notes: Vec<String>,
    /// How long it took.
    pub times: Times,
}

impl Answered {
    pub(super) fn new(pair: Pair, told: Told) -> Self {
        let Told { said, zero_reason, notes, times } = told;
        Self { pair, said, zero_reason, notes, times }
    }

    pub(super) fn record(self, subjects: [Subject; 2], question: Question) -> Record {
        let Self { said, zero_reason, notes, times, .. } = self;
        Told { said, zero_reason, notes, times }.record(subjects, question)
    }
}

/// The number of answers of each kind in a batch.
///
/// ```
/// use isocount_core::{Answer, Count, Meaning, Semantics};
/// use isocount_record::{Question, Record, Said, Subject};
/// use isocount_session::Tally;
/// # let question = Question::new(Meaning::plain(Semantics::Homomorphism), "exact");
/// # let record = |answer| {
/// #     let [pattern, graph] = ["triangle", "web"].map(Subject::named);
/// #     Record::new(pattern, graph, question.clone(), Said::Answer(answer))
/// # };
///
/// // One answer in full, and one that was cut short.
/// let mut tally = Tally::default();
/// tally.add_record(&record(Answer::Exact(Count(45))));
/// tally.add_record(&record(Answer::AtLeast(Count(1000))));
/// assert_eq!((tally.answers, tally.lower_bounds, tally.none), (2, 1, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// All answers, including those without a count.
    pub answers: usize,
    /// Lower bounds, because a limit was reached.
    pub lower_bounds: usize,
    /// Estimates by sampling that are less precise than requested.
    pub imprecise: usize,
    /// Exact zeros with a reason that is proven without a search.
    pub explained_zeros: usize,
    /// Questions without an answer.
    pub none: usize,
}

impl Tally {
    /// Adds an answer of a batch.
    pub fn add(&mut self, answered: &Answered) {
        self.add_said(&answered.said);
        self.explained_zeros += usize::from(answered.zero_reason.is_some());
    }

    /// Adds a record.
    pub fn add_record(&mut self, record: &Record) {
        self.add_said(&record.said);
        self.explained_zeros += usize::from(record.zero_reason.is_some());
    }

    fn add_said(&mut self, said: &Said) {
        self.answers += 1;
        match said {
            Said::Answer(Answer::AtLeast(_)) => self.lower_bounds += 1,
            Said::Answer(Answer::Estimate(Estimate { sampled: Some(sampled), .. })) => {
                self.imprecise += usize::from(!sampled.precise);
            }
            Said::Answer(_) => {}
            Said::None { .. } => self.none += 1,
        }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.answers += other.answers;
        self.lower_bounds += other.lower_bounds;
        self.imprecise += other.imprecise;
        self.explained_zeros += other.explained_zeros;
        self.none += other.none;
    }
}
