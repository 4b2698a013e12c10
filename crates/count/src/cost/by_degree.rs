//! Counting in the order of degrees: which plans are made, how they are compared, and when the
//! usual path is better.

use super::{Cost, SetBy, costs};

costs! {
    /// Dense patterns that need more placed nodes are left to other strategies.
    MOST_PLACED: usize = 4, "pattern nodes", SetBy::Judgement;

    /// Sparse patterns that need more placed nodes are left to other strategies, since algebra is
    /// good at them.
    MOST_PLACED_IF_SPARSE: usize = 2, "pattern nodes", SetBy::Judgement;

    /// The maximum number of tries in looking for plans, most of them for symmetries: milliseconds.
    TRIES_FOR_PLANS: u64 = 400_000, "tries", SetBy::Judgement;

    /// The maximum number of plans to choose from.
    MOST_PLANS: usize = 64, "plans", SetBy::Judgement;

    /// Plans with more groups of independent nodes are not made: the groups share too much.
    MOST_GROUPS: usize = 3, "groups", SetBy::Judgement;

    /// In a rough prediction, the share of a set that remains after intersecting it with another
    /// row.
    SHARE_IN_ANOTHER_ROW: f64 = 0.2, "share of the set", SetBy::Judgement;

    /// The number of plans that are sampled, in both directions of the order.
    PLANS_SAMPLED: usize = 2, "plans", SetBy::Judgement;

    /// A sample of the first plan reads at most this many entries per entry of the tables.
    FIRST_SAMPLE_PER_ENTRY: f64 = 1.0, "entries per entry", SetBy::Judgement;

    /// A sample of another plan reads at most this share of the entries expected for the best plan
    /// so far.
    SHARE_FOR_ANOTHER_PLAN: f64 = 0.05, "share of the entries", SetBy::Judgement;

    /// A sample of another plan reads at most this many entries per entry of the tables.
    OTHER_SAMPLE_PER_ENTRY: f64 = 4.0, "entries per entry", SetBy::Judgement;

    /// This many images are sampled from the first place, from the next 2, from the next 4, and so
    /// on.
    IMAGES_PER_STRATUM_OF_A_PLAN: usize = 2, "images", SetBy::Judgement;

    /// One image may take at most this share of the sample.
    SHARE_OF_ONE_IMAGE: f64 = 0.2, "share of the sample", SetBy::Judgement;

    /// An image that is cut short is expected to take this many times as much in full.
    COST_OF_A_CUT_IMAGE: f64 = 4.0, "times the entries", SetBy::Judgement;

    /// Towards hubs, the rows are few and stay in the cache. The other direction is taken only if
    /// it is expected to read less than this share of the entries.
    AWAY_FROM_HUBS_IF_LESS: f64 = 0.6, "share of the entries", SetBy::Judgement;

    /// A plan with several placed nodes may take this many times as long as the usual path takes
    /// before it searches.
    PATIENCE_WITH_A_PLAN: f64 = 2.0, "times the time", SetBy::Judgement;

    /// For a dense pattern, a plan may take this many times as long: no other strategy is good at
    /// those.
    PATIENCE_WITH_A_DENSE_PLAN: f64 = 40.0, "times the time", SetBy::Judgement;

    /// A plan with several placed nodes is given up after this many times its expected or its
    /// allowed time, whichever is longer: a few images may take far more work than those that were
    /// sampled.
    GIVE_UP_BY_DEGREE: f64 = 3.0, "times the entries", SetBy::Judgement;

    /// A row is looked up in the marks of a set if it is at most this many times as long as the
    /// set.
    LENGTHS_WORTH_MARKS: usize = 8, "times the length", SetBy::Judgement;

    /// A set is marked once this many times the number of look-ups in it reaches its length.
    LOOKED_UP_WORTH_MARKS: usize = 4, "times the look-ups", SetBy::Judgement;

    /// The common neighbours of all edges are kept if they take at most this much memory.
    TRIANGLE_BYTES: usize = 512 << 20, "bytes", SetBy::Judgement;

    /// Rows up to this length are scanned; in longer rows, a binary search for the start of a part
    /// pays off.
    ROW_WORTH_HALVING: usize = 32, "entries", SetBy::Judgement;
}
