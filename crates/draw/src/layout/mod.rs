//! Where the nodes of a graph go: a point for each, from nothing but the graph.

mod alignment;
mod arrange;
mod beauty;
mod component;
mod orientation;
mod packing;
mod spacing;
mod start;
mod stress;

pub use arrange::layout;
pub use spacing::MIN_DISTANCE;
