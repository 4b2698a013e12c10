//! How long a unit of work takes. The bench `cost_model` measures these on the current machine.
//!
//! There are two rates of search: one for comparing costs, which is the same on every machine, so
//! that a question is answered in the same way everywhere; and one that a search assumes until its
//! own pace is measured.

use super::{Cost, SetBy, costs};

costs! {
    /// Converts between seconds and work, so that the costs of search, algebra and counting by
    /// degree can be compared where an estimate may take over.
    SECONDS_PER_WORK: f64 = 1e-8, "s per unit of search", SetBy::Rate;

    /// The time that a search assumes for a unit of work before its pace is measured.
    SECONDS_PER_WORK_AT_FIRST: f64 = 8e-9, "s per unit of search", SetBy::Rate;

    /// The time of an addition of a sum over quotients in 64 bits, including memory accesses.
    SECONDS_PER_ADDITION: f64 = 3.2e-9, "s per addition", SetBy::Rate;

    /// The time of an addition in 128 bits, in additions of 64 bits.
    ADDITIONS_PER_WIDE_ADDITION: f64 = 2.5, "additions", SetBy::Rate;

    /// The time to analyse a partition while a sum is made.
    SECONDS_PER_PARTITION: f64 = 4e-6, "s per partition", SetBy::Rate;

    /// The time to make the tables of a sum, for each node and arc that the sieve leaves and each
    /// link of the pattern (and two more).
    ADDITIONS_PER_TABLE_ENTRY: f64 = 4.0, "additions per entry", SetBy::Rate;

    /// The time for an entry of a row in counting by degree.
    SECONDS_PER_ENTRY_BY_DEGREE: f64 = 3e-9, "s per entry", SetBy::Rate;

    /// The time that the usual path takes for each arc of the graph before the search, for sieve
    /// and tables.
    SECONDS_PER_ARC_BEFORE_SEARCH: f64 = 5e-7, "s per arc", SetBy::Rate;

    /// The time of a unit of search as a share of the time of a unit of the sampler.
    SAMPLER_WORK_PER_SEARCH: f64 = 0.45, "units of the sampler", SetBy::Rate;

    /// The time of a unit of work before a search (sieve and tables) as a share of the time of a
    /// unit of the sampler.
    SAMPLER_WORK_PER_PREPARING: f64 = 0.2, "units of the sampler", SetBy::Rate;
}
