//! All have a label, or none has: a file in which some lack one is asked about, not guessed at.

use crate::error::{SyntaxProblem, shorten};
use crate::{FormatError, Location};

/// Who was seen with a label, and who without.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LabelPresence {
    any_labeled: bool,
    first_unlabeled: Option<u32>,
}

impl LabelPresence {
    /// Notes one node or edge at some place.
    pub(crate) fn note(&mut self, labeled: bool, place: u32) {
        if labeled {
            self.any_labeled = true;
        } else if self.first_unlabeled.is_none() {
            self.first_unlabeled = Some(place);
        }
    }

    pub(crate) fn any_labeled(&self) -> bool {
        self.any_labeled
    }

    /// The place of the first without label, if others have one.
    pub(crate) fn first_missing(&self) -> Option<u32> {
        self.first_unlabeled.filter(|_| self.any_labeled)
    }
}

/// The error for a place that [`LabelPresence::first_missing`] gave.
pub(crate) fn missing_label(key: &str, at: Location) -> FormatError {
    FormatError::Syntax { at, len: 1, problem: SyntaxProblem::MissingLabel { key: shorten(key) } }
}
