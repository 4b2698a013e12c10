//! Training and evaluation: one file per command.

pub(crate) mod eval;
pub(crate) mod index;
pub(crate) mod models;
mod split;
pub(crate) mod train;

pub(crate) use split::{find as split, protocol};
