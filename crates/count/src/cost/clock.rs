//! How often work looks at the clock: seldom enough to cost nothing, often enough that a limit and
//! a cancellation are kept within milliseconds.

use super::{Cost, SetBy, costs};

costs! {
    /// This much work may pass between two looks at the clock: well under a millisecond.
    WORK_PER_LOOK: usize = 1024, "units of work", SetBy::Judgement;

    /// So many looks pass between two at the time of the thread, which takes longer to read.
    LOOKS_PER_OWN_TIME: u32 = 4, "looks", SetBy::Judgement;

    /// A pass over millions of things is done in stretches of this length, with a look before each.
    STRETCH: usize = 1 << 11, "arcs, nodes or entries", SetBy::Judgement;

    /// So many members of a set are looked at between two looks at the clock: each may be compared
    /// with the images of all other pattern nodes.
    MEMBERS_PER_LOOK: usize = 256, "members", SetBy::Judgement;

    /// After so many steps, what a walk has found is passed on.
    STEPS_PER_WALK: u32 = 1 << 14, "steps", SetBy::Judgement;
}
