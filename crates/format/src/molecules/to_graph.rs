//! Converts molecules to graphs: chooses the nodes and their labels.

use std::fmt::Write as _;

use isocount_core::{Cancelled, Control, Label, LabeledGraph, NodeId};
use rustc_hash::FxHashMap;

use super::chemistry::aromaticity;
use super::chemistry::blocks::Blocks;
use super::chemistry::element::Element;
use super::chemistry::hydrogens::implicit_hydrogens;
use super::chemistry::kekule::alternate;
use super::chemistry::neighbours::Neighbours;
use super::chemistry::smarts_properties::{MadeHydrogens, MoleculeFacts, Properties};
use super::molecule::{Atom, Bond, BondOrder, Molecule, StatedHydrogens};
use super::options::{
    Aromaticity, AtomDetail, AtomLabel, Hydrogens, LabelPurpose, MoleculeOptions,
};
use super::problem::MoleculeProblem;
use super::smarts::{AtomProperties, IN_RING};
use crate::builder::{Assembly, Origin, too_many_nodes};
use crate::error::SyntaxProblem;
use crate::names::FileLabels;
use crate::{Duplicates, FormatError, ReadOptions, Role};

/// Converts the molecules of one file to graphs.
pub(crate) struct GraphMaker<'a> {
    options: MoleculeOptions,
    role: Role,
    duplicates: Duplicates,
    control: &'a Control,
    atom_labels: FxHashMap<AtomKey, Label>,
    properties_labels: FxHashMap<AtomProperties, Label>,
    bond_labels: FxHashMap<(&'static str, bool), Label>,
}

/// Properties of a molecule that are derived from its atoms and bonds.
struct Completed {
    /// The implicit hydrogens of every atom.
    hydrogens: Vec<u8>,
    /// The properties that SMARTS refer to, if labels are for SMARTS.
    properties: Option<Properties>,
}

/// The properties that the label of an atom depends on.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct AtomKey {
    element: u8,
    charge: i8,
    hydrogens: u8,
    is_aromatic: bool,
    isotope: u16,
    class: u32,
}

/// Why a molecule cannot be converted. The place is that of the reader.
pub(super) enum Refused {
    At { place: u32, len: usize, problem: MoleculeProblem },
    Cancelled,
}

impl Refused {
    /// An error at an atom.
    pub(super) fn at(atom: &Atom, problem: MoleculeProblem) -> Self {
        Self::At { place: atom.place, len: atom.element.symbol().len(), problem }
    }

    fn at_bond(bond: &Bond, problem: MoleculeProblem) -> Self {
        Self::At { place: bond.place, len: 1, problem }
    }
}

impl From<Cancelled> for Refused {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl<'a> GraphMaker<'a> {
    pub(crate) fn new(options: &ReadOptions, control: &'a Control) -> Self {
        Self {
            options: options.molecules,
            role: options.role,
            duplicates: options.duplicates,
            control,
            atom_labels: FxHashMap::default(),
            properties_labels: FxHashMap::default(),
            bond_labels: FxHashMap::default(),
        }
    }

