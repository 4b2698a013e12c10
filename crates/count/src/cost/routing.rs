//! Who goes on with a hard question. All times are those of the thread itself.

use super::{Cost, SetBy, costs};

costs! {
    /// Search runs so many times as long as the sum is being made: what search finds soon is not
    /// delayed.
    SEARCH_PER_PLANNING: f64 = 2.0, "times the time", SetBy::Judgement;

    /// If more than this share of the images of the first node is done, the others are expected to
    /// take as long as they.
    SHARE_TO_GO_BY: f64 = 0.2, "share of the images", SetBy::Judgement;

    /// A sample may be wrong by this much: only a search that is over so many times the work that
    /// was expected of it is overdue.
    SAMPLE_ERROR: f64 = 1.3, "times the work", SetBy::Trials("benchmarks/strategies");

    /// An overdue search is expected to take this share of a mean of two bounds.
    SHARE_IF_OVERDUE: f64 = 0.5, "share", SetBy::Judgement;

    /// A search is looked at again when it has taken so many times what was left by the last look,
    /// or as long as before.
    LOOK_AGAIN_AFTER: f64 = 1.2, "times the time", SetBy::Judgement;

    /// A search that looked better gives way to a sum after so many times the sum's expected time.
    PATIENCE_WITH_SEARCH: f64 = 1.5, "times the time", SetBy::Judgement;

    /// A search that is expected to take more than so many times the time it would get does not
    /// get it: predictions are seldom that wrong.
    HOPELESS_SEARCH: f64 = 12.0, "times the time", SetBy::Judgement;

    /// A sum that is expected to take so many times the time that is left is not begun: what is
    /// left finds a better bound by search.
    HOPELESS_SUM: f64 = 4.0, "times the time", SetBy::Judgement;

    /// If a sum is expected to take more than this share of the time that is left, a bound is found
    /// first.
    UNSURE_SUM: f64 = 0.5, "share of the time", SetBy::Judgement;

    /// Finding a bound before a sum may take this share of the time that is left.
    SHARE_FOR_A_BOUND: f64 = 0.2, "share of the time", SetBy::Judgement;

    /// Partial mappings on each level of a sample of the search tree, at first.
    FIRST_TREE_SAMPLE: usize = 128, "partial mappings", SetBy::Judgement;

    /// Partial mappings on each level of a sample of the search tree, at most.
    LARGEST_TREE_SAMPLE: usize = 1 << 13, "partial mappings", SetBy::Judgement;

    /// Another sample is so many times as large.
    TREE_SAMPLE_GROWTH: usize = 4, "times", SetBy::Judgement;

    /// The most work that each partial mapping of a sample may be.
    WORK_PER_SAMPLED_MAPPING: f64 = 3e3, "units of search", SetBy::Judgement;

    /// Search and sum are a close call if neither is expected to take so many times as long as the
    /// other; a larger sample then decides.
    CLOSE_CALL: f64 = 4.0, "times the time", SetBy::Judgement;

    /// The sample that decides a close call takes at most this share of either.
    SHARE_FOR_A_SAMPLE: f64 = 0.05, "share of the time", SetBy::Judgement;

    /// A larger sample for an overdue search takes at most this share of what the search has taken.
    SHARE_FOR_A_SAMPLE_IF_OVERDUE: f64 = 0.2, "share of the time", SetBy::Judgement;

    /// Counts per node and arc take a search so many times as long as a count: its work is done once
    /// forwards and once backwards.
    PARTS_PER_SEARCH: f64 = 2.0, "times the time", SetBy::Judgement;

    /// A search for counts per node and arc may take so many times what is expected of it; if it
    /// takes longer, so many times that is expected, and it is tried again only where that is less
    /// than the sum.
    NEXT_TRY_OF_PARTS: f64 = 3.0, "times the time", SetBy::Judgement;

    /// Partial mappings on each level of the sample by which a search for counts per node and arc is
    /// compared with a sum.
    TREE_SAMPLE_OF_PARTS: usize = 512, "partial mappings", SetBy::Judgement;

    /// The first belief about the pace of a search stands for this much work.
    WORK_OF_FIRST_BELIEF: f64 = 1e3, "units of search", SetBy::Judgement;

    /// The time of splitting search as a share of the time of the search beside it.
    SPLITTING_PER_SEARCH: f64 = 0.45, "share of the time", SetBy::Judgement;

    /// A turn of search beside splitting takes so many times what search has taken before.
    TURN_GROWTH: f64 = 1.0, "times the time", SetBy::Judgement;

    /// With several threads, turns are taken for this long; then search alone uses all threads.
    SECONDS_BEFORE_THREADS: f64 = 0.2, "s", SetBy::Judgement;

    /// A first try that is watched ends after this much work, about a millisecond.
    WORK_OF_A_WATCHED_TRY: f64 = 6e4, "units of search", SetBy::Trials("benchmarks/estimates");

    /// Partial mappings on each level of the sample that an outlook is made from, at least.
    SMALLEST_OUTLOOK: usize = 64, "partial mappings", SetBy::Judgement;

    /// Partial mappings on each level of the sample that a careful outlook is made from, at most.
    LARGEST_OUTLOOK: usize = 1 << 14, "partial mappings", SetBy::Judgement;

    /// A closer look takes so many times as many partial mappings; so does an outlook with some
    /// care.
    OUTLOOK_GROWTH: usize = 4, "times", SetBy::Judgement;

    /// A careful outlook takes at most about this share of the work that it expects.
    SHARE_FOR_AN_OUTLOOK: f64 = 0.01, "share of the work", SetBy::Judgement;

    /// While a question is watched, a sum is made only if that takes at most this share of the
    /// search that it might replace.
    SHARE_FOR_A_WATCHED_SUM: f64 = 0.25, "share of the time", SetBy::Judgement;
}
