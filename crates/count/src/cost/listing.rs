//! Matches one by one, and first bounds.

use super::{Cost, SetBy, costs};

costs! {
    /// Graphs with fewer arcs are sieved at once, without a look for matches before: that takes no
    /// time that anybody would notice.
    ARCS_WORTH_A_HEAD_START: usize = 1 << 14, "arcs", SetBy::Judgement;

    /// So many arcs allow a unit of work before the sieve: little beside what sieve and tables
    /// take.
    ARCS_PER_WORK_AHEAD: usize = 2, "arcs per unit of work", SetBy::Judgement;

    /// The rarest node of the pattern is guessed from so many nodes of the graph.
    NODES_GUESSED_FROM: usize = 512, "graph nodes", SetBy::Judgement;

    /// At most so many matches are found ahead of those that are asked for.
    MATCHES_AHEAD: usize = 1 << 10, "matches", SetBy::Judgement;

    /// So many steps without a match until failures are looked into, which costs about as much as a
    /// step.
    STEPS_BEFORE_FAILURES: u32 = 1 << 12, "steps", SetBy::Judgement;

    /// Graphs with fewer arcs get no first bound: they are ready before any reasonable limit
    /// strikes.
    ARCS_WORTH_A_FIRST_BOUND: usize = 1 << 19, "arcs", SetBy::Judgement;

    /// So much is done for a first bound: a millisecond or two.
    WORK_FOR_A_FIRST_BOUND: u64 = 1 << 16, "units of work", SetBy::Judgement;

    /// A first bound need not be better.
    ENOUGH_FOR_A_FIRST_BOUND: usize = 1 << 10, "mappings", SetBy::Judgement;
}