    /// The graph of a molecule; `origin` locates its atoms and bonds.
    pub(crate) fn make(
        &mut self,
        mut molecule: Molecule,
        origin: &dyn Origin,
        names: &mut FileLabels<'_>,
    ) -> Result<LabeledGraph, FormatError> {
        let neighbours = Neighbours::of(&molecule);
        let completed = self.complete(&mut molecule, &neighbours).map_err(|refused| {
            let Refused::At { place, len, problem } = refused else {
                return FormatError::Cancelled;
            };
            let at = origin.locate(place);
            FormatError::Syntax { at, len, problem: SyntaxProblem::Molecule(problem) }
        })?;
        let Completed { hydrogens, properties } = completed;
        let nodes = Nodes::of(&molecule, &neighbours, self.options.hydrogens);
        let mut assembly = Assembly::default();
        let mut numbers = vec![None; molecule.atoms.len()];
        let too_many = || too_many_nodes(origin.locate(0));
        for (atom, number) in molecule.atoms.iter().zip(0..) {
            if !nodes.is_left_out(number) {
                let label = if let Some(properties) = &properties {
                    self.properties_label(&properties.atoms[number as usize], names)
                } else {
                    let hydrogens = hydrogens[number as usize];
                    let key = self.key(&molecule, &neighbours, number, hydrogens);
                    self.atom_label(key, atom.element, names)
                };
                numbers[number as usize] = Some(assembly.node(label).ok_or_else(too_many)?);
            }
        }
        for (number, bond) in molecule.bonds.iter().enumerate() {
            let ends = bond.ends.map(|end| numbers[end as usize]);
            if let [Some(a), Some(b)] = ends {
                let in_ring = properties.as_ref().is_some_and(|it| it.is_in_ring[number]);
                let label = self.bond_label(bond.order, in_ring, names);
                assembly.undirected_edge(a, b, label, bond.place);
            }
        }
        if self.options.hydrogens == Hydrogens::Explicit {
            let key = AtomKey { element: Element::HYDROGEN.number(), ..AtomKey::default() };
            let atoms = molecule.atoms.iter().zip(&hydrogens).zip(&numbers);
            for ((atom, &count), number) in atoms {
                let Some(number) = *number else { continue };
                // A pattern is a fragment: whatever it does not state may be anything.
                let is_stated = matches!(atom.hydrogens, StatedHydrogens::Exactly(_));
                let count = if self.role == Role::Graph || is_stated { count } else { 0 };
                for _ in 0..count {
                    self.control.check()?;
                    let label = match &properties {
                        Some(_) => self.properties_label(&Properties::HYDROGEN, names),
                        None => self.atom_label(key, Element::HYDROGEN, names),
                    };
                    let hydrogen: NodeId = assembly.node(label).ok_or_else(too_many)?;
                    let label = self.bond_label(BondOrder::Single, false, names);
                    assembly.undirected_edge(number, hydrogen, label, atom.place);
                }
            }
        }
        assembly.build(origin, self.duplicates, self.control)
    }

    /// Checks the molecule, determines its aromatic bonds, and counts the implicit hydrogens.
    fn complete(
        &self,
        molecule: &mut Molecule,
        neighbours: &Neighbours,
    ) -> Result<Completed, Refused> {
        check_bonds(molecule, neighbours)?;
        if self.role == Role::Pattern {
            self.check_pattern(molecule, neighbours)?;
        }
        if self.options.aromaticity == Aromaticity::AsWritten {
            settle_as_written(molecule, self.control)?;
            mark_aromatic_atoms(molecule);
            let hydrogens = implicit_hydrogens(molecule, neighbours);
            let valences = Properties::valences(molecule, neighbours, &hydrogens);
            let blocks = Blocks::of(molecule, neighbours, self.control)?;
            return self.completed(molecule, neighbours, &blocks, hydrogens, &valences);
        }
        let blocks = Blocks::of(molecule, neighbours, self.control)?;
        for (bond, number) in molecule.bonds.iter_mut().zip(0..) {
            if bond.order == BondOrder::AromaticInRing {
                let in_ring = blocks.is_in_ring(number);
                bond.order = if in_ring { BondOrder::Aromatic } else { BondOrder::Single };
            }
        }
        mark_aromatic_atoms(molecule);
        let hydrogens = implicit_hydrogens(molecule, neighbours);
        if molecule.atoms.iter().any(|atom| atom.is_aromatic) {
            alternate(molecule, neighbours, &blocks, &hydrogens, self.control)?;
        }
        let valences = Properties::valences(molecule, neighbours, &hydrogens);
        if !blocks.is_empty() {
            aromaticity::perceive(molecule, neighbours, &blocks, &hydrogens, self.control)?;
        }
        self.completed(molecule, neighbours, &blocks, hydrogens, &valences)
    }

    fn completed(
        &self,
        molecule: &Molecule,
        neighbours: &Neighbours,
        blocks: &Blocks,
        hydrogens: Vec<u8>,
        valences: &[u8],
    ) -> Result<Completed, Refused> {
        if self.options.purpose == LabelPurpose::Names {
            return Ok(Completed { hydrogens, properties: None });
        }
        let nodes = Nodes::of(molecule, neighbours, self.options.hydrogens);
        let is_node = |atom| !nodes.is_left_out(atom);
        let all_are_nodes = self.options.hydrogens == Hydrogens::Explicit;
        let made = if all_are_nodes { MadeHydrogens::Nodes } else { MadeHydrogens::None };
        let facts = MoleculeFacts { molecule, neighbours, blocks, hydrogens: &hydrogens, valences };
        let properties = Properties::of(&facts, &is_node, made, self.control)?;
        Ok(Completed { hydrogens, properties: Some(properties) })
    }

