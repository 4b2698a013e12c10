//! The choice between exact and sampled, and forecasts during an exact count.

use super::{Cost, SetBy, costs};

costs! {
    /// The minimum work that a sampler is expected to need.
    LEAST_WORK_OF_A_SAMPLER: f64 = 4e5, "units of search", SetBy::Trials("benchmarks/estimates");

    /// The work of a sampler for each unit of preparation that is not done yet.
    SEARCH_PER_UNPREPARED: f64 = 8.0, "units of search", SetBy::Trials("benchmarks/estimates");

    /// After the pilot, the exact engine takes over if it is expected to need less than this share
    /// of the sampler's work.
    EXACT_IF_LESS: f64 = 0.8, "share of the work", SetBy::Trials("benchmarks/estimates");

    /// An exact search that was expected to be quicker waits after this multiple of what was expected.
    PATIENCE_WITH_EXACT: f64 = 3.0, "times the work", SetBy::Trials("benchmarks/estimates");

    /// The same once it is settled which strategy goes on.
    PATIENCE_WITH_SETTLED_EXACT: f64 = 1.5, "times the work", SetBy::Judgement;

    /// With a precision, the exact engine waits after this share of the sampler's work.
    MOST_LOST_ON_EXACT: f64 = 0.5, "share of the work", SetBy::Trials("benchmarks/auto");

    /// With a precision, the exact engine gets at least this share of the sampler's work: nobody
    /// knows what splitting search will take.
    SHARE_TO_TRY_EXACT: f64 = 0.1, "share of the work", SetBy::Judgement;

    /// If the samples did not become as precise as was asked for, the exact engine gets this
    /// multiple of what they took.
    EXACT_AFTER_SAMPLES: f64 = 1.0, "times the time", SetBy::Judgement;

    /// Or this much, if that is more.
    LEAST_EXACT_AFTER_SAMPLES: f64 = 1.0, "s", SetBy::Judgement;

    /// With a limit, the exact engine gets this share of it: half, and a little for the change of
    /// turns.
    SHARE_FOR_EXACT: f64 = 0.52, "share of the limit", SetBy::Judgement;

    /// With a limit alone, the exact engine goes first for this multiple of what a pilot of the
    /// sampler is expected to take: a pilot then adds less than half, and comes early enough on a
    /// busy machine.
    PILOTS_PER_FIRST_TURN: f64 = 2.5, "pilots", SetBy::Trials("benchmarks/auto");

    /// But at most for this share of the limit, so that there is an estimate when it strikes.
    SHARE_FOR_A_FIRST_TURN: f64 = 0.0625, "share of the limit", SetBy::Judgement;

    /// Unless it is expected to be done, with patience, within this share.
    SHARE_IF_NEARLY_DONE: f64 = 0.5, "share of the limit", SetBy::Judgement;

    /// With a limit, what is left to sample is believed to take at most this many times as long, or as
    /// short, as the usual rates predict.
    MOST_OFF_PACE: f64 = 10.0, "times", SetBy::Judgement;

    /// The sampler gets this share of a limit for its first estimate.
    SHARE_FOR_THE_FIRST_ESTIMATE: f64 = 0.5, "share of the limit", SetBy::Judgement;

    /// With a limit alone, the exact engine gets its first turn and no other if its strategy is
    /// settled and expected to take this many times as long.
    HOPELESS_EXACT: f64 = 4.0, "times the limit", SetBy::Judgement;

    /// With a precision, the time that may be spent on predicting the time of algebra.
    SECONDS_TO_SEE_A_SUM: f64 = 5e-4, "s", SetBy::Trials("benchmarks/estimates");

    /// With a limit alone, this share of it may go into that.
    SHARE_TO_SEE_A_SUM: f64 = 0.1, "share of the time", SetBy::Trials("benchmarks/estimates");

    /// The precision of the estimate during an exact count.
    FORECAST_PRECISION: f64 = 0.05, "precision", SetBy::Judgement;

    /// The maximum time of the estimate during an exact count.
    FORECAST_SECONDS: u64 = 2, "s", SetBy::Judgement;
}
