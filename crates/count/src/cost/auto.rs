//! Exact or sampled, and forecasts beside an exact count.

use super::{Cost, SetBy, costs};

costs! {
    /// A sampler hardly needs less work than this.
    LEAST_WORK_OF_A_SAMPLER: f64 = 4e5, "units of search", SetBy::Trials("benchmarks/estimates");

    /// What a sampler has to prepare: so much for each unit of what is not prepared yet.
    SEARCH_PER_UNPREPARED: f64 = 8.0, "units of search", SetBy::Trials("benchmarks/estimates");

    /// After the pilot, the exact engine takes over if it is expected to need less than this share
    /// of the sampler's work.
    EXACT_IF_LESS: f64 = 0.8, "share of the work", SetBy::Trials("benchmarks/estimates");

    /// An exact search that was expected to be quicker is given up after so many times the work
    /// that was expected.
    PATIENCE_WITH_EXACT: f64 = 3.0, "times the work", SetBy::Trials("benchmarks/estimates");

    /// After the pilot, it is given up after this share of the sampler's work.
    MOST_LOST_ON_EXACT: f64 = 0.7, "share of the work", SetBy::Trials("benchmarks/estimates");

    /// With a limit, the exact engine gets one part of so many.
    LIMITS_PER_EXACT: u32 = 2, "parts of the limit", SetBy::Judgement;

    /// With a limit alone, the exact engine gets nothing if it is expected to take so many times as
    /// long.
    HOPELESS_EXACT: u32 = 4, "times the limit", SetBy::Judgement;

    /// With a precision, so many seconds may go into finding out what algebra would take.
    SECONDS_TO_SEE_A_SUM: f64 = 5e-4, "s", SetBy::Trials("benchmarks/estimates");

    /// With a limit alone, this share of it may go into that; after the pilot of the sampler, this
    /// share of what is left to sample.
    SHARE_TO_SEE_A_SUM: f64 = 0.1, "share of the time", SetBy::Trials("benchmarks/estimates");

    /// The precision of the estimate beside an exact count.
    FORECAST_PRECISION: f64 = 0.05, "precision", SetBy::Judgement;

    /// It may take this long.
    FORECAST_SECONDS: u64 = 2, "s", SetBy::Judgement;
}