    /// Refuses parts of a pattern that would otherwise be ignored.
    fn check_pattern(&self, molecule: &Molecule, neighbours: &Neighbours) -> Result<(), Refused> {
        if let Some(atom) = molecule.atoms.iter().find(|atom| atom.element.is_wildcard()) {
            return Err(Refused::at(atom, MoleculeProblem::WildcardInPattern));
        }
        let nodes = Nodes::of(molecule, neighbours, self.options.hydrogens);
        match (0..molecule.atoms.len()).find(|&atom| nodes.is_left_out(atom as u32)) {
            None => Ok(()),
            Some(atom) => {
                let atom = &molecule.atoms[atom];
                Err(Refused::at(atom, MoleculeProblem::HydrogenInPattern))
            }
        }
    }

    fn key(
        &self,
        molecule: &Molecule,
        neighbours: &Neighbours,
        number: u32,
        hydrogens: u8,
    ) -> AtomKey {
        let atom = &molecule.atoms[number as usize];
        let label = self.options.atom_label;
        let mut key = AtomKey { element: atom.element.number(), ..AtomKey::default() };
        if label == AtomLabel::ELEMENT {
            return key;
        }
        if label.has(AtomDetail::Charge) {
            key.charge = atom.charge;
        }
        if label.has(AtomDetail::Isotope) {
            key.isotope = atom.isotope;
        }
        if label.has(AtomDetail::Class) {
            key.class = atom.class;
        }
        key.is_aromatic = label.has(AtomDetail::Aromaticity) && atom.is_aromatic;
        if label.has(AtomDetail::Hydrogens) {
            let bonds = neighbours.each(molecule, number);
            let written = bonds.filter(|bond| {
                molecule.atoms[bond.other(number) as usize].element == Element::HYDROGEN
            });
            let written = u8::try_from(written.count()).unwrap_or(u8::MAX);
            key.hydrogens = hydrogens.saturating_add(written);
        }
        key
    }

    fn atom_label(&mut self, key: AtomKey, element: Element, names: &mut FileLabels<'_>) -> Label {
        *self.atom_labels.entry(key).or_insert_with(|| names.node_label(&key.text(element)))
    }

    fn properties_label(&mut self, of: &AtomProperties, names: &mut FileLabels<'_>) -> Label {
        let new = || names.node_label(&of.to_string());
        *self.properties_labels.entry(*of).or_insert_with(new)
    }

    fn bond_label(&mut self, order: BondOrder, in_ring: bool, names: &mut FileLabels<'_>) -> Label {
        let label = order.label();
        *self.bond_labels.entry((label, in_ring)).or_insert_with(|| {
            if in_ring {
                names.edge_label(&format!("{label}{IN_RING}"))
            } else {
                names.edge_label(label)
            }
        })
    }
}

impl AtomKey {
    /// As in the brackets of SMILES: `13C`, `NH4+`, `n`, `Fe+2`.
    fn text(self, element: Element) -> String {
        let mut text = String::new();
        if self.isotope > 0 {
            let _ = write!(text, "{}", self.isotope);
        }
        let symbol = element.symbol();
        if self.is_aromatic {
            text += &symbol.to_ascii_lowercase();
        } else {
            text += symbol;
        }
        match self.hydrogens {
            0 => {}
            1 => text.push('H'),
            more => {
                let _ = write!(text, "H{more}");
            }
        }
        match self.charge {
            0 => {}
            1 => text.push('+'),
            -1 => text.push('-'),
            more => {
                let _ = write!(text, "{more:+}");
            }
        }
        if self.class > 0 {
            let _ = write!(text, ":{}", self.class);
        }
        text
    }
}

/// Which atoms are nodes.
struct Nodes<'a> {
    molecule: &'a Molecule,
    neighbours: &'a Neighbours,
    hydrogens: Hydrogens,
}

