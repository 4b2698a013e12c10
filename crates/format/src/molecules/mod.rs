//! Molecules: their files, their chemistry, and the graphs that are made of them.
//!
//! A reader fills a [`Molecule`] with what the file says. [`GraphMaker`](to_graph::GraphMaker)
//! turns it into a graph as the user wants it:
//!
//! ```text
//! smiles/, sdf/   text to a molecule     ┐
//! molecule.rs     its atoms and bonds    ├─► to_graph.rs: labels, and hydrogens as nodes or not
//! chemistry/      rings, hydrogens, ...  ┘
//! smarts/         patterns for molecules, in the labels that their atoms have
//! ```

pub(crate) mod chemistry;
mod molecule;
mod options;
mod problem;
pub(crate) mod sdf;
pub(crate) mod smarts;
pub(crate) mod smiles;
mod to_graph;

pub(crate) use chemistry::element::Element;
pub(crate) use molecule::{Atom, Bond, BondOrder, Molecule, StatedHydrogens};
pub use options::{
    Aromaticity, AtomDetail, AtomLabel, Hydrogens, LabelPurpose, MoleculeOptions,
    ParseAtomLabelError,
};
pub use problem::MoleculeProblem;
