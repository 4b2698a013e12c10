//! The time-critical loops: plain functions over slices, with the same results on every processor
//! up to rounding. Vector instructions come from `isocount-lanes`.
//!
//! Callers must pass slices of matching lengths: an operation has checked its shapes before.

// A kernel must be compiled with the instruction set of its caller, which requires inlining.
#![allow(clippy::inline_always)]

mod adam;
mod film;
mod layer_norm;
mod leaky_relu;
mod ordered;
mod panels;
mod product;
mod rows;
mod thin;
mod weighted;

pub(crate) use adam::{AdamUpdate, adam};
pub(crate) use film::{FilmRows, film_backward, film_forward};
pub(crate) use layer_norm::{layer_norm, layer_norm_to_gain, layer_norm_to_rows};
pub(crate) use leaky_relu::{leaky_relu, leaky_relu_backward};
pub(crate) use ordered::{OrderedGrads, OrderedNode, ordered_backward, ordered_forward};
pub(crate) use product::DEPTH;
pub use product::{
    Onto, block_by_transposed, block_by_weight, block_columns_by_rows, columns_by_rows,
    rows_by_transposed, rows_by_transposed_onto, rows_by_weight, rows_by_weight_onto,
};
pub(crate) use rows::{
    add, add_both, add_onto, add_rows, gather_add, gather_add_each, scatter_add, scatter_add_each,
    transport_add,
};
pub(crate) use thin::thin;
pub(crate) use weighted::{Listed, dot, dots_add, weighted_transport_add};
