//! The usual road of a question: the index, the sieve, the greedy search, pieces; and what is kept
//! for the next question.

use super::{Cost, SetBy, costs};

costs! {
    /// A question that takes more steps is planned again with care, and shared.
    EASY_STEPS: u64 = 20_000, "steps", SetBy::Judgement;

    /// A planned search takes at least so many steps before another strategy is considered.
    FIRST_STEPS: u64 = 2_000, "steps", SetBy::Judgement;

    /// A planned search takes so many steps even if fewer are asked for: they say nothing about its
    /// pace.
    FEWEST_FIRST_STEPS: u64 = 64, "steps", SetBy::Judgement;

    /// Graphs with fewer arcs are scanned for every pattern: faster than asking an index.
    ARCS_WORTH_AN_INDEX: usize = 512, "arcs", SetBy::Judgement;

    /// Graphs with fewer arcs are not ranked by degree.
    ARCS_WORTH_RANKING: usize = 1 << 16, "arcs", SetBy::Judgement;

    /// Plans that try at most so many images in total do not remember values: that would cost more
    /// than to compute them again.
    FEW_PLACEMENTS: f64 = 256.0, "images", SetBy::Judgement;

    /// A question remembers values up to this size, on all its threads together.
    MOST_REMEMBERED: usize = 2 << 30, "bytes", SetBy::Judgement;

    /// A pattern is counted piece by piece if searching for all of it is expected to be so many
    /// times the work.
    PIECES_WORTH: f64 = 1.0, "times the work of pieces", SetBy::Judgement;

    /// Each piece, asked as a question of its own, is expected to take the arcs of the graph and
    /// the steps of an easy question times this.
    WORK_PER_EASY_STEP: f64 = 5.0, "units of work per step", SetBy::Judgement;

    /// A pattern with more ways to glue its pieces is not taken apart.
    MOST_GLUED_PATTERNS: usize = 200, "patterns", SetBy::Judgement;

    /// A pass of refinement that drops less than one candidate in so many is the last.
    CANDIDATES_PER_DROP: usize = 50, "candidates", SetBy::Judgement;

    /// Labels below this are looked up in a table, others by hashing; labels are numbered from 0,
    /// so nearly all are below.
    LABELS_IN_A_TABLE: u32 = 1024, "labels", SetBy::Judgement;

    /// A pattern with more pairs of a kind and a class of arcs goes to VF2.
    MOST_PAIRS_OF_KIND_AND_CLASS: usize = 1 << 20, "pairs", SetBy::Judgement;

    /// Tables of values that are longer are not kept for another search.
    LONGEST_TABLE_KEPT: usize = 1 << 12, "places", SetBy::Judgement;

    /// A thread keeps at most this much working memory between questions.
    MOST_MEMORY_KEPT: usize = 16 << 20, "bytes", SetBy::Judgement;

    /// A thread keeps so many analysed patterns.
    PATTERNS_KEPT: usize = 1024, "patterns", SetBy::Judgement;
}
