//! The baselines of the paper.

use super::{Cost, SetBy, costs};

costs! {
    /// The maximum number of branches of Peregrine's search for a minimum core. Patterns of 16
    /// nodes need fewer; larger ones may keep a cover that is not minimum, but at most twice as
    /// large.
    BRANCHES_FOR_A_CORE: usize = 1 << 14, "branches", SetBy::Judgement;
}
