//! Conditions on attributes, translated to labels.
//!
//! ```text
//! the label of a node      the label, and which conditions of the pattern the node satisfies
//! what a node accepts      all such labels with an accepted label and a satisfied condition
//! what an arc forbids      all such labels with a forbidden label and a satisfied condition
//! ```
//!
//! So every method that knows sets of labels knows conditions. [`resolve`] translates a pattern
//! with conditions and a graph with attributes to a pattern and a graph with labels only.
//!
//! ```text
//! check.rs    whether the graph has the attributes, with values of the right kind
//! refine.rs   the translation of the labels of nodes, and of arcs
//! resolve.rs  the translation of a question
//! ```

mod check;
mod refine;
mod resolve;

pub(crate) use resolve::{KnownGraph, Resolved, no_attributes, resolve};
