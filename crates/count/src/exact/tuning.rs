//! Switches of the engine. They change its speed, never its answers. Tests cover each of them.

use crate::cost::algebra::MOST_FACTOR_BYTES;
use crate::cost::listing::STEPS_BEFORE_FAILURES;
use crate::cost::usual_path::{
    ARCS_WORTH_AN_INDEX, ARCS_WORTH_RANKING, EASY_STEPS, FEW_PLACEMENTS, FIRST_STEPS,
    MOST_REMEMBERED, PIECES_WORTH,
};

/// How sets of graph nodes are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representation {
    /// By the number of nodes that the sieve leaves.
    BySize,
    /// Bit masks of at least one word.
    Masks,
    /// Bit masks of at least two words.
    MediumMasks,
    /// Bit masks of four words.
    WideMasks,
    /// Sorted rows.
    Rows,
}

impl Representation {
    /// The number of words of a mask for this many nodes, or `None` for sorted rows.
    pub(crate) fn words(self, num_nodes: usize) -> Option<usize> {
        let least = match self {
            Self::BySize | Self::Masks => 1,
            Self::MediumMasks => 2,
            Self::WideMasks => 4,
            Self::Rows => return None,
        };
        [1, 2, 4].into_iter().find(|&words| words >= least && num_nodes <= 64 * words)
    }
}

/// When a strategy is used instead of planned search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routing {
    /// If it is expected to take less time.
    ByCost,
    /// Whenever it is possible.
    Always,
    /// Never.
    Never,
}

/// All switches. The defaults are documented in `docs/cost-model.md`.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// A question that takes more steps than this is planned again, carefully, and split among
    /// threads.
    pub easy_steps: u64,
    /// Plans that try at most this many images in total do not memoise: that would cost more than
    /// recomputing.
    pub few_placements: f64,
    /// A pattern in several pieces is counted piece by piece if trying their images is expected to
    /// be this many times the work.
    pub pieces_worth: f64,
    /// How sets are represented.
    pub representation: Representation,
    /// When small questions skip most of the usual path, as they do in an engine that is not tuned.
    /// Never by default: the other switches are about the usual path.
    pub small_questions: Routing,
    /// The maximum memory for the values that a question remembers, on all its threads together, in
    /// bytes.
    pub max_remembered: usize,
    /// For listing mappings: the number of steps without a mapping after which failures are
    /// analysed, which costs about as much as a step.
    pub patience: u32,
    /// For listing mappings: the work that is done before the graph is sieved. With `None`, it
    /// follows from the size of the graph.
    pub head_start: Option<u64>,
    /// Graphs with fewer arcs are scanned for every pattern, which is faster than looking them up
    /// in an index.
    pub arcs_worth_an_index: usize,
    /// A planned search takes at least this many steps before another strategy is considered.
    pub first_steps: u64,
    /// Whether two nodes of an induced pattern are counted together.
    pub pairs: bool,
    /// When to count in the order of degrees.
    pub by_degree: Routing,
    /// Graphs with fewer arcs are not ranked by degree unless that is forced.
    pub arcs_worth_ranking: usize,
    /// Draws the plan and the direction of counting in the order of degrees from this seed.
    pub by_degree_seed: Option<u64>,
    /// When to count by algebra.
    pub algebra: Routing,
    /// When to count by splitting search, where algebra is not used.
    pub splitting: Routing,
    /// When to count a pattern with absent arcs as a sum over patterns without.
    pub absent: Routing,
    /// The maximum memory for the factors of a sum, in bytes; less on small graphs.
    pub max_factors: usize,
    /// Computes algebra in 128 bits even where 64 are enough.
    pub algebra_in_128_bits: bool,
    /// Uses all that is known about the candidates of each node in algebra, even where that merges
    /// fewer quotients.
    pub algebra_is_narrow: bool,
    /// Draws the pins and roots of algebra from this seed.
    pub algebra_seed: Option<u64>,
    /// The maximum number of blocks that algebra evaluates together.
    pub algebra_variants: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            easy_steps: EASY_STEPS,
            few_placements: FEW_PLACEMENTS,
            pieces_worth: PIECES_WORTH,
            representation: Representation::BySize,
            small_questions: Routing::Never,
            max_remembered: MOST_REMEMBERED,
            patience: STEPS_BEFORE_FAILURES,
            head_start: None,
            arcs_worth_an_index: ARCS_WORTH_AN_INDEX,
            first_steps: FIRST_STEPS,
            pairs: true,
            by_degree: Routing::ByCost,
            arcs_worth_ranking: ARCS_WORTH_RANKING,
            by_degree_seed: None,
            algebra: Routing::ByCost,
            splitting: Routing::ByCost,
            absent: Routing::ByCost,
            max_factors: MOST_FACTOR_BYTES,
            algebra_in_128_bits: false,
            algebra_is_narrow: false,
            algebra_seed: None,
            algebra_variants: usize::MAX,
        }
    }
}
