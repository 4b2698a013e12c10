//! Small questions: few nodes of the graph matter, and few images are tried. Most questions about
//! molecules, and about graphs made to be as small, are such; what they cost is preparation.
//!
//! ```text
//! pattern.rs   what a pattern keeps from question to question: its plans for any graph
//! arcs.rs      the arcs of each type, by one pass over a graph
//! index.rs     the arcs of each type, looked up in a small graph that is open
//! answer.rs    candidates, the plan of the root with the fewest, and its search
//! ```
//!
//! The usual path measures the candidates and plans for them. Here the plan is ready, since it
//! assumes nothing about the graph: nodes that may share candidates do, and nodes are alike only
//! if the pattern makes them so. Where that could matter, the question is not small.

mod answer;
mod arcs;
mod index;
mod pattern;

pub(super) use answer::SmallScratch;
pub(crate) use index::LazySmallIndex;
pub(super) use pattern::SmallPattern;

/// The arcs of each type of a pattern, between nodes that are numbered from 0 to 63.
trait TypedArcs {
    fn num_nodes(&self) -> usize;

    /// The number of arcs of type `t`.
    fn num_of_type(&self, t: u16) -> usize;

    /// The nodes with an end of an arc as a mask: the tails of type `t` at `2t`, its heads at
    /// `2t + 1`.
    fn end_nodes(&self, end: usize) -> u64;

    /// Calls `each` with the tail and the head of each arc of type `t`.
    fn for_each(&self, t: u16, each: impl FnMut(u8, u8));
}
