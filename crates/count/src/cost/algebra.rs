//! Sums over quotients: which there are, how their blocks are evaluated, how much they hold.

use super::{Cost, SetBy, costs};

costs! {
    /// Larger patterns have no sum: choosing pins among so many nodes would take long itself.
    LARGEST_PATTERN_WITH_A_SUM: usize = 12, "pattern nodes", SetBy::Judgement;

    /// More partitions take longer than most searches.
    MOST_PARTITIONS: usize = 60_000, "partitions", SetBy::Judgement;

    /// More relations between nodes are too many tables.
    MOST_RELATIONS: usize = 256, "relations", SetBy::Judgement;

    /// Looking a value up in a list by doubling steps costs about as much as so many additions.
    /// Where one list is this much shorter than another, it is looked up.
    ADDITIONS_PER_LOOK_UP: usize = 6, "additions", SetBy::Judgement;

    /// Adding to a place that may be new costs as much as so many additions.
    ADDITIONS_PER_PUSH: usize = 2, "additions", SetBy::Judgement;

    /// Placing a pin costs so many additions beside those that it leads to.
    ADDITIONS_PER_IMAGE: usize = 10, "additions", SetBy::Trials("a prototype of algebra");

    /// Degrees to higher powers than this are hubs alone.
    HIGHEST_MOMENT: usize = 5, "power", SetBy::Judgement;

    /// So many edges are looked at for common neighbours.
    EDGES_LOOKED_AT: usize = 400, "edges", SetBy::Trials("a prototype of algebra");

    /// So many sets of pins are looked at, at most: a few milliseconds.
    MOST_SETS_OF_PINS: usize = 50_000, "sets", SetBy::Judgement;

    /// Blocks up to this size are also tried with one pin more than needed.
    LARGEST_BLOCK_WITH_AN_EXTRA_PIN: usize = 7, "nodes", SetBy::Judgement;

    /// All orders of so many pins are tried; of more, one for each first pin.
    MOST_PINS_IN_ANY_ORDER: usize = 3, "pins", SetBy::Judgement;

    /// Of the programs for several blocks, those are looked at that are not expected to cost so
    /// many times more for a single block.
    RUNNER_UP_COST: f64 = 3.0, "times the additions", SetBy::Judgement;

    /// So many programs are compared for all blocks together.
    PROGRAMS_COMPARED: usize = 4, "programs", SetBy::Judgement;

    /// So many are compared for blocks whose values belong to different nodes.
    PROGRAMS_COMPARED_FOR_PARTS: usize = 12, "programs", SetBy::Judgement;

    /// Comparing two programs is about so much work.
    WORK_PER_PROGRAM: usize = 128, "units of work", SetBy::Judgement;

    /// A program is tried on a sample before it is run if it is expected to take more than this.
    ADDITIONS_WORTH_A_SAMPLE: f64 = 1e6, "additions", SetBy::Judgement;

    /// It is tried on a sample only if it is expected to take more than this share of the sum.
    SHARE_WORTH_A_SAMPLE: f64 = 0.05, "share of the additions", SetBy::Judgement;

    /// The sample of a program takes at most this share of what is expected of it.
    SHARE_FOR_A_PROGRAM: f64 = 0.02, "share of the additions", SetBy::Judgement;

    /// The sample of a program takes at most so many additions.
    MOST_ADDITIONS_SAMPLED: f64 = 1e7, "additions", SetBy::Judgement;

    /// In such a sample, so many images stand for the others of about their degree.
    IMAGES_PER_STRATUM_OF_A_PROGRAM: usize = 3, "images", SetBy::Judgement;

    /// A sum for counts per node and arc takes this share of the additions that are expected of its
    /// factors: its blocks differ in the node that they belong to, and have most in common.
    SHARE_OF_ADDITIONS_FOR_PARTS: f64 = 0.6, "share of the additions", SetBy::Trials("benchmarks/strategies: participation");

    /// Blocks are evaluated together in groups of at most so many: each has memory of its own.
    BLOCKS_TOGETHER: usize = 64, "blocks", SetBy::Judgement;

    /// What hangs on the edges of blocks that are evaluated together takes at most about this much.
    INPUT_BYTES_TOGETHER: usize = 12 << 20, "bytes", SetBy::Judgement;

    /// Sums that hold less are evaluated as they come; for others a better order is looked for.
    BYTES_WORTH_ANOTHER_ORDER: usize = 16 << 20, "bytes", SetBy::Judgement;

    /// A sum whose factors take more than this is not evaluated, unless the graph is large.
    FACTOR_BYTES: usize = 70_000_000, "bytes", SetBy::Trials("benchmarks/strategies: memory");

    /// On large graphs, the factors of a sum may take this much for each node.
    FACTOR_BYTES_PER_NODE: usize = 7_000, "bytes", SetBy::Trials("benchmarks/strategies: memory");

    /// On graphs of any size, a sum whose factors take more than this is not evaluated.
    MOST_FACTOR_BYTES: usize = 512 << 20, "bytes", SetBy::Judgement;
}
