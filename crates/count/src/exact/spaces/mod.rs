//! The space in which a search runs: the candidates of each pattern node and the links between
//! them.
//!
//! ```text
//! space.rs        the few set operations that a search needs
//! mask_space.rs   at most 256 nodes: every set is 1, 2 or 4 machine words
//! row_space.rs    more: every set is a sorted list
//! link_table.rs   the rows of those, made from arcs
//! near.rs         arcs without their types, for induced patterns
//! banned.rs       pairs of nodes with an arc that must be absent
//! pair_room.rs    two nodes of an induced pattern counted together: what is asked
//! row_pairs.rs    that in rows
//! ```

mod banned;
mod link_table;
mod mask_space;
mod near;
mod pair_room;
mod row_pairs;
mod row_space;
mod space;

pub(crate) use link_table::LinkTable;
pub(crate) use mask_space::{Mask, MaskSpace};
pub(crate) use pair_room::{LastImages, MOST_PLACED, PairRoom, PairTail};
pub(crate) use row_space::{RowSpace, RowTables, skip_below};
pub(crate) use space::{Moments, RowRef, Selection, Space};
