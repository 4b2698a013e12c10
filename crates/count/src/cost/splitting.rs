//! Splitting search: which questions it takes, and which node is placed or kept apart.

use super::{Cost, SetBy, costs};

costs! {
    /// Questions whose domains take more words are left to planned search: copying them would take
    /// long.
    MOST_WORDS_OF_DOMAINS: usize = 1 << 13, "words", SetBy::Judgement;

    /// Independent nodes are counted together if they have at most this many different domains.
    MOST_DOMAINS_TOGETHER: usize = 7, "domains", SetBy::Judgement;

    /// Neighbours are narrowed again only from nodes with at most this many images: with more
    /// images, their rows restrict little.
    FEW_IMAGES: u32 = 64, "images", SetBy::Judgement;

    /// The maximum number of values that are kept, about 64 MB. When there are more, all are
    /// dropped.
    MOST_VALUES_KEPT: usize = 1 << 20, "values", SetBy::Judgement;

    /// The gain of placing a node for each collision that is no longer possible.
    GAIN_PER_COLLISION: f64 = 0.5, "gain", SetBy::Trials("benchmarks/strategies: many labels");

    /// The gain of placing a node for each of its links but one, since the part is then more like a
    /// tree: cycles cost more than collisions.
    GAIN_PER_LINK: f64 = 4.0, "gain", SetBy::Trials("benchmarks/strategies: many labels");

    /// The gain of placing a node in any case.
    GAIN_OF_A_NODE: f64 = 0.5, "gain", SetBy::Trials("benchmarks/strategies: many labels");

    /// The gain of keeping a node apart in addition to the gain of its collisions.
    GAIN_OF_KEEPING_APART: f64 = 0.1, "gain", SetBy::Judgement;

    /// Freeing a node counts as this many terms for each that it has, since they are larger than
    /// those in which a node is placed.
    TERMS_OF_FREEING: f64 = 3.0, "terms", SetBy::Trials("benchmarks/strategies: many labels");
}
