//! The bonds of each atom.

use crate::molecules::{Bond, Molecule};

/// The bonds of every atom.
pub(crate) struct Neighbours {
    /// The start of the bonds of each atom in `bonds`.
    starts: Vec<u32>,
    bonds: Vec<u32>,
}

impl Neighbours {
    pub(crate) fn of(molecule: &Molecule) -> Self {
        let num_atoms = molecule.atoms.len();
        let mut starts = vec![0; num_atoms + 1];
        for end in molecule.bonds.iter().flat_map(|bond| bond.ends) {
            starts[end as usize + 1] += 1;
        }
        for atom in 0..num_atoms {
            starts[atom + 1] += starts[atom];
        }
        let mut next = starts.clone();
        let mut bonds = vec![0; 2 * molecule.bonds.len()];
        for (number, bond) in molecule.bonds.iter().enumerate() {
            for end in bond.ends {
                bonds[next[end as usize] as usize] = number as u32;
                next[end as usize] += 1;
            }
        }
        Self { starts, bonds }
    }

    /// The indices of the bonds of an atom, in file order.
    pub(crate) fn bonds_of(&self, atom: u32) -> &[u32] {
        let atom = atom as usize;
        &self.bonds[self.starts[atom] as usize..self.starts[atom + 1] as usize]
    }

    /// The number of bonds of an atom.
    pub(crate) fn degree(&self, atom: u32) -> u32 {
        self.starts[atom as usize + 1] - self.starts[atom as usize]
    }

    /// The bonds of an atom.
    pub(crate) fn each<'a>(
        &'a self,
        molecule: &'a Molecule,
        atom: u32,
    ) -> impl Iterator<Item = &'a Bond> {
        self.bonds_of(atom).iter().map(|&bond| &molecule.bonds[bond as usize])
    }
}
