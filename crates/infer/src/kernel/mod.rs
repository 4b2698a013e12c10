//! The time-critical loops, with the best instructions of the processor (`isocount-lanes`).

#![expect(
    clippy::inline_always,
    reason = "a kernel must take over the instruction set of its caller"
)]

mod film;
mod keys;
mod product;
mod rows;
mod scan;
mod transpose;

pub(crate) use film::{FilmRows, film_sums};
pub(crate) use keys::{KeyRange, leaf_sums};
pub(crate) use product::{Product, Start, product};
pub(crate) use rows::{add_total, scale_rows, scatter_rows, sum_of_rows};
pub(crate) use scan::{below, count_below};
pub(crate) use transpose::{Columns, transpose};
