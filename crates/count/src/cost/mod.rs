//! The cost model: every number by which the counters choose. Which strategy answers, how long one
//! is tried before another, above which size something pays off, what a unit of work takes.
//!
//! A constant is written once, in the file of those who ask it, with its unit, its meaning, and
//! where its value is from. `docs/cost-model.md` has all of them in tables, and says how to measure
//! them and how to change one. None of them changes an exact count.
//!
//! ```text
//! machine.rs     seconds per unit of work: what `cargo bench --bench cost_model` measures
//! clock.rs       how often work looks at the clock        threads.rs     how work is shared
//! road.rs        the usual road of a question
//! planning.rs    plans                                    routing.rs     who goes on
//! algebra.rs     sums over quotients                      splitting.rs   splitting search
//! by_degree.rs   counting in the order of degrees         listing.rs     matches one by one
//! sample.rs      the sampler's stages                     auto.rs        exact or sampled
//! baselines.rs   the baselines of the paper
//! ```
//!
//! Elsewhere in the crate are only numbers that follow from a representation, such as the 64 bits
//! of a mask, markers, definitions of an interval, and defaults of public options; the tests of
//! this module list them.

use std::fmt;

pub(crate) mod algebra;
pub(crate) mod auto;
pub(crate) mod baselines;
pub(crate) mod by_degree;
pub(crate) mod clock;
pub(crate) mod listing;
pub(crate) mod machine;
pub(crate) mod planning;
pub(crate) mod road;
pub(crate) mod routing;
pub(crate) mod sample;
pub(crate) mod splitting;
pub(crate) mod threads;

#[cfg(test)]
mod tests;

/// One constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The name of the constant.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// What it is a number of.
    pub unit: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// Where the value is from.
    pub set_by: SetBy,
}

/// Where the value of a constant is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetBy {
    /// It is a rate, which the bench `cost_model` measures on the machine at hand. The present
    /// values are older than that bench.
    Rate,
    /// It was chosen while these questions were measured, without a record of the other values.
    Trials(&'static str),
    /// Nobody measured what other values would do.
    Judgement,
}

impl fmt::Display for SetBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rate => write!(f, "rate: bench `cost_model`"),
            Self::Trials(on) => write!(f, "trials: {on}"),
            Self::Judgement => write!(f, "judgement"),
        }
    }
}

/// The constants that the same askers use.
#[derive(Clone, Copy, Debug)]
pub struct CostFamily {
    /// The file in `crates/count/src/cost/`.
    pub file: &'static str,
    /// Who asks them.
    pub askers: &'static str,
    /// The constants, in the order of the file.
    pub costs: &'static [Cost],
}

/// Constants with their rows:
///
/// ```text
/// costs! {
///     /// The meaning.
///     NAME: type = value, "unit", SetBy::...;
/// }
/// ```
macro_rules! costs {
    ($(
        $(#[doc = $meaning:literal])+
        $name:ident: $type:ty = $value:expr, $unit:literal, $set_by:expr;
    )+) => {
        $($(#[doc = $meaning])+ pub(crate) const $name: $type = $value;)+

        /// All constants of this file.
        pub(super) const COSTS: &[Cost] = &[$(Cost {
            name: stringify!($name),
            value: $name as f64,
            unit: $unit,
            meaning: concat!($($meaning),+),
            set_by: $set_by,
        }),+];
    };
}
use costs;

/// The whole model.
pub const COSTS: &[CostFamily] = &[
    CostFamily { file: "machine.rs", askers: "everyone who compares times", costs: machine::COSTS },
    CostFamily { file: "clock.rs", askers: "the meter", costs: clock::COSTS },
    CostFamily { file: "threads.rs", askers: "whoever shares work", costs: threads::COSTS },
    CostFamily { file: "road.rs", askers: "the usual road of a question", costs: road::COSTS },
    CostFamily { file: "planning.rs", askers: "the planner", costs: planning::COSTS },
    CostFamily { file: "routing.rs", askers: "router, duel, watch, pace", costs: routing::COSTS },
    CostFamily { file: "algebra.rs", askers: "sums over quotients", costs: algebra::COSTS },
    CostFamily { file: "splitting.rs", askers: "splitting search", costs: splitting::COSTS },
    CostFamily { file: "by_degree.rs", askers: "counting by degree", costs: by_degree::COSTS },
    CostFamily {
        file: "listing.rs",
        askers: "lists of matches, first bounds",
        costs: listing::COSTS,
    },
    CostFamily { file: "sample.rs", askers: "the sampler", costs: sample::COSTS },
    CostFamily { file: "auto.rs", askers: "auto, forecasts", costs: auto::COSTS },
    CostFamily { file: "baselines.rs", askers: "baselines of the paper", costs: baselines::COSTS },
];
