//! Finds the aromatic rings by the default model of `RDKit`.
//!
//! A ring atom is a candidate if it can contribute electrons to the ring, or has an empty orbital:
//! one electron from a double bond, two from a lone pair, none if they are drawn to an atom
//! outside. A ring of candidates is aromatic if its electrons number 4n + 2 (Hückel's rule). So are
//! up to six rings together that share bonds; then the bonds of their outline are aromatic.
//!
//! The model is described in *The `RDKit` Book*, "Aromaticity".

use isocount_core::Control;

use super::blocks::Blocks;
use super::element::Element;
use super::hydrogens::{bond_sum, unpaired_electrons};
use super::neighbours::Neighbours;
use super::rings::{Ring, TooMany, smallest_rings};
use crate::molecules::to_graph::Refused;
use crate::molecules::{BondOrder, Molecule, MoleculeProblem};

/// Larger rings are aromatic on their own or not at all.
const MAX_FUSED_SIZE: usize = 24;
/// The maximum number of rings that are considered together.
const MAX_TOGETHER: usize = 6;
/// In a system of more rings than this, at most two are considered together.
const MANY_RINGS: usize = 300;
/// The maximum number of sets of rings that are considered in one block.
const MAX_SETS: usize = 2_000_000;

/// Marks the bonds and the atoms of aromatic rings as aromatic. All bonds must have integer orders.
pub(crate) fn perceive(
    molecule: &mut Molecule,
    neighbours: &Neighbours,
    blocks: &Blocks,
    hydrogens: &[u8],
    control: &Control,
) -> Result<(), Refused> {
    let mut electrons: Vec<Option<Option<Electrons>>> = vec![None; molecule.atoms.len()];
    let mut marks = Marks {
        atoms: vec![false; molecule.atoms.len()],
        bonds: vec![false; molecule.bonds.len()],
    };
    for block in blocks.each() {
        let atoms = Atoms { molecule, neighbours, blocks, hydrogens };
        let mut some_candidate = false;
        for end in block.iter().flat_map(|&bond| molecule.bonds[bond as usize].ends) {
            let entry = &mut electrons[end as usize];
            some_candidate |= entry.get_or_insert_with(|| atoms.electrons(end)).is_some();
        }
        if !some_candidate {
            continue;
        }
        let refused = || {
            let problem = MoleculeProblem::TooManyRings { num_bonds: block.len() };
            let first = molecule.bonds[block[0] as usize].ends[0];
            Refused::at(&molecule.atoms[first as usize], problem)
        };
        let rings = smallest_rings(molecule, block, control)?.map_err(|TooMany| refused())?;
        let gives = |atom: u32| electrons[atom as usize].flatten();
        let is_candidate = |ring: &Ring| {
            let mut elements = ring.atoms.iter().map(|&atom| molecule.atoms[atom as usize].element);
            !elements.all(Element::is_wildcard)
                && ring.atoms.iter().all(|&atom| gives(atom).is_some())
        };
        let rings: Vec<Ring> = rings.into_iter().filter(is_candidate).collect();
        let mut fused = Fused::new(&rings, &gives, &mut marks);
        for system in fused.systems() {
            fused.look_at(&system, control)?.map_err(|TooMany| refused())?;
        }
    }
    for (atom, is_aromatic) in molecule.atoms.iter_mut().zip(marks.atoms) {
        atom.is_aromatic = is_aromatic;
    }
    for (bond, is_aromatic) in molecule.bonds.iter_mut().zip(marks.bonds) {
        if is_aromatic && matches!(bond.order, BondOrder::Single | BondOrder::Double) {
            bond.order = BondOrder::Aromatic;
        }
    }
    Ok(())
}

/// The aromatic atoms and bonds found.
struct Marks {
    atoms: Vec<bool>,
    bonds: Vec<bool>,
}

/// How many electrons a candidate contributes to its ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Electrons {
    None,
    One,
    Two,
    /// A wildcard: any number up to two.
    Any,
}

struct Atoms<'a> {
    molecule: &'a Molecule,
    neighbours: &'a Neighbours,
    blocks: &'a Blocks,
    hydrogens: &'a [u8],
}

