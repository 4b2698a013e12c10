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

    /// An exact search that was expected to be quicker is given up after this many times its
    /// expected work.
    PATIENCE_WITH_EXACT: f64 = 3.0, "times the work", SetBy::Trials("benchmarks/estimates");

    /// After the pilot, an exact search is given up after this share of the sampler's work.
    MOST_LOST_ON_EXACT: f64 = 0.7, "share of the work", SetBy::Trials("benchmarks/estimates");

    /// With a limit, the exact engine gets the limit divided by this.
    LIMITS_PER_EXACT: u32 = 2, "parts of the limit", SetBy::Judgement;

    /// With a limit alone, the exact engine is not run if it is expected to take this many times as
    /// long.
    HOPELESS_EXACT: u32 = 4, "times the limit", SetBy::Judgement;

    /// With a precision, the time that may be spent on predicting the time of algebra.
    SECONDS_TO_SEE_A_SUM: f64 = 5e-4, "s", SetBy::Trials("benchmarks/estimates");

    /// With a limit alone, the share of the limit that may be spent on predicting the time of
    /// algebra; after the pilot of the sampler, the share of the time that is left to sample.
    SHARE_TO_SEE_A_SUM: f64 = 0.1, "share of the time", SetBy::Trials("benchmarks/estimates");

    /// The precision of the estimate during an exact count.
    FORECAST_PRECISION: f64 = 0.05, "precision", SetBy::Judgement;

    /// The maximum time of the estimate during an exact count.
    FORECAST_SECONDS: u64 = 2, "s", SetBy::Judgement;
}
