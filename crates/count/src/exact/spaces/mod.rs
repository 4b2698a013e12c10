//! Where a search happens: the candidates of each pattern node, and who is linked to whom.
//!
//! ```text
//! space.rs        the few set operations that a search needs
//! mask_space.rs   at most 256 nodes: every set is 1, 2 or 4 machine words
//! row_space.rs    more: every set is a sorted list
//! near.rs         arcs without their types, for induced patterns
//! pair_room.rs    two nodes of an induced pattern counted together: what is asked
//! row_pairs.rs    that in rows
//! ```

mod mask_space;
mod near;
mod pair_room;
mod row_pairs;
mod row_space;
mod space;

pub(crate) use mask_space::{Mask, MaskSpace};
pub(crate) use pair_room::{LastImages, MOST_PLACED, PairRoom, PairTail};
pub(crate) use row_space::{KeptTables, LinkTable, RowSpace, skip_below};
pub(crate) use space::{Moments, RowRef, Selection, Space};
