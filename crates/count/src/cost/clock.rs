//! How often work looks at the clock: rarely enough to cost nothing, often enough that limits and
//! cancellations take effect within milliseconds.

use super::{Cost, SetBy, costs};

costs! {
    /// The maximum work between two looks at the clock: well under a millisecond.
    WORK_PER_LOOK: usize = 1024, "units of work", SetBy::Judgement;

    /// Every this many looks, the CPU time of the thread is read too, which takes longer.
    LOOKS_PER_OWN_TIME: u32 = 4, "looks", SetBy::Judgement;

    /// A pass over millions of items is done in stretches of this length, with a look at the clock
    /// before each.
    STRETCH: usize = 1 << 11, "arcs, nodes or entries", SetBy::Judgement;

    /// The number of members of a set that are visited between two looks at the clock. Each may be
    /// compared with the images of all other pattern nodes.
    MEMBERS_PER_LOOK: usize = 256, "members", SetBy::Judgement;

    /// After this many steps, the matches that a walk has found are passed on.
    STEPS_PER_WALK: u32 = 1 << 14, "steps", SetBy::Judgement;
}