impl<'a> Nodes<'a> {
    fn of(molecule: &'a Molecule, neighbours: &'a Neighbours, hydrogens: Hydrogens) -> Self {
        Self { molecule, neighbours, hydrogens }
    }

    /// Whether an atom is a hydrogen that is left out.
    fn is_left_out(&self, number: u32) -> bool {
        let atom = &self.molecule.atoms[number as usize];
        if self.hydrogens == Hydrogens::Explicit
            || atom.element != Element::HYDROGEN
            || atom.isotope != 0
            || atom.charge != 0
        {
            return false;
        }
        let mut bonds = self.neighbours.each(self.molecule, number);
        let (Some(bond), None) = (bonds.next(), bonds.next()) else { return false };
        let other = self.molecule.atoms[bond.other(number) as usize].element;
        bond.order == BondOrder::Single && other != Element::HYDROGEN && !other.is_wildcard()
    }
}

/// Checks that no bond joins an atom to itself, and no two join the same atoms.
fn check_bonds(molecule: &Molecule, neighbours: &Neighbours) -> Result<(), Refused> {
    if let Some(bond) = molecule.bonds.iter().find(|bond| bond.ends[0] == bond.ends[1]) {
        return Err(Refused::at_bond(bond, MoleculeProblem::SelfBond));
    }
    let mut last_seen = vec![u32::MAX; molecule.atoms.len()];
    for atom in 0..molecule.atoms.len() as u32 {
        for bond in neighbours.each(molecule, atom) {
            let other = bond.other(atom) as usize;
            if std::mem::replace(&mut last_seen[other], atom) == atom {
                return Err(Refused::at_bond(bond, MoleculeProblem::RepeatedBond));
            }
        }
    }
    Ok(())
}

/// Marks the atoms of aromatic bonds as aromatic, even if only the bonds are written so.
fn mark_aromatic_atoms(molecule: &mut Molecule) {
    for bond in molecule.bonds.iter().filter(|bond| bond.order == BondOrder::Aromatic) {
        bond.ends.iter().for_each(|&end| molecule.atoms[end as usize].is_aromatic = true);
    }
}

/// Makes a bond without a symbol between aromatic atoms aromatic if it lies in a ring of such
/// bonds.
fn settle_as_written(molecule: &mut Molecule, control: &Control) -> Result<(), Refused> {
    let is_open = |bond: &Bond| bond.order == BondOrder::AromaticInRing;
    if !molecule.bonds.iter().any(is_open) {
        return Ok(());
    }
    let candidates: Vec<usize> = (0..molecule.bonds.len())
        .filter(|&bond| {
            matches!(molecule.bonds[bond].order, BondOrder::Aromatic | BondOrder::AromaticInRing)
        })
        .collect();
    let bonds = candidates.iter().map(|&bond| molecule.bonds[bond]).collect();
    let aromatic = Molecule { atoms: molecule.atoms.clone(), bonds };
    let blocks = Blocks::of(&aromatic, &Neighbours::of(&aromatic), control)?;
    for (&bond, number) in candidates.iter().zip(0..) {
        if molecule.bonds[bond].order == BondOrder::AromaticInRing {
            let in_ring = blocks.is_in_ring(number);
            molecule.bonds[bond].order =
                if in_ring { BondOrder::Aromatic } else { BondOrder::Single };
        }
    }
    Ok(())
}

/// The name of a node in messages.
pub(crate) fn atom_name(node: NodeId) -> String {
    format!("atom {}", u64::from(node.0) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_follow_the_bracket_notation() {
        let key = AtomKey {
            element: 7,
            charge: 1,
            hydrogens: 4,
            is_aromatic: false,
            isotope: 15,
            class: 3,
        };
        assert_eq!(key.text(Element::NITROGEN), "15NH4+:3");
        let key = AtomKey { is_aromatic: true, hydrogens: 1, ..AtomKey::default() };
        assert_eq!(key.text(Element::SELENIUM), "seH");
        for (charge, text) in [(-1, "O-"), (2, "O+2"), (-3, "O-3"), (0, "O")] {
            assert_eq!(AtomKey { charge, ..AtomKey::default() }.text(Element::OXYGEN), text);
        }
    }
}
