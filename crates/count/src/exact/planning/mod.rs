//! Which node is tried when, and what is counted without being tried.
//!
//! ```text
//! facts.rs    what a planner knows: sizes, overlaps, dependencies between nodes
//! policy.rs   which node to try next
//! plan.rs     the plan, a tree of steps and of parts that are counted
//! pairing.rs  induced patterns: which two nodes are counted together, and the order of the others
//! memo.rs     which parts remember their values
//! work.rs     how much work a plan is expected to be
//! ```

mod facts;
mod memo;
mod pairing;
mod plan;
mod policy;
mod work;

pub(crate) use facts::{Facts, Measurements};
pub(crate) use memo::{Memo, Remembered};
pub(crate) use plan::{Part, PartKind, Plan, SetSpec};
pub(crate) use policy::Policy;
