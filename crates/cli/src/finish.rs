//! How a run ended, as an exit code: 0 done, 1 invalid input, 2 invalid usage, 3 partial answers,
//! 101 a bug in isocount, 130 interrupted.

use std::process::ExitCode;

use isocount::record::Said;
use isocount::session::Tally;
use isocount::{Answer, Estimate};

use crate::zero_notes::Zeros;

/// How a run without a fatal error ended; later variants outweigh earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Finish {
    /// Everything that was asked is answered.
    #[default]
    Complete,
    /// Some answers are lower bounds or not precise enough, because a limit was reached.
    Partial,
    /// Some questions have no answer; the others were still asked.
    SomeFailed,
}

impl Finish {
    /// The effect of one answer on the run.
    pub(crate) fn of(said: &Said) -> Self {
        match said {
            Said::Answer(Answer::Estimate(Estimate { sampled: Some(sampled), .. }))
                if !sampled.precise =>
            {
                Self::Partial
            }
            Said::Answer(Answer::Exact(_) | Answer::Estimate(_)) => Self::Complete,
            Said::Answer(Answer::AtLeast(_)) => Self::Partial,
            Said::None { .. } => Self::SomeFailed,
        }
    }

    /// The effect of all answers of a batch on the run.
    pub(crate) fn of_all(tally: Tally, zeros: Zeros) -> Self {
        match tally {
            Tally { explained_zeros: 1.., .. } if zeros == Zeros::Refused => Self::SomeFailed,
            Tally { none: 1.., .. } => Self::SomeFailed,
            Tally { lower_bounds: 1.., .. } | Tally { imprecise: 1.., .. } => Self::Partial,
            _ => Self::Complete,
        }
    }

    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Complete => 0,
            Self::SomeFailed => 1,
            Self::Partial => 3,
        })
    }
}
