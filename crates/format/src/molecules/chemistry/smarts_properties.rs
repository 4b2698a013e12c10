//! The properties of atoms and bonds that SMARTS refer to.

use isocount_core::Control;

use super::blocks::Blocks;
use super::element::Element;
use super::hydrogens::bond_sum;
use super::neighbours::Neighbours;
use super::rings::{TooMany, smallest_rings};
use crate::molecules::smarts::AtomProperties;
use crate::molecules::to_graph::Refused;
use crate::molecules::{Molecule, MoleculeProblem};

/// The properties of all atoms, and which bonds lie in rings.
pub(crate) struct Properties {
    pub(crate) atoms: Vec<AtomProperties>,
    pub(crate) is_in_ring: Vec<bool>,
}

/// Whether implicit hydrogens become nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MadeHydrogens {
    None,
    Nodes,
}

/// The input for the properties.
pub(crate) struct MoleculeFacts<'a> {
    pub(crate) molecule: &'a Molecule,
    pub(crate) neighbours: &'a Neighbours,
    pub(crate) blocks: &'a Blocks,
    /// The implicit hydrogens of every atom.
    pub(crate) hydrogens: &'a [u8],
    pub(crate) valences: &'a [u8],
}

impl Properties {
    /// An implicit hydrogen that has become a node.
    pub(crate) const HYDROGEN: AtomProperties = AtomProperties {
        element: 1,
        is_aromatic: false,
        charge: 0,
        isotope: 0,
        hydrogens: 0,
        implicit_hydrogens: 0,
        degree: 1,
        connections: 1,
        valence: 1,
        rings: 0,
        ring_size: 0,
        ring_bonds: 0,
    };

    /// The sum of the bond orders of every atom, including hydrogens. All bonds should have integer
    /// orders.
    pub(crate) fn valences(
        molecule: &Molecule,
        neighbours: &Neighbours,
        hydrogens: &[u8],
    ) -> Vec<u8> {
        let of = |(&hydrogens, atom): (&u8, u32)| {
            let bonds = bond_sum(molecule, neighbours, atom) / 2;
            capped(u32::from(hydrogens) + bonds)
        };
        hydrogens.iter().zip(0..).map(of).collect()
    }

    pub(crate) fn of(
        facts: &MoleculeFacts<'_>,
        is_node: &dyn Fn(u32) -> bool,
        made: MadeHydrogens,
        control: &Control,
    ) -> Result<Self, Refused> {
        let MoleculeFacts { molecule, neighbours, blocks, hydrogens, valences } = facts;
        let num_bonds = molecule.bonds.len() as u32;
        let is_in_ring: Vec<bool> = (0..num_bonds).map(|bond| blocks.is_in_ring(bond)).collect();
        let mut atoms = Vec::with_capacity(molecule.atoms.len());
        for (atom, number) in molecule.atoms.iter().zip(0..) {
            let unwritten = u32::from(hydrogens[number as usize]);
            let (mut nodes, mut left_out, mut written, mut ring_bonds) = (0, 0, 0, 0);
            for &bond in neighbours.bonds_of(number) {
                let other = molecule.bonds[bond as usize].other(number);
                let is_hydrogen = molecule.atoms[other as usize].element == Element::HYDROGEN;
                written += u32::from(is_hydrogen);
                ring_bonds += u32::from(is_in_ring[bond as usize]);
                if is_node(other) { nodes += 1 } else { left_out += 1 }
            }
            let made = if made == MadeHydrogens::Nodes { unwritten } else { 0 };
            atoms.push(AtomProperties {
                element: atom.element.number(),
                is_aromatic: atom.is_aromatic,
                charge: atom.charge,
                isotope: atom.isotope,
                hydrogens: capped(unwritten + written),
                implicit_hydrogens: capped(unwritten + left_out - made),
                degree: capped(nodes + made),
                connections: capped(unwritten + nodes + left_out),
                valence: valences[number as usize],
                rings: 0,
                ring_size: 0,
                ring_bonds: capped(ring_bonds),
            });
        }
        for block in blocks.each() {
            let refused = || {
                let first = molecule.bonds[block[0] as usize].ends[0];
                let problem = MoleculeProblem::TooManyRings { num_bonds: block.len() };
                Refused::at(&molecule.atoms[first as usize], problem)
            };
            let rings = smallest_rings(molecule, block, control)?.map_err(|TooMany| refused())?;
            for ring in rings {
                let size = capped(ring.atoms.len() as u32);
                for &atom in &ring.atoms {
                    let atom = &mut atoms[atom as usize];
                    atom.rings = atom.rings.saturating_add(1);
                    let is_smaller = atom.ring_size == 0 || size < atom.ring_size;
                    atom.ring_size = if is_smaller { size } else { atom.ring_size };
                }
            }
        }
        Ok(Self { atoms, is_in_ring })
    }
}

fn capped(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
