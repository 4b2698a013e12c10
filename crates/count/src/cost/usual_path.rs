//! The usual path of a question: the index, the sieve, the greedy search, pieces; and what is kept
//! for the next question.

use super::{Cost, SetBy, costs};

costs! {
    /// A question that takes more steps is planned again, carefully, and shared among threads.
    EASY_STEPS: u64 = 20_000, "steps", SetBy::Judgement;

    /// A planned search takes at least this many steps before another strategy is considered.
    FIRST_STEPS: u64 = 2_000, "steps", SetBy::Judgement;

    /// A planned search takes this many steps even if fewer are requested, because fewer do not
    /// show its pace.
    FEWEST_FIRST_STEPS: u64 = 64, "steps", SetBy::Judgement;

    /// Graphs with fewer arcs are scanned for every pattern, which is faster than looking them up
    /// in an index.
    ARCS_WORTH_AN_INDEX: usize = 512, "arcs", SetBy::Judgement;

    /// Graphs with fewer arcs are not ranked by degree.
    ARCS_WORTH_RANKING: usize = 1 << 16, "arcs", SetBy::Judgement;

    /// Plans that try at most this many images in total do not remember values: that would cost
    /// more than computing them again.
    FEW_PLACEMENTS: f64 = 256.0, "images", SetBy::Judgement;

    /// The maximum memory for the values that a question remembers, on all its threads together.
    MOST_REMEMBERED: usize = 2 << 30, "bytes", SetBy::Judgement;

    /// A pattern is counted piece by piece if searching for all of it at once is expected to be
    /// this many times the work.
    PIECES_WORTH: f64 = 1.0, "times the work of pieces", SetBy::Judgement;

    /// As a question of its own, each piece is expected to take the arcs of the graph plus this
    /// times the steps of an easy question.
    WORK_PER_EASY_STEP: f64 = 5.0, "units of work per step", SetBy::Judgement;

    /// A pattern with more ways to glue its pieces is not taken apart.
    MOST_GLUED_PATTERNS: usize = 200, "patterns", SetBy::Judgement;

    /// A pattern with more absent arcs is not counted as a sum over patterns without.
    MOST_ABSENT_SUMMED: usize = 10, "absent arcs or edges", SetBy::Judgement;

    /// The same where that sum is compared with a search: each of its terms may need a search, too.
    MOST_ABSENT_SUMMED_BY_COST: usize = 3, "absent arcs or edges", SetBy::Judgement;

    /// A pattern with absent arcs is counted as a sum if searching for it is expected to be this
    /// many times the work of easy terms.
    ABSENT_SUM_WORTH: f64 = 4.0, "times the work of the terms", SetBy::Judgement;

    /// A pass of refinement that drops less than one in this many candidates is the last.
    CANDIDATES_PER_DROP: usize = 50, "candidates", SetBy::Judgement;

    /// Labels below this are looked up in a table, others by hashing; labels are numbered from 0,
    /// so nearly all are below.
    LABELS_IN_A_TABLE: u32 = 1024, "labels", SetBy::Judgement;

    /// A pattern with more pairs of a kind of arc and a class of arc labels is counted by VF2.
    MOST_PAIRS_OF_KIND_AND_CLASS: usize = 1 << 20, "pairs", SetBy::Judgement;

    /// Longer tables of values are not kept for another search.
    LONGEST_TABLE_KEPT: usize = 1 << 12, "places", SetBy::Judgement;

    /// A thread keeps at most this much working memory between questions.
    MOST_MEMORY_KEPT: usize = 16 << 20, "bytes", SetBy::Judgement;

    /// The number of analysed patterns that a thread keeps.
    PATTERNS_KEPT: usize = 1024, "patterns", SetBy::Judgement;
}
