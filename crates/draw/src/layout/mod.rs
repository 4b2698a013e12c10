//! Layout: a point for each node of a graph, computed from the graph alone.

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
