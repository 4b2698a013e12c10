//! Counting in the order of degrees: which plans there are, how they are compared, and when the
//! usual road is better.

use super::{Cost, SetBy, costs};

costs! {
    /// Dense patterns that need more nodes placed are left to others.
    MOST_PLACED: usize = 4, "pattern nodes", SetBy::Judgement;

    /// So are sparse ones that need more than this, since algebra is good at them.
    MOST_PLACED_IF_SPARSE: usize = 2, "pattern nodes", SetBy::Judgement;

    /// Looking for plans takes at most so many tries, most of them for symmetries: milliseconds.
    TRIES_FOR_PLANS: u64 = 400_000, "tries", SetBy::Judgement;

    /// Enough plans to choose from.
    MOST_PLANS: usize = 64, "plans", SetBy::Judgement;

    /// A plan with more groups of independent nodes is left to others: they share too much.
    MOST_GROUPS: usize = 3, "groups", SetBy::Judgement;

    /// The part of a set that another row leaves, in a rough forecast.
    SHARE_IN_ANOTHER_ROW: f64 = 0.2, "share of the set", SetBy::Judgement;

    /// So many plans are sampled, in both directions of the order.
    PLANS_SAMPLED: usize = 2, "plans", SetBy::Judgement;

    /// A sample of the first plan looks at most at so many entries, for each entry of the tables.
    FIRST_SAMPLE_PER_ENTRY: f64 = 1.0, "entries per entry", SetBy::Judgement;

    /// A sample of another plan looks at most at this share of what the best one before it will
    /// take.
    SHARE_FOR_ANOTHER_PLAN: f64 = 0.05, "share of the entries", SetBy::Judgement;

    /// A sample of another plan looks at most at so many entries, for each entry of the tables.
    OTHER_SAMPLE_PER_ENTRY: f64 = 4.0, "entries per entry", SetBy::Judgement;

    /// So many images are sampled of the first place, of the next 2, of the next 4, and so on.
    IMAGES_PER_STRATUM_OF_A_PLAN: usize = 2, "images", SetBy::Judgement;

    /// One image takes at most this share of what the sample may take.
    SHARE_OF_ONE_IMAGE: f64 = 0.2, "share of the sample", SetBy::Judgement;

    /// An image that is cut short is expected to take so many times as much.
    COST_OF_A_CUT_IMAGE: f64 = 4.0, "times the entries", SetBy::Judgement;

    /// A course towards hubs has rows that are few and near at hand; another is taken if it is
    /// expected to look at less than this share of the entries.
    AWAY_FROM_HUBS_IF_LESS: f64 = 0.6, "share of the entries", SetBy::Judgement;

    /// A plan with several placed nodes may take so many times as long as the usual road takes
    /// before it searches.
    PATIENCE_WITH_A_PLAN: f64 = 2.0, "times the time", SetBy::Judgement;

    /// If the pattern is dense, it may take so many times as long: nothing else is good at those.
    PATIENCE_WITH_A_DENSE_PLAN: f64 = 40.0, "times the time", SetBy::Judgement;

    /// A plan with several placed nodes that takes so many times as long as expected, or as it may
    /// be expected to take, is given up: a few images may have far more to them than those that
    /// were sampled.
    GIVE_UP_BY_DEGREE: f64 = 3.0, "times the entries", SetBy::Judgement;

    /// A row is looked up in the marks of a set if it is at most so many times as long as the set.
    LENGTHS_WORTH_MARKS: usize = 8, "times the length", SetBy::Judgement;

    /// A set is marked once so many times the number of look-ups in it is its length.
    LOOKED_UP_WORTH_MARKS: usize = 4, "times the look-ups", SetBy::Judgement;

    /// Rows up to this length are gone through; in longer ones it is worth to look where a part
    /// begins.
    ROW_WORTH_HALVING: usize = 32, "entries", SetBy::Judgement;
}
