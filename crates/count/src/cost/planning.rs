//! Which node is tried when, and what is counted without being tried.

use super::{Cost, SetBy, costs};

costs! {
    /// A node without open links is tried before the tail only if its set is this many times
    /// smaller.
    PATIENCE_WITHOUT_LINKS: f64 = 8.0, "times the images", SetBy::Judgement;

    /// The number of terms of inclusion and exclusion that are as much work as a step.
    TERMS_PER_STEP: f64 = 4.0, "terms", SetBy::Judgement;

    /// Independent nodes are counted together if that takes at most this many vectors of
    /// multiplicities. Otherwise it is better to try a node image by image.
    MOST_VECTORS_TOGETHER: usize = 128, "vectors", SetBy::Judgement;

    /// The maximum number of tries in looking for symmetries: milliseconds. For patterns that need
    /// more, symmetries are not used.
    TRIES_FOR_SYMMETRY: u64 = 1_000_000, "tries", SetBy::Judgement;

    /// So many entries of rows that are looked at one after the other are a unit of work.
    ENTRIES_PER_WORK: usize = 8, "entries", SetBy::Judgement;

    /// Lengths of rows to higher powers than this are hubs alone.
    HIGHEST_ROW_MOMENT: usize = 5, "power", SetBy::Judgement;

    /// Of the orders in which the nodes of an induced pattern could be placed, at most this many
    /// beginnings are tried, in a few milliseconds.
    MOST_BEGINNINGS: usize = 20_000, "beginnings", SetBy::Judgement;

    /// Placing a node of an induced pattern costs this many entries of rows, whatever its degree.
    ENTRIES_PER_PLACEMENT: f64 = 16.0, "entries", SetBy::Judgement;

    /// The last two nodes of an induced pattern are counted together if it has at most this many
    /// nodes: of larger patterns, too few orders can be tried.
    MOST_NODES_TO_PAIR: usize = 8, "pattern nodes", SetBy::Trials("benchmarks/strategies: induced");
}
