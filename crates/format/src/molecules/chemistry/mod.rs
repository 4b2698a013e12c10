//! Properties derived from the atoms and bonds of a molecule: hydrogens, rings, aromaticity.
//!
//! ```text
//! element.rs      symbols, outer electrons and usual valences
//! neighbours.rs   the bonds of each atom
//! blocks.rs       which bonds lie in rings
//! hydrogens.rs    how many hydrogens each atom has
//! kekule.rs       aromatic bonds to alternating single and double ones     ┐ unless aromaticity
//! rings.rs        the smallest rings                                       │ is taken as written
//! aromaticity.rs  which of them are aromatic                               ┘
//! smarts_properties.rs  the properties that SMARTS refer to, if labels are for SMARTS
//! ```

pub(super) mod aromaticity;
pub(super) mod blocks;
pub(crate) mod element;
pub(super) mod hydrogens;
pub(super) mod kekule;
mod matching;
pub(super) mod neighbours;
mod ring_space;
mod rings;
pub(super) mod smarts_properties;
