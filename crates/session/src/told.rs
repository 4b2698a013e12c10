//! What a record contains in addition to the answer: the reason for a zero, and the notes of a
//! model. Shared by single questions, open graphs and batches.

use isocount_core::{Answer, Cancelled, Count, CountError, Pattern};
use isocount_record::{Question, Record, Said, Subject, Times};

use crate::ZeroReason;
use crate::opened::Advise;

/// An answer and its details, before patterns and graphs are named.
pub(crate) struct Told {
    pub(crate) said: Said,
    pub(crate) zero_reason: Option<ZeroReason>,
    pub(crate) notes: Vec<String>,
    pub(crate) times: Times,
}

/// An answer without its question and without the reason for a zero.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Brief {
    /// The answer, or why there is none.
    pub said: Said,
    /// What the reader of a learned answer should know in addition to the number.
    pub notes: Vec<String>,
    /// How long it took.
    pub times: Times,
}

impl Told {
    pub(crate) fn brief(self) -> Brief {
        let Self { said, notes, times, .. } = self;
        Brief { said, notes, times }
    }

    /// `seen` is the pattern as the method sees it, `None` if it could not be counted; `why_zero`
    /// finds the reason for an exact zero. If that search is cancelled, the answer is kept without
    /// a reason.
    pub(crate) fn new(
        answer: Result<Answer, CountError>,
        (name, seen): (&str, Option<&Pattern>),
        advise: Option<&Advise>,
        times: Times,
        why_zero: impl FnOnce(&Pattern) -> Result<Option<ZeroReason>, Cancelled>,
    ) -> Self {
        let (mut zero_reason, mut notes) = (None, Vec::new());
        if let (Ok(answer), Some(seen)) = (&answer, seen) {
            if *answer == Answer::Exact(Count::ZERO) {
                zero_reason = why_zero(seen).unwrap_or_default();
            }
            notes = advise.map_or_else(Vec::new, |advise| advise(name, seen, *answer));
        }
        Self { said: Said::from(answer), zero_reason, notes, times }
    }

    pub(crate) fn record(self, [pattern, graph]: [Subject; 2], question: Question) -> Record {
        Record::new(pattern, graph, question, self.said)
            .with_zero_reason(self.zero_reason.map(|reason| reason.to_string()))
            .with_notes(self.notes)
            .with_times(self.times)
    }
}
