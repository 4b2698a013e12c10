//! Molecules: their files, their chemistry, and the graphs that are made of them.
//!
//! A reader fills a [`Molecule`] from a file. [`GraphMaker`](to_graph::GraphMaker) converts it to a
//! graph according to the options:
//!
//! ```text
//! smiles/, sdf/   text to a molecule     ┐
//! molecule.rs     its atoms and bonds    ├─► to_graph.rs: labels, and hydrogens as nodes or not
//! chemistry/      rings, hydrogens, ...  ┘
//! smarts/         patterns for molecules, in terms of the labels of their atoms
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
