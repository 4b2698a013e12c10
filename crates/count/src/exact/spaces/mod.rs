//! The space in which a search runs: the candidates of each pattern node and the links between
//! them.
//!
//! ```text
//! space.rs        the few set operations that a search needs
//! mask_space.rs   at most 256 nodes: every set is 1, 2 or 4 machine words
//! row_space.rs    more: every set is a sorted list
//! ```

mod mask_space;
mod row_space;
mod space;

pub(crate) use mask_space::{Mask, MaskSpace};
pub(crate) use row_space::{KeptTables, LinkTable, RowSpace, skip_below};
pub(crate) use space::{RowRef, Selection, Space};
