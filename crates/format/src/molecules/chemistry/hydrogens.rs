//! The number of implicit hydrogens and of unpaired electrons of an atom.

use super::element::Element;
use super::neighbours::Neighbours;
use crate::molecules::{Atom, BondOrder, Molecule, StatedHydrogens};

/// The implicit hydrogens of every atom.
pub(crate) fn implicit_hydrogens(molecule: &Molecule, neighbours: &Neighbours) -> Vec<u8> {
    let atoms = molecule.atoms.iter().zip(0..);
    atoms.map(|(atom, number)| of_atom(molecule, neighbours, atom, number)).collect()
}

fn of_atom(molecule: &Molecule, neighbours: &Neighbours, atom: &Atom, number: u32) -> u8 {
    let valences = match atom.hydrogens {
        StatedHydrogens::Exactly(stated) => return stated,
        StatedHydrogens::UpToValence(valence) => {
            let bonds = bond_sum(molecule, neighbours, number).div_ceil(2);
            return u32::from(valence).saturating_sub(bonds) as u8;
        }
        StatedHydrogens::FillValence => smiles_valences(atom.element),
        StatedHydrogens::FillChargedValence => {
            let like = atom.element.isoelectronic(atom.charge);
            // Metals without a usual valence bind no hydrogen, whatever their charge.
            match like.filter(|_| !atom.element.valences().is_empty()) {
                Some(like) => like.valences(),
                None => &[],
            }
        }
    };
    let Some(&lowest) = valences.first() else { return 0 };
    let unpaired = u32::from(atom.radicals);
    if atom.is_aromatic {
        // One electron is in the ring.
        let bound = sigma_sum(molecule, neighbours, number) + 1 + unpaired;
        return u32::from(lowest).saturating_sub(bound) as u8;
    }
    let bound = bond_sum(molecule, neighbours, number).div_ceil(2) + unpaired;
    let valence = valences.iter().map(|&valence| u32::from(valence)).find(|&most| most >= bound);
    valence.map_or(0, |valence| (valence - bound) as u8)
}

/// The valences of atoms without brackets, as listed by `OpenSMILES`.
fn smiles_valences(element: Element) -> &'static [u8] {
    if element == Element::IODINE { &[1] } else { element.valences() }
}

/// The sum of the bond orders of an atom, times two.
pub(super) fn bond_sum(molecule: &Molecule, neighbours: &Neighbours, atom: u32) -> u32 {
    neighbours.each(molecule, atom).map(|bond| bond.twice_valence_at(atom)).sum()
}

/// The sum of the bond orders of an atom, where an aromatic bond counts 1.
pub(super) fn sigma_sum(molecule: &Molecule, neighbours: &Neighbours, atom: u32) -> u32 {
    let bonds = neighbours.each(molecule, atom);
    bonds
        .map(|bond| match bond.order {
            BondOrder::Aromatic => 1,
            _ => bond.twice_valence_at(atom) / 2,
        })
        .sum()
}

/// The unpaired electrons of an atom whose hydrogens are stated: those missing from its shell. All
/// bonds must have integer orders.
pub(super) fn unpaired_electrons(
    molecule: &Molecule,
    neighbours: &Neighbours,
    number: u32,
    hydrogens: u8,
) -> u8 {
    let atom = &molecule.atoms[number as usize];
    if !matches!(atom.hydrogens, StatedHydrogens::Exactly(_)) || atom.radicals > 0 {
        return atom.radicals;
    }
    let valences = atom.element.valences();
    if valences.is_empty() || atom.element.is_wildcard() {
        return 0;
    }
    let bound = (bond_sum(molecule, neighbours, number) / 2).cast_signed() + i32::from(hydrogens);
    let charge = i32::from(atom.charge);
    let outer = atom.element.outer_electrons();
    let shell = if atom.element.number() <= 2 { 2 } else { 8 };
    let mut unpaired = shell - outer - bound + charge;
    if unpaired < 0 {
        // More bonds than its lowest valence.
        let free = valences.iter().map(|&valence| i32::from(valence) - bound + charge);
        unpaired = free.into_iter().find(|&free| free >= 0).unwrap_or(0);
    }
    let left = outer - bound - charge;
    if left >= 0 {
        unpaired = unpaired.min(left);
    }
    u8::try_from(unpaired).unwrap_or(0)
}
