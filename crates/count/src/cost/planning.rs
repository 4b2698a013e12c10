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
}
