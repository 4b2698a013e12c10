//! The baselines of the paper.

use super::{Cost, SetBy, costs};

costs! {
    /// Branches of the search for a minimum core in Peregrine. Patterns of 16 nodes need less;
    /// larger ones may keep a cover that is not the least, but at most twice as large.
    BRANCHES_FOR_A_CORE: usize = 1 << 14, "branches", SetBy::Judgement;
}
