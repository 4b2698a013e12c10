//! Checks that everything is labelled, or nothing. A file with missing labels is refused; no label
//! is guessed.

use crate::error::{SyntaxProblem, shorten};
use crate::{FormatError, Location};

/// The first place with a label, and the first one without.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LabelPresence {
    any_labeled: bool,
    first_unlabeled: Option<u32>,
}

impl LabelPresence {
    /// Records one node or edge at some place.
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

    /// The place of the first one without a label, if others have one.
    pub(crate) fn first_missing(&self) -> Option<u32> {
        self.first_unlabeled.filter(|_| self.any_labeled)
    }
}

/// The error for a place that [`LabelPresence::first_missing`] returned.
pub(crate) fn missing_label(key: &str, at: Location) -> FormatError {
    FormatError::Syntax { at, len: 1, problem: SyntaxProblem::MissingLabel { key: shorten(key) } }
}
