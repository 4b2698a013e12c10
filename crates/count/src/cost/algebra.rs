//! Sums over quotients: for which patterns they are made, how their blocks are evaluated, and how
//! much memory they take.

use super::{Cost, SetBy, costs};

costs! {
    /// Larger patterns are not counted by a sum: choosing pins among that many nodes would itself
    /// take long.
    LARGEST_PATTERN_WITH_A_SUM: usize = 12, "pattern nodes", SetBy::Judgement;

    /// A sum over more partitions takes longer than most searches.
    MOST_PARTITIONS: usize = 60_000, "partitions", SetBy::Judgement;

    /// More relations between nodes would need too many tables.
    MOST_RELATIONS: usize = 256, "relations", SetBy::Judgement;

    /// Looking a value up in a list by doubling steps costs about as much as this many additions.
    /// If one list is this many times shorter than another, its values are looked up in the other.
    ADDITIONS_PER_LOOK_UP: usize = 6, "additions", SetBy::Judgement;

    /// Adding to a place that may be new costs as much as this many additions.
    ADDITIONS_PER_PUSH: usize = 2, "additions", SetBy::Judgement;

    /// Placing a pin costs this many additions, not counting those that follow from it.
    ADDITIONS_PER_IMAGE: usize = 10, "additions", SetBy::Trials("a prototype of algebra");

    /// Means of higher powers of degrees than this depend on hubs alone.
    HIGHEST_MOMENT: usize = 5, "power", SetBy::Judgement;

    /// The number of edges that are sampled for common neighbours.
    EDGES_LOOKED_AT: usize = 400, "edges", SetBy::Trials("a prototype of algebra");

    /// The maximum number of sets of pins that are considered: a few milliseconds.
    MOST_SETS_OF_PINS: usize = 50_000, "sets", SetBy::Judgement;

    /// For blocks up to this size, sets of one pin more than needed are considered too.
    LARGEST_BLOCK_WITH_AN_EXTRA_PIN: usize = 7, "nodes", SetBy::Judgement;

    /// Up to this many pins are tried in all orders; more pins are tried in one order for each
    /// first pin.
    MOST_PINS_IN_ANY_ORDER: usize = 3, "pins", SetBy::Judgement;

    /// For several blocks, a program is considered only if, for a single block, it is expected to
    /// cost less than this many times as much as the best.
    RUNNER_UP_COST: f64 = 3.0, "times the additions", SetBy::Judgement;

    /// The number of programs that are compared for all blocks together.
    PROGRAMS_COMPARED: usize = 4, "programs", SetBy::Judgement;

    /// The number that are compared for blocks whose values belong to different nodes.
    PROGRAMS_COMPARED_FOR_PARTS: usize = 12, "programs", SetBy::Judgement;

    /// The approximate work of comparing two programs.
    WORK_PER_PROGRAM: usize = 128, "units of work", SetBy::Judgement;

    /// A program is tried on a sample before it is run if it is expected to take more additions
    /// than this.
    ADDITIONS_WORTH_A_SAMPLE: f64 = 1e6, "additions", SetBy::Judgement;

    /// A program is tried on a sample only if it is expected to take more than this share of the
    /// sum.
    SHARE_WORTH_A_SAMPLE: f64 = 0.05, "share of the additions", SetBy::Judgement;

    /// The sample of a program takes at most this share of the additions expected of the program.
    SHARE_FOR_A_PROGRAM: f64 = 0.02, "share of the additions", SetBy::Judgement;

    /// The maximum number of additions for the sample of a program.
    MOST_ADDITIONS_SAMPLED: f64 = 1e7, "additions", SetBy::Judgement;

    /// In such a sample, this many images stand for all images of about the same degree.
    IMAGES_PER_STRATUM_OF_A_PROGRAM: usize = 3, "images", SetBy::Judgement;

    /// A sum for counts per node and arc takes this share of the additions that are expected of its
    /// factors: its blocks differ in the node that they belong to, and have most in common.
    SHARE_OF_ADDITIONS_FOR_PARTS: f64 = 0.6, "share of the additions", SetBy::Trials("benchmarks/strategies: participation");

    /// The maximum number of blocks that are evaluated together: each has memory of its own.
    BLOCKS_TOGETHER: usize = 64, "blocks", SetBy::Judgement;

    /// The factors on the edges of blocks that are evaluated together take at most about this much
    /// memory.
    INPUT_BYTES_TOGETHER: usize = 12 << 20, "bytes", SetBy::Judgement;

    /// Sums that take less memory are evaluated in the order of their terms; for others, a better
    /// order is sought.
    BYTES_WORTH_ANOTHER_ORDER: usize = 16 << 20, "bytes", SetBy::Judgement;

    /// A sum whose factors take more memory than this is not evaluated, unless the graph is large.
    FACTOR_BYTES: usize = 70_000_000, "bytes", SetBy::Trials("benchmarks/strategies: memory");

    /// On large graphs, the factors of a sum may take this much memory for each node.
    FACTOR_BYTES_PER_NODE: usize = 7_000, "bytes", SetBy::Trials("benchmarks/strategies: memory");

    /// On graphs of any size, a sum whose factors take more memory than this is not evaluated.
    MOST_FACTOR_BYTES: usize = 512 << 20, "bytes", SetBy::Judgement;
}
