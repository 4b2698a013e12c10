//! What a unit of work takes. The bench `cost_model` measures these on the machine at hand.
//!
//! Two rates of search: one in which costs are compared, the same on every machine, so that the
//! same question takes the same way; and one that a search believes until it has a pace of its own.

use super::{Cost, SetBy, costs};

costs! {
    /// In this currency the costs of search, algebra and counting by degree are compared where an
    /// estimate may take over.
    SECONDS_PER_WORK: f64 = 1e-8, "s per unit of search", SetBy::Rate;

    /// What a unit of its work takes, as far as a search knows that has just begun.
    SECONDS_PER_WORK_AT_FIRST: f64 = 8e-9, "s per unit of search", SetBy::Rate;

    /// What an addition of a sum over quotients takes in 64 bits, with the memory it waits for.
    SECONDS_PER_ADDITION: f64 = 3.2e-9, "s per addition", SetBy::Rate;

    /// What an addition in 128 bits takes, in additions of 64 bits.
    ADDITIONS_PER_WIDE_ADDITION: f64 = 2.5, "additions", SetBy::Rate;

    /// What the analysis of a partition takes while a sum is made.
    SECONDS_PER_PARTITION: f64 = 4e-6, "s per partition", SetBy::Rate;

    /// What making the tables of a sum takes, for each node and arc that the sieve leaves and each
    /// link of the pattern (and two more).
    ADDITIONS_PER_TABLE_ENTRY: f64 = 4.0, "additions per entry", SetBy::Rate;

    /// What an entry of a row takes in counting by degree.
    SECONDS_PER_ENTRY_BY_DEGREE: f64 = 3e-9, "s per entry", SetBy::Rate;

    /// What the usual road takes for each arc of the graph before it searches: sieve and tables.
    SECONDS_PER_ARC_BEFORE_SEARCH: f64 = 5e-7, "s per arc", SetBy::Rate;

    /// A unit of the work of a search takes this share of the time of a unit of the sampler's.
    SAMPLER_WORK_PER_SEARCH: f64 = 0.45, "units of the sampler", SetBy::Rate;

    /// A unit of what comes before a search, sieve and tables, takes this share of the time of a
    /// unit of the sampler's.
    SAMPLER_WORK_PER_PREPARING: f64 = 0.2, "units of the sampler", SetBy::Rate;
}
