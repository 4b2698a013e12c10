//! Attributes of nodes and arcs, and conditions on them.
//!
//! ```text
//! value.rs        one value: a number, a text, true, false, or missing
//! condition.rs    what a node or an arc must satisfy: age > 30 and city = "Rome"
//! rows.rs         the distinct combinations of label and values that occur in a graph
//! conditional.rs  a pattern with conditions
//! ```

mod condition;
mod conditional;
mod rows;
mod value;

pub use condition::{Choice, Comparison, Condition, Term, TermOf};
pub use conditional::{ConditionalArc, ConditionalNode, ConditionalPattern, Forbidden};
pub use rows::{AttributeRow, AttributeRows, AttributedGraph};
pub use value::{Value, ValueKind};