impl Atoms<'_> {
    /// The contribution of a ring atom to its ring; `None` if it cannot be in an aromatic one.
    fn electrons(&self, number: u32) -> Option<Electrons> {
        let atom = &self.molecule.atoms[number as usize];
        let electrons = self.given(number)?;
        // The first three periods, selenium and tellurium.
        let is_heavy = atom.element.number() > 18;
        if is_heavy && atom.element != Element::SELENIUM && atom.element != Element::TELLURIUM {
            return None;
        }
        let Some(&usual) = atom.element.valences().first() else { return Some(electrons) };
        let sum = bond_sum(self.molecule, self.neighbours, number) / 2;
        let valence = sum + u32::from(self.hydrogens[number as usize]);
        let like = atom.element.isoelectronic(atom.charge);
        let charged = like.and_then(|like| like.valences().first().copied());
        if usual > 0 && charged.is_none_or(|charged| valence > charged.into()) {
            return None;
        }
        let unpaired = self.unpaired(number);
        if unpaired > 0 && (atom.element != Element::CARBON || atom.charge != 0) {
            return None;
        }
        (self.multiple_bonds(number) < 2).then_some(electrons)
    }

    fn given(&self, number: u32) -> Option<Electrons> {
        let element = self.molecule.atoms[number as usize].element;
        let in_ring = self.multiple_bond(number, Side::InRing).is_some();
        if element.is_wildcard() {
            return Some(if in_ring { Electrons::One } else { Electrons::Any });
        }
        let outside = self.multiple_bond(number, Side::Outside);
        let is_drawn = outside.is_some_and(|other| {
            self.molecule.atoms[other as usize].element.is_more_electronegative_than(element)
        });
        let available = self.available(number)?;
        // The tropylium ion.
        let is_cation = available == 1 && self.molecule.atoms[number as usize].charge == 1;
        match (available, outside) {
            (0, Some(_)) => Some(Electrons::None),
            (1, Some(_)) => Some(if is_drawn { Electrons::None } else { Electrons::One }),
            (0 | 1, None) if in_ring => Some(Electrons::One),
            (0 | 1, None) => is_cation.then_some(Electrons::None),
            (more, _) => {
                let left = more - i32::from(is_drawn);
                Some(if left % 2 == 1 { Electrons::One } else { Electrons::Two })
            }
        }
    }

    /// The electrons that are not in bonds to neighbours.
    fn available(&self, number: u32) -> Option<i32> {
        let atom = &self.molecule.atoms[number as usize];
        let valence = i32::from(*atom.element.valences().first()?);
        if valence <= 1 {
            return None;
        }
        let bonds = self.neighbours.each(self.molecule, number);
        let bound = bonds.filter(|bond| bond.twice_valence_at(number) > 0).count();
        let bound = (bound as u32).cast_signed() + i32::from(self.hydrogens[number as usize]);
        if bound > 3 {
            return None;
        }
        let lone = atom.element.outer_electrons() - valence - i32::from(atom.charge);
        let available = valence - bound + lone.max(0) - i32::from(self.unpaired(number));
        let sum = (bond_sum(self.molecule, self.neighbours, number) / 2).cast_signed();
        let unsaturated = sum - self.neighbours.degree(number).cast_signed();
        let available = if available > 1 && unsaturated > 1 { 1 } else { available };
        (available >= 0).then_some(available)
    }

    fn unpaired(&self, number: u32) -> u8 {
        let hydrogens = self.hydrogens[number as usize];
        unpaired_electrons(self.molecule, self.neighbours, number, hydrogens)
    }

    /// The atom at the other end of a multiple bond.
    fn multiple_bond(&self, number: u32, side: Side) -> Option<u32> {
        let mut bonds = self.neighbours.bonds_of(number).iter();
        let found = bonds.find(|&&bond| {
            let is_multiple = self.molecule.bonds[bond as usize].twice_valence_at(number) >= 4;
            is_multiple && self.blocks.is_in_ring(bond) == (side == Side::InRing)
        });
        found.map(|&bond| self.molecule.bonds[bond as usize].other(number))
    }

    fn multiple_bonds(&self, number: u32) -> usize {
        let bonds = self.neighbours.each(self.molecule, number);
        bonds.filter(|bond| bond.twice_valence_at(number) >= 4).count()
    }
}

/// The position of a bond.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    InRing,
    Outside,
}

/// Rings of candidates, and which of them are aromatic, on their own or together.
struct Fused<'a, G> {
    rings: &'a [Ring],
    gives: &'a G,
    /// The rings that share exactly one bond with each ring.
    neighbours: Vec<Vec<u32>>,
    marks: &'a mut Marks,
    num_sets: usize,
}

