//! Which strategy goes on with a hard question. All times are CPU times of the thread.

use super::{Cost, SetBy, costs};

costs! {
    /// Search runs for this many times as long as the sum is being made, so that a quick search is
    /// not delayed.
    SEARCH_PER_PLANNING: f64 = 2.0, "times the time", SetBy::Judgement;

    /// If more than this share of the images of the first node is done, the others are expected to
    /// take equally long.
    SHARE_TO_GO_BY: f64 = 0.2, "share of the images", SetBy::Judgement;

    /// A sample may be off by this factor: a search is overdue only beyond this many times its
    /// expected work.
    SAMPLE_ERROR: f64 = 1.3, "times the work", SetBy::Trials("benchmarks/strategies");

    /// The remaining time of an overdue search is expected to be this share of a mean of two
    /// bounds.
    SHARE_IF_OVERDUE: f64 = 0.5, "share", SetBy::Judgement;

    /// A search is assessed again after this many times its expected remaining time, or after as
    /// long as it has taken so far, whichever is longer.
    LOOK_AGAIN_AFTER: f64 = 1.2, "times the time", SetBy::Judgement;

    /// A search that looked better gives way to a sum after this many times the expected time of
    /// the sum.
    PATIENCE_WITH_SEARCH: f64 = 1.5, "times the time", SetBy::Judgement;

    /// A search is not tried if it is expected to take more than this many times the time it would
    /// get: predictions are rarely that wrong.
    HOPELESS_SEARCH: f64 = 12.0, "times the time", SetBy::Judgement;

    /// A sum is not begun if it is expected to take this many times the time that is left: search
    /// finds a better bound in that time.
    HOPELESS_SUM: f64 = 4.0, "times the time", SetBy::Judgement;

    /// If a sum is expected to take more than this share of the time that is left, a bound is found
    /// first.
    UNSURE_SUM: f64 = 0.5, "share of the time", SetBy::Judgement;

    /// Finding a bound before a sum may take this share of the time that is left.
    SHARE_FOR_A_BOUND: f64 = 0.2, "share of the time", SetBy::Judgement;

    /// The number of partial mappings on each level of the first sample of the search tree.
    FIRST_TREE_SAMPLE: usize = 128, "partial mappings", SetBy::Judgement;

    /// The maximum number of partial mappings on each level of a sample of the search tree.
    LARGEST_TREE_SAMPLE: usize = 1 << 13, "partial mappings", SetBy::Judgement;

    /// The next sample is this many times as large.
    TREE_SAMPLE_GROWTH: usize = 4, "times", SetBy::Judgement;

    /// The maximum work for each partial mapping of a sample.
    WORK_PER_SAMPLED_MAPPING: f64 = 3e3, "units of search", SetBy::Judgement;

    /// Search and sum are a close call if neither is expected to take this many times as long as
    /// the other. A larger sample then decides.
    CLOSE_CALL: f64 = 4.0, "times the time", SetBy::Judgement;

    /// The sample that decides a close call takes at most this share of either.
    SHARE_FOR_A_SAMPLE: f64 = 0.05, "share of the time", SetBy::Judgement;

    /// A larger sample for an overdue search takes at most this share of what the search has taken.
    SHARE_FOR_A_SAMPLE_IF_OVERDUE: f64 = 0.2, "share of the time", SetBy::Judgement;

    /// For counts per node and arc, a search takes this many times as long as for a count: its work
    /// is done once forwards and once backwards.
    PARTS_PER_SEARCH: f64 = 2.0, "times the time", SetBy::Judgement;

    /// A search for counts per node and arc may take this many times what is expected of it. If that
    /// is not enough, this many times as much is expected, and it is tried again only if that is
    /// less than the sum.
    NEXT_TRY_OF_PARTS: f64 = 3.0, "times the time", SetBy::Judgement;

    /// Partial mappings on each level of the sample by which a search for counts per node and arc is
    /// compared with a sum.
    TREE_SAMPLE_OF_PARTS: usize = 512, "partial mappings", SetBy::Judgement;

    /// The weight of the assumed pace of a search, as an amount of measured work.
    WORK_OF_FIRST_BELIEF: f64 = 1e3, "units of search", SetBy::Judgement;

    /// When search and splitting take turns, the time of splitting as a share of the time of
    /// search.
    SPLITTING_PER_SEARCH: f64 = 0.45, "share of the time", SetBy::Judgement;

    /// If search is far from its end, the time of splitting as a share of the time of search.
    SPLITTING_IF_FAR: f64 = 3.0, "share of the time", SetBy::Trials("benchmarks/strategies: many labels");

    /// A search is far from its end if a sample expects this many times what it has taken.
    FAR_FROM_ITS_END: f64 = 10.0, "times the time", SetBy::Judgement;

    /// When search and splitting take turns, a turn of search takes this many times what search has
    /// taken before.
    TURN_GROWTH: f64 = 1.0, "times the time", SetBy::Judgement;

    /// With several threads, turns are taken for this long; then search alone uses all threads.
    SECONDS_BEFORE_THREADS: f64 = 0.2, "s", SetBy::Judgement;

    /// A first try that is watched ends after this much work, about a millisecond.
    WORK_OF_A_WATCHED_TRY: f64 = 6e4, "units of search", SetBy::Trials("benchmarks/estimates");

    /// The minimum number of partial mappings on each level of the sample for an outlook.
    SMALLEST_OUTLOOK: usize = 64, "partial mappings", SetBy::Judgement;

    /// The maximum number of partial mappings on each level of the sample for a careful outlook.
    LARGEST_OUTLOOK: usize = 1 << 14, "partial mappings", SetBy::Judgement;

    /// A closer look takes this many times as many partial mappings.
    OUTLOOK_GROWTH: usize = 4, "times", SetBy::Judgement;

    /// A careful outlook takes at most about this share of the work that it predicts.
    SHARE_FOR_AN_OUTLOOK: f64 = 0.01, "share of the work", SetBy::Judgement;

    /// While a question is watched, a sum is made only if making it takes at most this share of the
    /// search that it might replace.
    SHARE_FOR_A_WATCHED_SUM: f64 = 0.25, "share of the time", SetBy::Judgement;
}
