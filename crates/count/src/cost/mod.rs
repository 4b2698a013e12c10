//! The cost model: every number that decides a choice of the counters. Which strategy answers, how
//! long one is tried before another, above which size something pays off, how long a unit of work
//! takes.
//!
//! Each constant is defined once, in the file of the code that uses it, with its unit, its meaning,
//! and the origin of its value. `docs/cost-model.md` lists all of them in tables, and explains how
//! to measure them and how to change one. None of them changes an exact count.
//!
//! ```text
//! machine.rs     seconds per unit of work, as measured by `cargo bench --bench cost_model`
//! clock.rs       how often work looks at the clock        threads.rs     how work is shared
//! usual_path.rs  the usual path of a question             small.rs       questions that skip most of it
//! planning.rs    plans                                    routing.rs     which strategy goes on
//! algebra.rs     sums over quotients                      splitting.rs   splitting search
//! by_degree.rs   counting in the order of degrees         listing.rs     matches one by one
//! sample.rs      the sampler's stages                     auto.rs        exact or sampled
//! baselines.rs   the baselines of the paper
//! ```
//!
//! Elsewhere in the crate there are only numbers that follow from a representation, such as the 64
//! bits of a mask, markers, definitions of an interval, and defaults of public options. The tests
//! of this module list them.

use std::fmt;

pub(crate) mod algebra;
pub(crate) mod auto;
pub(crate) mod baselines;
pub(crate) mod by_degree;
pub(crate) mod clock;
pub(crate) mod listing;
pub(crate) mod machine;
pub(crate) mod planning;
pub(crate) mod routing;
pub(crate) mod sample;
pub(crate) mod small;
pub(crate) mod splitting;
pub(crate) mod threads;
pub(crate) mod usual_path;

#[cfg(test)]
mod tests;

/// One constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The name of the constant.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The unit of the value.
    pub unit: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// The origin of the value.
    pub set_by: SetBy,
}

/// The origin of the value of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetBy {
    /// A rate, which the bench `cost_model` measures on the current machine. The present values are
    /// older than that bench.
    Rate,
    /// Chosen while these questions were measured. The other values that were tried were not
    /// recorded.
    Trials(&'static str),
    /// A judgement: the effect of other values was not measured.
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

/// The constants that the same code uses.
#[derive(Clone, Copy, Debug)]
pub struct CostFamily {
    /// The file in `crates/count/src/cost/`.
    pub file: &'static str,
    /// The code that uses them.
    pub used_by: &'static str,
    /// The constants, in the order of the file.
    pub costs: &'static [Cost],
}

/// Defines constants along with their rows in the table:
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
    CostFamily { file: "machine.rs", used_by: "all comparisons of times", costs: machine::COSTS },
    CostFamily { file: "clock.rs", used_by: "the meter", costs: clock::COSTS },
    CostFamily { file: "threads.rs", used_by: "work sharing", costs: threads::COSTS },
    CostFamily {
        file: "usual_path.rs",
        used_by: "the usual path of a question",
        costs: usual_path::COSTS,
    },
    CostFamily { file: "small.rs", used_by: "small questions", costs: small::COSTS },
    CostFamily { file: "planning.rs", used_by: "the planner", costs: planning::COSTS },
    CostFamily { file: "routing.rs", used_by: "router, duel, watch, pace", costs: routing::COSTS },
    CostFamily { file: "algebra.rs", used_by: "sums over quotients", costs: algebra::COSTS },
    CostFamily { file: "splitting.rs", used_by: "splitting search", costs: splitting::COSTS },
    CostFamily { file: "by_degree.rs", used_by: "counting by degree", costs: by_degree::COSTS },
    CostFamily {
        file: "listing.rs",
        used_by: "lists of matches, first bounds",
        costs: listing::COSTS,
    },
    CostFamily { file: "sample.rs", used_by: "the sampler", costs: sample::COSTS },
    CostFamily { file: "auto.rs", used_by: "auto, forecasts", costs: auto::COSTS },
    CostFamily { file: "baselines.rs", used_by: "baselines of the paper", costs: baselines::COSTS },
];
