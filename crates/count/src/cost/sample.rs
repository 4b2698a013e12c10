//! The sampler: its preparation, its numbers of particles, and its batches.

use super::{Cost, SetBy, costs};

costs! {
    /// The number of particles of each replicate of the first pilot.
    PILOT_PARTICLES: usize = 32, "particles", SetBy::Trials("a prototype of the sampler");

    /// The number of replicates of a pilot.
    PILOT_REPLICATES: usize = 6, "replicates", SetBy::Trials("a prototype of the sampler");

    /// The next pilot has this many times as many particles.
    PILOT_GROWTH: usize = 4, "times", SetBy::Trials("a prototype of the sampler");

    /// There is no other pilot if time allows at most this many times the particles of this one.
    PILOTS_AFFORDABLE: f64 = 8.0, "times the particles", SetBy::Judgement;

    /// There is no final batch if it could have less than this share of the particles of the pilot.
    LEAST_OF_A_PILOT: f64 = 0.5, "share of the particles", SetBy::Judgement;

    /// The final batch aims at this share of the precision, so that it rarely has to be repeated.
    AIM_OF_A_BATCH: f64 = 0.75, "share of the precision", SetBy::Judgement;

    /// With a limit, a batch that is not precise enough is repeated only if its interval is this
    /// many times too wide.
    WIDTH_WORTH_REPEATING: f64 = 1.5, "times the precision", SetBy::Judgement;

    /// A repeated batch has at least this many times the particles of the one before.
    LEAST_GROWTH_OF_A_BATCH: f64 = 1.5, "times the particles", SetBy::Judgement;

    /// A repeated batch has at most this many times the particles of the one before.
    MOST_GROWTH_OF_A_BATCH: f64 = 16.0, "times the particles", SetBy::Judgement;

    /// A batch is not repeated if there is time for less than this many times the particles.
    GROWTH_WORTH_REPEATING: f64 = 1.3, "times the particles", SetBy::Judgement;

    /// A batch is planned for this share of the time that is left, because its speed may differ
    /// from the measured one.
    SHARE_FOR_A_BATCH: f64 = 0.8, "share of the time", SetBy::Judgement;

    /// With a limit on time alone, another batch follows if it can have this many times as many
    /// particles: where particles die early, few survive, and a batch takes less time than
    /// expected.
    GROWTH_WORTH_ANOTHER_BATCH: f64 = 1.5, "times the particles", SetBy::Judgement;

    /// Other orders are tried if the replicates of a pilot differ by more than this.
    RACE_BEYOND: f64 = 0.3, "deviation over mean", SetBy::Trials("a prototype of the sampler");

    /// If the replicates still differ by more than this with more particles, the orders are tried
    /// again: the best one shows only once some replicates find something.
    RACE_AGAIN_BEYOND: f64 = 1.0, "deviation over mean", SetBy::Judgement;

    /// Orders are tried again only if a batch can have this many times the particles of the pilot.
    PARTICLES_WORTH_A_RACE: f64 = 16.0, "times the particles", SetBy::Judgement;

    /// The number of other orders that are tried if the first one is bad.
    OTHER_ORDERS: usize = 2, "orders", SetBy::Judgement;

    /// If replicates begin with the image of a root, they have one image for this many particles.
    PARTICLES_PER_ROOT: usize = 16, "particles", SetBy::Trials("benchmarks/auto");

    /// With a limit on time alone, replicates begin with the image of a root if they then differ by
    /// less than this share of what they differ by otherwise.
    DEVIATION_WORTH_A_ROOT: f64 = 0.5, "share of the deviation", SetBy::Judgement;

    /// The memory of the particles of all threads.
    PARTICLE_BYTES: usize = 256 << 20, "bytes", SetBy::Judgement;

    /// The maximum number of replicates of one batch, when more particles do not fit.
    MOST_REPLICATES_OF_A_BATCH: usize = 1 << 12, "replicates", SetBy::Judgement;

    /// The maximum number of times that the final batch is made.
    MOST_FINAL_BATCHES: usize = 20, "batches", SetBy::Judgement;

    /// Children are pruned by the masses of their parents to this many times the particles before
    /// their own masses are computed, which takes most of the time.
    CHILDREN_LOOKED_AT: usize = 4, "times the particles", SetBy::Judgement;

    /// On the last level, where nothing is kept, children are pruned to this many times the
    /// particles.
    LAST_CHILDREN_LOOKED_AT: usize = 8, "times the particles", SetBy::Judgement;

    /// More children are not listed: a node without placed neighbours then gets a few images for
    /// each particle, drawn by weight.
    MOST_CHILDREN_LISTED: usize = 1 << 21, "children", SetBy::Judgement;

    /// If all links together have more pairs, they share the tables of the engine: copies would
    /// take longer than they save.
    MOST_PAIRS_COPIED: usize = 200_000, "pairs", SetBy::Judgement;

    /// Triangles are looked for if that takes at most about this many comparisons.
    MOST_COMPARISONS: f64 = 600_000.0, "comparisons", SetBy::Judgement;

    /// The number of passes of arc consistency. The weights of the look-ahead handle the rest.
    PASSES_OF_CONSISTENCY: usize = 6, "passes", SetBy::Judgement;

    /// A group of tails has at most this many vectors of multiplicities.
    MOST_VECTORS_OF_TAILS: usize = 64, "vectors", SetBy::Judgement;

    /// A group of tails has at most this many different sets.
    MOST_KINDS_OF_TAILS: usize = 5, "sets", SetBy::Trials("a prototype of the sampler");
}