impl<'a, G: Fn(u32) -> Option<Electrons>> Fused<'a, G> {
    fn new(rings: &'a [Ring], gives: &'a G, marks: &'a mut Marks) -> Self {
        let mut neighbours = vec![Vec::new(); rings.len()];
        let mut by_bond: Vec<(u32, u32)> = rings
            .iter()
            .zip(0..)
            .filter(|(ring, _)| ring.bonds.len() <= MAX_FUSED_SIZE)
            .flat_map(|(ring, number)| ring.bonds.iter().map(move |&bond| (bond, number)))
            .collect();
        by_bond.sort_unstable();
        let mut shared: Vec<(u32, u32)> = Vec::new();
        for same in by_bond.chunk_by(|a, b| a.0 == b.0) {
            for (i, a) in same.iter().enumerate() {
                shared.extend(same[..i].iter().map(|b| (b.1, a.1)));
            }
        }
        shared.sort_unstable();
        for pair in shared.chunk_by(|a, b| a == b).filter(|pair| pair.len() == 1) {
            let (a, b) = pair[0];
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        Self { rings, gives, neighbours, marks, num_sets: 0 }
    }

    /// The connected components of the rings.
    fn systems(&self) -> Vec<Vec<u32>> {
        let mut systems = Vec::new();
        let mut is_seen = vec![false; self.rings.len()];
        for ring in 0..self.rings.len() as u32 {
            if std::mem::replace(&mut is_seen[ring as usize], true) {
                continue;
            }
            let mut system = vec![ring];
            let mut next = 0;
            while let Some(&ring) = system.get(next) {
                next += 1;
                for &other in &self.neighbours[ring as usize] {
                    if !std::mem::replace(&mut is_seen[other as usize], true) {
                        system.push(other);
                    }
                }
            }
            systems.push(system);
        }
        systems
    }

    /// Checks every connected set of up to six rings, small sets first, until all bonds are
    /// aromatic.
    fn look_at(
        &mut self,
        system: &[u32],
        control: &Control,
    ) -> Result<Result<(), TooMany>, Refused> {
        let together = if system.len() > MANY_RINGS { 2 } else { MAX_TOGETHER };
        for size in 1..=together.min(system.len()) {
            for &first in system {
                control.check()?;
                let near = self.neighbours[first as usize].iter().copied();
                let fringe: Vec<u32> = near.filter(|&ring| ring > first).collect();
                if !self.extend(&mut vec![first], &fringe, size) {
                    return Ok(Err(TooMany));
                }
            }
            let mut bonds = system.iter().flat_map(|&ring| &self.rings[ring as usize].bonds);
            if bonds.all(|&bond| self.marks.bonds[bond as usize]) {
                break;
            }
        }
        Ok(Ok(()))
    }

    /// Enumerates every connected set of this many rings once: each grows from its lowest ring, by
    /// rings that were not adjacent before (Wernicke 2006).
    fn extend(&mut self, set: &mut Vec<u32>, fringe: &[u32], size: usize) -> bool {
        if set.len() == size {
            self.num_sets += 1;
            self.apply_rule(set);
            return self.num_sets <= MAX_SETS;
        }
        let first = set[0];
        for (i, &next) in fringe.iter().enumerate() {
            let mut later = fringe[i + 1..].to_vec();
            for &ring in &self.neighbours[next as usize] {
                let is_near = set
                    .iter()
                    .any(|&old| old == ring || self.neighbours[old as usize].contains(&ring));
                if ring > first && !is_near && !later.contains(&ring) {
                    later.push(ring);
                }
            }
            set.push(next);
            let goes_on = self.extend(set, &later, size);
            set.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Hückel's rule for several rings together.
    fn apply_rule(&mut self, set: &[u32]) {
        let rings = || set.iter().map(|&ring| &self.rings[ring as usize]);
        let mut atoms: Vec<u32> = rings().flat_map(|ring| ring.atoms.iter().copied()).collect();
        atoms.sort_unstable();
        let (mut least, mut most, mut wild) = (0, 0, 0);
        // An inner atom, where three rings meet, is not on the outline.
        for same in atoms.chunk_by(|a, b| a == b).filter(|same| same.len() <= 2) {
            match (self.gives)(same[0]) {
                None | Some(Electrons::None) => {}
                Some(Electrons::One) => (least, most) = (least + 1, most + 1),
                Some(Electrons::Two) => (least, most) = (least + 2, most + 2),
                Some(Electrons::Any) => (most, wild) = (most + 2, wild + 1),
            }
        }
        let is_aromatic = match most {
            _ if wild > 1 => false,
            6.. => (least..=most).any(|electrons: u32| electrons % 4 == 2),
            2 => true,
            _ => false,
        };
        if !is_aromatic {
            return;
        }
        let mut bonds: Vec<u32> = rings().flat_map(|ring| ring.bonds.iter().copied()).collect();
        bonds.sort_unstable();
        for same in bonds.chunk_by(|a, b| a == b).filter(|same| same.len() == 1) {
            self.marks.bonds[same[0] as usize] = true;
        }
        for atom in atoms {
            self.marks.atoms[atom as usize] = true;
        }
    }
}
