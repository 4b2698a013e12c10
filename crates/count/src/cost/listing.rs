//! Matches one by one, and first bounds.

use super::{Cost, SetBy, costs};

costs! {
    /// Graphs with fewer arcs are sieved at once, without looking for matches first, because the
    /// sieve takes no noticeable time.
    ARCS_WORTH_A_HEAD_START: usize = 1 << 14, "arcs", SetBy::Judgement;

    /// One unit of work is allowed before the sieve for every this many arcs: little compared with
    /// sieve and tables.
    ARCS_PER_WORK_AHEAD: usize = 2, "arcs per unit of work", SetBy::Judgement;

    /// The rarest node of the pattern is guessed from this many nodes of the graph.
    NODES_GUESSED_FROM: usize = 512, "graph nodes", SetBy::Judgement;

    /// The maximum number of matches that are found before they are requested.
    MATCHES_AHEAD: usize = 1 << 10, "matches", SetBy::Judgement;

    /// After this many steps without a match, failures are analysed, which costs about as much as a
    /// step.
    STEPS_BEFORE_FAILURES: u32 = 1 << 12, "steps", SetBy::Judgement;

    /// Graphs with fewer arcs get no first bound: they are ready before any reasonable limit runs
    /// out.
    ARCS_WORTH_A_FIRST_BOUND: usize = 1 << 19, "arcs", SetBy::Judgement;

    /// The maximum work for a first bound: a millisecond or two.
    WORK_FOR_A_FIRST_BOUND: u64 = 1 << 16, "units of work", SetBy::Judgement;

    /// The search for a first bound stops at this many mappings.
    ENOUGH_FOR_A_FIRST_BOUND: usize = 1 << 10, "mappings", SetBy::Judgement;
}
