//! Converts aromatic bonds to alternating single and double ones.
//!
//! Which aromatic atoms need a double bond follows from their valences. Giving each of them exactly
//! one is a matching problem. If there are several matchings, any one is used: the aromatic rings
//! that are found afterwards do not depend on it.

use isocount_core::Control;

use super::blocks::Blocks;
use super::element::Element;
use super::hydrogens::sigma_sum;
use super::matching::{Paired, pair};
use super::neighbours::Neighbours;
use crate::molecules::to_graph::Refused;
use crate::molecules::{Atom, BondOrder, Molecule, MoleculeProblem, StatedHydrogens};

/// Gives every aromatic bond an integer order.
pub(crate) fn alternate(
    molecule: &mut Molecule,
    neighbours: &Neighbours,
    blocks: &Blocks,
    hydrogens: &[u8],
    control: &Control,
) -> Result<(), Refused> {
    let is_aromatic = |bond: u32| {
        molecule.bonds[bond as usize].order == BondOrder::Aromatic && blocks.is_in_ring(bond)
    };
    // The atoms that take part, and their indices among these.
    let mut members = Vec::new();
    let mut member_of = vec![NOT_A_MEMBER; molecule.atoms.len()];
    for (atom, number) in molecule.atoms.iter().zip(0..) {
        if !atom.is_aromatic {
            continue;
        }
        if !neighbours.bonds_of(number).iter().any(|&bond| blocks.is_in_ring(bond)) {
            let symbol = symbol(atom);
            let problem = MoleculeProblem::AromaticOutsideRing { symbol };
            return Err(Refused::at(atom, problem));
        }
        if needs_double_bond(molecule, neighbours, number, hydrogens) != Needs::None {
            member_of[number as usize] = members.len() as u32;
            members.push(number);
        }
    }
    let mut links = vec![Vec::new(); members.len()];
    for (member, &number) in members.iter().enumerate() {
        for &bond in neighbours.bonds_of(number).iter().filter(|&&bond| is_aromatic(bond)) {
            let other = molecule.bonds[bond as usize].other(number);
            if member_of[other as usize] != NOT_A_MEMBER {
                links[member].push(member_of[other as usize]);
            }
        }
    }
    let is_required: Vec<bool> = members
        .iter()
        .map(|&number| {
            needs_double_bond(molecule, neighbours, number, hydrogens) == Needs::DoubleBond
        })
        .collect();
    let partners = match pair(&links, &is_required, control)? {
        Paired::All(partners) => partners,
        Paired::LeftOver(member) => {
            let atom = &molecule.atoms[members[member as usize] as usize];
            let problem = MoleculeProblem::NoAlternatingBonds { symbol: symbol(atom) };
            return Err(Refused::at(atom, problem));
        }
    };
    for bond in &mut molecule.bonds {
        if bond.order == BondOrder::Aromatic {
            let [a, b] = bond.ends.map(|end| member_of[end as usize]);
            let is_pair = a != NOT_A_MEMBER && partners[a as usize] == Some(b);
            bond.order = if is_pair { BondOrder::Double } else { BondOrder::Single };
        }
    }
    Ok(())
}

const NOT_A_MEMBER: u32 = u32::MAX;

/// As in SMILES: aromatic atoms are lower case.
pub(super) fn symbol(atom: &Atom) -> String {
    let symbol = atom.element.symbol();
    if atom.is_aromatic { symbol.to_ascii_lowercase() } else { symbol.to_owned() }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    /// No double bond: the valence is used up, or the atom has a lone pair for the ring.
    None,
    /// At most one.
    Either,
    /// Exactly one.
    DoubleBond,
}

/// Whether an aromatic atom takes part in a double bond of its ring, by the rules of `RDKit`.
fn needs_double_bond(
    molecule: &Molecule,
    neighbours: &Neighbours,
    number: u32,
    hydrogens: &[u8],
) -> Needs {
    let atom = &molecule.atoms[number as usize];
    if atom.element.is_wildcard() {
        return Needs::Either;
    }
    let mut valences = atom.element.valences().iter().map(|&valence| i32::from(valence));
    let Some(lowest) = valences.next() else { return Needs::None };
    let charge = match atom.element {
        // Boron gains a bond with a negative charge, carbon loses one with a charge of either sign.
        Element::BORON => -i32::from(atom.charge),
        Element::CARBON => -i32::from(atom.charge).abs(),
        _ => i32::from(atom.charge),
    };
    let hydrogens = u32::from(hydrogens[number as usize]);
    let sigma = (sigma_sum(molecule, neighbours, number) + hydrogens).cast_signed();
    let mut valence = lowest + charge;
    while sigma > valence
        && let Some(next) = valences.next()
    {
        valence = next + charge;
    }
    let degree = (neighbours.degree(number) + hydrogens).cast_signed();
    let unpaired = i32::from(atom.radicals);
    if degree + unpaired >= valence {
        return Needs::None;
    }
    let is_stated = matches!(atom.hydrogens, StatedHydrogens::Exactly(_));
    // In the second case, a bracket without hydrogen, such as `[c]`, has an unpaired electron.
    if valence == sigma + unpaired + 1 || (unpaired == 0 && is_stated && valence == sigma + 2) {
        Needs::DoubleBond
    } else {
        Needs::None
    }
}
